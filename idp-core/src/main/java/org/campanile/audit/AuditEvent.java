package org.campanile.audit;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * An event for the audit log.
 *
 * @param type its kind
 * @param code the reason code, the same as on the error page; {@code OK} for success
 * @param fields further fields in the order in which they are written; values may be
 * hostile and are escaped on writing
 */
public record AuditEvent(Type type, String code, Map<String, String> fields) {

	public AuditEvent {
		fields = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(fields));
	}

	/** Kinds of audit lines. */
	public enum Type {

		/** A user proved a factor, such as the password. */
		LOGIN,
		/** A user was rejected. */
		LOGIN_REFUSED,
		/** A user replaced the password. */
		PASSWORD_CHANGED,
		/** A user tried to replace the password. */
		PASSWORD_CHANGE_REFUSED,
		/** A service received an assertion. */
		SIGN_ON,
		/** A service's request was refused. */
		REQUEST_REFUSED,
		/** A request for an unknown path. */
		UNKNOWN_PATH,
		/** A session was terminated. */
		LOGOUT,
		/** A user enrolled a factor. */
		FACTOR_ADDED,
		/** The input with which a user tried to enrol a factor was wrong. */
		FACTOR_REFUSED,
		/** A factor that a user had enrolled was removed. */
		FACTOR_REMOVED,
		/** A persistent identifier was revoked. */
		IDENTIFIER_REVOKED,
		/** A persistent identifier that another system issued was stored. */
		IDENTIFIER_IMPORTED,
		/** A user agreed to what a service receives. */
		CONSENT_GIVEN,
		/** A user did not agree to what a service would receive. */
		CONSENT_DECLINED,
		/** A user accepted terms of use. */
		TERMS_ACCEPTED,
		/** A user did not accept terms of use. */
		TERMS_DECLINED,
		/** A user confirmed having read a message. */
		MESSAGE_READ,
		/** A request to the management port had no token, or a wrong one. */
		MANAGEMENT_REFUSED,
		/** An administrator viewed a user's data. */
		PERSON_VIEWED,
		/** An administrator lets a user do without a further factor for a while. */
		BYPASS_GRANTED,
		/** An administrator ended a bypass. */
		BYPASS_REVOKED,
		/** Another system had a user's password or code checked, and it was right. */
		VALIDATION,
		/** Another system was refused, or its user's input was wrong. */
		VALIDATION_REFUSED,
		/** A user renamed a factor. */
		FACTOR_RENAMED,
		/** An administrator removed all that a user had enrolled. */
		FACTORS_RESET,
		/** A user withdrew a consent. */
		CONSENT_WITHDRAWN

	}

}
