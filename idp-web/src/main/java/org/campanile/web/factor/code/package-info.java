/** The page for a code, whatever its source. */
@NullMarked
package org.campanile.web.factor.code;

import org.jspecify.annotations.NullMarked;
