/** An example kind of source, which shows what a new kind requires. */
@NullMarked
package org.campanile.attribute.fake;

import org.jspecify.annotations.NullMarked;
