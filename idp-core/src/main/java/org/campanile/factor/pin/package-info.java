/** PINs for other systems, which the validation service checks. */
@NullMarked
package org.campanile.factor.pin;

import org.jspecify.annotations.NullMarked;
