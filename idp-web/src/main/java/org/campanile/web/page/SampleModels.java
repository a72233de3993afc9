package org.campanile.web.page;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/** A model for each page with all parts present, to test templates with. */
final class SampleModels {

	private SampleModels() {
	}

	/** Template to model. */
	static Map<String, Map<String, @Nullable Object>> models() {
		Phrase phrase = new Phrase("Sign in to ", "Sample", "");
		Map<String, @Nullable Object> common = new HashMap<>();
		common.put("title", "Sample");
		common.put("heading", phrase);
		common.put("serviceLogo", "data:image/png;base64,");
		common.put("action", "/sample");
		common.put("hidden", List.of(new HiddenField("name", "value")));
		common.put("continueTo", phrase);

		Map<String, @Nullable Object> login = new HashMap<>(common);
		login.put("serviceDescription", "Sample");
		login.put("serviceDescriptionLanguage", "en");
		login.put("forgottenPasswordUrl", "/sample");
		login.put("waiting", false);
		login.put("script", LoginFrames.SHOW_PASSWORD);
		login.put("aside", "<aside>Sample</aside>");
		login.put("asideScript", "sample()");
		login.put("notice", phrase);
		login.put("error", "Sample");
		login.put("errorHint", "Sample");
		login.put("username", "sample");
		login.put("usernameFixed", false);
		login.put("focusPassword", true);
		login.put("sharedComputerOffered", true);

		Map<String, @Nullable Object> problem = new HashMap<>(common);
		problem.put("heading", "Sample");
		problem.put("text", "Sample");
		problem.put("next", "Sample");
		problem.put("code", "SAMPLE");
		problem.put("time", "2000-01-01 00:00:00 UTC");
		problem.put("timestamp", "2000-01-01T00:00:00Z");
		problem.put("again", true);
		problem.put("script", ProblemFrames.LOCAL_TIME);
		problem.put("onTheWay", phrase);
		problem.put("remedyUrl", "/sample");
		problem.put("remedy", phrase);
		problem.put("insteadUrl", "/sample");
		problem.put("instead", "Sample");

		Map<String, @Nullable Object> warning = new HashMap<>(common);
		warning.put("heading", "Sample");
		warning.put("changePasswordUrl", "/sample");

		Map<String, @Nullable Object> loggedOut = new HashMap<>(common);
		loggedOut.put("services", List.of(new LogoutFrames.Outcome("Sample", "Sample", "refused", "/sample", phrase)));
		loggedOut.put("text", "Sample");
		loggedOut.put("closeBrowserAdvised", true);
		loggedOut.put("faultCode", "SAMPLE");
		loggedOut.put("backUrl", "/sample");
		loggedOut.put("backAction", "/sample");
		loggedOut.put("back", phrase);

		Map<String, @Nullable Object> redirect = new HashMap<>(common);
		redirect.put("heading", "Sample");

		Map<String, @Nullable Object> notice = new HashMap<>(common);
		notice.put("heading", "Sample");
		notice.put("notice", phrase);
		notice.put("method", "post");
		notice.put("button", phrase);

		Map<String, @Nullable Object> step = new HashMap<>(common);
		step.put("ask", phrase);
		step.put("url", "/sample");
		step.put("refresh", "1; url=/sample");
		step.put("state", "ended");
		step.put("outcome", "Sample");

		Map<String, @Nullable Object> choice = new HashMap<>(common);
		choice.put("heading", "Sample");
		choice.put("text", phrase);
		choice.put("kinds", List.of(new FactorTexts.Choice("sample", "Sample", "Sample")));
		choice.put("skippable", "Sample");

		Map<String, Map<String, @Nullable Object>> models = new HashMap<>(Map.of("login", login, "problem", problem,
				"password-warning", warning, "redirect", redirect, "logged-out", loggedOut, "logout-question", common,
				"notice", notice, "logout-progress", progress(common), "logout-step", step));
		models.put("factor-choice", choice);
		models.put("password-change", passwordChange(common));
		models.put("factor-external", external(common));
		return models;
	}

	private static Map<String, @Nullable Object> external(Map<String, @Nullable Object> common) {
		Map<String, @Nullable Object> external = new HashMap<>(common);
		external.put("heading", "Sample");
		external.put("to", new Phrase("Sample", "", ""));
		external.put("error", "Sample");
		external.put("said", "Sample");
		external.put("push", true);
		external.put("code", true);
		external.put("waits", false);
		external.put("again", true);
		external.put("others", List.of(new FactorTexts.Choice("sample", "Sample", "Sample")));
		external.put("trust", "Sample");
		external.put("trustTicked", true);
		return external;
	}

	private static Map<String, @Nullable Object> passwordChange(Map<String, @Nullable Object> common) {
		Map<String, @Nullable Object> passwordChange = new HashMap<>(common);
		passwordChange.put("heading", "Sample");
		passwordChange.put("serviceName", "Sample");
		passwordChange.put("text", "Sample");
		passwordChange.put("error", "Sample");
		passwordChange.put("at", "new");
		passwordChange.put("username", "sample");
		passwordChange.put("elsewhereUrl", "/sample");
		passwordChange.put("elsewhere", "Sample");
		passwordChange.put("script", PasswordChangeFrames.SHOW_PASSWORDS);
		return passwordChange;
	}

	private static Map<String, @Nullable Object> progress(Map<String, @Nullable Object> common) {
		Map<String, @Nullable Object> progress = new HashMap<>(common);
		progress.put("services", List.of(new LogoutFrames.Line("Sample", "waiting", "Sample", "/sample", "Sample")));
		progress.put("continueUrl", "/sample");
		progress.put("seconds", 10L);
		progress.put("refresh", "11; url=/sample");
		progress.put("script", LogoutFrames.WATCH);
		progress.put("ended", "Sample");
		progress.put("refused", "Sample");
		progress.put("noAnswer", "Sample");
		return progress;
	}

}
