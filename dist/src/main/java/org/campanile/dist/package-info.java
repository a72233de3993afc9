/** Makes the parts of the packages that are not files of the source tree. */
@NullMarked
package org.campanile.dist;

import org.jspecify.annotations.NullMarked;
