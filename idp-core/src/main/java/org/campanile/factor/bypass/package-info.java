/** Administrators' temporary permissions to sign in without a second factor. */
@NullMarked
package org.campanile.factor.bypass;

import org.jspecify.annotations.NullMarked;
