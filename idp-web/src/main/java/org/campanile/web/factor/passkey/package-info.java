/** Passkeys: their settings, pages and addresses. */
@NullMarked
package org.campanile.web.factor.passkey;

import org.jspecify.annotations.NullMarked;
