package org.campanile.web.management;

import java.util.LinkedHashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import org.campanile.audit.AuditEvent;

/** Names in the audit log who used an endpoint. */
final class Administrator {

	private Administrator() {
	}

	/**
	 * Returns the name that a request states. All administrators have the same token,
	 * which therefore names none.
	 * @param by the parameter of that name
	 */
	static String of(@Nullable String by) {
		return by == null || by.isBlank() ? "administrator" : by.strip();
	}

	/**
	 * Returns an event about the data of a user.
	 * @param user the canonical name; null if it is not known
	 * @param service null if it is about none in particular
	 */
	static AuditEvent event(AuditEvent.Type type, @Nullable String user, @Nullable String service,
			@Nullable String by) {
		Map<String, String> fields = new LinkedHashMap<>();
		if (user != null) {
			fields.put("user", user);
		}
		if (service != null) {
			fields.put("service", service);
		}
		fields.put("reason", "ADMINISTRATOR");
		fields.put("by", of(by));
		return new AuditEvent(type, "OK", fields);
	}

}
