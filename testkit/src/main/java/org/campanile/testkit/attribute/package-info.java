/** The contract of attribute sources, as tests that an implementation inherits. */
@NullMarked
package org.campanile.testkit.attribute;

import org.jspecify.annotations.NullMarked;
