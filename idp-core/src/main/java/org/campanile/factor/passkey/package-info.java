/** Passkeys: public-key credentials of authenticators (WebAuthn Level 3). */
@NullMarked
package org.campanile.factor.passkey;

import org.jspecify.annotations.NullMarked;
