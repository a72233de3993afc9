/** Settings and cookie of devices at which no second factor is asked for. */
@NullMarked
package org.campanile.web.factor.device;

import org.jspecify.annotations.NullMarked;
