package org.campanile.fake.factor;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import org.campanile.signon.RequestedAuthnContext;
import org.campanile.testkit.browser.Browser;
import org.campanile.testkit.browser.ForeignService;
import org.campanile.testkit.browser.Page;
import org.campanile.testkit.serviceprovider.AuthnRequestOptions;
import org.campanile.testkit.serviceprovider.DecodedAssertion;
import org.campanile.testkit.serviceprovider.RedirectRequest;
import org.campanile.web.testkit.LogLines;
import org.campanile.web.testkit.TestIdp;

import static org.assertj.core.api.Assertions.assertThat;

/** Access rules decide sign-ons by SAML, and step them up. */
@Timeout(120)
class AccessRulesSignOnTests {

	private static final String MFA = "https://refeds.org/profile/mfa";

	private static final FakeFactor factor = new FakeFactor();

	private static final Path home = TestIdp.newHome();

	private static final ForeignService staff = service("staff");

	private static final ForeignService strong = service("strong");

	private static final ForeignService elsewhere = service("elsewhere");

	private static final ForeignService open = service("open");

	private static final String RULES = """
			campanile:
			  access:
			    rules:
			      - name: no students
			        effect: deny
			        services: [%s]
			        unless: {affiliations: [STAFF], dn-suffixes: ["OU=People, dc=example,dc=edu"]}
			        missing: This is for staff.
			        missing-in: {de: "Dies ist für Beschäftigte."}
			        contact: access@example.edu
			      - name: strong
			        effect: step-up
			        services: [%s]
			        step-up-classes: ["%s"]
			      - name: not from here
			        effect: deny
			        services: [%s]
			        when: {networks: [127.0.0.0/8, "::1"]}
			        contact: https://help.example.edu/access
			""".formatted(staff.entityId(), strong.entityId(), MFA, elsewhere.entityId());

	private static TestIdp idp;

	private final Browser browser = new Browser();

	@BeforeAll
	static void start() throws Exception {
		Path file = Files.writeString(home.resolve("application.yaml"), RULES);
		idp = TestIdp.start(home, factor::register, "spring.config.additional-location=optional:" + file.toUri());
	}

	@AfterAll
	static void stop() {
		idp.close();
	}

	@AfterEach
	void restore() {
		factor.restore();
	}

	@Test
	void whenPermittedThenTheServiceIsAnsweredAndTheRuleAudited() {
		try (LogLines audit = LogLines.audit()) {
			open.signIn(idp, browser, "bob");
			staff.signIn(idp, new Browser(), "alice");
			assertThat(audit.lines().get(1)).startsWith("event=SIGN_ON code=OK ").doesNotContain("accessRule");
		}
	}

	@Test
	void whenDeniedAtTheLoginThenThePageSaysWhichAccessIsMissingAndWhomToAsk() {
		try (LogLines audit = LogLines.audit()) {
			Page page = browser.login(request(staff).url(), "bob", "bob-demo");
			assertThat(page.status()).isEqualTo(403);
			assertThat(page.text("code")).startsWith("ACCESS_DENIED-");
			assertThat(page.document().text()).contains("This is for staff.");
			assertThat(page.document().select("a[href=mailto:access@example.edu]").text())
				.isEqualTo("Ask access@example.edu");
			assertThat(audit.lines().getLast()).startsWith("event=REQUEST_REFUSED code=" + page.text("code"))
				.contains(" service=" + staff.entityId(), " accessRule=\"no students\"");
		}
		open.signIn(idp, new Browser(), "bob");
	}

	@Test
	void whenDeniedWithASessionThenThePageInTheUsersLanguageToo() {
		open.signIn(idp, browser, "bob");
		Page page = browser.open(request(staff).url() + "&lang=de");
		assertThat(page.status()).isEqualTo(403);
		assertThat(page.document().text()).contains("Dies ist für Beschäftigte.");
	}

	@Test
	void whenDeniedAfterAFormThenItsLanguageLinkShowsTheOtherText() {
		Page page = browser.login(request(staff).url(), "bob", "bob-demo");
		Page german = browser.open(page.link("Deutsch").toString());
		assertThat(german.document().text()).contains("Dies ist für Beschäftigte.", "access@example.edu fragen")
			.doesNotContain("This is for staff.");
	}

	@Test
	void whenDeniedAndPassiveThenTheServiceIsInformed() {
		open.signIn(idp, browser, "bob");
		RedirectRequest request = staff.redirect(idp, AuthnRequestOptions.PLAIN.withPassive());
		assertThat(staff.read(idp, browser.open(request.url()), request.id()).status().secondLevel())
			.isEqualTo("urn:oasis:names:tc:SAML:2.0:status:RequestDenied");
	}

	@Test
	void whenTheRuleDependsOnTheNetworkThenTheClientsAddressCounts() {
		Page page = browser.login(request(elsewhere).url(), "alice", "alice-demo");
		assertThat(page.status()).isEqualTo(403);
		assertThat(page.document().select("a[href=https://help.example.edu/access]").text())
			.isEqualTo("Ask help.example.edu");
	}

	@Test
	void whenAStrongerClassIsDemandedThenTheNumberIsAskedForAndTheClassStated() {
		RedirectRequest request = request(strong);
		try (LogLines audit = LogLines.audit()) {
			Page number = browser.login(request.url(), "alice", "alice-demo");
			assertThat(number.title()).isEqualTo("One more");
			assertThat(browser.cookie("campanile-session")).as("not signed in yet").isEmpty();
			DecodedAssertion assertion = strong
				.read(idp, browser.send(FakeFactor.answered(number)), request.id())
				.success();
			assertThat(assertion.authnContextClass()).isEqualTo(MFA);
			assertThat(assertion.values("mail")).containsExactly("alice@example.edu");
			assertThat(audit.lines().getLast()).startsWith("event=SIGN_ON code=OK ").contains(" accessRule=strong");
		}
		RedirectRequest again = request(strong);
		strong.read(idp, browser.open(again.url()), again.id()).success();
	}

	@Test
	void whenSignedInWithAPasswordThenOnlyTheNumberIsAskedFor() {
		open.signIn(idp, browser, "alice");
		RedirectRequest request = request(strong);
		Page number = browser.open(request.url());
		assertThat(number.title()).isEqualTo("One more");
		strong.read(idp, browser.send(FakeFactor.answered(number)), request.id()).success();
	}

	@Test
	void whenTheUserCannotProveItThenTheServiceIsInformedAndTheRuleAudited() {
		factor.without.add("alice");
		RedirectRequest request = request(strong);
		try (LogLines audit = LogLines.audit()) {
			Page page = browser.login(request.url(), "alice", "alice-demo");
			assertThat(strong.read(idp, page, request.id()).status().secondLevel())
				.isEqualTo("urn:oasis:names:tc:SAML:2.0:status:NoAuthnContext");
			assertThat(audit.lines().getLast()).contains("code=NO_AUTHN_CONTEXT-", " accessRule=strong");
		}
		RedirectRequest other = request(open);
		open.read(idp, browser.open(other.url()), other.id()).success();
	}

	@Test
	void whenWhetherTheUserCanProveItIsNotKnownThenAPageAndNoSession() {
		factor.silent = true;
		Page page = browser.login(request(strong).url(), "alice", "alice-demo");
		assertThat(page.status()).isEqualTo(503);
		assertThat(page.text("code")).startsWith("FACTOR_UNAVAILABLE-");
	}

	@Test
	void whenAnotherBrowserSendsTheStepUpThenRefused() {
		Page number = browser.login(request(strong).url(), "alice", "alice-demo");
		Browser other = new Browser();
		other.open(request(open).url());
		assertThat(other.send(FakeFactor.answered(number)).status()).isEqualTo(403);
	}

	@Test
	void whenTheServiceAsksForAPasswordThenTheRuleHoldsAllTheSame() {
		RedirectRequest request = strong.redirect(idp,
				AuthnRequestOptions.PLAIN
					.withAuthnContext(new RequestedAuthnContext(RequestedAuthnContext.Comparison.EXACT,
							List.of("urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport"))));
		Page number = browser.login(request.url(), "alice", "alice-demo");
		assertThat(number.title()).isEqualTo("One more");
		assertThat(strong.read(idp, browser.send(FakeFactor.answered(number)), request.id())
			.success()
			.authnContextClass()).isEqualTo("urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport");
	}

	private static RedirectRequest request(ForeignService service) {
		return service.redirect(idp, AuthnRequestOptions.PLAIN);
	}

	private static ForeignService service(String name) {
		return ForeignService.at(name + ".example.org", InstantSource.system()).registered(home);
	}

}
