/** Factors of every kind: their settings, their order and the throttle. */
@NullMarked
package org.campanile.web.authn;

import org.jspecify.annotations.NullMarked;
