package org.campanile.web.factor.external;

import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;

import org.campanile.authn.FactorKind;
import org.campanile.factor.external.ExternalMethod;
import org.campanile.web.page.LanguageTexts;
import org.campanile.web.page.LoginMessage;
import org.campanile.web.page.Pages;
import org.campanile.web.page.Responses;
import org.campanile.web.page.ServiceView;
import org.campanile.web.sso.DeviceMemory;
import org.campanile.web.sso.FactorPage;
import org.campanile.web.sso.ServiceViews;

/**
 * Asks for the factor that another system checks: a code, or that the user confirms the
 * sign-in on a device. While it only waits, the page asks again by itself, without
 * JavaScript. Thread-safe.
 */
final class ExternalPage implements FactorPage {

	/** The time between two queries of a waiting page. */
	private static final Duration PAUSE = Duration.ofSeconds(4);

	/**
	 * The maximum length of the address in a header; for larger logins there is only the
	 * button.
	 */
	private static final int MAX_ADDRESS = 5_000;

	/** The parameter with which the page no longer asks again by itself. */
	private static final String STILL = "still";

	private final Pages pages;

	private final ServiceViews services;

	private final boolean triggers;

	/**
	 * @param triggers whether a further challenge can be begun
	 */
	ExternalPage(Pages pages, ServiceViews services, boolean triggers) {
		this.pages = pages;
		this.services = services;
		this.triggers = triggers;
	}

	@Override
	public FactorKind kind() {
		return ExternalMethod.KIND;
	}

	@Override
	public boolean waits(Map<String, String> challenge) {
		return challenge.containsKey(ExternalMethod.PUSH) && !challenge.containsKey(ExternalMethod.CODE)
				&& !challenge.containsKey(ExternalMethod.NOTE);
	}

	@Override
	public void show(Form form, HttpServletRequest request, HttpServletResponse response) throws IOException {
		ServiceView service = services.view(form.state().request(), request);
		Map<String, String> challenge = form.challenge();
		boolean push = challenge.containsKey(ExternalMethod.PUSH);
		boolean typed = !Objects.requireNonNullElse(request.getParameter(ExternalMethod.CODE), "").isBlank();
		boolean trusts = request.getParameter(DeviceMemory.FIELD) != null;
		String again = form.action() + "?step=" + parameters(form) + (trusts ? '&' + DeviceMemory.FIELD + "=true" : "");
		boolean still = request.getParameter(STILL) != null;
		boolean waits = waits(challenge) && !still && form.message() != LoginMessage.BAD_CREDENTIALS
				&& form.message() != LoginMessage.THROTTLED && again.length() <= MAX_ADDRESS;
		if (waits) {
			response.setHeader("Refresh", PAUSE.toSeconds() + "; url=" + again);
		}
		Responses.retryAfter(response, form.retryAfter());
		pages.show("factor-external", request, response, form.selfUrl(), frame -> {
			LanguageTexts texts = frame.texts();
			frame.heading(texts.text("factor-external.heading"), error(form, push && !typed, texts))
				.status(form.message().status())
				.service(service)
				.put("to", texts.around("login.heading", "service", service.name()))
				.put("push", push)
				.put("code", challenge.containsKey(ExternalMethod.CODE))
				.put("waits", waits)
				.put("stillUrl", again + '&' + STILL + "=true")
				.put("still", still)
				.put("said", challenge.get(ExternalMethod.MESSAGE))
				.put("again", triggers || challenge.containsKey(ExternalMethod.PUSH))
				.put("action", form.action())
				.hidden(form.hiddenFields())
				.others(form.others())
				.trust(form.trustDays(), trusts);
		});
	}

	private static String parameters(Form form) {
		StringBuilder parameters = new StringBuilder();
		form.hiddenFields().forEach((name, value) -> {
			if (name.equals("flow")) {
				parameters.insert(0, value);
			}
			else if (!name.equals("_csrf")) {
				parameters.append('&')
					.append(name)
					.append('=')
					.append(URLEncoder.encode(value, StandardCharsets.UTF_8));
			}
		});
		return parameters.toString();
	}

	/**
	 * @param device whether the user was to confirm on a device, and has typed no code
	 */
	private static @Nullable String error(Form form, boolean device, LanguageTexts texts) {
		return switch (form.message()) {
			case THROTTLED -> texts.throttled(form.retryAfter());
			case BAD_CREDENTIALS, OTHER_USER ->
				texts.text(device ? "factor-external.error.declined" : "factor-external.error.wrong");
			default -> switch (form.challenge().getOrDefault(ExternalMethod.NOTE, "")) {
				case ExternalMethod.EXPIRED -> texts.text("factor-external.error.expired");
				case ExternalMethod.DECLINED -> texts.text("factor-external.error.declined");
				case ExternalMethod.NO_TOKEN -> texts.text("factor-external.error.no-token");
				case ExternalMethod.TOO_MANY -> texts.text("factor-external.error.too-many");
				default -> null;
			};
		};
	}

}
