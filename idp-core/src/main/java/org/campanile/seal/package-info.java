/** The key ring and the sealing (AES-GCM) of cookies, login flow and stored payloads. */
@NullMarked
package org.campanile.seal;

import org.jspecify.annotations.NullMarked;
