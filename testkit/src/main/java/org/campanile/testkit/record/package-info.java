/** The contract of stores of records, as tests that a backend inherits. */
@NullMarked
package org.campanile.testkit.record;

import org.jspecify.annotations.NullMarked;
