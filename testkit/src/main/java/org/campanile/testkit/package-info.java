/** Support for tests, the demo and measurements. Not part of the product. */
@NullMarked
package org.campanile.testkit;

import org.jspecify.annotations.NullMarked;
