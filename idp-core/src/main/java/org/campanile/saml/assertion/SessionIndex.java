package org.campanile.saml.assertion;

import org.campanile.seal.Macs;
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
	public static String of(SsoSession session, String entityId) {
		return Ids.of(Macs.hmacSha256(session.secret(), "session-index" + entityId));
	}

}
