/**
 * What every session store must do, as tests that a backend inherits, and the clock,
 * races and doubles they are made with.
 */
@NullMarked
package org.campanile.testkit.session;

import org.jspecify.annotations.NullMarked;
