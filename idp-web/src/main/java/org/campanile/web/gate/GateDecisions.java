package org.campanile.web.gate;

import java.util.Optional;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.campanile.access.AccessPolicy;
import org.campanile.access.AccessPolicy.Decision;
import org.campanile.access.AccessRules;
import org.campanile.factor.Enrolments;
import org.campanile.gate.GatePass;
import org.campanile.gate.GateSite;
import org.campanile.signon.AccessSteps;
import org.campanile.store.StoreUnavailableException;
import org.campanile.web.config.LiveConfiguration;
import org.campanile.web.security.ClientAddress;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Component;

/** Decides by the access rules about users with passes. Thread-safe. */
@Component
class GateDecisions {

	private final LiveConfiguration live;

	private final AccessSteps accessSteps;

	private final ClientAddress clientAddress;

	private final Optional<Enrolments> enrolments;

	GateDecisions(LiveConfiguration live, AccessSteps accessSteps, ClientAddress clientAddress,
			ObjectProvider<Enrolments> enrolments) {
		this.enrolments = Optional.ofNullable(enrolments.getIfAvailable());
		this.live = live;
		this.accessSteps = accessSteps;
		this.clientAddress = clientAddress;
	}

	Decision decide(GateSite site, GateRequest asked, GatePass user, HttpServletRequest request) {
		AccessPolicy.Subject subject = accessSteps.subject(user.principal(), user.deciding(), user.factors());
		return rules().decide(target(site, asked, request),
				(user.session().isEmpty() ? subject.byProgram() : subject).sparedBy(user.spared()));
	}

	/**
	 * Returns the pass with the rules that demand nothing of the user, who has enrolled
	 * nothing that they could ask for, beginning with the rule that has just decided.
	 * Enrolments on this server are read once. Other systems are not asked, as that could
	 * call the user's phone for each file of a page: if the rules depend on them, the
	 * login asks, and a program is denied.
	 * @throws StoreUnavailableException if the enrolments of a program's user cannot be
	 * read; a browser learns that at the login
	 */
	GatePass spared(GateSite site, GateRequest asked, GatePass user, Decision.StepUp first, HttpServletRequest request)
			throws StoreUnavailableException {
		GatePass spared = user;
		try (Enrolments.Reading reading = enrolments.map(Enrolments::reading).orElse(() -> {
		})) {
			if (user.session().isEmpty() && enrolments.isPresent()) {
				// The steps use what is read here, and do not say that the store failed.
				enrolments.get().find(user.principal());
			}
			Decision decision = first;
			while (decision instanceof Decision.StepUp stepUp && !spared.spared().contains(stepUp.rule()) && accessSteps
				.spares(user.principal(), user.factors(), stepUp, user.sparedAtLogin().contains(stepUp.rule()))) {
				spared = spared.sparedBy(stepUp.rule());
				decision = decide(site, asked, spared, request);
			}
		}
		return spared;
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
