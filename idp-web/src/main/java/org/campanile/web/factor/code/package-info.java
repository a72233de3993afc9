/** The page for a code, whatever shows it. */
@NullMarked
package org.campanile.web.factor.code;

import org.jspecify.annotations.NullMarked;
