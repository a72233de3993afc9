package org.campanile.web.factor.otp;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import org.campanile.authn.AuthenticatedUser;
import org.campanile.authn.AuthenticationMethod;
import org.campanile.authn.EnrolledMethod;
import org.campanile.authn.Factor;
import org.campanile.authn.FactorKind;
import org.campanile.authn.LoginOrigin;
import org.campanile.factor.Enrolments;
import org.campanile.factor.otp.HotpMethod;
import org.campanile.factor.otp.TotpMethod;
import org.campanile.signon.RequestedAuthnContext;
import org.campanile.testkit.MutableClock;
import org.campanile.testkit.browser.Browser;
import org.campanile.testkit.browser.ForeignService;
import org.campanile.testkit.browser.Form;
import org.campanile.testkit.browser.Page;
import org.campanile.testkit.record.CountingRecordStore;
import org.campanile.testkit.serviceprovider.AuthnRequestOptions;
import org.campanile.testkit.serviceprovider.RedirectRequest;
import org.campanile.web.testkit.CountingBeans;
import org.campanile.web.testkit.LogLines;
import org.campanile.web.testkit.TestIdp;

import static org.assertj.core.api.Assertions.assertThat;

/** Logins with codes of an app or a token, over HTTP. */
@Timeout(120)
class TotpSignOnTests {

	private static final String MFA = "https://refeds.org/profile/mfa";

	private static final MutableClock clock = new MutableClock(Instant.now());

	private static final Path home = TestIdp.newHome();

	private static final ForeignService service = ForeignService.at("mfa.example.org", clock).registered(home);

	private static TestIdp idp;

	private final Browser browser = new Browser();

	private TestApp app;

	@BeforeAll
	static void start() {
		idp = TestIdp.start(home, context -> CountingBeans.register(context, clock), "campanile.factors.enabled=true",
				"campanile.factors.hotp.enabled=true");
	}

	@AfterAll
	static void stop() {
		idp.close();
	}

	@BeforeEach
	void enrol() throws Exception {
		idp.bean(Enrolments.class).remove("alice");
		this.app = enrol(idp.bean(TotpMethod.class));
		clock.advance(Duration.ofMinutes(30));
	}

	private static TestApp enrol(EnrolledMethod method) throws Exception {
		AuthenticatedUser alice = new AuthenticatedUser("alice", "alice", Optional.empty(),
				List.of(new Factor(FactorKind.PASSWORD, clock.instant())), Optional.empty());
		Map<String, String> challenge = method.enrolmentChallenge(alice);
		TestApp app = new TestApp(challenge);
		assertThat(method.enrol(alice, new AuthenticationMethod.Submission("alice",
				Map.of("code", app.code(clock.instant()), "name", "Phone"), challenge, new LoginOrigin("127.0.0.1"))))
			.isInstanceOf(EnrolledMethod.EnrolmentVerdict.Enrolled.class);
		return app;
	}

	private static RedirectRequest request() {
		return service.redirect(idp, AuthnRequestOptions.PLAIN.withAuthnContext(
				new RequestedAuthnContext(RequestedAuthnContext.Comparison.EXACT, List.of(MFA))));
	}

	private Page password(RedirectRequest request) {
		return this.browser.login(request.url(), "alice", "alice-demo");
	}

	private Page code(Page page, String code) {
		return this.browser.send(form(page).with("code", code));
	}

	private static Form form(Page page) {
		return page.formWith("code").orElseThrow();
	}

	@Test
	void whenAskedForThenTheCodeIsProvenAfterThePassword() {
		RedirectRequest request = request();
		Page page = password(request);
		assertThat(page.text("h1")).isEqualTo("Enter the code from your authenticator app");
		try (LogLines audit = LogLines.audit()) {
			assertThat(
					service.read(idp, code(page, this.app.code(clock.instant())), request.id()).success().authnContextClass())
				.isEqualTo(MFA);
			assertThat(audit.lines().getFirst()).startsWith("event=LOGIN code=OK user=alice ")
				.contains(" factor=totp ");
		}
	}

	@Test
	void whenTheCodeIsWrongOrUsedThenToldToWaitForTheNext() {
		RedirectRequest first = request();
		String code = this.app.code(clock.instant());
		service.read(idp, code(password(first), code), first.id()).success();
		this.browser.clear();
		RedirectRequest request = request();
		Page again = code(password(request), code);
		assertThat(again.text(".error")).isEqualTo("That code is not right, or it was used before. "
				+ "Wait until the app shows a new code, then enter that one.");
		assertThat(again.title()).startsWith("Error: That code is not right");
		clock.advance(Duration.ofSeconds(30));
		String typed = this.app.code(clock.instant()).replaceAll("^...", "$0 ");
		service.read(idp, code(again, typed), request.id()).success();
	}

	/** The goal of docs/performance.md. */
	@Test
	void whenACodeIsAskedForThenThreeOperationsMoreThanWithoutOne() throws Exception {
		CountingBeans counts = idp.bean(CountingBeans.class);
		RedirectRequest usual = request();
		service.read(idp, code(password(usual), this.app.code(clock.instant())), usual.id()).success();
		this.browser.clear();
		clock.advance(Duration.ofMinutes(1));
		RedirectRequest plain = service.redirect(idp, AuthnRequestOptions.PLAIN);
		counts.forget();
		service.read(idp, password(plain), plain.id()).success();
		int without = operations(counts);
		assertThat(counts.records()).isEmpty();
		this.browser.clear();
		RedirectRequest request = request();
		String code = this.app.code(clock.instant());
		counts.forget();
		service.read(idp, code(password(request), code), request.id()).success();
		assertThat(counts.records()).containsExactly(CountingRecordStore.Operation.FIND,
				CountingRecordStore.Operation.FIND);
		assertThat(operations(counts)).isEqualTo(without + 3);
	}

	private static int operations(CountingBeans counts) {
		return counts.operations().size() + counts.oneTime().size() + counts.records().size();
	}

	@Test
	void whenThereAreTwoKindsThenTheOtherIsOneClickAway() throws Exception {
		TestApp token = enrol(idp.bean(HotpMethod.class));
		RedirectRequest request = request();
		Page page = password(request);
		Page other = this.browser.send(page.formWith("other").orElseThrow().with("other", "hotp"));
		assertThat(other.text("h1")).isEqualTo("Enter the code from your code generator");
		Page wrong = code(other, token.code(0));
		assertThat(wrong.text(".error")).contains("two codes in a row");
		service.read(idp, code(wrong, token.code(300) + token.code(301)), request.id()).success();
	}

	@Test
	void whenFieldsAreMissingOrDoubledThenAskedAgain() {
		RedirectRequest request = request();
		Page page = password(request);
		Map<String, String> hidden = new HashMap<>();
		page.document().select("form").getFirst().select("input[type=hidden]").forEach(
				field -> hidden.put(field.attr("name"), field.attr("value")));
		assertThat(hidden).containsKeys("flow", "_csrf");
		assertThat(code(page, "").text(".error")).contains("not right");
		assertThat(code(page, "x".repeat(10_000)).text(".error")).contains("not right");
	}

}
