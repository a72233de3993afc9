package org.campanile.web.factor.external;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import org.campanile.factor.Credential;
import org.campanile.factor.Enrolments;
import org.campanile.factor.otp.TotpMethod;
import org.campanile.signon.RequestedAuthnContext;
import org.campanile.testkit.MutableClock;
import org.campanile.testkit.browser.Browser;
import org.campanile.testkit.browser.ForeignService;
import org.campanile.testkit.browser.Form;
import org.campanile.testkit.browser.Page;
import org.campanile.testkit.serviceprovider.AuthnRequestOptions;
import org.campanile.testkit.serviceprovider.RedirectRequest;
import org.campanile.web.testkit.TestIdp;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests when a user's phone is called, and pages for users who may have a factor in
 * another system.
 */
@Timeout(120)
class PushSignOnTests {

	private static final String PASSWORD = "urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport";

	private static final String SECOND = "https://sso.example.edu/second-factor";

	private static final MutableClock clock = new MutableClock(Instant.now());

	private static final Path home = TestIdp.newHome();

	private static final ForeignService service = ForeignService.at("push.example.org", clock).registered(home);

	@AutoClose
	private static StubPrivacyIdea stub;

	@AutoClose
	private static TestIdp idp;

	private final Browser browser = new Browser();

	@BeforeAll
	static void start() throws IOException {
		stub = new StubPrivacyIdea();
		idp = TestIdp.start(home, TestIdp.clock(clock), "campanile.factors.enabled=true",
				"campanile.factors.external.enabled=true", "campanile.factors.external.url=" + stub.url(),
				"campanile.factors.external.service-token=secret", "campanile.factors.external.users=challenge",
				"campanile.factors.trusted-device.enabled=true", "campanile.factors.enrol-at-login=false",
				"campanile.authentication.contexts[0].uri=" + PASSWORD,
				"campanile.authentication.contexts[0].factors[0]=password",
				"campanile.authentication.contexts[1].uri=" + SECOND,
				"campanile.authentication.contexts[1].factors[0]=password + *",
				"campanile.authentication.contexts[1].factors[1]=password + trusted-device");
	}

	@BeforeEach
	void restore() {
		stub.confirmation = "pending";
		// Lets what the server remembers of the previous test expire.
		clock.advance(Duration.ofMinutes(10));
		stub.forget();
	}

	@Test
	void whenTheDeviceIsTrustedThenNoPhoneIsCalled() {
		RedirectRequest first = request(SECOND);
		Page waiting = login(first);
		stub.confirmation = "accept";
		service.read(idp, browser.send(form(waiting).with("trust_device", "true")), first.id()).success();
		browser.open(idp.baseUrl() + "/profile/Logout");
		clock.advance(Duration.ofMinutes(6));
		stub.forget();
		RedirectRequest again = request(SECOND);
		assertThat(service.read(idp, login(again), again.id()).success().authnContextClass()).isEqualTo(SECOND);
		assertThat(stub.asked).isEmpty();
	}

	/** SAML Core 3.4.1: nothing is to be noticed of it. */
	@Test
	void whenPassiveThenNoPhoneIsCalled() {
		RedirectRequest first = request(PASSWORD);
		service.read(idp, login(first), first.id()).success();
		RedirectRequest passive = service.redirect(idp, options(SECOND).withPassive());
		assertThat(service.read(idp, browser.open(passive.url()), passive.id()).status().secondLevel())
			.isEqualTo("urn:oasis:names:tc:SAML:2.0:status:NoPassive");
		assertThat(stub.asked).isEmpty();
	}

	@Test
	void whenADeclinedPageIsLoadedAgainThenItCountsOnceAndAnotherRequestCanBeSent() {
		String address = refresh(login(request(SECOND)));
		stub.confirmation = "declined";
		Page declined = browser.open(address);
		for (int i = 0; i < 5; i++) {
			declined = browser.open(address);
			assertThat(declined.text("#error")).startsWith("The sign-in was not confirmed.");
			assertThat(declined.headers().firstValue("Refresh")).isEmpty();
		}
		stub.forget();
		browser.send(form(declined).with("again", "true"));
		assertThat(stub.paths()).containsExactly("/validate/triggerchallenge");
	}

	/** WCAG 2.2.1: a page that reloads can be stopped. */
	@Test
	void whenReloadingIsStoppedThenThePageWaitsForItsButton() {
		RedirectRequest request = request(SECOND);
		Page waiting = login(request);
		assertThat(waiting.text("main > :first-child")).isEqualTo("Stop reloading this page");
		Page still = browser.open(waiting.link("Stop reloading this page"));
		Page german = browser.open(still.link("Deutsch"));
		Page pressed = browser.send(form(german));
		assertThat(List.of(still, german, pressed))
			.allSatisfy(page -> assertThat(page.headers().firstValue("Refresh")).isEmpty());
		assertThat(still.text("main > [role=status]")).endsWith("then press the button.");
		stub.confirmation = "accept";
		service.read(idp, browser.send(form(pressed)), request.id()).success();
	}

	@Test
	void whenTheFactorIsElsewhereThenTheAccountPageDoesNotSayThatThereIsOnlyAPassword() throws Exception {
		RedirectRequest request = request(SECOND);
		Page waiting = login(request);
		stub.confirmation = "accept";
		service.read(idp, browser.open(refresh(waiting)), request.id()).success();
		assertThat(browser.open(idp.baseUrl() + "/account").text("#factors ~ p"))
			.isEqualTo("No passkey or app is set up here.");
		Enrolments enrolments = idp.bean(Enrolments.class);
		Credential app = new Credential(TotpMethod.KIND, "c7", "Old phone", clock.instant(), null, new byte[0]);
		enrolments.change("alice", enrolment -> enrolment.with(app));
		try {
			Page question = browser.open(idp.baseUrl() + "/account/change?do=remove&id=c7");
			assertThat(question.text("h1")).isEqualTo("Remove?");
			assertThat(question.text("main")).doesNotContain("the last one");
		}
		finally {
			enrolments.remove("alice");
		}
	}

	private static AuthnRequestOptions options(String authnContextClass) {
		return AuthnRequestOptions.PLAIN.withAuthnContext(
				new RequestedAuthnContext(RequestedAuthnContext.Comparison.EXACT, List.of(authnContextClass)));
	}

	private static RedirectRequest request(String authnContextClass) {
		return service.redirect(idp, options(authnContextClass));
	}

	private Page login(RedirectRequest request) {
		return browser.login(request.url(), "alice", "alice-demo");
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
