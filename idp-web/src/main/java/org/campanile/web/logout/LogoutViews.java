package org.campanile.web.logout;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

import org.campanile.IdentityProvider;
import org.campanile.logout.FrontChannelLogout;
import org.campanile.logout.LogoutProgress;
import org.campanile.logout.LogoutProtocol;
import org.campanile.logout.LogoutResult;
import org.campanile.logout.LogoutSettings;
import org.campanile.logout.LogoutStatus;
import org.campanile.logout.ServiceLogout;
import org.campanile.logout.ServiceLogoutState;
import org.campanile.protocol.Answer;
import org.campanile.web.page.LoggedOutPage;
import org.campanile.web.page.LoggedOutService;
import org.campanile.web.page.LoggedOutService.State;
import org.campanile.web.page.LogoutProgressPage;
import org.campanile.web.page.LogoutStepPage;
import org.campanile.web.page.Pages;
import org.campanile.web.page.RedirectPage;
import org.campanile.web.page.RedirectPage.Purpose;
import org.campanile.web.page.Responses;
import org.campanile.web.sso.ServiceViews;

/** Shows the pages of a logout, and sends its messages to services. Thread-safe. */
@Component
class LogoutViews {

	private final Pages pages;

	private final ServiceViews services;

	private final FrontChannelLogout frontChannel;

	private final IdentityProvider identityProvider;

	private final LogoutSettings settings;

	LogoutViews(Pages pages, ServiceViews services, FrontChannelLogout frontChannel, IdentityProvider identityProvider,
			LogoutSettings settings) {
		this.pages = pages;
		this.services = services;
		this.frontChannel = frontChannel;
		this.identityProvider = identityProvider;
		this.settings = settings;
	}

	/** Sends the browser to an address of this server. */
	void seeOther(String path, HttpServletResponse response) {
		Responses.seeOther(response, identityProvider.baseUrl() + path);
	}

	/** Sends the browser to one of the pages of a logout. */
	void redirect(String path, String id, @Nullable String faultCode, HttpServletResponse response) {
		seeOther(query(path, id, faultCode), response);
	}

	void progress(LogoutProgress progress, @Nullable String faultCode, HttpServletRequest request,
			HttpServletResponse response) throws IOException {
		Locale locale = pages.locale(request);
		List<LoggedOutService> asked = new ArrayList<>();
		boolean waitsForUser = false;
		for (ServiceLogout step : onceEach(progress.services())) {
			String name = services.name(step.session().protocol(), step.service(), locale);
			String ticket = step.ticket();
			if (ticket == null) {
				asked.add(new LoggedOutService(name, state(step.state()), null, List.of()));
				continue;
			}
			Optional<LogoutProtocol.FrontChannel> channel = frontChannel.channel(step.session());
			waitsForUser |= channel.isEmpty() || channel.get().formsOnly();
			asked.add(new LoggedOutService(name, State.WAITING,
					identityProvider.contextPath() + LogoutEndpoints.ASK + "?ticket=" + ticket,
					channel.map(LogoutProtocol.FrontChannel::addresses).orElse(List.of())));
		}
		pages.logoutProgress(new LogoutProgressPage(asked,
				identityProvider.contextPath() + query(LogoutEndpoints.DONE, progress.id(), faultCode),
				settings.frontChannelTimeout(), waitsForUser), request, response);
	}

	/**
	 * Merges the sessions of services that know a user by a handle for each; of those
	 * that need no request through the browser, the worst state is shown.
	 */
	private static List<ServiceLogout> onceEach(List<ServiceLogout> services) {
		List<ServiceLogout> shown = new ArrayList<>();
		Map<String, Integer> places = new HashMap<>();
		for (ServiceLogout service : services) {
			Integer place = service.ticket() != null ? null
					: places.putIfAbsent(service.session().protocol().qualify(service.service(), ' '), shown.size());
			if (place == null) {
				shown.add(service);
			}
			else if (shown.get(place).state() == ServiceLogoutState.ENDED) {
				shown.set(place, service);
			}
		}
		return shown;
	}

	/**
	 * @param id under which the page can be loaded again; null if the logout was not
	 * stored
	 * @param faultCode the code of a failure at this server; null for none
	 */
	void result(LogoutResult result, @Nullable String id, @Nullable String faultCode, HttpServletRequest request,
			HttpServletResponse response) throws IOException {
		Locale locale = pages.locale(request);
		List<LoggedOutService> shown = new ArrayList<>();
		// Without a session, its services are not known, nor whether they were asked.
		boolean left = faultCode != null || result.status() == LogoutStatus.UNKNOWN_SESSION;
		for (ServiceLogout service : onceEach(result.services())) {
			left |= service.state() != ServiceLogoutState.ENDED;
			String ticket = service.ticket();
			String askUrl = id == null || ticket == null || service.state() == ServiceLogoutState.ENDED ? null
					: identityProvider.contextPath() + LogoutEndpoints.AGAIN + "?ticket=" + ticket + "&id=" + id;
			shown.add(new LoggedOutService(services.name(service.session().protocol(), service.service(), locale),
					state(service.state()), askUrl));
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

	/** Sends the logout request in the frame of one service. */
	void lead(FrontChannelLogout.Request asked, HttpServletRequest request, HttpServletResponse response)
			throws IOException {
		String name = services.name(asked.protocol(), asked.service(), pages.locale(request));
		pages.logoutStep(switch (asked.message()) {
			case Answer.Redirect redirect -> new LogoutStepPage.Leads(name, redirect.url());
			case Answer.Post post -> new LogoutStepPage.Carries(name, post);
			case Answer.Headers headers -> throw notDelivered();
		}, request, response);
	}

	/** Shows the result for one service in its frame. */
	void known(ServiceLogoutState state, HttpServletRequest request, HttpServletResponse response) throws IOException {
		pages.logoutStep(new LogoutStepPage.Known(state(state)), request, response);
	}

	/**
	 * Sends the response to the initiating service, unless there is something to report
	 * to the user here.
	 * @param faultCode the code of a failure at this server; null for none
	 * @return whether it was sent
	 */
	boolean sendIfComplete(LogoutResult result, @Nullable String faultCode, HttpServletRequest request,
			HttpServletResponse response) throws IOException {
		Optional<Answer> answer = result.answer();
		String initiator = result.initiator();
		boolean complete = result.status() == LogoutStatus.SUCCESS || result.status() == LogoutStatus.UNKNOWN_SESSION;
		if (answer.isEmpty() || initiator == null || faultCode != null || !complete) {
			return false;
		}
		send(initiator, answer.get(), Purpose.LOGGED_OUT, request, response);
		return true;
	}

	void send(String service, Answer message, Purpose purpose, HttpServletRequest request, HttpServletResponse response)
			throws IOException {
		switch (message) {
			case Answer.Redirect redirect -> Responses.seeOther(response, redirect.url());
			case Answer.Post post -> pages.redirect(
					new RedirectPage(services.view(service, post.url(), request), post, purpose), request, response);
			case Answer.Headers headers -> throw notDelivered();
		}
	}

	private static IllegalArgumentException notDelivered() {
		return new IllegalArgumentException("no browser delivers headers to a service");
	}

	private static State state(ServiceLogoutState state) {
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
