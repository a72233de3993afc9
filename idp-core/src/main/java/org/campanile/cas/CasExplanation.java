package org.campanile.cas;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

import org.campanile.explain.Explanation;
import org.campanile.explain.ProtocolExplanation;
import org.campanile.release.ReleasedAttributes;
import org.campanile.service.Service;
import org.campanile.session.SsoSession;

/**
 * Explains what a CAS service would receive, by version 3.0 of the protocol. Thread-safe.
 */
public class CasExplanation implements ProtocolExplanation {

	private final CasServices services;

	public CasExplanation(CasServices services) {
		this.services = services;
	}

	/** Finds a service by its id, or by a URL that it owns. */
	@Override
	public Optional<CasService> find(String service) {
		return services.find(service).or(() -> ServiceUrl.of(service).flatMap(services::owner));
	}

	@Override
	public String whyNotFound(String service) {
		return "no service in services/ has that id, or owns it as a URL";
	}

	@Override
	public Received explain(Service service, SsoSession session, ReleasedAttributes released) {
		CasService own = (CasService) service;
		Optional<String> user = CasSignOnProtocol.userAt(own, session);
		String attribute = own.usernameAttribute();
		CasTickets.Ticket ticket = new CasTickets.Ticket(own.id(), own.address().orElse(own.id()), user.orElse(""),
				CasSignOnProtocol.named(own, released), new CasTickets.Ticket.Authn(session.authnInstant(), "", true),
				new CasTickets.Ticket.Session(session.key(), session.expiresAt()), List.of());
		String answer = new String(CasResponses.xml(new TicketValidation.Result.Valid(ticket, null), true),
				StandardCharsets.UTF_8);
		return new Received(
				new Explanation.Subject("cas:user", user.orElse(null),
						List.of(attribute == null ? "the canonical name" : "the attribute " + attribute)),
				null, null,
				user.isPresent() ? null : "the user has no " + attribute + ", and so no name at the service",
				answer.replace("><", ">\n<"));
	}

}
