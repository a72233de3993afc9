/** What the packages contain beside files of the source tree. */
@NullMarked
package org.campanile.dist;

import org.jspecify.annotations.NullMarked;
