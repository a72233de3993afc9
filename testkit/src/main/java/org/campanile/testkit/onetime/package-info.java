/** What every store of one-time state must do, as tests that a backend inherits. */
@NullMarked
package org.campanile.testkit.onetime;

import org.jspecify.annotations.NullMarked;
