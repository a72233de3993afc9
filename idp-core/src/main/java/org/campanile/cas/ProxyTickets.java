package org.campanile.cas;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;

import com.fasterxml.jackson.annotation.JsonInclude;

import org.campanile.access.AccessPolicy;
import org.campanile.cas.TicketValidation.Code;
import org.campanile.consent.ConsentApproval;
import org.campanile.consent.TermsApproval;
import org.campanile.http.OutgoingHttp;
import org.campanile.record.RecordKind;
import org.campanile.record.Records;
import org.campanile.release.ReleasePolicy;
import org.campanile.release.ReleasedAttribute;
import org.campanile.release.ReleasedAttributes;
import org.campanile.release.RequestedAttributes;
import org.campanile.seal.Cbor;
import org.campanile.session.SessionKey;
import org.campanile.session.Sessions;
import org.campanile.session.SsoSession;
import org.campanile.signon.AccessSteps;
import org.campanile.store.StoreUnavailableException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Proxy-granting tickets and proxy tickets (CAS Protocol 3.0.3, 2.7, 3.2 to 3.4). A
 * proxy-granting ticket is valid for as long as the session that it rests on, or one that
 * continues it. Proxy tickets are not recorded in the session: a proxy may request one
 * for each of its own requests, and they would take the room of the user's sign-ons.
 * Thread-safe.
 */
public final class ProxyTickets {

	private static final Logger logger = LoggerFactory.getLogger(ProxyTickets.class);

	private static final RecordKind KIND = new RecordKind("cas-pgt");

	private static final String GRANTING = "PGT-";

	private static final String IOU = "PGTIOU-";

	/**
	 * The number of random characters. With its prefix a ticket has 64 characters, which
	 * every client must accept.
	 */
	private static final int LENGTH = 57;

	private static final Pattern SHAPE = Pattern.compile(GRANTING + "[0-9A-Za-z]{" + LENGTH + "}");

	private static final int MAX_ANSWER = 65_536;

	private static final int MAX_PROXIES = 10;

	private final CasServices services;

	private final CasTickets tickets;

	private final Records records;

	private final Sessions sessions;

	private final Function<SsoSession, Optional<SsoSession>> refresh;

	private final Policies policies;

	private final OutgoingHttp http;

	private final Duration timeout;

	/**
	 * @param refresh returns a session with attributes as recent as at single sign-on;
	 * empty if the session does not go on without a login
	 * @param timeout for a callback, from the resolution of its name to the end of the
	 * answer
	 */
	public ProxyTickets(CasServices services, CasTickets tickets, Records records, Sessions sessions,
			Function<SsoSession, Optional<SsoSession>> refresh, Policies policies, OutgoingHttp http,
			Duration timeout) {
		this.services = services;
		this.tickets = tickets;
		this.records = records;
		this.sessions = sessions;
		this.refresh = refresh;
		// A query by a program must not call the user's phone.
		this.policies = new Policies(policies.access(), policies.steps().askingNobodyElse(false), policies.release(),
				policies.terms(), policies.consent());
		this.http = http;
		this.timeout = timeout;
	}

	/**
	 * The policies that decide who may use a service, and which attributes it receives.
	 *
	 * @param access the rules of who may use which service
	 * @param steps applies it to the user of a session
	 * @param release the rules of which attributes a service receives
	 * @param terms the terms of use that users have accepted; nobody can be asked here
	 * @param consent the consent of users to attributes
	 */
	public record Policies(AccessPolicy access, AccessSteps steps, ReleasePolicy release, TermsApproval terms,
			ConsentApproval consent) {
	}

	/**
	 * The data behind a proxy-granting ticket.
	 *
	 * @param s the id of the service that has it
	 * @param k the key of the session
	 * @param t when the user authenticated, milliseconds since the epoch
	 * @param c the class of the authentication
	 * @param p the callbacks of the proxies so far, the latest first
	 * @param v the ticket that the service validated; null in grants of earlier versions
	 */
	@JsonInclude(JsonInclude.Include.NON_NULL)
	private record Grant(String s, String k, long t, String c, List<String> p, @Nullable String v) {
	}

	sealed interface Callback {

		/**
		 * The service has received a proxy-granting ticket.
		 *
		 * @param iou the id by which the service finds it
		 */
		record Granted(String iou) implements Callback {
		}

		/** The service may not receive a proxy-granting ticket at that address. */
		record Refused(String detail) implements Callback {
		}

		/** The delivery failed. */
		record Failed() implements Callback {
		}

	}

	/** The answer to a service that requests a proxy ticket. */
	public sealed interface Outcome {

		/**
		 * A ticket was issued.
		 *
		 * @param session the user's session
		 * @param content the data behind the ticket
		 * @param released the ids of the attributes that the target receives
		 */
		record Issued(String ticket, SsoSession session, CasTickets.Ticket content,
				List<String> released) implements Outcome {

			public Issued {
				released = List.copyOf(released);
			}

		}

		/**
		 * No ticket was issued.
		 *
		 * @param code why, for programs
		 * @param detail why, in words
		 * @param service the id of the service that asks; null if it is not known
		 */
		record Refused(Code code, String detail, @Nullable String service) implements Outcome {
		}

	}

	/**
	 * Delivers a proxy-granting ticket to a service (CAS Protocol 3.0.3, 2.5.4).
	 * @param ticket the one that the service has just validated
	 * @param content the data behind it
	 * @param callback not validated
	 */
	Callback grant(CasService service, String ticket, CasTickets.Ticket content, String callback)
			throws InterruptedException {
		Optional<ServiceUrl> url = ServiceUrl.of(callback).filter(one -> one.origin().startsWith("https:"));
		if (url.isEmpty()) {
			return new Callback.Refused("the callback is no https address");
		}
		Optional<ServiceUrlPattern> allowed = allowing(service, url.get());
		if (allowed.isEmpty()) {
			return new Callback.Refused("the service is not registered as a proxy with this callback");
		}
		if (content.proxies().size() >= MAX_PROXIES) {
			return new Callback.Refused("the ticket came through " + MAX_PROXIES + " proxies, and no more are allowed");
		}
		String granting = tickets.generate(GRANTING, LENGTH);
		String iou = tickets.generate(IOU, LENGTH);
		String called = url.get().address() + (url.get().query().isEmpty() ? '?' : '&') + "pgtIou=" + iou + "&pgtId="
				+ granting;
		try {
			int status = http.send(OutgoingHttp.Request.get(called, allowed.get().namesHost()), timeout, MAX_ANSWER)
				.status();
			if (status != 200) {
				return failed(service, url.get(), "HTTP status " + status);
			}
			List<String> proxies = new ArrayList<>();
			proxies.add(url.get().address());
			proxies.addAll(content.proxies());
			boolean stored = records.create(KIND, granting, content.session().key().value(), content.session().end(),
					Cbor.write(new Grant(service.id(), content.session().key().value(),
							content.authn().at().toEpochMilli(), content.authn().contextClass(), proxies, ticket)));
			return stored ? new Callback.Granted(iou) : failed(service, url.get(), "the new ticket was already taken");
		}
		catch (IOException | StoreUnavailableException ex) {
			return failed(service, url.get(), String.valueOf(ex.getMessage()));
		}
	}

	private static Optional<ServiceUrlPattern> allowing(CasService service, ServiceUrl callback) {
		return service.proxying().callbacks().stream().filter(each -> each.matches(callback)).findFirst();
	}

	/**
	 * Whether the service may still have a proxy-granting ticket that was delivered
	 * there.
	 */
	private static boolean isProxy(CasService service, String callback) {
		return service.enabled() && ServiceUrl.of(callback).flatMap(url -> allowing(service, url)).isPresent();
	}

	private static Callback failed(CasService service, ServiceUrl url, String reason) {
		logger.warn("{} received no proxy-granting ticket at {}: {}", service.id(), url.withoutQuery(), reason);
		return new Callback.Failed();
	}

	/**
	 * Creates a ticket with which a service presents the user to another one.
	 * @param granting the proxy-granting ticket, not validated
	 * @param target the URL of the other service, not validated
	 * @param address the address of the service that sends the request
	 */
	public Outcome issue(String granting, String target, String address) {
		if (granting.isEmpty() || target.isEmpty()) {
			return new Outcome.Refused(Code.INVALID_REQUEST, "both pgt and targetService are required", null);
		}
		try {
			Optional<Grant> grant = SHAPE.matcher(granting).matches()
					? records.find(KIND, granting).flatMap(entry -> Cbor.read(entry.content(), Grant.class))
					: Optional.empty();
			if (grant.isEmpty()) {
				return new Outcome.Refused(Code.INVALID_TICKET, "the proxy-granting ticket is unknown or too old",
						null);
			}
			if (services.find(grant.get().s()).filter(one -> isProxy(one, grant.get().p().getFirst())).isEmpty()) {
				return new Outcome.Refused(Code.INVALID_TICKET, "the service is no longer registered as a proxy",
						grant.get().s());
			}
			Optional<SsoSession> session = session(grant.get());
			if (session.isEmpty()) {
				return new Outcome.Refused(Code.INVALID_TICKET, "the session has ended", grant.get().s());
			}
			Optional<SsoSession> current = refresh.apply(session.get());
			if (current.isEmpty()) {
				return new Outcome.Refused(Code.INVALID_TICKET,
						"the session has ended, or does not go on without a login", grant.get().s());
			}
			return issue(grant.get(), current.get(), target, address);
		}
		catch (StoreUnavailableException ex) {
			logger.warn("A proxy ticket could not be issued: {}", ex.getMessage());
			return new Outcome.Refused(Code.INTERNAL_ERROR, "tickets cannot be looked up at the moment", null);
		}
	}

	/**
	 * Returns the session of a grant, or the one by which a login of the same user has
	 * replaced it: the service's sign-on was carried over to that.
	 */
	private Optional<SsoSession> session(Grant grant) throws StoreUnavailableException {
		Optional<SsoSession> session = sessions.peek(new SessionKey(grant.k()));
		String ticket = grant.v();
		if (session.isPresent() || ticket == null) {
			return session;
		}
		for (SsoSession found : sessions.findByHandle(CasService.PROTOCOL, grant.s(), ticket)) {
			// The search also finds sessions whose termination is pending.
			Optional<SsoSession> live = sessions.peek(found.key());
			if (live.isPresent()) {
				return live;
			}
		}
		return Optional.empty();
	}

	private Outcome issue(Grant grant, SsoSession session, String target, String address)
			throws StoreUnavailableException {
		Optional<ServiceUrl> url = ServiceUrl.of(target);
		Optional<CasService> service = url.flatMap(services::owner).filter(CasService::enabled);
		if (url.isEmpty() || service.isEmpty() || !service.get().proxying().accepted()) {
			return new Outcome.Refused(Code.UNAUTHORIZED_SERVICE_PROXY,
					"the target is not registered as a service that accepts proxies", grant.s());
		}
		AccessPolicy.Decision access = policies.steps().decide(service.get(), session, policies.access(), address);
		if (!(access instanceof AccessPolicy.Decision.Permit)) {
			// No login can be asked for here, so a step-up ends in a refusal as well.
			return new Outcome.Refused(Code.UNAUTHORIZED_SERVICE_PROXY,
					"the access rule '" + access.rule() + "' does not permit it", grant.s());
		}
		Optional<String> user = CasSignOnProtocol.userAt(service.get(), session);
		if (user.isEmpty()) {
			return new Outcome.Refused(Code.UNAUTHORIZED_SERVICE_PROXY, "the user has no name at the target",
					grant.s());
		}
		if (!policies.terms().areAccepted(session.principal(), service.get(), session.attributes())) {
			return new Outcome.Refused(Code.UNAUTHORIZED_SERVICE_PROXY,
					"the user has not accepted the target's terms of use; a sign-on there asks", grant.s());
		}
		Optional<ReleasedAttributes> released = policies.consent()
			.permitted(session.principal(), service.get(), user,
					policies.release().release(session.attributes(), service.get(), RequestedAttributes.NONE));
		if (released.isEmpty()) {
			return new Outcome.Refused(Code.UNAUTHORIZED_SERVICE_PROXY,
					"the user has not agreed to what the target receives; a sign-on there asks", grant.s());
		}
		String ticket = tickets.generate(CasTickets.PROXY_TICKET);
		CasTickets.Ticket content = new CasTickets.Ticket(service.get().id(), url.get().address(), user.get(),
				CasSignOnProtocol.named(service.get(), released.get()),
				new CasTickets.Ticket.Authn(Instant.ofEpochMilli(grant.t()), grant.c(), false),
				new CasTickets.Ticket.Session(session.key(), session.expiresAt()), grant.p());
		tickets.put(ticket, content);
		return new Outcome.Issued(ticket, session, content,
				released.get().attributes().stream().map(ReleasedAttribute::id).toList());
	}

}
