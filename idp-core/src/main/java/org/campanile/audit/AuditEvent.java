package org.campanile.audit;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One thing that happened, for the audit log.
 *
 * @param type what kind of thing
 * @param code the reason code; {@code OK} when all went well. An error page shows the
 * same code
 * @param fields further fields in the order in which they are written; values may be
 * hostile and are escaped on writing
 */
public record AuditEvent(Type type, String code, Map<String, String> fields) {

	public AuditEvent {
		fields = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(fields));
	}

	/** Kinds of audit lines. */
	public enum Type {

		/** A user gave a right password. */
		LOGIN,
		/** A user was rejected. */
		LOGIN_REFUSED,
		/** An assertion went to a service. */
		SIGN_ON,
		/** A service's request was refused. */
		REQUEST_REFUSED,
		/** Somebody asked for an address that no part of this server has. */
		UNKNOWN_PATH,
		/** A session was ended. */
		LOGOUT,
		/** A persistent identifier was revoked. */
		IDENTIFIER_REVOKED,
		/** An administrator looked at what is known of a user. */
		PERSON_VIEWED

	}

}
