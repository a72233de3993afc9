package org.campanile.web.factor;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import org.campanile.authn.AuthenticatedUser;
import org.campanile.authn.AuthenticationMethod.Submission;
import org.campanile.authn.EnrolledMethod;
import org.campanile.authn.Factor;
import org.campanile.authn.FactorKind;
import org.campanile.authn.LoginOrigin;
import org.campanile.factor.otp.TotpMethod;
import org.campanile.factor.recovery.RecoveryCodeMethod;
import org.campanile.seal.Sha256;
import org.campanile.signon.RequestedAuthnContext;
import org.campanile.testkit.MutableClock;
import org.campanile.testkit.browser.Browser;
import org.campanile.testkit.browser.ForeignService;
import org.campanile.testkit.browser.Page;
import org.campanile.testkit.directory.ObservedDirectory;
import org.campanile.testkit.factor.TestApp;
import org.campanile.testkit.onetime.CountingOneTimeStore;
import org.campanile.testkit.serviceprovider.AuthnRequestOptions;
import org.campanile.web.testkit.CountingBeans;
import org.campanile.web.testkit.TestIdp;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A wrong password must cause the same work and output whether its user has further
 * factors, has none, or does not exist: otherwise an attacker could find out whose
 * password is worth stealing. Compares work rather than time, which varies on a busy
 * machine.
 */
@Timeout(120)
class FactorDisclosureTests {

	private static final String TOKEN = "radius-token-0123456789abcdef01234567";

	private static final MutableClock clock = new MutableClock(Instant.now());

	private static final ObservedDirectory directory = new ObservedDirectory();

	private static ForeignService service;

	private static TestIdp idp;

	@BeforeAll
	static void start() throws Exception {
		var home = TestIdp.newHome();
		service = ForeignService.at("mfa.example.org", clock).registered(home);
		idp = TestIdp.start(home, context -> CountingBeans.register(context, clock),
				"campanile.ldap.urls=ldap://127.0.0.1:" + directory.address().port(), "campanile.factors.enabled=true",
				"campanile.storage.memory.durable.accept-loss=true", "campanile.validation.enabled=true",
				"campanile.validation.failure-step=0",
				"campanile.validation.clients.radius.token-sha256=" + HexFormat.of().formatHex(Sha256.of(TOKEN)));
		AuthenticatedUser alice = new AuthenticatedUser("alice", "alice", Optional.empty(),
				List.of(new Factor(FactorKind.PASSWORD, clock.instant())), Optional.empty());
		EnrolledMethod totp = idp.bean(TotpMethod.class);
		Map<String, String> challenge = totp.enrolmentChallenge(alice);
		enrol(totp, alice, challenge, Map.of("code", new TestApp(challenge).code(clock.instant())));
		EnrolledMethod codes = idp.bean(RecoveryCodeMethod.class);
		enrol(codes, alice, codes.enrolmentChallenge(alice), Map.of());
	}

	private static void enrol(EnrolledMethod method, AuthenticatedUser user, Map<String, String> challenge,
			Map<String, String> fields) throws Exception {
		assertThat(
				method.enrol(user, new Submission(user.loginName(), fields, challenge, new LoginOrigin("127.0.0.1"))))
			.isInstanceOf(EnrolledMethod.EnrolmentVerdict.Enrolled.class);
	}

	@AfterAll
	static void stop() {
		idp.close();
		directory.close();
	}

	/**
	 * The work of one attempt.
	 *
	 * @param searches searches of the directory
	 * @param binds binds as the user, or in place of them if there is no such user
	 * @param enrolments enrolments read or written; each hash of a code needs one
	 * @param sessions operations on sessions
	 * @param records operations on other records
	 */
	private record Work(int searches, int binds, int enrolments, int sessions, int records) {
	}

	/** The work of an attempt, its operations on one-time state, and its response. */
	private record Cost(Work work, List<CountingOneTimeStore.Operation> oneTime, String answer) {
	}

	private interface Try {

		String make() throws Exception;

	}

	private static Cost cost(Try attempt) throws Exception {
		CountingBeans counts = idp.bean(CountingBeans.class);
		counts.forget();
		int searches = directory.searches();
		int binds = directory.binds();
		String answer = attempt.make();
		return new Cost(new Work(directory.searches() - searches, directory.binds() - binds,
				counts.durableRecords().size(), counts.operations().size(), counts.records().size()),
				List.copyOf(counts.oneTime()), answer);
	}

	private static String login(String user) {
		Browser browser = new Browser();
		Page page = browser.login(service
			.redirect(idp,
					AuthnRequestOptions.PLAIN.withAuthnContext(new RequestedAuthnContext(
							RequestedAuthnContext.Comparison.EXACT, List.of("https://refeds.org/profile/mfa"))))
			.url(), user, "wrong");
		assertThat(page.loginForm()).isNotNull();
		return page.text("main").replaceAll("[0-9A-F]{4}-[0-9A-F]{4}", "");
	}

	private static String validation(String user, String pass) throws Exception {
		try (HttpClient client = HttpClient.newHttpClient()) {
			return client
				.send(HttpRequest
					.newBuilder(URI.create(idp.managementUrl().replace("/actuator", "") + "/validate/check"))
					.header("Authorization", "Bearer " + TOKEN)
					.header("Content-Type", "application/x-www-form-urlencoded")
					.POST(BodyPublishers.ofString("user=" + user + "&pass=" + pass))
					.build(), BodyHandlers.ofString())
				.body()
				.replaceAll("\"(time|threadid)\": ?[0-9.E]+", "");
		}
	}

	private static void assertAlike(Cost has, Cost hasNone, Cost nobody) {
		assertThat(hasNone).as("who has no factor, and who has some").isEqualTo(has);
		assertThat(nobody.work()).as("nobody").isEqualTo(has.work());
		assertThat(nobody.answer()).isEqualTo(has.answer());
		assertThat(has.work()).isEqualTo(new Work(1, 1, 0, 0, 0));
	}

	@Test
	void whenThePasswordIsWrongAtTheLoginThenTheSameIsDoneForEverybody() throws Exception {
		login("nobody");
		assertAlike(cost(() -> login("alice")), cost(() -> login("bob")), cost(() -> login("nobody")));
	}

	@Test
	void whenThePasswordIsWrongAtTheValidationThenTheSameIsDoneForEverybody() throws Exception {
		validation("nobody", "wrong123456");
		assertAlike(cost(() -> validation("alice", "wrong123456")), cost(() -> validation("bob", "wrong123456")),
				cost(() -> validation("nobody", "wrong123456")));
	}

}
