/** How a store whose backend can fail must behave, as tests that a backend inherits. */
@NullMarked
package org.campanile.testkit.store;

import org.jspecify.annotations.NullMarked;
