package org.campanile.web.notice;

import java.util.Map;

import org.springframework.beans.factory.ObjectProvider;

import org.campanile.audit.AuditEvent;
import org.campanile.web.audit.AuditListener;

/**
 * Tells users of changes that they, or somebody with their password, made on the way to a
 * service: a factor enrolled at the login, which the audit line names with the service,
 * or a changed password. Thread-safe.
 */
final class AuditedChanges implements AuditListener {

	private final ObjectProvider<Notices> notices;

	AuditedChanges(ObjectProvider<Notices> notices) {
		this.notices = notices;
	}

	@Override
	public void recorded(AuditEvent event) {
		Map<String, String> fields = event.fields();
		String user = fields.get("user");
		if (user == null || !event.code().equals("OK")) {
			return;
		}
		switch (event.type()) {
			case PASSWORD_CHANGED -> notices.getObject().send(Notice.Event.PASSWORD_CHANGED, user);
			case FACTOR_ADDED -> {
				if (fields.containsKey("service")) {
					notices.getObject().send(switch (fields.getOrDefault("factor", "")) {
						case "recovery-code" -> Notice.Event.RECOVERY_CODES_MADE;
						case "trusted-device" -> Notice.Event.DEVICE_TRUSTED;
						default -> Notice.Event.FACTOR_ADDED;
					}, user);
				}
			}
			default -> {
			}
		}
	}

}
