/** Administrators' permission to do without a second factor for a while. */
@NullMarked
package org.campanile.factor.bypass;

import org.jspecify.annotations.NullMarked;
