/** Devices at which users need not prove a second factor each time. */
@NullMarked
package org.campanile.factor.device;

import org.jspecify.annotations.NullMarked;
