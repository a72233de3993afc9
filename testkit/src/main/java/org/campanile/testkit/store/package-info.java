/** How a store that can break must fail, as tests that a backend inherits. */
@NullMarked
package org.campanile.testkit.store;

import org.jspecify.annotations.NullMarked;
