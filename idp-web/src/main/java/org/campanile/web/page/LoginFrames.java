package org.campanile.web.page;

import java.util.List;

import org.jspecify.annotations.Nullable;

/** Builds the model of the login page. */
final class LoginFrames {

	/**
	 * The properties that distinguish the login pages of one service from each other,
	 * apart from the user.
	 *
	 * @param addressed whether the page has links to other languages
	 */
	record Kind(LoginMessage message, boolean sharedComputerOffered, boolean sharedComputer, boolean addressed) {
	}

	private LoginFrames() {
	}

	/**
	 * Whether the page is the same for all users, except for hidden fields and the URL.
	 */
	static boolean isForEverybody(LoginPage page) {
		return page.username().isEmpty() && !page.usernameFixed() && !page.message().isError();
	}

	/**
	 * @param hidden the hidden fields of both forms
	 */
	static void form(LoginPage page, List<HiddenField> hidden, Frame frame) {
		LanguageTexts texts = frame.texts();
		String service = DisplayText.name(page.service().name());
		String heading = texts.text("login.heading", "service", DisplayText.isolated(service));
		LoginMessage message = page.message();
		String error = switch (message) {
			case BAD_CREDENTIALS -> texts.text("login.error.bad-credentials");
			case OTHER_USER -> texts.text("login.error.other-user");
			case THROTTLED -> texts.throttled(page.retryAfter());
			default -> null;
		};
		frame.title(heading, error)
			.service(page.service())
			.put("heading", texts.around("login.heading", "service", service))
			.put("notice", switch (message) {
				case FORCED -> texts.around("login.notice.forced", "service", service);
				case STRONGER_AUTHENTICATION -> texts.around("login.notice.stronger", "service", service);
				case PASSWORD_CHANGED -> new Phrase(texts.text("login.notice.password-changed"), "", "");
				default -> null;
			})
			.put("error", error)
			.put("errorHint",
					message == LoginMessage.BAD_CREDENTIALS ? texts.text("login.error.bad-credentials.hint") : null)
			.put("waiting", message == LoginMessage.THROTTLED)
			.put("serviceDescription", description(page.service()))
			.put("serviceDescriptionLanguage", page.service().descriptionLanguage())
			.put("script", LoginScript.TEXT)
			.put("action", page.action())
			.list("hidden", hidden.subList(0, page.hiddenFields().size()))
			.list("passkey", hidden.subList(page.hiddenFields().size(), hidden.size()))
			.put("username", page.username())
			.put("usernameFixed", page.usernameFixed())
			.put("focusPassword", page.usernameFixed() || !page.username().isEmpty())
			.put("sharedComputerOffered", page.sharedComputerOffered())
			.put("sharedComputer", page.sharedComputer());
	}

	private static @Nullable String description(ServiceView service) {
		String description = service.description();
		return description == null ? null : DisplayText.description(description);
	}

}
