/** The contract of stores of one-time state, as tests that a backend inherits. */
@NullMarked
package org.campanile.testkit.onetime;

import org.jspecify.annotations.NullMarked;
