package org.campanile.cas;

import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.campanile.access.AccessFixtures;
import org.campanile.access.AccessFixtures.Method;
import org.campanile.access.AccessPolicy;
import org.campanile.attribute.Tls;
import org.campanile.attribute.ValuePattern;
import org.campanile.audit.AuditLog;
import org.campanile.authn.FactorKind;
import org.campanile.cas.TicketValidation.Code;
import org.campanile.consent.Acknowledgements;
import org.campanile.consent.ConsentApproval;
import org.campanile.consent.ConsentPolicy;
import org.campanile.consent.Consents;
import org.campanile.consent.TermsApproval;
import org.campanile.http.OutgoingHttp;
import org.campanile.onetime.OneTimeKey;
import org.campanile.protocol.Handle;
import org.campanile.record.RecordKind;
import org.campanile.record.Records;
import org.campanile.release.ReleasedAttributes;
import org.campanile.seal.Cbor;
import org.campanile.seal.RecordSealing;
import org.campanile.service.DisplayInfo;
import org.campanile.session.ServiceSignOn;
import org.campanile.session.SessionSuccession;
import org.campanile.session.Sessions;
import org.campanile.session.SsoSession;
import org.campanile.signon.AccessSteps;
import org.campanile.signon.AuthnContexts;
import org.campanile.signon.SignOnSteps;
import org.campanile.testkit.MutableClock;
import org.campanile.testkit.identifier.HeapConsentStore;
import org.campanile.testkit.onetime.CountingOneTimeStore;
import org.campanile.testkit.onetime.HeapOneTimeStore;
import org.campanile.testkit.record.CountingRecordStore;
import org.campanile.testkit.record.HeapRecordStore;
import org.campanile.testkit.session.HeapSessionStore;
import org.campanile.testkit.session.SessionFixtures;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests what CAS tickets permit, and to whom. */
class CasTicketsTests {

	private static final Duration LIFETIME = Duration.ofSeconds(10);

	private static final String PGT = "PGT-" + "a".repeat(57);

	private final MutableClock clock = new MutableClock(Instant.parse("2026-11-25T12:00:00Z"));

	private final Map<OneTimeKey, HeapOneTimeStore.Entry> stored = new ConcurrentHashMap<>();

	private final CountingOneTimeStore store = new CountingOneTimeStore(new HeapOneTimeStore(clock, stored));

	private final CountingRecordStore records = new CountingRecordStore(
			new HeapRecordStore(clock, new ConcurrentHashMap<>()));

	private final CasTickets tickets = new CasTickets(store, SessionFixtures.sealer(1), LIFETIME, clock,
			new SecureRandom());

	private final Sessions sessions = SessionFixtures.sessions(new HeapSessionStore(clock, new ConcurrentHashMap<>()),
			SessionFixtures.sealer(1), clock);

	private final SsoSession session = sessions
		.begin(SessionFixtures.user("alice", clock.instant()), SessionFixtures.mail("alice@example.edu"),
				Optional.empty())
		.session();

	@AutoClose
	private final OutgoingHttp http = new OutgoingHttp(Tls.context(Optional.empty()));

	private AccessPolicy access = (target, subject) -> new AccessPolicy.Decision.Permit("no rule");

	private Function<SsoSession, Optional<SsoSession>> refresh = Optional::of;

	/** Whether the user has a further factor. */
	private boolean hasCode = true;

	private boolean asksElsewhere;

	@Test
	void whenItsTimeIsOverThenATicketIsNone() throws Exception {
		String ticket = issued(List.of());
		clock.advance(LIFETIME.minusMillis(1));
		assertThat(tickets.take(ticket)).isPresent();
		String late = issued(List.of());
		clock.advance(LIFETIME);
		assertThat(tickets.take(late)).isEmpty();
	}

	/** The stored value of a ticket can only be opened with that ticket. */
	@Test
	void whenTheStoreGivesTheValueOfAnotherTicketThenItIsNone() throws Exception {
		String first = issued(List.of());
		String second = issued(List.of());
		stored.put(OneTimeKey.of(CasTickets.KIND, second),
				Objects.requireNonNull(stored.get(OneTimeKey.of(CasTickets.KIND, first))));
		assertThat(tickets.take(second)).isEmpty();
		assertThat(tickets.take(first)).isPresent();
	}

	@ParameterizedTest
	@ValueSource(strings = { "ST-1", "ST-aaaaaaaaaaaaaaaaaaaaaaaaaaaa\n", "XT-aaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
			"ST-aaaaaaaaaaaaaaaaaaaaaaaaaaaa\u00e4", "long" })
	void whenATicketIsOfAnotherFormThenNoStoreIsAsked(String ticket) throws Exception {
		assertThat(tickets.take(ticket.equals("long") ? "ST-" + "a".repeat(1 << 20) : ticket)).isEmpty();
		assertThat(store.operations()).isEmpty();
		assertThat(code(proxies(service("mail", true)).issue(ticket.equals("long") ? PGT.repeat(10_000) : ticket,
				url("mail"), "")))
			.isEqualTo(Code.INVALID_TICKET);
		assertThat(records.operations()).isEmpty();
	}

	@Test
	void whenTheServiceIsDisabledBeforeTheValidationThenRefused() throws Exception {
		for (boolean enabled : List.of(true, false)) {
			CasService app = service("app", true);
			CasServices now = CasServices.of(List.of(enabled ? app : app.disabled()));
			TicketValidation.Result result = new TicketValidation(now, tickets, proxies())
				.validate(new TicketValidation.Request(issued(List.of()), url("app"), false, false, null));
			assertThat(result instanceof TicketValidation.Result.Valid).isEqualTo(enabled);
		}
	}

	@Test
	void whenAUserHasComeByTooManyProxiesThenNoMore() throws Exception {
		assertThat(granted("https://127.0.0.1:1/", List.of("https://a.example.edu/")))
			.isInstanceOf(ProxyTickets.Callback.Failed.class);
		assertThat(granted("https://127.0.0.1:1/", Collections.nCopies(10, "https://a.example.edu/")))
			.isInstanceOf(ProxyTickets.Callback.Refused.class);
	}

	/** The callback is refused even though a pattern of the service matches it. */
	@Test
	void whenACallbackIsNotHttpsThenRefused() throws Exception {
		assertThat(granted("http://127.0.0.1:1/", List.of())).isInstanceOf(ProxyTickets.Callback.Refused.class);
	}

	private ProxyTickets.Callback granted(String callback, List<String> proxies) throws Exception {
		CasService any = service("app", true,
				new ServiceUrlPattern.Regex(ValuePattern.of("https?://127[.]0[.]0[.]1.*")));
		String ticket = issued(proxies);
		return proxies(any).grant(any, ticket, tickets.take(ticket).orElseThrow(), callback);
	}

	@Test
	void whenAProxyOrItsTargetIsDisabledOrDoesNotTakePartThenNoTicket() throws Exception {
		grant();
		CasService portal = portal();
		CasService mail = service("mail", true);
		assertThat(proxies(portal, mail).issue(PGT, url("mail"), "")).isInstanceOf(ProxyTickets.Outcome.Issued.class);
		assertThat(code(proxies(portal.disabled(), mail).issue(PGT, url("mail"), ""))).isEqualTo(Code.INVALID_TICKET);
		assertThat(code(proxies(portal, mail.disabled()).issue(PGT, url("mail"), "")))
			.isEqualTo(Code.UNAUTHORIZED_SERVICE_PROXY);
		assertThat(code(proxies(portal, service("mail", false)).issue(PGT, url("mail"), "")))
			.isEqualTo(Code.UNAUTHORIZED_SERVICE_PROXY);
		CasService nameless = new CasService("mail", mail.urls(), 0, DisplayInfo.NONE, Map.of(), true, Set.of(),
				Set.of(), "employeeNumber", Map.of(), mail.logout(), mail.proxying(), null);
		assertThat(code(proxies(portal, nameless).issue(PGT, url("mail"), "")))
			.isEqualTo(Code.UNAUTHORIZED_SERVICE_PROXY);
	}

	/** As at single sign-on, a user whom the directory no longer knows must sign in. */
	@Test
	void whenTheSessionDoesNotGoOnWithoutALoginThenNoTicket() throws Exception {
		grant();
		refresh = one -> Optional.empty();
		assertThat(code(proxies(portal(), service("mail", true)).issue(PGT, url("mail"), "")))
			.isEqualTo(Code.INVALID_TICKET);
	}

	/** A termination that is pending must not be evaded by a search for the session. */
	@Test
	void whenTheSessionThatContinuesTheFirstIsYetToBeTerminatedThenNoTicket() throws Exception {
		SsoSession first = Sessions.withService(session,
				new ServiceSignOn(CasService.PROTOCOL, "portal", new Handle("ST-1", "ST"), clock.instant()));
		grant(first, Map.of("v", "ST-1"));
		SsoSession next = sessions
			.begin(SessionFixtures.user("alice", clock.instant()), first.attributes(), Optional.of(first))
			.session();
		sessions.store(next);
		new SessionSuccession(sessions).replace(first, next);
		ProxyTickets proxies = proxies(portal(), service("mail", true));
		assertThat(proxies.issue(PGT, url("mail"), "")).isInstanceOf(ProxyTickets.Outcome.Issued.class);
		assertThat(sessions.endLater(next)).isTrue();
		assertThat(code(proxies.issue(PGT, url("mail"), ""))).isEqualTo(Code.INVALID_TICKET);
	}

	@Test
	void whenTheAttributesWereReadAnewThenTheTargetReceivesTheNewOnes() throws Exception {
		grant();
		refresh = one -> Optional.of(one.withAttributes(SessionFixtures.mail("new@example.edu"), clock.instant()));
		CasService mail = service("mail", true);
		CasService named = new CasService("mail", mail.urls(), 0, DisplayInfo.NONE, Map.of(), true, Set.of(), Set.of(),
				"mail", Map.of(), mail.logout(), mail.proxying(), null);
		assertThat(proxies(portal(), named).issue(PGT, url("mail"), ""))
			.isInstanceOfSatisfying(ProxyTickets.Outcome.Issued.class, issued -> {
				assertThat(issued.session().principal()).isEqualTo("alice");
				assertThat(issued.content().user()).isEqualTo("new@example.edu");
			});
	}

	/** A proxy request has no user who could prove another factor. */
	@Test
	void whenTheRulesDemandMoreThenAProxyGetsNoTicket() throws Exception {
		grant();
		access = (target, subject) -> new AccessPolicy.Decision.StepUp("mfa", List.of("urn:mfa"), null);
		assertThat(code(proxies(portal(), service("mail", true)).issue(PGT, url("mail"), "")))
			.isEqualTo(Code.UNAUTHORIZED_SERVICE_PROXY);
	}

	/** For users without the factor, the following rules decide. */
	@Test
	void whenARuleDemandsMoreOfThoseOnlyWhoHaveAFactorThenTheOthersGetATicket() throws Exception {
		grant();
		access = AccessFixtures.rules(clock,
				new AccessPolicy.Decision.StepUp("mfa", List.of("urn:mfa"), null,
						AccessPolicy.Decision.StepUp.Unequipped.PERMIT, null),
				new AccessPolicy.Decision.Permit("rest"));
		assertThat(code(proxies(portal(), service("mail", true)).issue(PGT, url("mail"), "")))
			.isEqualTo(Code.UNAUTHORIZED_SERVICE_PROXY);
		hasCode = false;
		assertThat(proxies(portal(), service("mail", true)).issue(PGT, url("mail"), ""))
			.isInstanceOf(ProxyTickets.Outcome.Issued.class);
	}

	/** Otherwise a program could make the user's phone ring repeatedly. */
	@Test
	void whenOnlyAnotherSystemKnowsWhoHasAFactorThenItIsNotAskedAndThereIsNoTicket() throws Exception {
		grant();
		access = AccessFixtures.rules(clock,
				new AccessPolicy.Decision.StepUp("mfa", List.of("urn:mfa"), null,
						AccessPolicy.Decision.StepUp.Unequipped.PERMIT, null),
				new AccessPolicy.Decision.Permit("rest"));
		hasCode = false;
		asksElsewhere = true;
		assertThat(code(proxies(portal(), service("mail", true)).issue(PGT, url("mail"), "")))
			.isEqualTo(Code.UNAUTHORIZED_SERVICE_PROXY);
	}

	private static CasService portal() {
		return service("portal", false, new ServiceUrlPattern.Prefix(ServiceUrl.of(url("portal")).orElseThrow()));
	}

	private static Code code(ProxyTickets.Outcome outcome) {
		assertThat(outcome).isInstanceOf(ProxyTickets.Outcome.Refused.class);
		return ((ProxyTickets.Outcome.Refused) outcome).code();
	}

	/**
	 * Stores a proxy-granting ticket of the portal, as if its callback had received it.
	 */
	private void grant() throws Exception {
		grant(session, Map.of());
	}

	private void grant(SsoSession stored, Map<String, Object> more) throws Exception {
		sessions.store(stored);
		Map<String, Object> content = new HashMap<>(more);
		content.putAll(Map.of("s", "portal", "k", stored.key().value(), "t", clock.millis(), "c", SessionFixtures.CLASS,
				"p", List.of(url("portal") + "pgt")));
		new Records(records, SessionFixtures.sealer(1), clock).create(new RecordKind("cas-pgt"), PGT,
				stored.key().value(), stored.expiresAt(), Cbor.write(content));
	}

	private String issued(List<String> proxies) throws Exception {
		String ticket = tickets.generate(CasTickets.SERVICE_TICKET);
		tickets.put(ticket,
				new CasTickets.Ticket("app", url("app"), "alice", Map.of(),
						new CasTickets.Ticket.Authn(clock.instant(), SessionFixtures.CLASS, true),
						new CasTickets.Ticket.Session(session.key(), session.expiresAt()), new ArrayList<>(proxies)));
		return ticket;
	}

	private ProxyTickets proxies(CasService... services) {
		HeapConsentStore given = new HeapConsentStore(clock, new HashMap<>());
		RecordSealing sealing = new RecordSealing(new byte[32], new SecureRandom());
		AuditLog unread = event -> {
		};
		return new ProxyTickets(CasServices.of(List.of(services)), tickets,
				new Records(records, SessionFixtures.sealer(1), clock), sessions, one -> refresh.apply(one),
				new ProxyTickets.Policies((target, subject) -> access.decide(target, subject),
						new AccessSteps(new SignOnSteps(
								new AuthnContexts(List.of(AccessFixtures.definition("urn:mfa", "password + code"))),
								List.of(new Method(FactorKind.PASSWORD, true),
										new Method(new FactorKind("code"), hasCode, asksElsewhere)),
								false), clock),
						(attributes, service, requested) -> new ReleasedAttributes(List.of()),
						new TermsApproval(() -> new TermsApproval.Policy(List.of()),
								new Acknowledgements(given, sealing, clock), unread),
						new ConsentApproval(() -> ConsentPolicy.NONE, new Consents(given, sealing, clock), List.of(),
								unread)),
				http, Duration.ofSeconds(5));
	}

	private static String url(String name) {
		return "https://" + name + ".example.edu/";
	}

	private static CasService service(String name, boolean accepted, ServiceUrlPattern... callbacks) {
		return new CasService(name, new ServiceUrlPattern.Prefix(ServiceUrl.of(url(name)).orElseThrow()), 0,
				DisplayInfo.NONE, Map.of(), true, Set.of(), Set.of(), null, Map.of(),
				new CasService.Logout(CasService.Logout.Channel.NONE, null),
				new CasService.Proxying(List.of(callbacks), accepted), null);
	}

}
