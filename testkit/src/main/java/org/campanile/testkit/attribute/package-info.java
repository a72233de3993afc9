/** The contract of attribute sources: what every one of them must do. */
@NullMarked
package org.campanile.testkit.attribute;

import org.jspecify.annotations.NullMarked;
