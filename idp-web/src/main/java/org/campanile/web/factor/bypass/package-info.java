/** The settings of administrators' permission to do without a second factor. */
@NullMarked
package org.campanile.web.factor.bypass;

import org.jspecify.annotations.NullMarked;
