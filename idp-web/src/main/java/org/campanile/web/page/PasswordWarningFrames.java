package org.campanile.web.page;

import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import org.campanile.authn.PasswordWarning;

/** Builds the model of the warning of a password that will soon expire. */
final class PasswordWarningFrames {

	private PasswordWarningFrames() {
	}

	/**
	 * @param changePasswordUrl the configured address at which users change their
	 * password; asked for only if the page has none of its own
	 */
	static void warning(PasswordWarningPage page, Supplier<@Nullable String> changePasswordUrl, Frame frame) {
		LanguageTexts texts = frame.texts();
		String service = DisplayText.name(page.service().name());
		frame.heading(heading(texts, page.warning()), null)
			.service(page.service())
			.put("continueTo", texts.around("redirect.continue", "service", service))
			.put("action", page.action())
			.hidden(page.hiddenFields())
			.put("changePasswordUrl", page.changeUrl() == null ? changePasswordUrl.get() : page.changeUrl());
	}

	private static String heading(LanguageTexts texts, PasswordWarning warning) {
		return warning.timeLeft()
			.map(left -> left.toDays() < 1 ? texts.text("password-warning.today")
					: texts.count("password-warning.days", left.toDays()))
			.or(() -> warning.graceLoginsLeft().map(left -> texts.count("password-warning.grace", left)))
			.orElseGet(() -> texts.text("password-warning.soon"));
	}

}
