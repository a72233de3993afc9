package org.campanile.cas;

import java.util.Optional;

import org.campanile.store.StoreUnavailableException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Validates tickets for services (CAS Protocol 3.0.3, 2.4 to 2.6 and 2.8). A ticket is
 * taken before it is examined, so it is used up whatever the result. Thread-safe.
 */
public final class TicketValidation {

	private static final Logger logger = LoggerFactory.getLogger(TicketValidation.class);

	private final CasServices services;

	private final CasTickets tickets;

	private final ProxyTickets proxyTickets;

	public TicketValidation(CasServices services, CasTickets tickets, ProxyTickets proxyTickets) {
		this.services = services;
		this.tickets = tickets;
		this.proxyTickets = proxyTickets;
	}

	/**
	 * A validation request as the service sent it, unchecked.
	 *
	 * @param ticket the ticket; empty if there is none
	 * @param service its own URL; empty if there is none
	 * @param renew whether it accepts only users who have just signed in for the ticket
	 * @param proxies whether it accepts tickets that proxies present
	 * @param callback the URL that shall receive a proxy-granting ticket; null for none
	 */
	public record Request(String ticket, String service, boolean renew, boolean proxies, @Nullable String callback) {
	}

	/** The codes of failures (CAS Protocol 3.0.3, 2.5.3 and 2.7.3). */
	public enum Code {

		INVALID_REQUEST, INVALID_TICKET_SPEC, UNAUTHORIZED_SERVICE_PROXY, INVALID_PROXY_CALLBACK, INVALID_TICKET,
		INVALID_SERVICE, INTERNAL_ERROR

	}

	/** The answer to the service. */
	public sealed interface Result {

		/**
		 * The ticket is valid.
		 *
		 * @param ticket the data behind the ticket
		 * @param granted the id by which the service finds the proxy-granting ticket that
		 * its callback has received; null if it has received none
		 */
		record Valid(CasTickets.Ticket ticket, @Nullable String granted) implements Result {
		}

		/**
		 * The ticket is not valid.
		 *
		 * @param code why, for programs
		 * @param detail why, in words
		 * @param service the id of the service concerned; null if it is not known
		 */
		record Invalid(Code code, String detail, @Nullable String service) implements Result {
		}

	}

	public Result validate(Request request) throws InterruptedException {
		if (request.ticket().isEmpty() || request.service().isEmpty()) {
			return new Result.Invalid(Code.INVALID_REQUEST, "both service and ticket are required", null);
		}
		Optional<CasTickets.Ticket> taken;
		try {
			taken = tickets.take(request.ticket());
		}
		catch (StoreUnavailableException ex) {
			logger.warn("A ticket could not be validated: {}", ex.getMessage());
			return new Result.Invalid(Code.INTERNAL_ERROR, "tickets cannot be looked up at the moment", null);
		}
		if (taken.isEmpty()) {
			return new Result.Invalid(Code.INVALID_TICKET,
					"ticket " + CasTickets.shown(request.ticket()) + " is unknown, used or too old", null);
		}
		return validate(request, taken.get());
	}

	private Result validate(Request request, CasTickets.Ticket ticket) throws InterruptedException {
		boolean proxied = request.ticket().startsWith(CasTickets.PROXY_TICKET);
		if (proxied && !request.proxies()) {
			return invalid(Code.INVALID_TICKET_SPEC, "a proxy ticket is validated by proxyValidate", ticket);
		}
		Optional<ServiceUrl> made = ServiceUrl.of(ticket.url());
		if (ServiceUrl.of(request.service()).filter(url -> made.filter(url::isSameAs).isPresent()).isEmpty()) {
			return invalid(Code.INVALID_SERVICE, "the ticket was not made for this service", ticket);
		}
		Optional<CasService> service = services.find(ticket.service()).filter(CasService::enabled);
		if (service.isEmpty()) {
			return invalid(Code.INVALID_SERVICE, "the service is no longer registered", ticket);
		}
		if (request.renew() && !ticket.authn().newLogin()) {
			return invalid(Code.INVALID_TICKET, "the ticket is of a session, and renew accepts new logins only",
					ticket);
		}
		if (request.callback() == null) {
			return new Result.Valid(ticket, null);
		}
		return switch (proxyTickets.grant(service.get(), request.ticket(), ticket, request.callback())) {
			case ProxyTickets.Callback.Refused refused ->
				invalid(Code.INVALID_PROXY_CALLBACK, refused.detail(), ticket);
			case ProxyTickets.Callback.Failed failed -> new Result.Valid(ticket, null);
			case ProxyTickets.Callback.Granted granted -> new Result.Valid(ticket, granted.iou());
		};
	}

	private static Result.Invalid invalid(Code code, String detail, CasTickets.Ticket ticket) {
		return new Result.Invalid(code, detail, ticket.service());
	}

}
