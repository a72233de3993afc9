package org.campanile.web.gate;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.campanile.access.AccessPolicy;
import org.campanile.access.AccessPolicy.Decision;
import org.campanile.access.AccessRules;
import org.campanile.gate.GatePass;
import org.campanile.gate.GateSite;
import org.campanile.signon.AccessSteps;
import org.campanile.web.config.LiveConfiguration;
import org.campanile.web.security.ClientAddress;
import org.springframework.stereotype.Component;

/** What the access rules say of a user with a pass. Thread-safe. */
@Component
class GateDecisions {

	private final LiveConfiguration live;

	private final AccessSteps accessSteps;

	private final ClientAddress clientAddress;

	GateDecisions(LiveConfiguration live, AccessSteps accessSteps, ClientAddress clientAddress) {
		this.live = live;
		this.accessSteps = accessSteps;
		this.clientAddress = clientAddress;
	}

	Decision decide(GateSite site, GateRequest asked, GatePass user, HttpServletRequest request) {
		AccessPolicy.Subject subject = accessSteps.subject(user.principal(), user.deciding(), user.factors());
		AccessPolicy.Target target = target(site, asked, request);
		if (user.session().isEmpty()) {
			return rules().decide(target, subject.byProgram());
		}
		return rules().decide(target, subject.sparedBy(user.spared()));
	}

	/**
	 * Whether a rule demands nothing of a user, who has enrolled nothing that it could
	 * ask for; asks the methods.
	 */
	boolean spares(GatePass user, Decision.StepUp stepUp) {
		return accessSteps.spares(user.principal(), user.factors(), stepUp);
	}

	/** Whether programs may send a password with such a request. */
	boolean offersBasic(GateSite site, GateRequest asked, HttpServletRequest request) {
		return rules().offersBasic(target(site, asked, request));
	}

	private AccessRules rules() {
		return live.current().get(AccessRules.class);
	}

	private AccessPolicy.Target target(GateSite site, GateRequest asked, HttpServletRequest request) {
		return new AccessPolicy.Target(site,
				new AccessPolicy.Resource(asked.method(), asked.page().host(), asked.page().path()),
				clientAddress.of(request));
	}

	/** Lets the request pass, with the user in headers. */
	static void permit(GatePass user, HttpServletResponse response) {
		user.headers().forEach(response::setHeader);
		response.setStatus(HttpServletResponse.SC_NO_CONTENT);
	}

}
