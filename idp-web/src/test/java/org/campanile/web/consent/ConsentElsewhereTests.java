package org.campanile.web.consent;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import org.campanile.consent.Acknowledgements;
import org.campanile.consent.Consent;
import org.campanile.consent.Consents;
import org.campanile.explain.SignOnExplainer;
import org.campanile.store.StoreUnavailableException;
import org.campanile.testkit.MutableClock;
import org.campanile.testkit.browser.Browser;
import org.campanile.testkit.browser.Form;
import org.campanile.testkit.browser.Page;
import org.campanile.testkit.directory.TestAuthority;
import org.campanile.testkit.identifier.CountingConsentStore.Operation;
import org.campanile.testkit.onetime.CountingOneTimeStore;
import org.campanile.web.consent.ConsentSignOnTests.StoreBeans;
import org.campanile.web.testkit.CasApp;
import org.campanile.web.testkit.CountingBeans;
import org.campanile.web.testkit.LogLines;
import org.campanile.web.testkit.TestIdp;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests consent and terms of use at CAS services and behind the gate, over HTTP. */
@Timeout(120)
class ConsentElsewhereTests {

	private static final String WIKI = "http://wiki.example.edu";

	@TempDir
	private static Path folder;

	private static final StoreBeans stores = new StoreBeans();

	private static final MutableClock clock = new MutableClock(Instant.now());

	private static TestIdp idp;

	private static CasApp app;

	private static CasApp portal;

	private static CountingBeans counts;

	private final Browser browser = new Browser();

	@BeforeAll
	static void start() throws IOException {
		TestAuthority authority = new TestAuthority(folder);
		authority.issueForLoopback(folder);
		Path home = TestIdp.newHome();
		app = CasApp.start("app", folder).registered(home, "proxy: { accept: true }", "release: [mail, sn]");
		portal = CasApp.start("portal", folder);
		portal.registered(home, "proxy: { callbacks: ['" + portal.url() + "'] }");
		Files.writeString(Files.createDirectories(home.resolve("terms/cluster")).resolve("1.txt"), "Be kind.");
		idp = TestIdp.start(home, context -> {
			CountingBeans.register(context, clock);
			context.registerBean(StoreBeans.class, () -> stores);
		}, "campanile.consent.enabled=true", "campanile.consent.rules[0].services=app,wiki",
				"campanile.consent.rules[0].protocols=cas,gate", "campanile.consent.rules[0].optional=mail",
				"campanile.consent.rules[1].ask=false", "campanile.terms.documents[0].name=cluster",
				"campanile.terms.documents[0].version=1", "campanile.terms.documents[0].services=app,wiki",
				"campanile.terms.documents[0].attributes.uid=bob", "campanile.http.trusted-proxies=127.0.0.1,::1",
				"campanile.gate.sites.wiki.urls=" + WIKI, "campanile.gate.sites.wiki.release=mail",
				"campanile.gate.sites.wiki.headers.X-Mail=mail", "campanile.gate.sites.wiki.fresh=5m",
				"campanile.access.deny-by-default=none", "campanile.access.rules[0].services=wiki",
				"campanile.access.rules[0].paths=/program", "campanile.access.rules[0].basic=true",
				"campanile.authentication.failure-step=0",
				"campanile.outgoing.trusted-certificates=" + authority.certificate());
		counts = idp.bean(CountingBeans.class);
	}

	@AfterAll
	static void stop() {
		idp.close();
		app.close();
		portal.close();
	}

	@AfterEach
	void withdraw() throws Exception {
		acceptOldTerms();
		consents().revoke("alice", "cas app");
		consents().revoke("alice", "gate wiki");
		portal.granted.clear();
		counts.forget();
	}

	@Test
	void whenACasServiceIsAgreedToThenItsValidationReleasesThatAndNoMore() throws Exception {
		Page page = browser.login(app.login(idp), "alice", "alice-demo");
		assertThat(page.document().select("main li").text()).contains("Your name at this service alice",
				"alice@example.edu");
		assertThat(counts.oneTime()).as("no ticket before it is agreed to")
			.doesNotContain(CountingOneTimeStore.Operation.PUT);
		Page granted = browser.send(accepted(page));
		String answer = app.validate(idp, "p3/serviceValidate", ticket(granted), "");
		assertThat(answer).contains("<cas:user>alice</cas:user>", "<cas:sn>").doesNotContain("<cas:mail>");
		assertThat(app.validate(idp, "p3/serviceValidate", app.signOn(idp, browser), "")).doesNotContain("<cas:mail>");
		assertThat(consents().find("alice", "cas app").orElseThrow().given().denied()).isEqualTo(Set.of("mail"));
	}

	@Test
	void whenTheClockIsBehindThatOfTheLastDecisionThenTheNextOneIsStored() throws Exception {
		clock.advance(Duration.ofMinutes(1));
		consents().give("alice", "cas app",
				new Consent.Given(Set.of("mail", "sn"), Map.of(), Consent.Choice.IF_CHANGED, Set.of()),
				Duration.ofDays(1), Optional.empty());
		clock.advance(Duration.ofMinutes(-1));
		browser.send(accepted(browser.login(app.login(idp), "alice", "alice-demo")));
		assertThat(consents().find("alice", "cas app").orElseThrow().given().denied()).isEqualTo(Set.of("mail"));
	}

	@Test
	void whenACasServiceIsDeclinedThenAPageAndNoTicket() {
		Page page = browser.login(app.login(idp), "alice", "alice-demo");
		counts.forget();
		Page declined = browser.send(form(page).with("decision", "decline"));
		assertThat(declined.status()).isEqualTo(403);
		assertThat(declined.text("code")).startsWith("CONSENT_DECLINED-");
		assertThat(counts.oneTime()).isEmpty();
		assertThat(browser.get(app.login(idp) + "&gateway=true").location()).as("no page, no ticket")
			.hasToString(app.url());
	}

	/** The page stays in the browser's history. */
	@Test
	void whenARenewedSignOnIsGoneOnFromTwiceThenThePasswordIsAskedAgain() {
		Page page = browser.login(app.login(idp) + "&renew=true", "alice", "alice-demo");
		String ticket = ticket(browser.send(accepted(page)));
		assertThat(app.validate(idp, "serviceValidate", ticket, "&renew=true")).contains("authenticationSuccess");
		assertThat(browser.send(accepted(page)).loginForm()).as("the form").isNotNull();
		assertThat(browser.open(page.link("Deutsch")).loginForm()).as("the address").isNotNull();
	}

	@Test
	void whenAProxyAsksThenOnlyAfterConsentAndWhatWasAgreedTo() {
		String proxy = proxy("alice");
		assertThat(new Browser().get(proxy).body()).contains("UNAUTHORIZED_SERVICE_PROXY", "not agreed");
		browser.send(accepted(browser.open(app.login(idp))));
		String ticket = new Browser().get(proxy).body().replaceAll("(?s).*<cas:proxyTicket>([^<]*)<.*", "$1");
		assertThat(app.validate(idp, "p3/proxyValidate", ticket, "")).contains("<cas:sn>").doesNotContain("<cas:mail>");
	}

	@Test
	void whenTermsAreNotAcceptedThenNeitherAProxyNorAProgramIsLetIn() {
		String proxy = proxy("bob");
		Page declined = browser.send(form(browser.open(app.login(idp))).with("decision", "decline"));
		assertThat(declined.text("code")).startsWith("TERMS_DECLINED-");
		assertThat(new Browser().get(proxy).body()).contains("UNAUTHORIZED_SERVICE_PROXY", "terms of use");
		try (LogLines audit = LogLines.audit()) {
			assertThat(program("bob").status()).isEqualTo(403);
			assertThat(audit.lines()).singleElement()
				.asString()
				.startsWith("event=LOGIN_REFUSED code=TERMS_DECLINED-")
				.contains(" user=bob service=wiki ", " by=basic ");
		}
		Page consent = browser.submit(accepted(browser.open(app.login(idp))));
		browser.send(accepted(consent));
		assertThat(new Browser().get(proxy).body()).contains("<cas:proxyTicket>PT-");
		assertThat(program("bob").status()).isEqualTo(204);
	}

	@Test
	void whenTheGateRenewsAPassThenWhatWasAgreedToAndAnewWhenWithdrawn() throws Exception {
		Browser site = new Browser();
		Page page = browser.login(check(site).header("x-gate-login"), "alice", "alice-demo");
		assertThat(page.document().select("main li").text()).contains("alice@example.edu");
		handOver(site, browser.send(accepted(page).with("release.mail", "true")));
		stores.counting().forget();
		assertThat(check(site).header("x-mail")).isEqualTo("alice@example.edu");
		assertThat(stores.counting().operations()).as("a fresh pass").isEmpty();
		clock.advance(Duration.ofMinutes(6));
		assertThat(check(site).header("x-mail")).isEqualTo("alice@example.edu");
		assertThat(stores.counting().operations()).containsExactly(Operation.FIND);
		consents().revoke("alice", "gate wiki");
		clock.advance(Duration.ofMinutes(6));
		Page refused = check(site);
		assertThat(refused.status()).isEqualTo(401);
		Page asked = browser.open(refused.header("x-gate-login"));
		handOver(site, browser.send(accepted(asked)));
		assertThat(check(site).header("x-mail")).isEmpty();
		clock.advance(Duration.ofMinutes(6));
		assertThat(check(site).header("x-mail")).isEmpty();
		assertThat(check(site).header("x-remote-user")).isEqualTo("alice");
	}

	@Test
	void whenTheGateRenewsAPassAfterTermsHaveChangedThenTheyAreAcceptedFirst() throws Exception {
		Browser site = new Browser();
		Page terms = browser.login(check(site).header("x-gate-login"), "bob", "bob-demo");
		handOver(site, browser.send(accepted(browser.submit(accepted(terms)))));
		acceptOldTerms();
		assertThat(check(site).header("x-remote-user")).as("a fresh pass").isEqualTo("bob");
		clock.advance(Duration.ofMinutes(6));
		Page refused = check(site);
		assertThat(refused.status()).isEqualTo(401);
		Page changed = browser.open(refused.header("x-gate-login"));
		assertThat(changed.text("h1")).isEqualTo("Terms of use");
		handOver(site, browser.send(accepted(changed)));
		clock.advance(Duration.ofMinutes(6));
		assertThat(check(site).header("x-remote-user")).isEqualTo("bob");
	}

	@Test
	void whenTheStoreIsDownThenAProgramIsNotLetInAndTheCodeNamesTheStore() {
		stores.counting().setDown(true);
		try (LogLines audit = LogLines.audit()) {
			assertThat(program("alice").status()).isEqualTo(503);
			assertThat(audit.lines()).singleElement()
				.asString()
				.startsWith("event=LOGIN_REFUSED code=STORE_UNAVAILABLE-")
				.contains(" user=alice service=wiki ", " by=basic ");
		}
		finally {
			stores.counting().setDown(false);
		}
	}

	@Test
	void whenExplainedThenTheRuleAndWhatIsShownAreNamed() throws Exception {
		assertThat(idp.bean(SignOnExplainer.class).explain("alice", "app").notes()).anySatisfy(note -> assertThat(note)
			.startsWith("consent: a sign-on asks for it, by 'rule 1'; the page shows the name at the service, ")
			.contains(", mail (optional)"));
		assertThat(idp.bean(SignOnExplainer.class).explain("alice", "wiki").notes())
			.contains("consent: a sign-on asks for it, by 'rule 1'; the page shows the name at the service, "
					+ "mail (optional)");
	}

	/**
	 * Signs in to the portal, and returns the address at which that requests a ticket for
	 * the app.
	 */
	private String proxy(String user) {
		String first = portal.signIn(idp, browser, user);
		portal.validate(idp, "serviceValidate", first, "&pgtUrl=" + CasApp.encoded(portal.url()));
		String granting = portal.granted.values().iterator().next();
		return idp.baseUrl() + "/cas/proxy?pgt=" + granting + "&targetService=" + CasApp.encoded(app.url());
	}

	/** Requests a page of the wiki as a program that sends a user's password. */
	private static Page program(String user) {
		byte[] credentials = (user + ':' + user + "-demo").getBytes(StandardCharsets.UTF_8);
		return new Browser().withHeader("X-Original-URL", WIKI + "/program")
			.withHeader("X-Original-Method", "GET")
			.withHeader("Authorization", "Basic " + Base64.getEncoder().encodeToString(credentials))
			.get(idp.baseUrl() + "/gate/check");
	}

	private static void handOver(Browser site, Page answer) {
		site.withHeader("X-Original-URL", WIKI + "/.campanile/gate")
			.get(idp.baseUrl() + "/gate/handover?code=" + answer.location().toString().replaceAll(".*code=", ""));
	}

	private static Page check(Browser site) {
		return site.withHeader("X-Original-URL", WIKI + "/page")
			.withHeader("X-Original-Method", "GET")
			.withHeader("Accept", "text/html")
			.get(idp.baseUrl() + "/gate/check");
	}

	private static String ticket(Page granted) {
		return granted.location().toString().replaceAll(".*ticket=", "");
	}

	/** Replaces what Bob has accepted, if anything. */
	private static void acceptOldTerms() throws StoreUnavailableException {
		idp.bean(Acknowledgements.class).give("bob", "terms", "cluster", "0");
	}

	private static Consents consents() {
		return idp.bean(Consents.class);
	}

	private static Form form(Page page) {
		return page.formWith("flow").orElseThrow();
	}

	private static Form accepted(Page page) {
		return form(page).with("decision", "accept");
	}

}
