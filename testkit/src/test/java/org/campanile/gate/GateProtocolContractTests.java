package org.campanile.gate;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

import org.campanile.access.AccessPolicy.Decision;
import org.campanile.access.AccessRule;
import org.campanile.access.AccessRules;
import org.campanile.access.Condition;
import org.campanile.logout.LogoutProtocol;
import org.campanile.logout.RequestedLogout;
import org.campanile.onetime.OneTimeKey;
import org.campanile.protocol.Endpoint;
import org.campanile.protocol.Handle;
import org.campanile.release.ReleasedAttributes;
import org.campanile.service.DisplayInfo;
import org.campanile.service.ServiceRegistry;
import org.campanile.session.SsoSession;
import org.campanile.signon.AuthnContexts;
import org.campanile.signon.SignOnOutcome;
import org.campanile.signon.SignOnProtocol;
import org.campanile.signon.SignOnRequest;
import org.campanile.testkit.MutableClock;
import org.campanile.testkit.onetime.HeapOneTimeStore;
import org.campanile.testkit.protocol.LogoutProtocolContract;
import org.campanile.testkit.session.SessionFixtures;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests the gate against the contract of protocols. */
class GateProtocolContractTests extends LogoutProtocolContract {

	private static final GateSites SITES = new GateSites(List.of(site("wiki"), site("grades")));

	private AccessRules rules = new AccessRules(List.of(), AccessRules.Order.FIRST_MATCH, Set.of(GateSite.PROTOCOL),
			InstantSource.fixed(NOW));

	private final Map<OneTimeKey, HeapOneTimeStore.Entry> stored = new ConcurrentHashMap<>();

	private final GateProtocol protocol = new GateProtocol(new HeapOneTimeStore(InstantSource.fixed(NOW), stored),
			SessionFixtures.sealer(1), () -> SITES, () -> rules, InstantSource.fixed(NOW), RANDOM,
			"https://login.example.edu/idp");

	private static GateSite site(String name) {
		return new GateSite(name, List.of(page(name, "/")), DisplayInfo.NONE, Set.of(), Map.of(), "X-Remote-User",
				Duration.ofSeconds(60), null);
	}

	private static PageAddress page(String name, String path) {
		return PageAddress.of("https://" + name + ".example.edu" + path).orElseThrow();
	}

	@Override
	protected SignOnProtocol signOnProtocol() {
		return protocol;
	}

	@Override
	protected LogoutProtocol logoutProtocol() {
		return protocol;
	}

	@Override
	protected ServiceRegistry registry() {
		return SITES;
	}

	@Override
	protected Set<Endpoint> endpoints() {
		return Set.of(new Endpoint("/gate/login", Endpoint.Kind.SIGN_ON, false));
	}

	@Override
	protected List<String> services() {
		return List.of("wiki", "grades");
	}

	@Override
	protected SignOnRequest request(String service) {
		return protocol.request(SITES.find(service).orElseThrow(), page(service, "/a?b=c"), "mark",
				new GateProtocol.Demand("mfa", "GET", List.of("urn:mfa"), true, true));
	}

	/**
	 * A site requests logout only through the browser, for the session of that browser.
	 */
	@Override
	protected Optional<RequestedLogout> requested(String service, Handle handle, Set<String> names) {
		return Optional.empty();
	}

	@Test
	void whenADemandIsSealedThenItOpensForItsPageAndBrowserAlone() {
		GateProtocol.Demand demand = new GateProtocol.Demand("mfa", "POST", List.of("urn:mfa"), true, true);
		String sealed = protocol.sealed(demand, "https://wiki.example.edu/a", "mark");
		assertThat(protocol.demand(sealed, "https://wiki.example.edu/a", "mark")).isEqualTo(demand);
		assertThat(protocol.demand(sealed, "https://wiki.example.edu/b", "mark")).isEqualTo(GateProtocol.Demand.NONE);
		assertThat(protocol.demand(sealed, "https://wiki.example.edu/a", "other")).isEqualTo(GateProtocol.Demand.NONE);
		assertThat(protocol.demand(sealed.substring(4), "https://wiki.example.edu/a", "mark"))
			.isEqualTo(GateProtocol.Demand.NONE);
		assertThat(protocol.demand("", "https://wiki.example.edu/a", "mark")).isEqualTo(GateProtocol.Demand.NONE);
	}

	/** Nodes with different keys would send the browser back and forth without a word. */
	@Test
	void whenDemandsDoNotOpenThenOneLineAMinuteSaysSo() {
		MutableClock clock = new MutableClock(NOW);
		GateProtocol otherNode = new GateProtocol(new HeapOneTimeStore(clock, stored), SessionFixtures.sealer(2),
				() -> SITES, () -> rules, clock, RANDOM, "https://login.example.edu/idp");
		String page = "https://wiki.example.edu/a";
		String sealed = protocol.sealed(new GateProtocol.Demand("mfa", "GET", List.of("urn:mfa"), true, true), page,
				"mark");
		Logger logger = (Logger) LoggerFactory.getLogger(GateProtocol.class);
		ListAppender<ILoggingEvent> lines = new ListAppender<>();
		lines.start();
		logger.addAppender(lines);
		try {
			assertThat(otherNode.demand("", page, "mark")).isEqualTo(GateProtocol.Demand.NONE);
			assertThat(lines.list).as("without a demand").isEmpty();
			for (String unopened : List.of(sealed, "made-up", "\u00e9")) {
				assertThat(otherNode.demand(unopened, page, "mark")).isEqualTo(GateProtocol.Demand.NONE);
			}
			assertThat(lines.list).singleElement()
				.satisfies(line -> assertThat(line.getFormattedMessage()).contains("campanile.gate: ",
						"sealed with a key that this node lacks", "credentials/sealing*.key"));
			clock.advance(Duration.ofMinutes(1));
			assertThat(otherNode.demand(sealed, page, "mark")).isEqualTo(GateProtocol.Demand.NONE);
			assertThat(lines.list).hasSize(2);
		}
		finally {
			logger.detachAppender(lines);
		}
	}

	/** A page of another site must not become the return address. */
	@Test
	void whenThePageIsNotTheSitesThenItMayNotBeAnswered() {
		SignOnRequest request = request("wiki");
		for (String page : List.of("https://grades.example.edu/", "https://wiki.example.edu.evil.example/", "")) {
			SignOnRequest other = new SignOnRequest(request.protocol(), request.service(), request.answerUrl(), null,
					request.demand(), NOW, null, Map.of("browser", "mark", "page", page));
			assertThat(protocol.mayAnswer(other, service("wiki"))).as(page).isFalse();
		}
	}

	/** Also on the same host, if the path belongs to another site or to none. */
	@Test
	void whenThePageIsNotBelowTheSiteThenItMayNotBeAnswered() {
		GateSite staff = new GateSite("staff", List.of(page("www", "/staff")), DisplayInfo.NONE, Set.of(), Map.of(),
				"X-Remote-User", Duration.ofSeconds(60), null);
		GateSite all = new GateSite("all", List.of(page("all", "/"), page("www", "/staff/open")), DisplayInfo.NONE,
				Set.of(), Map.of(), "X-Remote-User", Duration.ofSeconds(60), null);
		GateSites sites = new GateSites(List.of(staff, all));
		assertThat(sites.owner(page("www", "/admin"))).isEmpty();
		assertThat(sites.owner(page("www", "/staff/a"))).contains(staff);
		assertThat(sites.owner(page("www", "/staff/open/a"))).as("the longer path").contains(all);
		assertThat(protocol.mayAnswer(request(staff, "/staff/a"), staff)).isTrue();
		assertThat(protocol.mayAnswer(request(staff, "/admin"), staff)).isFalse();
	}

	private SignOnRequest request(GateSite site, String path) {
		return protocol.request(site, page("www", path), "mark", GateProtocol.Demand.NONE);
	}

	/**
	 * After the clock was set back, a pass from the future would stay fresh for too long.
	 */
	@Test
	void whenAPassIsOfTheFutureThenItIsNotFresh() throws Exception {
		GateSite wiki = SITES.find("wiki").orElseThrow();
		GatePass pass = protocol.pass(wiki, begin("alice").session(), new ReleasedAttributes(List.of()));
		assertThat(protocol.isFresh(wiki, at(pass, NOW.plusSeconds(60)))).as("clocks differ").isTrue();
		assertThat(protocol.isFresh(wiki, at(pass, NOW.plusSeconds(61)))).isFalse();
		assertThat(protocol.isFresh(wiki, at(pass, NOW.minusSeconds(59)))).isTrue();
		assertThat(protocol.isFresh(wiki, at(pass, NOW.minusSeconds(60)))).isFalse();
	}

	private static GatePass at(GatePass pass, Instant checkedAt) {
		return new GatePass(pass.session(), pass.principal(), pass.factors(), pass.deciding(), pass.relevance(),
				pass.headers(), checkedAt);
	}

	/** The stored value of a code can only be opened with that code. */
	@Test
	void whenTheStoreGivesTheValueOfAnotherCodeThenNothingIsHandedOver() throws Exception {
		String first = code();
		String second = code();
		stored.put(OneTimeKey.of("gate-handover", second),
				Objects.requireNonNull(stored.get(OneTimeKey.of("gate-handover", first))));
		assertThat(protocol.take(second)).isEmpty();
		assertThat(protocol.take(first)).isPresent();
	}

	private String code() throws Exception {
		SsoSession session = begin("alice").session();
		SignOnProtocol.Issued issued = protocol.grant(request("wiki"),
				new SignOnOutcome.Granted(service("wiki"), session, handle("wiki", session),
						new ReleasedAttributes(List.of()),
						new AuthnContexts.Stated(SessionFixtures.CLASS, session.authnInstant()), false,
						SignOnOutcome.Granted.Tracking.RECORDED, Set.of(), Set.of()));
		return issued.answer().url().replaceAll(".*code=", "");
	}

	@Test
	void whenASessionReplacesAnotherOfTheUserThenTheSiteIsRecordedOnce() throws Exception {
		SsoSession first = signOn("alice", "wiki").session();
		SsoSession second = sessions.begin(SessionFixtures.user("alice", NOW), first.attributes(), Optional.of(first))
			.session();
		assertThat(handle("wiki", second)).isEqualTo(handle("wiki", first));
		assertThat(handle("grades", second)).isNotEqualTo(handle("wiki", second));
	}

	/**
	 * The pass lacks the attributes that the new rules examine, and they might deny
	 * access.
	 */
	@Test
	void whenRulesBeginToLookAtAnAttributeThenAPassWithoutItIsNotFresh() {
		GateSite wiki = SITES.find("wiki").orElseThrow();
		GatePass before = protocol.pass(wiki, begin("alice").session(), new ReleasedAttributes(List.of()));
		assertThat(protocol.isFresh(wiki, before)).isTrue();
		AccessRule rule = new AccessRule("no guests", AccessRule.Scope.EVERYTHING,
				List.of(new Condition.HasValue("mail", Set.of("alice@example.edu"), List.of())),
				new Decision.Deny("no guests", null, null));
		rules = new AccessRules(List.of(rule), AccessRules.Order.FIRST_MATCH, Set.of(), InstantSource.fixed(NOW));
		assertThat(protocol.isFresh(wiki, before)).isFalse();
		GatePass after = protocol.pass(wiki, begin("alice").session(), new ReleasedAttributes(List.of()));
		assertThat(protocol.isFresh(wiki, after)).isTrue();
		assertThat(after.deciding().values()).containsKey("mail");
	}

}
