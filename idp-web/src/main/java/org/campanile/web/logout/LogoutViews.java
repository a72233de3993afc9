package org.campanile.web.logout;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.stereotype.Component;

import org.campanile.IdentityProvider;
import org.campanile.logout.FrontChannelLogout;
import org.campanile.logout.LogoutProgress;
import org.campanile.logout.LogoutProtocol;
import org.campanile.logout.LogoutResult;
import org.campanile.logout.LogoutSettings;
import org.campanile.logout.ServiceLogout;
import org.campanile.logout.ServiceLogoutState;
import org.campanile.web.page.LoggedOutPage;
import org.campanile.web.page.LoggedOutService;
import org.campanile.web.page.LoggedOutService.State;
import org.campanile.web.page.LogoutProgressPage;
import org.campanile.web.page.Pages;
import org.campanile.web.sso.Services;

/** Shows the progress and the result of a logout. Thread-safe. */
@Component
class LogoutViews {

	private final Pages pages;

	private final Services services;

	private final FrontChannelLogout frontChannel;

	private final IdentityProvider identityProvider;

	private final LogoutSettings settings;

	LogoutViews(Pages pages, Services services, FrontChannelLogout frontChannel, IdentityProvider identityProvider,
			LogoutSettings settings) {
		this.pages = pages;
		this.services = services;
		this.frontChannel = frontChannel;
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
		List<LoggedOutService> asked = new ArrayList<>();
		boolean waitsForPerson = false;
		for (ServiceLogout step : progress.services()) {
			String name = services.name(step.service(), locale);
			String ticket = step.ticket();
			if (ticket == null) {
				asked.add(new LoggedOutService(name, state(step.state()), null, List.of()));
				continue;
			}
			Optional<LogoutProtocol.FrontChannel> channel = frontChannel.channel(step.session());
			waitsForPerson |= channel.isEmpty() || channel.get().formsOnly();
			asked.add(new LoggedOutService(name, State.WAITING,
					identityProvider.contextPath() + LogoutEndpoints.ASK + "?ticket=" + ticket,
					channel.map(LogoutProtocol.FrontChannel::addresses).orElse(List.of())));
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
		for (ServiceLogout service : result.services()) {
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

}
