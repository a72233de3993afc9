package org.campanile.saml.binding;

import java.nio.charset.StandardCharsets;

import org.campanile.saml.FaultCode;
import org.campanile.saml.SamlFault;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * RelayState (SAML Bindings 3.4.3, 3.5.3): the service's own state, which is either
 * returned unchanged or refused.
 */
public final class RelayStates {

	/** The limit of the specification, in bytes. */
	public static final int SPECIFIED_BYTES = 80;

	/** The accepted limit, in bytes; existing services send entire URLs. */
	public static final int MAX_BYTES = 2048;

	private static final Logger logger = LoggerFactory.getLogger(RelayStates.class);

	private RelayStates() {
	}

	/**
	 * Accepts a RelayState.
	 * @param value the decoded value; null if there was none
	 * @return the same value, or null if it is empty, which counts as absent
	 * @throws SamlFault {@link FaultCode#RELAY_STATE_TOO_LONG}, or
	 * {@link FaultCode#MESSAGE_UNDECODABLE} for a character that an HTML form cannot
	 * return
	 */
	public static @Nullable String accept(@Nullable String value) throws SamlFault {
		if (value == null || value.isEmpty()) {
			return null;
		}
		if (value.indexOf('\0') >= 0) {
			throw SamlFault.local(FaultCode.MESSAGE_UNDECODABLE,
					"RelayState holds a NUL, which no page can carry back");
		}
		int bytes = value.getBytes(StandardCharsets.UTF_8).length;
		if (bytes > MAX_BYTES) {
			throw SamlFault.local(FaultCode.RELAY_STATE_TOO_LONG,
					"RelayState has " + bytes + " bytes, " + MAX_BYTES + " are accepted");
		}
		if (bytes > SPECIFIED_BYTES) {
			// No warning: it would be repeated at each sign-on, and anybody can cause it.
			logger.debug("RelayState of {} bytes accepted, though SAML allows {} (Bindings 3.4.3): "
					+ "let the service send a short reference instead", bytes, SPECIFIED_BYTES);
		}
		return value;
	}

}
