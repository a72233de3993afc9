/** Factors beyond the password: their settings and what is enrolled of them. */
@NullMarked
package org.campanile.web.factor;

import org.jspecify.annotations.NullMarked;
