package org.campanile.saml.assertion;

import java.nio.charset.StandardCharsets;

import org.campanile.saml.crypto.CryptoProvider;
import org.campanile.session.SsoSession;

/**
 * The name of a session at one service (SAML Core 2.7.2, {@code SessionIndex}). It is
 * derived, so it need not be stored for logout, and differs between services, so that
 * they cannot correlate sessions.
 */
public final class SessionIndex {

	private SessionIndex() {
	}

	/** The name of the session at the service. */
	public static String of(SsoSession session, String entityId, CryptoProvider crypto) {
		byte[] label = ("session-index" + entityId).getBytes(StandardCharsets.UTF_8);
		return Ids.of(crypto.hmacSha256(session.secret(), label));
	}

}
