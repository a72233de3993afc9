/** One-time codes of authenticator apps and tokens: HOTP and TOTP (OATH). */
@NullMarked
package org.campanile.factor.otp;

import org.jspecify.annotations.NullMarked;
