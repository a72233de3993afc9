package org.campanile.web.logout;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.stereotype.Component;

import org.campanile.IdentityProvider;
import org.campanile.logout.LogoutSettings;
import org.campanile.logout.ServiceLogoutState;
import org.campanile.relyingparty.RelyingPartyRegistry;
import org.campanile.relyingparty.SingleLogoutService;
import org.campanile.saml.Saml;
import org.campanile.saml.logout.LogoutProgress;
import org.campanile.saml.logout.LogoutResult;
import org.campanile.web.page.LoggedOutPage;
import org.campanile.web.page.LoggedOutService;
import org.campanile.web.page.LoggedOutService.State;
import org.campanile.web.page.LogoutProgressPage;
import org.campanile.web.page.Pages;
import org.campanile.web.sso.Services;

/** Shows how far a logout is, and what came of it. Thread-safe. */
@Component
class LogoutViews {

	private final Pages pages;

	private final Services services;

	private final RelyingPartyRegistry registry;

	private final IdentityProvider identityProvider;

	private final LogoutSettings settings;

	LogoutViews(Pages pages, Services services, RelyingPartyRegistry registry, IdentityProvider identityProvider,
			LogoutSettings settings) {
		this.pages = pages;
		this.services = services;
		this.registry = registry;
		this.identityProvider = identityProvider;
		this.settings = settings;
	}

	/** Sends the browser to one of the pages of a logout. */
	void redirect(String path, String id, @Nullable String faultCode, HttpServletResponse response) {
		response.setStatus(HttpServletResponse.SC_SEE_OTHER);
		response.setHeader(HttpHeaders.LOCATION, identityProvider.baseUrl() + query(path, id, faultCode));
		response.setHeader(HttpHeaders.CACHE_CONTROL, "no-store");
	}

	void progress(LogoutProgress progress, @Nullable String faultCode, HttpServletRequest request,
			HttpServletResponse response) throws IOException {
		Locale locale = pages.locale(request);
		List<LogoutProgressPage.Asked> asked = new ArrayList<>();
		boolean waitsForPerson = false;
		for (LogoutProgress.Step step : progress.services()) {
			String name = services.name(step.service(), locale);
			String ticket = step.ticket();
			if (ticket == null) {
				asked.add(new LogoutProgressPage.Asked(name, state(step.state()), null, List.of()));
				continue;
			}
			List<SingleLogoutService> endpoints = frontChannel(step.service());
			waitsForPerson |= endpoints.stream().noneMatch(slo -> slo.binding().equals(Saml.BINDING_REDIRECT));
			asked.add(new LogoutProgressPage.Asked(name, State.WAITING,
					identityProvider.contextPath() + LogoutEndpoints.ASK + "?ticket=" + ticket, addresses(endpoints)));
		}
		pages.logoutProgress(new LogoutProgressPage(asked,
				identityProvider.contextPath() + query(LogoutEndpoints.DONE, progress.id(), faultCode),
				settings.frontChannelTimeout(), waitsForPerson), request, response);
	}

	/**
	 * @param id under which the page can be loaded again; null if nothing was kept
	 * @param faultCode what failed here; null for nothing
	 */
	void result(LogoutResult result, @Nullable String id, @Nullable String faultCode, HttpServletRequest request,
			HttpServletResponse response) throws IOException {
		Locale locale = pages.locale(request);
		List<LoggedOutService> shown = new ArrayList<>();
		boolean left = faultCode != null;
		for (LogoutResult.Service service : result.services()) {
			left |= service.state() != ServiceLogoutState.ENDED;
			String ticket = service.ticket();
			String askUrl = id == null || ticket == null || service.state() == ServiceLogoutState.ENDED ? null
					: identityProvider.contextPath() + LogoutEndpoints.AGAIN + "?ticket=" + ticket + "&id=" + id;
			shown.add(new LoggedOutService(services.name(service.service(), locale), state(service.state()), askUrl));
		}
		String initiator = result.initiator();
		LoggedOutPage.Back back = initiator == null ? null
				: result.answer()
					.map(answer -> new LoggedOutPage.Back(services.name(initiator, locale), answer))
					.orElse(null);
		boolean reloadable = id != null || shown.isEmpty() && back == null && faultCode == null;
		pages.loggedOut(
				new LoggedOutPage(shown, left, back, faultCode,
						reloadable ? identityProvider.contextPath() + LogoutEndpoints.LOGOUT : null),
				request, response);
	}

	static State state(ServiceLogoutState state) {
		return switch (state) {
			case ENDED -> State.ENDED;
			case REFUSED -> State.REFUSED;
			case NO_ANSWER, TO_ASK_BY_FRONT_CHANNEL -> State.NO_ANSWER;
			case CANNOT_BE_ASKED -> State.CANNOT_BE_ASKED;
		};
	}

	private static String query(String path, String id, @Nullable String faultCode) {
		return path + "?id=" + id + (faultCode == null ? "" : "&fault=" + faultCode);
	}

	private List<SingleLogoutService> frontChannel(String service) {
		return registry.find(service)
			.map(party -> party.singleLogoutServices()
				.stream()
				.filter(slo -> !slo.binding().equals(Saml.BINDING_SOAP))
				.toList())
			.orElse(List.of());
	}

	/** Where requests go, and where the service sends its answers from, most likely. */
	private static List<String> addresses(List<SingleLogoutService> endpoints) {
		Set<String> addresses = new LinkedHashSet<>();
		for (SingleLogoutService slo : endpoints) {
			addresses.add(slo.location());
			addresses.add(slo.responseLocation());
		}
		return List.copyOf(addresses);
	}

}
