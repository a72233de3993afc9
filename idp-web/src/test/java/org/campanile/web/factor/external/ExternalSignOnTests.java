package org.campanile.web.factor.external;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import org.campanile.authn.AuthenticatedUser;
import org.campanile.authn.AuthenticationMethod.Submission;
import org.campanile.authn.Factor;
import org.campanile.authn.FactorKind;
import org.campanile.authn.LoginOrigin;
import org.campanile.factor.Enrolments;
import org.campanile.factor.external.ExternalMethod;
import org.campanile.factor.otp.TotpMethod;
import org.campanile.signon.RequestedAuthnContext;
import org.campanile.testkit.MutableClock;
import org.campanile.testkit.Polling;
import org.campanile.testkit.browser.Browser;
import org.campanile.testkit.browser.ForeignService;
import org.campanile.testkit.browser.Form;
import org.campanile.testkit.browser.Page;
import org.campanile.testkit.factor.TestApp;
import org.campanile.testkit.serviceprovider.AuthnRequestOptions;
import org.campanile.testkit.serviceprovider.PostRequest;
import org.campanile.testkit.serviceprovider.RedirectRequest;
import org.campanile.web.testkit.LogLines;
import org.campanile.web.testkit.TestIdp;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests logins with a code that another system checks, or that a user confirms on a
 * device.
 */
@Timeout(120)
class ExternalSignOnTests {

	private static final String MFA = "https://refeds.org/profile/mfa";

	private static final String PRESS = "Confirm the sign-in on your device, then press the button.";

	private static final String TRUST = "Don’t ask again on this device for 30 days";

	private static final Path home = TestIdp.newHome();

	private static final Path homeOfPush = TestIdp.newHome();

	private static final ForeignService service = ForeignService.at("mfa.example.org", InstantSource.system())
		.registered(home);

	private static final MutableClock clock = new MutableClock(Instant.now());

	private static final ForeignService pushed = ForeignService.at("push.example.org", clock).registered(homeOfPush);

	private static StubPrivacyIdea stub;

	private static TestIdp codes;

	private static TestIdp push;

	private final Browser browser = new Browser();

	@BeforeAll
	static void start() throws IOException {
		stub = new StubPrivacyIdea();
		codes = TestIdp.start(home, "campanile.factors.enabled=true", "campanile.factors.external.enabled=true",
				"campanile.factors.external.url=" + stub.url());
		push = TestIdp.start(homeOfPush, TestIdp.clock(clock), "campanile.factors.enabled=true",
				"campanile.factors.external.enabled=true", "campanile.factors.external.url=" + stub.url() + "/",
				"campanile.factors.external.service-token=secret", "campanile.factors.external.users=challenge",
				"campanile.factors.trusted-device.enabled=true", "campanile.factors.enrol-at-login=false");
	}

	@AfterAll
	static void stop() {
		codes.close();
		push.close();
		stub.close();
	}

	@BeforeEach
	void restore() {
		stub.instead = null;
		stub.confirmation = "pending";
		stub.asked.clear();
		// Lets the circuit breakers and rate limits of the previous test expire.
		clock.advance(Duration.ofMinutes(10));
	}

	@Test
	void whenTheCodeIsRightThenMfaIsStated() {
		RedirectRequest request = request(codes);
		Page page = browser.login(request.url(), "alice", "alice-demo");
		assertThat(page.text("h1")).isEqualTo("Confirm that it’s you");
		assertThat(stub.asked).as("nothing is asked before a code is typed").isEmpty();
		Page answer = browser.send(form(page).with("code", "123456"));
		assertThat(service.read(codes, answer, request.id()).success().authnContextClass()).isEqualTo(MFA);
	}

	@Test
	void whenTheCodeIsWrongThenAskedAgainAndAudited() {
		Page page = browser.login(request(codes).url(), "alice", "alice-demo");
		try (LogLines audit = LogLines.audit()) {
			Page again = browser.send(form(page).with("code", "654321"));
			assertThat(again.text("#error")).isEqualTo("That is not the right code. Please check it and try again.");
			assertThat(again.document().select("input[name=code]").attr("value")).isEmpty();
			assertThat(audit.lines()).singleElement()
				.asString()
				.startsWith("event=LOGIN_REFUSED code=BAD_CREDENTIALS-")
				.contains(" factor=external ", "wrong otp value")
				.doesNotContain("654321");
		}
	}

	@Test
	void whenAPinBeginsAChallengeThenItIsAnsweredOnAnotherPage() {
		RedirectRequest request = request(codes);
		Page page = browser.login(request.url(), "alice", "alice-demo");
		try (LogLines audit = LogLines.audit()) {
			Page challenge = browser.send(form(page).with("code", "pin"));
			assertThat(challenge.text("#said")).isEqualTo("Please enter the code");
			assertThat(audit.lines()).as("neither proven nor wrong").isEmpty();
			Page answer = browser.send(form(challenge).with("code", "123456"));
			assertThat(service.read(codes, answer, request.id()).success().authnContextClass()).isEqualTo(MFA);
		}
		assertThat(stub.asked.getLast().fields()).containsEntry("transaction_id", StubPrivacyIdea.TRANSACTION);
	}

	@Test
	void whenItDoesNotAnswerThenAPageSaysSoAndNothingIsProven() {
		Page page = browser.login(request(push).url(), "alice", "alice-demo");
		stub.answerWith(500, "<html>Internal Server Error</html>");
		try (LogLines audit = LogLines.audit()) {
			Page down = browser.send(form(page));
			assertThat(down.status()).isEqualTo(503);
			assertThat(down.text("code")).startsWith("FACTOR_UNAVAILABLE-");
			assertThat(audit.lines()).singleElement().asString().contains(" factor=external ", "status 500");
		}
		assertThat(browser.cookie("campanile-session")).isEmpty();
	}

	@Test
	void whenWhoHasATokenCannotBeAskedThenAPageSaysSo() {
		stub.answerWith(200, "<html>Sign in to the proxy</html>");
		Page down = browser.login(request(push).url(), "alice", "alice-demo");
		assertThat(down.status()).isEqualTo(503);
		assertThat(down.text("code")).startsWith("FACTOR_UNAVAILABLE-");
	}

	@Test
	void whenTheUserHasNoTokenThenTheServiceIsRefused() {
		RedirectRequest request = request(push);
		Page page = browser.login(request.url(), "bob", "bob-demo");
		assertThat(pushed.read(push, page, request.id()).status().secondLevel())
			.isEqualTo("urn:oasis:names:tc:SAML:2.0:status:NoAuthnContext");
		assertThat(stub.paths()).containsOnly("/validate/triggerchallenge");
	}

	/**
	 * Otherwise an attacker who knows the password could lock the token by wrong codes,
	 * and do without it.
	 */
	@Test
	void whenTheTokenIsLockedThenItIsAskedForNevertheless() {
		stub.answerWith(200, StubPrivacyIdea.LOCKED);
		Page page = browser.login(request(push).url(), "alice", "alice-demo");
		assertThat(page.text("h1")).isEqualTo("Confirm that it’s you");
		assertThat(stub.paths()).containsExactly("/validate/triggerchallenge");
	}

	@Test
	void whenNotAskedForThenNothingIsTriggered() {
		RedirectRequest request = pushed.redirect(push, AuthnRequestOptions.PLAIN);
		Page page = browser.login(request.url(), "alice", "alice-demo");
		assertThat(pushed.read(push, page, request.id()).success().authnContextClass()).isNotEqualTo(MFA);
		assertThat(stub.asked).isEmpty();
	}

	@Test
	void whenConfirmedOnTheDeviceThenThePageThatWaitsGoesOnWithoutAButton() {
		RedirectRequest request = request(push);
		Page waiting = browser.login(request.url(), "alice", "alice-demo");
		assertThat(stub.paths()).as("one request on the device").containsExactly("/validate/triggerchallenge");
		assertThat(waiting.document().select("input[name=code]")).isEmpty();
		assertThat(waiting.text("main > [role=status]")).contains("This page continues by itself");
		Page still = browser.open(refresh(waiting));
		assertThat(still.text("h1")).isEqualTo("Confirm that it’s you");
		assertThat(still.text("#error")).isEmpty();
		stub.confirmation = "accept";
		Page answer = browser.open(refresh(still));
		assertThat(pushed.read(push, answer, request.id()).success().authnContextClass()).isEqualTo(MFA);
		assertThat(stub.paths()).containsOnlyOnce("/validate/triggerchallenge");
	}

	@Test
	void whenThePageThatWaitsIsInAnotherLanguageThenItWaitsOn() {
		RedirectRequest request = request(push);
		Page still = browser.open(refresh(browser.login(request.url(), "alice", "alice-demo")));
		Page german = browser.open(still.link("Deutsch"));
		assertThat(german.document().select("html").attr("lang")).isEqualTo("de");
		stub.confirmation = "accept";
		Page answer = browser.open(refresh(german));
		assertThat(pushed.read(push, answer, request.id()).success().authnContextClass()).isEqualTo(MFA);
	}

	/** A request on the device before the password would belong to no login. */
	@Test
	void whenAChangeOfTheAccountAsksForThePasswordFirstThenTheDeviceIsNotCalledYet() {
		Page waiting = browser.login(request(push).url(), "alice", "alice-demo");
		stub.confirmation = "accept";
		browser.open(refresh(waiting));
		clock.advance(Duration.ofMinutes(11));
		stub.asked.clear();
		Page password = browser.open(push.baseUrl() + "/account/change?do=add&id=totp");
		assertThat(password.formWith("j_password")).isPresent();
		assertThat(stub.asked).isEmpty();
	}

	/** The page that loads again would lose a tick. */
	@Test
	void whenTheDeviceIsToBeTrustedThenThePageThatWaitsKeepsThat() {
		RedirectRequest request = request(push);
		Page waiting = browser.login(request.url(), "alice", "alice-demo");
		assertThat(waiting.document().select("input[name=trust_device]")).isEmpty();
		assertThat(waiting.texts("button[name=trust_device]")).containsExactly(TRUST);
		Page chosen = browser.send(form(waiting).with("trust_device", "true"));
		assertThat(chosen.document().select("button[name=trust_device]")).isEmpty();
		Page still = browser.open(refresh(chosen));
		assertThat(form(still).fields()).containsEntry("trust_device", "true");
		stub.confirmation = "accept";
		Page answer = browser.open(refresh(still));
		pushed.read(push, answer, request.id()).success();
		assertThat(browser.cookie("campanile-device")).isPresent();
	}

	@Test
	void whenACodeWouldDoAsWellThenThePageDoesNotSayThatItContinues() {
		stub.answerWith(200, StubPrivacyIdea.json("1", "CHALLENGE", StubPrivacyIdea.challenge("poll", "Please confirm")
			.replace("[{", "[{\"client_mode\":\"interactive\",\"type\":\"hotp\"},{")));
		Page page = browser.login(request(push).url(), "alice", "alice-demo");
		assertThat(page.document().select("input[name=code]")).hasSize(1);
		assertThat(page.headers().firstValue("Refresh")).isEmpty();
		assertThat(page.text("main > [role=status]")).isEqualTo(PRESS);
		assertThat(page.text("label.choice")).startsWith(TRUST);
	}

	@Test
	void whenACodeWouldDoAsWellThenAWrongOneIsNotCalledDeclined() {
		stub.answerWith(200, StubPrivacyIdea.json("1", "CHALLENGE", StubPrivacyIdea.challenge("poll", "Please confirm")
			.replace("[{", "[{\"client_mode\":\"interactive\",\"type\":\"hotp\"},{")));
		Page page = browser.login(request(push).url(), "alice", "alice-demo");
		stub.instead = null;
		Page wrong = browser.send(form(page).with("code", "654321"));
		assertThat(wrong.text("#error")).isEqualTo("That is not the right code. Please check it and try again.");
		stub.confirmation = "declined";
		assertThat(browser.send(form(wrong)).text("#error")).startsWith("The sign-in was not confirmed.");
	}

	@Test
	void whenItWasProvenLastThenItIsAskedForFirst() throws Exception {
		Enrolments enrolments = codes.bean(Enrolments.class);
		AuthenticatedUser alice = new AuthenticatedUser("alice", "alice", Optional.empty(),
				List.of(new Factor(FactorKind.PASSWORD, Instant.EPOCH)), Optional.empty());
		TotpMethod totp = codes.bean(TotpMethod.class);
		Map<String, String> challenge = totp.enrolmentChallenge(alice);
		totp.enrol(alice, new Submission("alice", Map.of("code", new TestApp(challenge).code(Instant.now())), challenge,
				new LoginOrigin("127.0.0.1")));
		try {
			RedirectRequest request = request(codes);
			Page app = browser.login(request.url(), "alice", "alice-demo");
			assertThat(app.text("h1")).isEqualTo("Enter the code from your authenticator app");
			Page external = browser.send(form(app).with("other", "external"));
			service.read(codes, browser.send(form(external).with("code", "123456")), request.id()).success();
			Polling.until(() -> ExternalMethod.KIND.equals(enrolments.find("alice").lastUsed()));
			browser.clear();
			assertThat(browser.login(request(codes).url(), "alice", "alice-demo").text("h1"))
				.isEqualTo("Confirm that it’s you");
		}
		finally {
			enrolments.remove("alice");
		}
	}

	@Test
	void whenTheAddressIsTooLongForAHeaderThenThePageDoesNotSayThatItContinues() {
		List<String> classes = new ArrayList<>(Collections.nCopies(49, "urn:" + "x".repeat(56)));
		classes.addFirst(MFA);
		PostRequest request = pushed.post(push, AuthnRequestOptions.PLAIN.withRelayState("r".repeat(1024))
			.withAuthnContext(new RequestedAuthnContext(RequestedAuthnContext.Comparison.EXACT, classes)));
		Page form = browser.follow(browser.sendCrossSite(Form.post(request.action(), request.fields())));
		Page page = browser.login(form, "alice", "alice-demo");
		assertThat(page.text("h1")).isEqualTo("Confirm that it’s you");
		assertThat(page.headers().firstValue("Refresh")).isEmpty();
		assertThat(page.text("main > [role=status]")).isEqualTo(PRESS);
	}

	@Test
	void whenTheButtonIsPressedThenCheckedToo() {
		RedirectRequest request = request(push);
		Page waiting = browser.login(request.url(), "alice", "alice-demo");
		stub.confirmation = "accept";
		Page answer = browser.send(form(waiting).without("again"));
		assertThat(pushed.read(push, answer, request.id()).success().authnContextClass()).isEqualTo(MFA);
	}

	@Test
	void whenDeclinedThenItCountsAndThePageNoLongerWaits() {
		Page waiting = browser.login(request(push).url(), "alice", "alice-demo");
		stub.confirmation = "declined";
		try (LogLines audit = LogLines.audit()) {
			Page declined = browser.open(refresh(waiting));
			assertThat(declined.text("#error")).startsWith("The sign-in was not confirmed.");
			assertThat(declined.headers().firstValue("Refresh")).isEmpty();
			assertThat(declined.text("main > [role=status]")).isEqualTo(PRESS);
			assertThat(audit.lines()).singleElement().asString().contains("BAD_CREDENTIALS", "declined on the device");
		}
	}

	@Test
	void whenNotConfirmedInTimeThenThePageStopsAndAnotherRequestCanBeSent() {
		RedirectRequest request = request(push);
		Page waiting = browser.login(request.url(), "alice", "alice-demo");
		clock.advance(Duration.ofMinutes(3));
		Page over = browser.open(refresh(waiting));
		assertThat(over.text("#error")).isEqualTo("That took too long. Please start again.");
		assertThat(over.headers().firstValue("Refresh")).isEmpty();
		Page again = browser.send(form(over).with("again", "true"));
		assertThat(stub.paths()).containsExactly("/validate/triggerchallenge", "/validate/triggerchallenge");
		stub.confirmation = "accept";
		assertThat(pushed.read(push, browser.open(refresh(again)), request.id()).success().authnContextClass())
			.isEqualTo(MFA);
	}

	/**
	 * Otherwise an attacker who knows the password could send requests to the device
	 * until its owner gives in.
	 */
	@Test
	void whenManyRequestsAreMadeThenTheDeviceIsLeftAlone() {
		Page page = browser.login(request(push).url(), "alice", "alice-demo");
		for (int i = 0; i < 10; i++) {
			page = browser.send(form(page).with("again", "true"));
		}
		assertThat(page.text("#error")).startsWith("Too many requests were sent");
		assertThat(stub.paths()).hasSize(5).containsOnly("/validate/triggerchallenge");
	}

	@Test
	void whenTheWaitingAddressIsOpenedInAnotherBrowserThenItGetsNothing() {
		Page waiting = browser.login(request(push).url(), "alice", "alice-demo");
		stub.confirmation = "accept";
		Page other = new Browser().open(refresh(waiting));
		assertThat(other.status()).isEqualTo(403);
		assertThat(stub.paths()).doesNotContain("/validate/check");
	}

	/** Typed codes must not be accepted by GET. */
	@Test
	void whenAPageThatDoesNotWaitIsOpenedLikeThatThenItIsShownAgainAndNothingIsChecked() {
		Page page = browser.login(request(codes).url(), "alice", "alice-demo");
		Page opened = browser.open(codes.baseUrl() + "/login?code=123456&step=" + form(page).fields().get("flow"));
		assertThat(opened.text("h1")).isEqualTo("Confirm that it’s you");
		assertThat(stub.asked).isEmpty();
	}

	private static RedirectRequest request(TestIdp idp) {
		return (idp == push ? pushed : service).redirect(idp, AuthnRequestOptions.PLAIN
			.withAuthnContext(new RequestedAuthnContext(RequestedAuthnContext.Comparison.EXACT, List.of(MFA))));
	}

	private static Form form(Page page) {
		return page.formWith("flow").orElseThrow();
	}

	private static String refresh(Page page) {
		Matcher refresh = Pattern.compile("4; url=(/.*)").matcher(page.header("Refresh"));
		assertThat(refresh.matches()).isTrue();
		return page.url().resolve(refresh.group(1)).toString();
	}

}
