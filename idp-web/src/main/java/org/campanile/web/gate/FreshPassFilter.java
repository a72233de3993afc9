package org.campanile.web.gate;

import java.io.IOException;
import java.util.Optional;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.campanile.access.AccessPolicy.Decision;
import org.campanile.gate.GatePass;
import org.campanile.gate.GateProtocol;
import org.campanile.gate.GateSite;
import org.campanile.gate.GateSites;
import org.campanile.web.config.LiveConfiguration;
import org.campanile.web.security.ClientAddress;
import org.springframework.http.HttpHeaders;
import org.springframework.web.filter.ServerHttpObservationFilter;

/**
 * Answers the checks of users who have a fresh pass and may see the page: nearly all of
 * them, and one for each file that a browser loads. They need no page and no session, so
 * they bypass Spring Security and Spring MVC, which cost as much as the check itself. All
 * others are passed to the {@link GateController}. Thread-safe.
 */
class FreshPassFilter extends HttpFilter {

	private static final long serialVersionUID = 1L;

	private final transient GateProtocol protocol;

	private final transient GateCookies cookies;

	private final transient GateDecisions decisions;

	private final transient LiveConfiguration live;

	private final transient ClientAddress clientAddress;

	FreshPassFilter(GateProtocol protocol, GateCookies cookies, GateDecisions decisions, LiveConfiguration live,
			ClientAddress clientAddress) {
		this.protocol = protocol;
		this.cookies = cookies;
		this.decisions = decisions;
		this.live = live;
		this.clientAddress = clientAddress;
	}

	@Override
	protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
			throws IOException, ServletException {
		Optional<GatePass> permitted = permitted(request);
		if (permitted.isEmpty()) {
			chain.doFilter(request, response);
			return;
		}
		// The pattern that Spring MVC would set, for the metrics.
		ServerHttpObservationFilter.findObservationContext(request)
			.ifPresent(observed -> observed.setPathPattern(GateEndpoints.CHECK));
		response.setHeader(HttpHeaders.CACHE_CONTROL, "no-store");
		GateDecisions.permit(permitted.get(), response);
	}

	private Optional<GatePass> permitted(HttpServletRequest request) {
		if (!clientAddress.isFromTrustedProxy(request)
				|| !(GateRequest.of(request) instanceof GateRequest.Described.Fully(GateRequest asked))) {
			return Optional.empty();
		}
		Optional<GateSite> site = live.current().get(GateSites.class).owner(asked.page());
		return site.flatMap(owner -> cookies.pass(owner, request)
			.filter(pass -> protocol.isFresh(owner, pass))
			.filter(pass -> decisions.decide(owner, asked, pass, request) instanceof Decision.Permit));
	}

}
