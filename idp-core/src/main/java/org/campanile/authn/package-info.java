/** Authentication: the seam, its outcomes, throttling. */
@NullMarked
package org.campanile.authn;

import org.jspecify.annotations.NullMarked;
