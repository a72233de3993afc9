package org.campanile.web.sso;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Component;

import org.campanile.authn.FactorKind;
import org.campanile.signon.Stage;
import org.campanile.signon.StageTimers;
import org.campanile.web.page.LoginPage;
import org.campanile.web.page.Pages;
import org.campanile.web.store.SessionProperties;

/** The form for username and password. Thread-safe. */
@Component
class PasswordPage implements FactorPage {

	private final Pages pages;

	private final ServiceViews services;

	private final boolean sharedComputerOffered;

	private final StageTimers timers;

	private final Optional<LoginOffer> offer;

	private final LoginFlows flows;

	PasswordPage(Pages pages, ServiceViews services, SessionProperties sessionProperties, StageTimers timers,
			ObjectProvider<LoginOffer> offer, LoginFlows flows) {
		this.pages = pages;
		this.services = services;
		this.sharedComputerOffered = sessionProperties.sharedComputerChoice();
		this.timers = timers;
		this.offer = Optional.ofNullable(offer.getIfAvailable());
		this.flows = flows;
	}

	@Override
	public FactorKind kind() {
		return FactorKind.PASSWORD;
	}

	@Override
	public void show(Form form, HttpServletRequest request, HttpServletResponse response) throws IOException {
		// What the user said when the session began is not asked again.
		boolean choice = sharedComputerOffered && !form.state().sharedComputer();
		LoginPage page = new LoginPage(services.view(form.state().request(), request), form.action(),
				form.hiddenFields(), form.loginName(), !form.state().fixedLoginName().isEmpty(), form.message(),
				form.retryAfter(), choice, choice && request.getParameter(LoginPages.SHARED_COMPUTER) != null,
				form.selfUrl(), offered(form));
		timers.time(Stage.RENDER, () -> {
			pages.login(page, request, response);
			return page;
		});
	}

	/**
	 * Returns the fields of the other form. Its challenge is in the page, sealed in a
	 * flow of its own, and not fetched by the script: sealing it takes microseconds, a
	 * request would take more, and the page may connect to nothing.
	 */
	private Map<String, String> offered(Form form) {
		if (form.state().user().isPresent() || offer.filter(one -> form.others().contains(one.kind())).isEmpty()) {
			return Map.of();
		}
		LoginOffer.Offered offered = offer.get().offer();
		String browserId = form.hiddenFields().getOrDefault("_csrf", "");
		Map<String, String> fields = new LinkedHashMap<>();
		fields.put("flow", flows
			.forForm(new LoginFlows.Asked(form.state(), offer.get().kind(), offered.challenge(), false), browserId));
		fields.put("_csrf", browserId);
		fields.putAll(offered.fields());
		return fields;
	}

}
