package org.campanile.perf.load;

import java.util.Locale;

import org.campanile.perf.result.LoadResult;
import org.campanile.saml.StatusCode;
import org.campanile.testkit.serviceprovider.ResponseRejectedException.Reason;

/** Names of what can go wrong, as they are counted in results. */
public final class FailureClass {

	/** Another person's assertion, or a service's page with another's name. */
	public static final String WRONG_USER = LoadResult.WRONG_USER;

	/**
	 * An assertion that does not tell whose it is, or a service's page without the name.
	 */
	public static final String NO_USER = "no-user";

	/** A password that is not the person's was taken. */
	public static final String WRONG_PASSWORD_ACCEPTED = "wrong-password-accepted";

	/** No answer within the user's patience. */
	public static final String TIMEOUT = "timeout";

	/** No connection, or one that broke. */
	public static final String CONNECTION = "connection";

	/** A page without the login form. */
	public static final String NO_FORM = "no-form";

	/** A page without a SAML response after the password was sent. */
	public static final String NO_RESPONSE = "no-response";

	/** Something else than an answer where the session should have done. */
	public static final String SESSION_LOST = "session-lost";

	/** RelayState did not come back as it was sent. */
	public static final String RELAY_STATE = "relay-state";

	/** A signature that does not verify. */
	public static final String SIGNATURE = "signature";

	private FailureClass() {
	}

	/** Of an answer that is not 200, such as {@code status-503}. */
	static String status(int status) {
		return "status-" + status;
	}

	/** Of a SAML status that is not success, such as {@code saml-AuthnFailed}. */
	static String status(StatusCode status) {
		String second = status.secondLevel();
		String code = second == null ? status.topLevel() : second;
		return "saml-" + code.substring(code.lastIndexOf(':') + 1);
	}

	/** Of a response that a service provider must not act on. */
	static String rejected(Reason reason) {
		return reason == Reason.SIGNATURE_INVALID ? SIGNATURE
				: reason.name().toLowerCase(Locale.ROOT).replace('_', '-');
	}

}
