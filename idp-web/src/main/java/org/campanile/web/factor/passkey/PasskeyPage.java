package org.campanile.web.factor.passkey;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;

import org.campanile.authn.FactorKind;
import org.campanile.factor.passkey.PasskeyMethod;
import org.campanile.web.page.LanguageTexts;
import org.campanile.web.page.LoginMessage;
import org.campanile.web.page.Pages;
import org.campanile.web.page.PasskeyScript;
import org.campanile.web.page.Responses;
import org.campanile.web.page.ServiceView;
import org.campanile.web.sso.DeviceMemory;
import org.campanile.web.sso.FactorPage;
import org.campanile.web.sso.LoginOffer;
import org.campanile.web.sso.ServiceViews;

/**
 * Asks for a passkey: on a page of its own for a passkey of a known user, or for any
 * passkey after the login page's was not accepted. Also provides the login page with the
 * data to offer a passkey. Thread-safe.
 */
final class PasskeyPage implements FactorPage, LoginOffer {

	/** The field that the script reads. */
	private static final String OPTIONS = "options";

	private final PasskeyMethod method;

	private final Pages pages;

	private final ServiceViews services;

	PasskeyPage(PasskeyMethod method, Pages pages, ServiceViews services) {
		this.method = method;
		this.pages = pages;
		this.services = services;
	}

	@Override
	public FactorKind kind() {
		return PasskeyMethod.KIND;
	}

	@Override
	public Offered offer() {
		Map<String, String> challenge = method.firstChallenge();
		return new Offered(challenge, fields(method.requestOptions(challenge)));
	}

	/**
	 * Returns the fields between page and script, of which the script fills the second.
	 */
	static Map<String, String> fields(String options) {
		Map<String, String> fields = new LinkedHashMap<>();
		fields.put(OPTIONS, options);
		fields.put(PasskeyMethod.ANSWER, "");
		return fields;
	}

	@Override
	public void show(Form form, HttpServletRequest request, HttpServletResponse response) throws IOException {
		ServiceView service = services.view(form.state().request(), request);
		boolean first = form.state().user().isEmpty();
		Responses.retryAfter(response, form.retryAfter());
		pages.show("passkey", request, response, form.selfUrl(), frame -> {
			LanguageTexts texts = frame.texts();
			String heading = texts.text(first ? "passkey.first.heading" : "passkey.heading");
			frame.heading(heading, error(form, texts))
				.status(form.message().status())
				.service(service)
				.put("text", texts.text("passkey.text"))
				.put("notice", switch (form.message()) {
					case FORCED, STRONGER_AUTHENTICATION ->
						texts.around("login.notice.stronger", "service", service.name());
					default -> null;
				})
				.put("auto", isAsked(form) ? "true" : null)
				.trust(form.trustDays(), request.getParameter(DeviceMemory.FIELD) != null)
				.put("action", form.action())
				.hidden(form.hiddenFields())
				.fields(fields(method.requestOptions(form.challenge())))
				.others(form.others())
				.script(PasskeyScript.TEXT);
		});
	}

	/**
	 * Whether the passkey is requested immediately, as the user has nothing to read or
	 * decide first.
	 */
	private static boolean isAsked(Form form) {
		return form.message() == LoginMessage.NONE && form.trustDays() == null;
	}

	private static @Nullable String error(Form form, LanguageTexts texts) {
		return switch (form.message()) {
			case BAD_CREDENTIALS -> texts.text("passkey.error.bad-credentials");
			case OTHER_USER -> texts.text("passkey.error.other-user");
			case THROTTLED -> texts.throttled(form.retryAfter());
			default -> null;
		};
	}

}
