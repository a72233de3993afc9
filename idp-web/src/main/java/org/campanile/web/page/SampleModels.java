package org.campanile.web.page;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/** A model for each page with all parts present, to test templates with. */
final class SampleModels {

	private SampleModels() {
	}

	/** Returns the models by template. */
	static Map<String, Map<String, @Nullable Object>> models() {
		Phrase phrase = new Phrase("Sign in to ", "Sample", "");
		Map<String, @Nullable Object> common = new HashMap<>();
		common.put("title", "Sample");
		common.put("heading", phrase);
		common.put("serviceLogo", "data:image/png;base64,");
		common.put("action", "/sample");
		common.put("hidden", List.of(new HiddenField("name", "value")));
		common.put("continueTo", phrase);

		Map<String, @Nullable Object> login = page(common, "serviceDescription", "error", "errorHint");
		login.put("serviceDescriptionLanguage", "en");
		login.put("forgottenPasswordUrl", "/sample");
		login.put("waiting", false);
		login.put("script", LoginScript.TEXT);
		login.put("aside", "<aside>Sample</aside>");
		login.put("asideScript", "sample()");
		login.put("notice", phrase);
		login.put("username", "sample");
		login.put("usernameFixed", false);
		login.put("focusPassword", true);
		login.put("sharedComputerOffered", true);
		login.put("sharedComputer", true);
		login.put("passkey", List.of(new HiddenField("passkey", "")));
		login.put("passkeyScript", PasskeyScript.TEXT);

		Map<String, @Nullable Object> problem = page(common, "heading", "text", "next", "instead");
		problem.put("code", "SAMPLE");
		problem.put("time", "2000-01-01 00:00:00 UTC");
		problem.put("timestamp", "2000-01-01T00:00:00Z");
		problem.put("again", true);
		problem.put("script", ProblemFrames.LOCAL_TIME);
		problem.put("onTheWay", phrase);
		problem.put("remedyUrl", "/sample");
		problem.put("remedy", phrase);
		problem.put("insteadUrl", "/sample");

		Map<String, @Nullable Object> warning = page(common, "heading");
		warning.put("changePasswordUrl", "/sample");

		Map<String, @Nullable Object> loggedOut = page(common, "text");
		loggedOut.put("services", List.of(new LogoutFrames.Outcome("Sample", "Sample", "refused", "/sample", phrase)));
		loggedOut.put("closeBrowserAdvised", true);
		loggedOut.put("faultCode", "SAMPLE");
		loggedOut.put("backUrl", "/sample");
		loggedOut.put("backAction", "/sample");
		loggedOut.put("back", phrase);

		Map<String, @Nullable Object> notice = page(common, "heading");
		notice.put("notice", phrase);
		notice.put("method", "post");
		notice.put("button", phrase);

		Map<String, @Nullable Object> step = page(common, "outcome");
		step.put("ask", phrase);
		step.put("url", "/sample");
		step.put("refresh", "1; url=/sample");
		step.put("state", "ended");

		Map<String, @Nullable Object> choice = page(common, "heading", "skippable");
		choice.put("text", phrase);
		choice.put("kinds", List.of(new FactorTexts.Choice("sample", "Sample", "Sample")));

		Map<String, Map<String, @Nullable Object>> models = new HashMap<>(Map.of("login", login, "problem", problem,
				"password-warning", warning, "redirect", page(common, "heading"), "logged-out", loggedOut,
				"logout-question", common, "notice", notice, "logout-progress", progress(common), "logout-step", step));
		models.put("factor-choice", choice);
		models.put("factor-external", external(common));
		passkeys(common, models);
		models.putAll(codes(common));
		approvals(common, models);
		models.put("account", account(common));
		models.put("account-change", accountChange(common));
		models.put("front", accountChange(common));
		models.put("password-change", passwordChange(common));
		return models;
	}

	/** A model with the parts of another one and these texts. */
	private static Map<String, @Nullable Object> page(Map<String, @Nullable Object> parts, String... texts) {
		Map<String, @Nullable Object> page = new HashMap<>(parts);
		for (String text : texts) {
			page.put(text, "Sample");
		}
		return page;
	}

	private static Map<String, Map<String, @Nullable Object>> codes(Map<String, @Nullable Object> common) {
		Map<String, @Nullable Object> code = page(common, "heading", "error", "errorHint", "text", "remark", "trust");
		code.put("waiting", false);
		code.put("notice", new Phrase("Sample ", "Sample", ""));
		code.put("inputMode", "numeric");
		code.put("autocomplete", "one-time-code");
		code.put("script", LoginScript.TEXT);
		code.put("trustTicked", true);
		code.put("others", List.of(new FactorTexts.Choice("sample", "Sample", "Sample")));

		Map<String, @Nullable Object> otp = page(code, "details", "name");
		otp.put("uri", "otpauth://totp/Sample:sample?secret=AAAA");
		otp.put("qrBox", "0 0 29 29");
		otp.put("qrPath", "M4 4h7v1h-7z");
		otp.put("secret", "AAAA");
		otp.put("cancelUrl", "/sample");
		otp.put("skippable", true);
		otp.put("choosable", true);

		Map<String, @Nullable Object> recovery = new HashMap<>(otp);
		recovery.put("owner", new Phrase("Sample ", "Sample", ""));
		recovery.put("codes", List.of("SAMP-SAMP-SAMP"));
		recovery.put("script", "sample()");

		Map<String, @Nullable Object> pin = new HashMap<>(otp);
		pin.put("rule", "Sample");

		Map<String, @Nullable Object> left = new HashMap<>(common);
		left.put("heading", "Sample");
		return Map.of("factor-code", code, "enrol-otp", otp, "enrol-recovery", recovery, "enrol-pin", pin,
				"recovery-codes-left", left);
	}

	private static Map<String, @Nullable Object> external(Map<String, @Nullable Object> common) {
		Map<String, @Nullable Object> external = page(common, "heading", "error", "said", "trust");
		external.put("to", new Phrase("Sample", "", ""));
		external.put("push", true);
		external.put("code", true);
		external.put("waits", false);
		external.put("stillUrl", "/sample");
		external.put("still", true);
		external.put("again", true);
		external.put("others", List.of(new FactorTexts.Choice("sample", "Sample", "Sample")));
		external.put("trustTicked", true);
		return external;
	}

	/** The pages of what users agree to or read between a login and a service. */
	private static void approvals(Map<String, @Nullable Object> common,
			Map<String, Map<String, @Nullable Object>> models) {
		List<Map<String, Object>> paragraphs = List.of(Map.of("heading", true, "text", "Sample"),
				Map.of("heading", false, "text", "Sample"));
		Map<String, @Nullable Object> consent = new HashMap<>(common);
		consent.put("changed", true);
		for (String items : new String[] { "items", "optional" }) {
			consent.put(items, List.of(Map.of("id", "mail", "label", "Sample", "values", List.of("Sample"), "released",
					true, "changed", true)));
		}
		consent.put("choice", "c");
		consent.put("choices", List.of(Map.of("code", "c", "text", "Sample", "preset", true)));
		models.put("consent", consent);
		Map<String, @Nullable Object> terms = new HashMap<>(common);
		terms.put("paragraphs", paragraphs);
		models.put("terms", terms);
		Map<String, @Nullable Object> message = page(terms, "heading");
		message.put("link", "/sample");
		message.put("acknowledge", true);
		models.put("message", message);
	}

	private static Map<String, @Nullable Object> passwordChange(Map<String, @Nullable Object> common) {
		Map<String, @Nullable Object> passwordChange = page(common, "heading", "serviceName", "text", "error",
				"elsewhere");
		passwordChange.put("at", "new");
		passwordChange.put("username", "sample");
		passwordChange.put("elsewhereUrl", "/sample");
		passwordChange.put("script", PasswordChangeFrames.SHOW_PASSWORDS);
		return passwordChange;
	}

	private static Map<String, @Nullable Object> progress(Map<String, @Nullable Object> common) {
		Map<String, @Nullable Object> progress = page(common, "ended", "refused", "noAnswer");
		progress.put("services", List.of(new LogoutFrames.Line("Sample", "waiting", "Sample", "/sample", "Sample")));
		progress.put("continueUrl", "/sample");
		progress.put("seconds", 10L);
		progress.put("refresh", "11; url=/sample");
		progress.put("script", LogoutFrames.WATCH);
		return progress;
	}

	private static void passkeys(Map<String, @Nullable Object> common,
			Map<String, Map<String, @Nullable Object>> models) {
		Map<String, @Nullable Object> passkey = page(common, "heading", "text", "error", "trust");
		passkey.put("notice", new Phrase("Sample ", "Sample", ""));
		passkey.put("others", List.of(new FactorTexts.Choice("sample", "Sample", "Sample")));
		passkey.put("auto", "true");
		passkey.put("trustTicked", true);
		passkey.put("script", PasskeyScript.TEXT);
		passkey.put("fields", List.of(new HiddenField("passkey", "")));
		models.put("passkey", passkey);

		Map<String, @Nullable Object> enrol = page(passkey, "name");
		enrol.put("cancelUrl", "/sample");
		enrol.put("skippable", true);
		enrol.put("choosable", true);
		models.put("passkey-enrol", enrol);
	}

	private static Map<String, @Nullable Object> account(Map<String, @Nullable Object> common) {
		Section.Action action = new Section.Action("/sample", "Sample", "Sample");
		Map<String, @Nullable Object> account = page(common, "notice");
		account.put("user", new Phrase("You are ", "Sample", ""));
		account.put("logoutUrl", "/sample");
		account.put("sections", List.of(Section.of("sample", "Sample", "Sample",
				List.of(new Section.Item("Sample", List.of("Sample"), List.of(action))), List.of(action))));
		return account;
	}

	private static Map<String, @Nullable Object> accountChange(Map<String, @Nullable Object> common) {
		Map<String, @Nullable Object> change = page(common, "heading", "subject", "text", "warning", "error", "name",
				"button");
		change.put("cancelUrl", "/sample");
		change.put("accountUrl", "/sample");
		return change;
	}

}
