/**
 * Single logout as a use case: which sessions end, and which services are notified. It is
 * independent of protocols, which it uses through
 * {@link org.campanile.logout.LogoutProtocol}.
 */
@NullMarked
package org.campanile.logout;

import org.jspecify.annotations.NullMarked;
