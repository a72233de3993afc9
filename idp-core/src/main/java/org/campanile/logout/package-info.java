/**
 * Single logout as a use case: which sessions end, and which services are told. It knows
 * no protocol; what it needs of one it asks by
 * {@link org.campanile.logout.LogoutProtocol}.
 */
@NullMarked
package org.campanile.logout;

import org.jspecify.annotations.NullMarked;
