/** Contracts for the factors that users have enrolled, for any store. */
@NullMarked
package org.campanile.testkit.factor;

import org.jspecify.annotations.NullMarked;
