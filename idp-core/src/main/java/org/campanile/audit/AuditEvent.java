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

		/** A user entered a right password. */
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
		/** A factor that a user had enrolled was removed. */
		FACTOR_REMOVED,
		/** A persistent identifier was revoked. */
		IDENTIFIER_REVOKED,
		/** An administrator viewed a user's data. */
		PERSON_VIEWED,
		/** An administrator lets a user do without a further factor for a while. */
		BYPASS_GRANTED,
		/** An administrator ended such a permission. */
		BYPASS_REVOKED

	}

}
