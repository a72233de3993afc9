package org.campanile.web.factor.passkey;

import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import org.campanile.factor.Enrolments;
import org.campanile.signon.RequestedAuthnContext;
import org.campanile.testkit.authn.SoftAuthenticator;
import org.campanile.testkit.browser.Browser;
import org.campanile.testkit.browser.ForeignService;
import org.campanile.testkit.browser.Form;
import org.campanile.testkit.browser.Page;
import org.campanile.testkit.serviceprovider.AuthnRequestOptions;
import org.campanile.testkit.serviceprovider.DecodedAssertion;
import org.campanile.testkit.serviceprovider.RedirectRequest;
import org.campanile.web.testkit.LogLines;
import org.campanile.web.testkit.TestIdp;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests passkeys over HTTP, with a software authenticator. */
@Timeout(120)
class PasskeySignOnTests {

	private static final String MFA = "https://refeds.org/profile/mfa";

	private static final String SECOND_HOST = "https://login.example.org";

	private static final Path home = TestIdp.newHome();

	private static final ForeignService service = ForeignService.at("mfa.example.org", InstantSource.system())
		.registered(home);

	@AutoClose
	private static TestIdp idp;

	private static String origin = "";

	private final Browser browser = new Browser();

	private final SoftAuthenticator authenticator = new SoftAuthenticator(origin);

	@BeforeAll
	static void start() {
		idp = TestIdp.start(home, "campanile.factors.enabled=true", "campanile.storage.memory.durable.accept-loss=true",
				"campanile.factors.passkey.related-origins=" + SECOND_HOST, "campanile.factors.totp.enabled=false",
				"campanile.factors.recovery-code.enabled=false", "campanile.session.shared-computer-choice=true",
				"campanile.factors.passkey.refused-accounts=description=left", "campanile.access.rules[0].name=strict",
				"campanile.access.rules[0].effect=step-up", "campanile.access.rules[0].classes=" + MFA,
				"campanile.access.rules[0].attributes.mail=strict@example.edu");
		origin = idp.baseUrl().substring(0, idp.baseUrl().lastIndexOf('/'));
	}

	@AfterEach
	void forget() throws Exception {
		for (String user : List.of("alice", "bob", "carol")) {
			idp.bean(Enrolments.class).remove(user);
		}
	}

	@Test
	void whenNoneIsEnrolledThenTheLoginEnrolsOneWhichCountsAtOnce() {
		RedirectRequest request = mfa();
		Page enrol = browser.login(request.url(), "alice", "alice-demo");
		assertThat(enrol.title()).startsWith("Add a passkey");
		try (LogLines audit = LogLines.audit()) {
			Page answer = browser.send(created(enrol).with("name", "Blue key"));
			assertThat(service.read(idp, answer, request.id()).success().authnContextClass()).isEqualTo(MFA);
			assertThat(audit.lines()).anyMatch(line -> line.contains("Blue key"));
		}
	}

	/** The authenticator would keep a handle that leads to nobody. */
	@Test
	void whenTheUserGotAHandleMeanwhileThenThePageComesAgainWithThatOne() throws Exception {
		RedirectRequest request = mfa();
		Page refused = withAnotherHandle(browser.login(request.url(), "alice", "alice-demo"), "alice");
		service.read(idp, browser.send(created(refused)), request.id()).success();
		browser.clear();
		browser.login(idp.baseUrl() + "/account", "bob", "bob-demo");
		Page form = browser.open(idp.baseUrl() + "/account/change?do=add&id=passkey");
		Page added = browser.follow(browser.send(created(withAnotherHandle(form, "bob"))));
		assertThat(added.text("[role=status]")).startsWith("It has been added.");
	}

	private Page withAnotherHandle(Page page, String user) throws Exception {
		Enrolments enrolments = idp.bean(Enrolments.class);
		String handle = enrolments.newHandle();
		enrolments.change(user, enrolment -> enrolment.withHandle(handle));
		Page refused = browser.send(created(page));
		assertThat(refused.title()).contains("That passkey could not be added");
		assertThat(options(refused)).contains("\"id\":\"" + handle + '"');
		return refused;
	}

	@Test
	void whenEnrolledThenItIsTheFirstFactorAndCountsAsTwoIfTheUserWasVerified() {
		enrol("alice");
		Browser other = new Browser();
		RedirectRequest request = mfa();
		Page login = other.open(request.url());
		assertThat(login.document().select("#passkey").hasAttr("hidden")).as("without scripts").isTrue();
		DecodedAssertion assertion = service.read(idp, other.send(asserted(login)), request.id()).success();
		assertThat(assertion.authnContextClass()).isEqualTo(MFA);
		assertThat(assertion.values("mail")).containsExactly("alice@example.edu");
	}

	@Test
	void whenTheUserWasNotVerifiedThenThePasswordIsAskedForAsWell() {
		authenticator.verifying(false);
		enrol("alice");
		RedirectRequest request = mfa();
		Page login = browser.send(asserted(browser.open(request.url())));
		assertThat(login.document().selectFirst("#passkey")).as("it is proven").isNull();
		Form password = login.loginForm().with("j_username", "alice").with("j_password", "alice-demo");
		assertThat(service.read(idp, browser.send(password), request.id()).success().authnContextClass())
			.isEqualTo(MFA);
		RedirectRequest plain = plain();
		Page page = new Browser().open(plain.url());
		assertThat(page.formWith("passkey")).isPresent();
	}

	/** A stolen key could otherwise add a passkey that counts as two factors. */
	@Test
	void whenTheUserWasNotVerifiedThenTheAccountPageAddsAPasskeyOnlyAfterThePassword() {
		authenticator.verifying(false);
		enrol("alice");
		browser.send(asserted(browser.open(idp.baseUrl() + "/account")));
		assertThat(browser.open(idp.baseUrl() + "/account").text("h1")).isEqualTo("Your account");
		Page asked = browser.open(idp.baseUrl() + "/account/change?do=add&id=passkey");
		assertThat(asked.title()).doesNotStartWith("Add a passkey");
		assertThat(asked.formWith("j_password")).isPresent();
	}

	@Test
	void whenTheUserWasNotVerifiedAgainThenTheAccountPageSuggestsThePassword() {
		authenticator.verifying(false);
		enrol("alice");
		browser.send(asserted(browser.open(idp.baseUrl() + "/account")));
		String change = idp.baseUrl() + "/account/change?do=";
		Page told = browser.open(change + "add&id=passkey&asked=" + Instant.now().getEpochSecond());
		assertThat(told.text("[role=status]")).contains("sign in with your password");
		Page permitted = browser.open(change + "sign-out&id=none");
		assertThat(permitted.text("[role=status]")).startsWith("That is no longer there.");
	}

	@Test
	void whenItsAuthenticatorCanVerifyTheUserThenItIsAskedToTheSecondTime() {
		enrol("alice");
		authenticator.verifying(false);
		RedirectRequest request = mfa();
		Page again = browser.send(asserted(browser.open(request.url())));
		assertThat(options(again)).contains("\"userVerification\":\"required\"");
		assertThat(browser.send(asserted(again)).formWith("SAMLResponse")).as("still not verified").isEmpty();
		authenticator.verifying(true);
		assertThat(service.read(idp, browser.send(asserted(again)), request.id()).success().authnContextClass())
			.isEqualTo(MFA);
	}

	@Test
	void whenAskedForMoreThenItIsTheSecondFactor() {
		enrol("alice");
		RedirectRequest request = mfa();
		Page ask = browser.login(request.url(), "alice", "alice-demo");
		assertThat(ask.title()).startsWith("Use your passkey");
		assertThat(service.read(idp, browser.send(asserted(ask)), request.id()).success().authnContextClass())
			.isEqualTo(MFA);
	}

	@Test
	void whenThePageIsOfAnotherOriginThenRefusedUnlessItIsRelated() {
		enrol("alice");
		refused(authenticator.at("https://evil.example.com"), "BadOrigin");
		authenticator.at(SECOND_HOST);
		RedirectRequest request = mfa();
		service.read(idp, browser.send(asserted(browser.open(request.url()))), request.id()).success();
		Page origins = browser.get(origin + "/.well-known/webauthn");
		assertThat(origins.status()).isEqualTo(200);
		assertThat(origins.header("Content-Type")).startsWith("application/json");
		assertThat(origins.body()).isEqualTo("{\"origins\":[\"" + origin + "\",\"" + SECOND_HOST + "\"]}");
	}

	@Test
	void whenItIsRefusedOnASharedComputerThenTheNextPageKeepsTheChoice() {
		enrol("alice");
		authenticator.at("https://evil.example.com");
		Page refused = browser.send(asserted(browser.open(mfa().url())).with("shared_computer", "true"));
		authenticator.at(origin);
		browser.send(asserted(refused)).samlForm();
		assertThat(browser.cookie("campanile-session").orElseThrow().attributes()).doesNotContainKey("max-age");
	}

	@Test
	void whenItSignsForAnotherSiteThenRefused() {
		enrol("alice");
		refused(authenticator.signingFor("evil.example.com"), "BadRpId");
	}

	@Test
	void whenTheChallengeWasAnsweredBeforeThenRefused() {
		enrol("alice");
		Page login = browser.open(mfa().url());
		Form answer = asserted(login);
		assertThat(browser.send(answer).samlForm()).isNotNull();
		try (LogLines audit = LogLines.audit()) {
			assertThat(browser.send(answer).title()).contains("That passkey was not accepted");
			assertThat(audit.lines()).singleElement()
				.asString()
				.contains("event=LOGIN_REFUSED", " factor=passkey ", "the challenge was answered before");
		}
	}

	@Test
	void whenTheChallengeIsOfAnotherPageOrBrowserThenRefused() {
		enrol("alice");
		Page mine = browser.open(mfa().url());
		String foreign = authenticator.get(options(new Browser().open(mfa().url())));
		try (LogLines audit = LogLines.audit()) {
			assertThat(browser.send(form(mine).with("passkey", foreign)).formWith("SAMLResponse")).isEmpty();
			assertThat(audit.lines()).singleElement().asString().contains("BadChallenge");
		}
		Browser other = new Browser();
		other.open(mfa().url());
		assertThat(other.send(asserted(mine)).status()).isEqualTo(403);
	}

	@Test
	void whenItWasRemovedThenRefused() throws Exception {
		enrol("alice");
		idp.bean(Enrolments.class)
			.change("alice", enrolment -> enrolment.without(enrolment.credentials().getFirst().id()));
		refused(authenticator, "has removed it");
	}

	@Test
	void whenTheCounterGoesBackThenRefusedAndItStays() {
		authenticator.countingFrom(5);
		enrol("alice");
		authenticator.countingFrom(20);
		assertThat(signedIn(new Browser()).samlForm()).isNotNull();
		refused(authenticator.countingFrom(20), "went back from 20 to 20");
		refused(authenticator.countingFrom(6), "it stays enrolled");
		authenticator.countingFrom(21);
		assertThat(signedIn(new Browser()).samlForm()).isNotNull();
	}

	@Test
	void whenItIsOfAnotherUserThenNotTheSecondFactor() {
		SoftAuthenticator bobs = new SoftAuthenticator(origin);
		enrol("bob", bobs);
		enrol("alice");
		Page ask = browser.login(mfa().url(), "alice", "alice-demo");
		String anyOfBob = bobs
			.get(options(ask).replaceAll("\"allowCredentials\":\\[.*?\\]", "\"allowCredentials\":[]"));
		try (LogLines audit = LogLines.audit()) {
			assertThat(browser.send(form(ask).with("passkey", anyOfBob)).title())
				.contains("That passkey was not accepted");
			assertThat(audit.lines()).singleElement().asString().contains("of another user");
		}
	}

	@Test
	void whenTheServiceForcesThenAPasskeyOfAnotherUserDoesNotDo() {
		SoftAuthenticator bobs = new SoftAuthenticator(origin);
		enrol("bob", bobs);
		enrol("alice");
		signedIn(browser);
		RedirectRequest forced = service.redirect(idp, AuthnRequestOptions.PLAIN.withForceAuthn());
		Page login = browser.open(forced.url());
		Page refused = browser.send(form(login).with("passkey", bobs.get(options(login))));
		assertThat(refused.title()).contains("belongs to another person");
		service.read(idp, browser.send(asserted(refused)), forced.id()).success();
	}

	@Test
	void whenTheAccountIsBarredThenRefusedAsFirstFactor() {
		enrol("carol");
		String carol = "uid=carol,ou=people,dc=example,dc=edu";
		idp.directory().replace(carol, "description", "left");
		try {
			refusedAccount("ACCOUNT_DISABLED", "description");
		}
		finally {
			idp.directory().replace(carol, "description");
		}
	}

	/**
	 * The rule is evaluated on the entry that was read for this login, before there is a
	 * session.
	 */
	@Test
	void whenAnAccessRuleDemandsMoreOfTheUserThenItIsAskedForRightAfterThePasskey() {
		authenticator.verifying(false);
		enrol("alice");
		RedirectRequest request = plain();
		assertThat(service.read(idp, browser.send(asserted(browser.open(request.url()))), request.id())
			.success()
			.authnContextClass()).as("no rule for that address").isNotEqualTo(MFA);
		String alice = "uid=alice,ou=people,dc=example,dc=edu";
		idp.directory().replace(alice, "mail", "strict@example.edu");
		try {
			browser.clear();
			RedirectRequest strict = plain();
			Page more = browser.send(asserted(browser.open(strict.url())));
			assertThat(browser.cookie("campanile-session")).isEmpty();
			Form password = more.loginForm().with("j_username", "alice").with("j_password", "alice-demo");
			DecodedAssertion assertion = service.read(idp, browser.send(password), strict.id()).success();
			assertThat(assertion.values("mail")).containsExactly("strict@example.edu");
			assertThat(assertion.authnContextClass()).isEqualTo(MFA);
		}
		finally {
			idp.directory().replace(alice, "mail", "alice@example.edu");
		}
	}

	@Test
	void whenNonsenseIsSentThenThePageAndNoFault() {
		enrol("alice");
		Page login = browser.open(mfa().url());
		for (String nonsense : List.of("", "{}", "null", "[]", "{\"response\":{}}", "x".repeat(70_000),
				"{\"id\":\"AA\",\"rawId\":\"AA\",\"type\":\"public-key\",\"response\":{\"clientDataJSON\":\"e30\","
						+ "\"authenticatorData\":\"AA\",\"signature\":\"AA\"},\"clientExtensionResults\":{}}")) {
			Page page = browser.send(form(login).with("passkey", nonsense));
			assertThat(page.status()).as(nonsense).isIn(200, 429);
		}
	}

	private Page signedIn(Browser other) {
		return other.send(asserted(other.open(mfa().url())));
	}

	private void refusedAccount(String code, String detail) {
		browser.clear();
		try (LogLines audit = LogLines.audit()) {
			Page page = browser.send(asserted(browser.open(mfa().url())));
			assertThat(page.text("code")).startsWith(code + "-");
			assertThat(audit.lines()).singleElement().asString().contains(" code=" + code + "-", detail);
		}
	}

	private void refused(SoftAuthenticator with, String detail) {
		Browser other = new Browser();
		Page login = other.open(mfa().url());
		try (LogLines audit = LogLines.audit()) {
			Page page = other.send(form(login).with("passkey", with.get(options(login))));
			assertThat(page.title()).contains("That passkey was not accepted");
			assertThat(audit.lines()).singleElement()
				.asString()
				.startsWith("event=LOGIN_REFUSED code=BAD_CREDENTIALS-")
				.contains(" factor=passkey ", detail);
		}
	}

	private void enrol(String user) {
		enrol(user, authenticator);
	}

	private void enrol(String user, SoftAuthenticator with) {
		browser.clear();
		Page page = browser.login(mfa().url(), user, user + "-demo");
		assertThat(browser.send(form(page).with("passkey", with.create(options(page))).with("name", "key")).samlForm())
			.isNotNull();
		browser.clear();
	}

	private Form created(Page page) {
		return form(page).with("passkey", authenticator.create(options(page)));
	}

	private Form asserted(Page page) {
		return form(page).with("passkey", authenticator.get(options(page)));
	}

	private static Form form(Page page) {
		return page.formWith("passkey").orElseThrow();
	}

	private static String options(Page page) {
		return form(page).fields().getOrDefault("options", "");
	}

	private static RedirectRequest plain() {
		return service.redirect(idp, AuthnRequestOptions.PLAIN);
	}

	private static RedirectRequest mfa() {
		return service.redirect(idp, AuthnRequestOptions.PLAIN
			.withAuthnContext(new RequestedAuthnContext(RequestedAuthnContext.Comparison.EXACT, List.of(MFA))));
	}

}
