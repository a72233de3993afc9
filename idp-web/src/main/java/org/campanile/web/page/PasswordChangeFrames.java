package org.campanile.web.page;

import org.campanile.web.page.PasswordChangePage.Cause;
import org.campanile.web.page.PasswordChangePage.Message;

/** Builds the model of the form on which users choose a new password. */
final class PasswordChangeFrames {

	/** The script that shows the passwords on request. */
	static final String SHOW_PASSWORDS = Resources.read("password-change.js").strip();

	private PasswordChangeFrames() {
	}

	static void form(PasswordChangePage page, Frame frame) {
		LanguageTexts texts = frame.texts();
		ServiceView service = page.service();
		String heading = texts.text(page.cause() == Cause.WISHED ? "problem.change-password" : "password-change.title");
		String error = switch (page.message()) {
			case NONE -> null;
			case THROTTLED -> texts.throttled(page.retryAfter());
			default -> texts.text(page.message().key());
		};
		frame.heading(heading, error)
			.status(page.message() == Message.THROTTLED ? 429 : 200)
			.service(service)
			.put("serviceName", service == null ? null : DisplayText.name(service.name()))
			.put("text", texts.text(page.cause().key()))
			.put("at", switch (page.message()) {
				case NONE -> null;
				case NOT_CURRENT -> "current";
				case NOT_REPEATED -> "repeated";
				case THROTTLED, PASSWORD_TOO_YOUNG, PASSWORD_CHANGE_NOT_ALLOWED, PASSWORD_CHANGE_IMPOSSIBLE -> "form";
				case PASSWORD_UNUSABLE, PASSWORD_UNCHANGED, PASSWORD_TOO_WEAK, PASSWORD_TOO_SHORT, PASSWORD_IN_HISTORY,
						PASSWORD_NOT_ACCEPTED ->
					"new";
			})
			.put("username", page.username())
			.put("action", page.action())
			.put("elsewhereUrl", page.elsewhere())
			.put("elsewhere",
					texts.text(page.cause() == Cause.WISHED ? "password-change.not-now" : "password-change.sign-in"))
			.hidden(page.hiddenFields())
			.script(SHOW_PASSWORDS);
	}

}
