/** The contract of record stores, as tests that a backend inherits. */
@NullMarked
package org.campanile.testkit.record;

import org.jspecify.annotations.NullMarked;
