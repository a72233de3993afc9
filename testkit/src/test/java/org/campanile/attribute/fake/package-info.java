/** A made-up kind of source, which shows what one costs. */
@NullMarked
package org.campanile.attribute.fake;

import org.jspecify.annotations.NullMarked;
