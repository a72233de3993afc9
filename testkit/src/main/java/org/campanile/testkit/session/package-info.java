/**
 * The contract of session stores, as tests that a backend inherits, with their clock,
 * races and test doubles.
 */
@NullMarked
package org.campanile.testkit.session;

import org.jspecify.annotations.NullMarked;
