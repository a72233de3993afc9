package org.campanile.web.cas;

import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.campanile.cas.CasLogoutProtocol;
import org.campanile.cas.CasLogoutProtocol.RelayState;
import org.campanile.cas.CasService;
import org.campanile.cas.CasServices;
import org.campanile.cas.ServiceUrl;
import org.campanile.logout.LogoutAnswer;
import org.campanile.logout.OpenLogoutRequest;
import org.campanile.logout.OpenLogoutRequests;
import org.campanile.logout.RequestedLogout;
import org.campanile.logout.ServiceLogoutState;
import org.campanile.store.StoreUnavailableException;
import org.campanile.web.logout.LogoutEntry;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;

/**
 * Begins logouts for CAS services, and receives the browser when it returns from services
 * that it has notified (CAS Protocol 3.0.3, 2.3).
 */
@Controller
class CasLogoutController {

	private final CasServices services;

	private final LogoutEntry entry;

	private final OpenLogoutRequests open;

	CasLogoutController(CasServices services, LogoutEntry entry, OpenLogoutRequests open) {
		this.services = services;
		this.entry = entry;
		this.open = open;
	}

	/**
	 * Ends the session. Other sites may link here, as services do at their logout; a
	 * request that the user cannot see must be confirmed.
	 */
	@GetMapping(CasEndpoints.LOGOUT)
	void logout(HttpServletRequest request, HttpServletResponse response)
			throws StoreUnavailableException, IOException {
		Optional<RelayState> answered = RelayState.read(request.getParameter("RelayState"));
		if (answered.isPresent()) {
			answered(answered.get(), request, response);
		}
		else if (LogoutEntry.isUnseen(request)) {
			entry.confirm(response);
		}
		else {
			entry.ended(back(request), request, response);
		}
	}

	private void answered(RelayState answered, HttpServletRequest request, HttpServletResponse response)
			throws StoreUnavailableException, IOException {
		Optional<OpenLogoutRequest> asked = open.take(CasService.PROTOCOL, answered.id(), answered.service());
		if (asked.isPresent()) {
			entry.answered(new LogoutAnswer(answered.service(), asked.get(), ServiceLogoutState.ENDED, ""), request,
					response);
		}
		else {
			entry.confirm(response);
		}
	}

	/**
	 * The service that the browser goes back to. None if no registered service owns the
	 * URL: the user then sees the result here.
	 */
	private @Nullable RequestedLogout back(HttpServletRequest request) {
		String[] addresses = request.getParameterValues("service");
		Optional<ServiceUrl> url = addresses == null || addresses.length != 1 ? Optional.empty()
				: ServiceUrl.of(addresses[0]);
		Optional<CasService> owner = url.flatMap(services::owner).filter(CasService::enabled);
		return owner.isEmpty() ? null
				: new RequestedLogout(CasService.PROTOCOL, owner.get().id(), "", handle -> false, Set.of(),
						Map.of(CasLogoutProtocol.RETURN_URL, url.orElseThrow().address()),
						Map.of("url", url.orElseThrow().address()));
	}

}
