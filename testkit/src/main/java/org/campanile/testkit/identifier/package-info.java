/** What every store of durable state must do, as tests that a backend inherits. */
@NullMarked
package org.campanile.testkit.identifier;

import org.jspecify.annotations.NullMarked;
