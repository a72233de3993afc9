package org.campanile.web.factor;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import org.campanile.authn.FactorKind;
import org.campanile.factor.Credential;
import org.campanile.factor.Enrolments;
import org.campanile.factor.bypass.Bypasses;
import org.campanile.fake.factor.FakeFactor;
import org.campanile.gate.GateProtocol;
import org.campanile.signon.RequestedAuthnContext;
import org.campanile.testkit.MutableClock;
import org.campanile.testkit.browser.Browser;
import org.campanile.testkit.browser.Cookie;
import org.campanile.testkit.browser.ForeignService;
import org.campanile.testkit.browser.Form;
import org.campanile.testkit.browser.Page;
import org.campanile.testkit.serviceprovider.AuthnRequestOptions;
import org.campanile.testkit.serviceprovider.RedirectRequest;
import org.campanile.web.testkit.CasApp;
import org.campanile.web.testkit.LogLines;
import org.campanile.web.testkit.TestIdp;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests logins in which a bypass or a trusted device replaces the second factor. */
@Timeout(120)
class SilentFactorsSignOnTests {

	private static final String MFA = "https://refeds.org/profile/mfa";

	private static final String OWN = "https://sso.example.edu/ac/second";

	private static final String PASSWORD = "urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport";

	private static final String TRUST = "trust_device";

	private static final String APP = "https://app.example.edu/";

	private static final String WIKI = "http://wiki.example.edu";

	private static final MutableClock clock = new MutableClock(Instant.now());

	private static final Path home = TestIdp.newHome();

	private static final ForeignService service = ForeignService.at("mfa.example.org", clock).registered(home);

	private static final FakeFactor factor = new FakeFactor(clock);

	@AutoClose
	private static TestIdp idp;

	private final Browser browser = new Browser().withHeader("User-Agent",
			"Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0");

	@BeforeAll
	static void start() throws Exception {
		Files.createDirectories(home.resolve("services"));
		Files.writeString(home.resolve("services/app.yaml"), "prefix: " + APP + "\nname: app\n");
		idp = TestIdp.start(home, context -> {
			factor.register(context);
			TestIdp.clock(clock).initialize(context);
		}, "campanile.factors.enabled=true", "campanile.factors.bypass.enabled=true",
				"campanile.factors.trusted-device.enabled=true", "campanile.factors.trusted-device.lifetime=14d",
				"campanile.authentication.contexts[0].uri=" + PASSWORD,
				"campanile.authentication.contexts[0].factors[0]=password",
				"campanile.authentication.contexts[1].uri=" + OWN,
				"campanile.authentication.contexts[1].factors[0]=password + *",
				"campanile.authentication.contexts[1].factors[1]=password + bypass",
				"campanile.authentication.contexts[1].factors[2]=password + trusted-device",
				"campanile.authentication.contexts[2].uri=" + MFA,
				"campanile.authentication.contexts[2].factors[0]=password + *",
				"campanile.gate.sites.wiki.urls=" + WIKI, "campanile.access.rules[0].name=recent",
				"campanile.access.rules[0].effect=step-up", "campanile.access.rules[0].services=wiki",
				"campanile.access.rules[0].paths=/grades", "campanile.access.rules[0].classes=" + OWN,
				"campanile.access.rules[0].max-age=5m");
	}

	@AfterEach
	void forget() throws Exception {
		idp.bean(Enrolments.class).remove("alice");
	}

	@Test
	void whenABypassLastsThenNothingIsAskedAndTheAuditLineSaysWhy() throws Exception {
		bypass();
		RedirectRequest request = request(OWN);
		try (LogLines audit = LogLines.audit()) {
			Page page = password(request);
			assertThat(service.read(idp, page, request.id()).success().authnContextClass()).isEqualTo(OWN);
			assertThat(audit.lines()).hasSize(3);
			assertThat(audit.lines().get(1)).startsWith("event=LOGIN code=OK user=alice ")
				.contains(" factor=bypass ", " bypassBy=helpdesk ", " bypassReason=\"lost phone\" ");
		}
	}

	@Test
	void whenABypassIsOverOrRevokedThenTheFactorIsAskedFor() throws Exception {
		bypass();
		clock.advance(Duration.ofHours(3));
		assertThat(password(request(OWN)).title()).isEqualTo("One more");
		bypass();
		idp.bean(Bypasses.class).revoke("alice", "helpdesk");
		assertThat(new Browser().login(request(OWN).url(), "alice", "alice-demo").title()).isEqualTo("One more");
	}

	@Test
	void whenABypassEndsThenTheSessionNoLongerRestsOnIt() throws Exception {
		bypass();
		RedirectRequest first = request(OWN);
		service.read(idp, password(first), first.id()).success();
		RedirectRequest again = request(OWN);
		service.read(idp, browser.open(again.url()), again.id()).success();
		idp.bean(Bypasses.class).revoke("alice", "helpdesk");
		assertThat(browser.open(request(OWN).url()).title()).as("the step-up alone").isEqualTo("One more");
		RedirectRequest weaker = request(PASSWORD);
		assertThat(service.read(idp, browser.open(weaker.url()), weaker.id()).success().authnContextClass())
			.isEqualTo(PASSWORD);
	}

	@Test
	void whenMfaIsAskedForThenABypassDoesNotCount() throws Exception {
		bypass();
		assertThat(password(request(MFA)).title()).isEqualTo("One more");
	}

	@Test
	void whenSignedInWithAPasswordThenTheBypassRaisesTheSessionWithoutAPage() throws Exception {
		RedirectRequest first = request(PASSWORD);
		service.read(idp, password(first), first.id()).success();
		bypass();
		RedirectRequest stronger = request(OWN);
		assertThat(service.read(idp, browser.open(stronger.url()), stronger.id()).success().authnContextClass())
			.isEqualTo(OWN);
	}

	/**
	 * At the CAS endpoint, the session is upgraded without a page that asks for a factor.
	 */
	@Test
	void whenCasAsksForMoreThenTheBypassRaisesTheSessionWithoutAPage() throws Exception {
		RedirectRequest first = request(PASSWORD);
		service.read(idp, password(first), first.id()).success();
		bypass();
		String ticket = raised();
		assertThat(validated("p3/serviceValidate", ticket, "")).contains("<cas:isFromNewLogin>false<");
	}

	@Test
	void whenOnlyTheBypassIsNewThenTheTicketIsNotOfANewLogin() throws Exception {
		RedirectRequest first = request(PASSWORD);
		service.read(idp, password(first), first.id()).success();
		bypass();
		assertThat(validated("serviceValidate", raised(), "&renew=true")).contains("INVALID_TICKET");
	}

	/** Returns the ticket for which the bypass has raised the session. */
	private String raised() {
		clock.advance(Duration.ofMinutes(1));
		Page onwards = browser
			.get(idp.baseUrl() + "/cas/login?service=" + CasApp.encoded(APP) + "&authn_method=" + CasApp.encoded(OWN));
		assertThat(onwards.status()).isEqualTo(303);
		String location = browser.get(onwards.location()).location().toString();
		assertThat(location).startsWith(APP + "?ticket=");
		return location.replaceAll(".*ticket=", "");
	}

	private String validated(String endpoint, String ticket, String more) {
		return browser
			.get(idp.baseUrl() + "/cas/" + endpoint + "?service=" + CasApp.encoded(APP) + "&ticket=" + ticket + more)
			.body();
	}

	@Test
	void whenForcedThenABypassCountsBesideThePassword() throws Exception {
		bypass();
		RedirectRequest forced = service.redirect(idp, options(OWN).withForceAuthn());
		assertThat(service.read(idp, password(forced), forced.id()).success().authnContextClass()).isEqualTo(OWN);
	}

	@Test
	void whenTheDeviceIsTrustedThenItIsNotAskedAgainInANewLogin() throws Exception {
		try (LogLines audit = LogLines.audit()) {
			trust();
			Credential device = idp.bean(Enrolments.class).find("alice").of(FactorKind.TRUSTED_DEVICE).getFirst();
			assertThat(device.name()).isEqualTo("Firefox, Linux");
			String credential = " factor=trusted-device credential=" + device.id() + ' ';
			assertThat(audit.lines()).filteredOn(line -> line.contains("event=FACTOR_ADDED"))
				.singleElement()
				.asString()
				.contains(credential + "name=\"Firefox, Linux\" ");
			audit.forget();
			RedirectRequest request = request(OWN);
			Page page = password(request);
			assertThat(service.read(idp, page, request.id()).success().authnContextClass()).isEqualTo(OWN);
			assertThat(audit.lines().get(1)).contains(credential + "device=\"Firefox, Linux\" ");
		}
	}

	@Test
	void whenNotTickedThenAskedAgain() {
		RedirectRequest request = request(OWN);
		service.read(idp, browser.send(FakeFactor.answered(password(request))), request.id()).success();
		logOut();
		assertThat(password(request(OWN)).title()).isEqualTo("One more");
	}

	@Test
	void whenTrustedThenMfaAndForcedLoginsStillAskAndSoDoesItsEnd() {
		trust();
		assertThat(password(request(MFA)).title()).as("not for REFEDS MFA").isEqualTo("One more");
		logOut();
		assertThat(password(service.redirect(idp, options(OWN).withForceAuthn())).title()).as("forced")
			.isEqualTo("One more");
		logOut();
		clock.advance(Duration.ofDays(14));
		assertThat(password(request(OWN)).title()).as("over").isEqualTo("One more");
	}

	@Test
	void whenTheRuleOfAPageLimitsTheAgeThenThePasswordIsAskedForAndTheDeviceStillCounts() {
		trust();
		String page = WIKI + "/grades";
		String mark = "a".repeat(24);
		String demand = idp.bean(GateProtocol.class)
			.sealed(new GateProtocol.Demand("recent", "GET", List.of(OWN), true, true), page, mark);
		Form form = browser
			.open(idp.baseUrl() + "/gate/login?browser=" + mark + "&url=" + CasApp.encoded(page) + "&demand=" + demand)
			.loginForm();
		Page answer = browser.send(form.with("j_username", "alice").with("j_password", "alice-demo"));
		assertThat(answer.header("location")).startsWith(WIKI + "/.campanile/gate?code=");
	}

	@Test
	void whenTheTrustIsOverThenTheAccountPageNoLongerListsTheDevice() {
		trust();
		assertThat(account().texts("#devices ~ ul .name")).containsExactly("Firefox, Linux");
		logOut();
		clock.advance(Duration.ofDays(14));
		Page page = account();
		assertThat(page.text("h1")).isEqualTo("Your account");
		assertThat(page.document().select("#devices")).isEmpty();
	}

	/**
	 * Otherwise a stolen password would be enough to add a factor at a trusted device.
	 */
	@Test
	void whenTheDeviceIsTrustedThenAChangeOfTheAccountStillAsksForTheFactor() {
		trust();
		account();
		Page password = browser.open(idp.baseUrl() + "/account/change?do=add&id=totp");
		Page asked = browser.send(password.loginForm().with("j_password", "alice-demo"));
		assertThat(asked.title()).isEqualTo("One more");
		browser.send(FakeFactor.answered(asked));
		assertThat(browser.open(idp.baseUrl() + "/account/change?do=add&id=totp").text("h1"))
			.isEqualTo("Add an authenticator app");
	}

	private Page account() {
		RedirectRequest request = request(PASSWORD);
		service.read(idp, password(request), request.id()).success();
		return browser.open(idp.baseUrl() + "/account");
	}

	@Test
	void whenTheCookieIsStolenThenThePasswordIsStillNeeded() {
		trust();
		Browser thief = new Browser();
		thief.put(deviceCookie());
		assertThat(thief.open(request(OWN).url()).loginForm()).isNotNull();
		Page otherUser = thief.login(request(OWN).url(), "bob", "bob-demo");
		assertThat(otherUser.title()).as("of another user it proves nothing").isEqualTo("One more");
	}

	@Test
	void whenTheDeviceIsRemovedThenAskedAgain() throws Exception {
		trust();
		Enrolments enrolments = idp.bean(Enrolments.class);
		enrolments.change("alice",
				enrolment -> enrolment.without(enrolment.of(FactorKind.TRUSTED_DEVICE).getFirst().id()));
		assertThat(password(request(OWN)).title()).isEqualTo("One more");
	}

	@Test
	void whenTheFactorWasWrongThenTheDeviceIsNotTrusted() throws Exception {
		Page number = password(request(OWN));
		browser.send(number.formWith("number").orElseThrow().with("number", "7").with(TRUST, "true"));
		assertThat(idp.bean(Enrolments.class).find("alice").credentials()).isEmpty();
		assertThat(browser.cookie("campanile-device")).isEmpty();
	}

	@Test
	void whenOnASharedComputerThenTheDeviceIsNotTrusted() throws Exception {
		Page number = password(request(OWN));
		browser.send(FakeFactor.answered(number).with(TRUST, "true").with("shared_computer", "true"));
		assertThat(idp.bean(Enrolments.class).find("alice").credentials()).isEmpty();
	}

	/**
	 * Anyone who knows the password can send its form, so it must not make a device
	 * trusted.
	 */
	@Test
	void whenTickedOnThePasswordFormThenTheDeviceIsNotTrusted() throws Exception {
		Page form = browser.open(request(OWN).url());
		browser.send(form.loginForm().with("j_username", "alice").with("j_password", "alice-demo").with(TRUST, "true"));
		assertThat(idp.bean(Enrolments.class).find("alice").credentials()).isEmpty();
	}

	private void bypass() throws Exception {
		assertThat(idp.bean(Bypasses.class)
			.grant("alice", "lost phone", "helpdesk", clock.instant().plus(Duration.ofHours(2))))
			.isInstanceOf(Bypasses.Grant.Granted.class);
	}

	private void trust() {
		RedirectRequest request = request(OWN);
		Page answer = browser.send(FakeFactor.answered(password(request)).with(TRUST, "true"));
		service.read(idp, answer, request.id()).success();
		assertThat(deviceCookie().value()).isNotEmpty();
		logOut();
	}

	private Cookie deviceCookie() {
		return browser.cookie("campanile-device").orElseThrow();
	}

	/** Ends the session; the cookie of the trusted device remains. */
	private void logOut() {
		browser.open(idp.baseUrl() + "/profile/Logout");
	}

	private static AuthnRequestOptions options(String authnContextClass) {
		return AuthnRequestOptions.PLAIN.withAuthnContext(
				new RequestedAuthnContext(RequestedAuthnContext.Comparison.EXACT, List.of(authnContextClass)));
	}

	private static RedirectRequest request(String authnContextClass) {
		return service.redirect(idp, options(authnContextClass));
	}

	private Page password(RedirectRequest request) {
		return browser.login(request.url(), "alice", "alice-demo");
	}

}
