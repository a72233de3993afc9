package org.campanile.web.notice;

import java.util.Locale;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.ServletRequestAttributes;

import org.campanile.audit.AuditEvent;
import org.campanile.web.audit.AuditListener;
import org.campanile.web.page.Pages;

/**
 * Tells users of changes that they, or somebody with their password, made on the way to a
 * service: a factor enrolled at the login, which the audit line names with the service,
 * or a changed password. Thread-safe.
 */
final class AuditedChanges implements AuditListener {

	private final ObjectProvider<Notices> notices;

	private final Pages pages;

	AuditedChanges(ObjectProvider<Notices> notices, Pages pages) {
		this.notices = notices;
		this.pages = pages;
	}

	@Override
	public void recorded(AuditEvent event) {
		Map<String, String> fields = event.fields();
		String user = fields.get("user");
		if (user == null || !event.code().equals("OK")) {
			return;
		}
		switch (event.type()) {
			case PASSWORD_CHANGED -> send(Notice.Event.PASSWORD_CHANGED, user);
			case FACTOR_ADDED -> {
				if (fields.containsKey("service")) {
					send(switch (fields.getOrDefault("factor", "")) {
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

	private void send(Notice.Event event, String user) {
		@Nullable Locale locale = RequestContextHolder.getRequestAttributes() instanceof ServletRequestAttributes current
				? pages.locale(current.getRequest()) : null;
		notices.getObject().send(new Notice(event, user, null, locale, ""));
	}

}
