/** The contract of a store whose backend can fail, as tests that a backend inherits. */
@NullMarked
package org.campanile.testkit.store;

import org.jspecify.annotations.NullMarked;
