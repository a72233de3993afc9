/** One-time codes: their settings and pages. */
@NullMarked
package org.campanile.web.factor.otp;

import org.jspecify.annotations.NullMarked;
