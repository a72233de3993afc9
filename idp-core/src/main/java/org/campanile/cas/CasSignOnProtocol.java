package org.campanile.cas;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

import org.campanile.attribute.AttributeValue;
import org.campanile.protocol.Answer;
import org.campanile.protocol.Handle;
import org.campanile.protocol.ProtocolId;
import org.campanile.release.ReleasedAttributes;
import org.campanile.release.RequestedAttributes;
import org.campanile.service.Service;
import org.campanile.session.SsoSession;
import org.campanile.signon.Refusal;
import org.campanile.signon.SignOnOutcome;
import org.campanile.signon.SignOnProtocol;
import org.campanile.signon.SignOnRequest;
import org.campanile.store.StoreUnavailableException;

/**
 * The CAS part of a sign-on (CAS Protocol 3.0.3, 2.2.4): the browser brings the service a
 * ticket. Thread-safe.
 */
public final class CasSignOnProtocol implements SignOnProtocol {

	/** The kind of a sign-on's handle, which is a ticket. */
	static final String HANDLE = "ST";

	/** The qualifier of the handle with the service URL for which the ticket was made. */
	static final String URL = "url";

	private final CasTickets tickets;

	public CasSignOnProtocol(CasTickets tickets) {
		this.tickets = tickets;
	}

	@Override
	public ProtocolId id() {
		return CasService.PROTOCOL;
	}

	@Override
	public boolean mayAnswer(SignOnRequest request, Service service) {
		return ServiceUrl.of(request.answerUrl()).filter(((CasService) service).urls()::matches).isPresent();
	}

	@Override
	public RequestedAttributes requested(SignOnRequest request, Service service) {
		return RequestedAttributes.NONE;
	}

	/** Returns the handle; empty if the user has no name at the service. */
	@Override
	public Optional<Handle> handle(SignOnRequest request, Service service, SsoSession session,
			ReleasedAttributes released) {
		return userAt((CasService) service, session).map(user -> new Handle(tickets.generate(CasTickets.SERVICE_TICKET),
				HANDLE, Map.of(URL, request.answerUrl())));
	}

	@Override
	public Optional<String> name(Service service, SsoSession session, Handle handle) {
		return userAt((CasService) service, session);
	}

	/** The user's name at a service. */
	static Optional<String> userAt(CasService service, SsoSession session) {
		String attribute = service.usernameAttribute();
		return attribute == null ? Optional.of(session.principal())
				: session.attributes().get(attribute).stream().findFirst().map(AttributeValue::text);
	}

	/**
	 * Returns the released attributes by the names that the service uses; attributes of
	 * one name are merged.
	 */
	static Map<String, List<String>> named(CasService service, ReleasedAttributes released) {
		Map<String, List<String>> named = new LinkedHashMap<>();
		released.attributes()
			.forEach(attribute -> named.merge(service.attributeNames().getOrDefault(attribute.id(), attribute.id()),
					attribute.values().stream().map(AttributeValue::text).toList(), CasSignOnProtocol::merged));
		return named;
	}

	private static List<String> merged(List<String> values, List<String> more) {
		return Stream.concat(values.stream(), more.stream()).distinct().toList();
	}

	/** Returns true, as validation responses have {@code isFromNewLogin}. */
	@Override
	public boolean statesNewLogins() {
		return true;
	}

	@Override
	public Issued grant(SignOnRequest request, SignOnOutcome.Granted granted) throws StoreUnavailableException {
		CasService service = (CasService) granted.service();
		SsoSession session = granted.session();
		String ticket = granted.handle().value();
		String user = userAt(service, session).orElseThrow();
		tickets.put(ticket,
				new CasTickets.Ticket(service.id(), request.answerUrl(), user, named(service, granted.attributes()),
						new CasTickets.Ticket.Authn(granted.authn().at(), granted.authn().contextClass(),
								granted.newLogin()),
						new CasTickets.Ticket.Session(session.key(), session.expiresAt()), List.of()));
		Map<String, String> audit = new LinkedHashMap<>();
		audit.put("url", request.answerUrl());
		audit.put("name", user);
		audit.put("ticket", CasTickets.shown(ticket));
		return new Issued(CasRequest.of(request).answer(request.answerUrl(), ticket), audit);
	}

	/**
	 * A request that allows no interaction goes back without a ticket (CAS Protocol
	 * 3.0.3, 2.1.1, {@code gateway}); the protocol has no other refusal.
	 */
	@Override
	public Optional<Answer> refuse(SignOnRequest request, Refusal refusal) {
		return request.demand().passive() ? Optional.of(CasRequest.of(request).answer(request.answerUrl(), null))
				: Optional.empty();
	}

}
