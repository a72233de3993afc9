/** Recovery codes: their pages. */
@NullMarked
package org.campanile.web.factor.recovery;

import org.jspecify.annotations.NullMarked;
