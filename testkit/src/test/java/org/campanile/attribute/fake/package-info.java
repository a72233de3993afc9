/** A made-up kind of source, which shows what a new one takes. */
@NullMarked
package org.campanile.attribute.fake;

import org.jspecify.annotations.NullMarked;
