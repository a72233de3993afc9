package org.campanile.directory.password;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.campanile.authn.AuthenticatedUser;
import org.campanile.authn.Factor;
import org.campanile.authn.FactorKind;
import org.campanile.authn.LoginOrigin;
import org.campanile.authn.PasswordWarning;
import org.campanile.authn.Verdict;
import org.campanile.authn.Verdict.Proven;
import org.campanile.authn.Verdict.Reason;
import org.campanile.authn.Verdict.Rejected;
import org.campanile.authn.throttle.Throttles;
import org.campanile.directory.Directory;
import org.campanile.directory.DirectoryFixtures;
import org.campanile.directory.DirectorySettings;
import org.campanile.directory.DirectoryUnavailableException;
import org.campanile.directory.DnTemplate;
import org.campanile.directory.FilterTemplate;
import org.campanile.testkit.MutableClock;
import org.campanile.testkit.directory.EmbeddedDirectory;
import org.campanile.testkit.directory.ObservedDirectory;
import org.campanile.testkit.directory.Relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class DirectoryPasswordAuthenticatorTests {

	private static final LoginOrigin HERE = new LoginOrigin("192.0.2.1");

	private final MutableClock clock = new MutableClock(Instant.parse("2026-11-20T08:00:00Z"));

	private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

	private final ObservedDirectory server = new ObservedDirectory();

	private final Directory directory = DirectoryFixtures.open(DirectoryFixtures.settings(server.address()));

	@AfterEach
	void stop() {
		directory.close();
		server.close();
	}

	@Test
	void whenPasswordIsRightThenThePersonIsTheEntryAndNotWhatWasTyped() throws Exception {
		AuthenticatedUser user = authenticated(authenticator(directory).authenticate(" ALICE", "alice-demo", HERE));
		assertThat(user.principal()).isEqualTo("alice");
		assertThat(user.entry().orElseThrow().texts("mail")).startsWith("alice@example.edu");
		assertThat(user.factors()).containsExactly(new Factor(FactorKind.PASSWORD, clock.instant()));
		assertThat(user.warning()).isEmpty();
	}

	@ParameterizedTest
	@CsvSource({ "alice,alice-demo", "alice,wrong", "nobody,wrong" })
	void whenSomebodySignsInThenTheDirectorySeesOneSearchAndOneBind(String username, String password) throws Exception {
		DirectoryPasswordAuthenticator authenticator = authenticator(directory);
		for (int i = 1; i <= 3; i++) {
			authenticator.authenticate(username, password, HERE);
			assertThat(server.searches()).isEqualTo(i);
			assertThat(server.binds()).isEqualTo(i);
		}
	}

	@Test
	void whenNameIsUnknownOrPasswordWrongThenTheOutcomeIsTheSame() throws Exception {
		DirectoryPasswordAuthenticator authenticator = authenticator(directory);
		assertThat(reason(authenticator.authenticate("alice", "wrong", HERE))).isEqualTo(Reason.BAD_CREDENTIALS);
		assertThat(reason(authenticator.authenticate("nobody", "wrong", HERE))).isEqualTo(Reason.BAD_CREDENTIALS);
		assertThat(server.boundNames()).last().asString().startsWith("cn=campanile-nobody,");
	}

	@ParameterizedTest
	@ValueSource(strings = { "", " ", "\u0000", "alice-demo\u0000" })
	void whenPasswordIsImpossibleThenTheDirectoryIsNotAsked(String password) throws Exception {
		assertThat(reason(authenticator(directory).authenticate("alice", password, HERE)))
			.isEqualTo(Reason.BAD_CREDENTIALS);
		assertThat(server.binds() + server.searches()).isZero();
	}

	/** They are no guesses at an account. */
	@Test
	void whenImpossiblePasswordsComeWithoutEndThenTheirNetworkIsThrottledAndTheAccountIsNot() throws Exception {
		DirectoryPasswordAuthenticator authenticator = authenticator(directory);
		int rejected = 0;
		for (int i = 0; i < 1000; i++) {
			rejected += authenticator.authenticate("alice", "", HERE) instanceof Rejected ? 1 : 0;
		}
		assertThat(rejected).isEqualTo(30);
		authenticated(authenticator.authenticate("alice", "alice-demo", new LoginOrigin("192.0.2.2")));
	}

	/** The answer and its audit line are those of a wrong password. */
	@Test
	void whenTheRightPasswordIsThatOfNoUserThenTheNetworkIsThrottled() throws Exception {
		server.add("dn: cn=printer,ou=services,dc=example,dc=edu", "objectClass: person", "cn: printer", "sn: P",
				"userPassword: printer-demo");
		DirectoryPasswordAuthenticator authenticator = authenticator(directory,
				settings(new LoginMethod.DirectBind(DnTemplate.parse("cn={user},ou=services,dc=example,dc=edu"))));
		int rejected = 0;
		for (int i = 0; i < 100; i++) {
			rejected += authenticator.authenticate("printer", "printer-demo", HERE) instanceof Rejected ? 1 : 0;
		}
		assertThat(rejected).isEqualTo(30);
	}

	@Test
	void whenAMegabyteIsTypedThenTheDirectoryIsNotAsked() throws Exception {
		String megabyte = "a".repeat(1 << 20);
		DirectoryPasswordAuthenticator authenticator = authenticator(directory);
		assertThat(reason(authenticator.authenticate(megabyte, "wrong", HERE))).isEqualTo(Reason.BAD_CREDENTIALS);
		assertThat(reason(authenticator.authenticate("alice", megabyte, HERE))).isEqualTo(Reason.BAD_CREDENTIALS);
		assertThat(server.binds() + server.searches()).isZero();
	}

	@ParameterizedTest
	@ValueSource(strings = { "*", "alice)(uid=*", ")(uid=*", "\\00", "alice,ou=people", "uid=alice", "ali*",
			"\u202ealice", "аlice" })
	void whenNameHoldsSpecialsThenNobodySignsIn(String username) throws Exception {
		assertThat(reason(authenticator(directory).authenticate(username, "alice-demo", HERE)))
			.isEqualTo(Reason.BAD_CREDENTIALS);
	}

	@Test
	void whenTwoEntriesMatchThenNobodySignsIn() throws Exception {
		server.add("dn: uid=alice,ou=services,dc=example,dc=edu", "objectClass: person", "uid: alice", "sn: A", "cn: A",
				"userPassword: alice-demo");
		assertThat(authenticator(directory).authenticate("alice", "alice-demo", HERE)).isInstanceOfSatisfying(
				Rejected.class, rejected -> assertThat(rejected.detail()).contains("more than one entry"));
	}

	@Test
	void whenAReferralComesThenNobodySignsIn() throws Exception {
		server.refer();
		assertThat(reason(authenticator(directory).authenticate("alice", "alice-demo", HERE)))
			.isEqualTo(Reason.BAD_CREDENTIALS);
	}

	@Test
	void whenAThousandGuessesComeThenTenBindsAMinuteAreMade() throws Exception {
		DirectoryPasswordAuthenticator authenticator = authenticator(directory);
		for (int i = 0; i < 1000; i++) {
			authenticator.authenticate(i % 2 == 0 ? "alice" : "ALICE ", "guess" + i,
					new LoginOrigin("192.0.2." + i % 250));
			clock.advance(Duration.ofMillis(60));
		}
		assertThat(server.binds()).isBetween(5, 10);
		clock.advance(Duration.ofMinutes(1));
		authenticated(authenticator.authenticate("alice", "alice-demo", HERE));
	}

	@Test
	void whenGuessesComeInParallelThenNoMoreBindsAreMade() throws Exception {
		DirectoryPasswordAuthenticator authenticator = authenticator(directory);
		try (ExecutorService threads = Executors.newFixedThreadPool(16)) {
			List<Callable<Verdict>> guesses = IntStream.range(0, 100)
				.<Callable<Verdict>>mapToObj(i -> () -> authenticator.authenticate("alice", "guess" + i, HERE))
				.toList();
			for (Future<Verdict> guess : threads.invokeAll(guesses)) {
				assertThat(guess.get()).isNotInstanceOf(Proven.class);
			}
		}
		assertThat(server.binds()).as("the share of one network").isEqualTo(3);
	}

	@Test
	void whenNamesOfOneAccountAreGuessedThenTheAccountIsNotAskedAnyMore() throws Exception {
		try (Directory wide = withSeveralNames()) {
			DirectoryPasswordAuthenticator authenticator = authenticator(wide);
			for (String name : List.of("alice", "alice@example.edu", "1001")) {
				for (int i = 0; i < 5; i++) {
					authenticator.authenticate(name, "wrong", HERE);
				}
			}
			assertThat(server.boundNames()).filteredOn(name -> name.startsWith("uid=alice,")).hasSize(3);
		}
	}

	/**
	 * A name must be throttled after the same number of attempts whether or not it is
	 * another name of the account.
	 */
	@ParameterizedTest
	@CsvSource({ "alice,alice@example.edu", "alice@example.edu,alice", "1001,alice" })
	void whenAnAccountWasGuessedByOneNameThenItsOtherNamesLookLikeUnknownOnes(String guessed, String other)
			throws Exception {
		try (Directory wide = withSeveralNames()) {
			DirectoryPasswordAuthenticator authenticator = authenticator(wide);
			for (int i = 0; i < 8; i++) {
				authenticator.authenticate(guessed, "wrong", new LoginOrigin("192.0.2." + i));
			}
			for (int i = 10; i < 20; i++) {
				LoginOrigin origin = new LoginOrigin("192.0.2." + i);
				int binds = server.binds();
				int searches = server.searches();
				Verdict unknown = authenticator.authenticate("nobody", "wrong", origin);
				int bindsOfUnknown = server.binds() - binds;
				int searchesOfUnknown = server.searches() - searches;
				Verdict known = authenticator.authenticate(other, "wrong", origin);
				assertThat(known).hasSameClassAs(unknown);
				if (unknown instanceof Rejected rejected) {
					assertThat(((Rejected) known).reason()).isEqualTo(rejected.reason());
				}
				else {
					assertThat(known).isEqualTo(unknown);
				}
				assertThat(server.binds() - binds).isEqualTo(2 * bindsOfUnknown);
				assertThat(server.searches() - searches).isEqualTo(2 * searchesOfUnknown);
			}
			assertThat(server.boundNames()).filteredOn(name -> name.startsWith("uid=alice,")).hasSize(5);
		}
	}

	private Directory withSeveralNames() {
		return DirectoryFixtures
			.open(DirectoryFixtures.with(DirectoryFixtures.settings(server.address()), DirectoryFixtures
				.users("(|(uid={user})(mail={user})(eduPersonUniqueId={user})(employeeNumber={user}))")));
	}

	@Test
	void whenPasswordsAreRightThenNobodyIsThrottled() throws Exception {
		DirectoryPasswordAuthenticator authenticator = authenticator(directory);
		for (int i = 0; i < 200; i++) {
			authenticated(authenticator.authenticate("alice", "alice-demo", HERE));
		}
		assertThat(registry.get("campanile.authentication").tag("outcome", "authenticated").counter().count())
			.isEqualTo(200);
	}

	@Test
	void whenTheDirectoryFailsThenNothingIsCounted() throws Exception {
		try (Relay relay = new Relay(server.address());
				Directory shaky = DirectoryFixtures.open(DirectoryFixtures.settings(relay.address()))) {
			DirectoryPasswordAuthenticator authenticator = authenticator(shaky);
			relay.mode(Relay.Mode.RESET);
			for (int i = 0; i < 50; i++) {
				assertThatExceptionOfType(DirectoryUnavailableException.class)
					.isThrownBy(() -> authenticator.authenticate("alice", "wrong", HERE));
			}
			relay.mode(Relay.Mode.FORWARD);
			authenticated(authenticator.authenticate("alice", "alice-demo", HERE));
		}
	}

	/** The step is one microsecond, which every check exceeds. */
	@Test
	void whenTheDirectoryFailsThenTheTimeOfAWrongPasswordStaysAsItIs() throws Exception {
		PasswordSettings settings = new PasswordSettings(
				new LoginMethod.DirectBind(DnTemplate.parse("uid={user},ou=people,dc=example,dc=edu")), false, 256,
				1024, Duration.ofNanos(1000));
		try (Relay relay = new Relay(server.address());
				Directory shaky = DirectoryFixtures.open(DirectoryFixtures.settings(relay.address()))) {
			DirectoryPasswordAuthenticator authenticator = authenticator(shaky, settings);
			double before = failureStep();
			relay.mode(Relay.Mode.RESET);
			for (int i = 0; i < 32; i++) {
				assertThatExceptionOfType(DirectoryUnavailableException.class)
					.isThrownBy(() -> authenticator.authenticate("alice", "wrong", HERE));
			}
			assertThat(failureStep()).isEqualTo(before);
			relay.mode(Relay.Mode.FORWARD);
			for (int i = 0; i < 32; i++) {
				authenticated(authenticator.authenticate("alice", "alice-demo", HERE));
			}
			assertThat(failureStep()).as("after checks").isGreaterThan(before);
		}
	}

	private double failureStep() {
		return registry.get("campanile.authentication.failure.step").gauge().value();
	}

	@ParameterizedTest
	@CsvSource({ "erin,PASSWORD_EXPIRED", "mustafa,PASSWORD_MUST_CHANGE", "dora,ACCOUNT_DISABLED",
			"lorenz,BAD_CREDENTIALS" })
	void whenThePolicyRefusesThenTheReasonIsDistinguished(String username, Reason expected) throws Exception {
		try (EmbeddedDirectory embedded = EmbeddedDirectory.demo(0);
				Directory demo = DirectoryFixtures.open(DirectoryFixtures.settings(embedded.address()))) {
			DirectoryPasswordAuthenticator authenticator = authenticator(demo);
			for (int i = 0; i < 20; i++) {
				Verdict outcome = authenticator.authenticate(username, username + "-demo",
						new LoginOrigin("192.0.2." + i));
				if (expected != Reason.BAD_CREDENTIALS || i < 5) {
					assertThat(reason(outcome)).isEqualTo(expected);
				}
			}
			clock.advance(Duration.ofMinutes(1));
			assertThat(reason(authenticator.authenticate(username, "wrong", HERE))).isEqualTo(Reason.BAD_CREDENTIALS);
		}
	}

	@Test
	void whenLockedAccountsAreRevealedThenTheyAre() throws Exception {
		PasswordSettings reveal = new PasswordSettings(new LoginMethod.BindSearch(), true, 256, 1024, Duration.ZERO);
		try (EmbeddedDirectory embedded = EmbeddedDirectory.demo(0);
				Directory demo = DirectoryFixtures.open(DirectoryFixtures.settings(embedded.address()))) {
			DirectoryPasswordAuthenticator authenticator = authenticator(demo, reveal);
			assertThat(reason(authenticator.authenticate("lorenz", "lorenz-demo", HERE)))
				.isEqualTo(Reason.ACCOUNT_LOCKED);
			// The demo directory reveals the state of an account only with the correct
			// password.
			assertThat(reason(authenticator.authenticate("lorenz", "wrong", HERE))).isEqualTo(Reason.BAD_CREDENTIALS);
		}
	}

	@Test
	void whenThePasswordExpiresSoonThenThePersonIsWarned() throws Exception {
		try (EmbeddedDirectory embedded = EmbeddedDirectory.demo(0);
				Directory demo = DirectoryFixtures.open(DirectoryFixtures.settings(embedded.address()))) {
			assertThat(authenticated(authenticator(demo).authenticate("sam", "sam-demo", HERE)).warning())
				.hasValue(new PasswordWarning(Optional.of(Duration.ofDays(3)), Optional.empty()));
		}
	}

	@Test
	void whenBoundDirectlyThenNoServiceAccountIsNeeded() throws Exception {
		DirectorySettings anonymous = DirectoryFixtures.with(DirectoryFixtures.settings(server.address()),
				Optional.<DirectorySettings.ServiceAccount>empty());
		LoginMethod direct = new LoginMethod.DirectBind(DnTemplate.parse("uid={user},ou=people,dc=example,dc=edu"));
		try (Directory own = DirectoryFixtures.open(anonymous)) {
			DirectoryPasswordAuthenticator authenticator = authenticator(own, settings(direct));
			assertThat(authenticated(authenticator.authenticate("BOB", "bob-demo", HERE)).principal()).isEqualTo("bob");
			assertThat(server.binds()).isEqualTo(1);
			assertThat(server.searches()).isEqualTo(1);
			assertThat(reason(authenticator.authenticate("bob", "wrong", HERE))).isEqualTo(Reason.BAD_CREDENTIALS);
			assertThat(reason(authenticator.authenticate("bob,ou=people", "bob-demo", HERE)))
				.isEqualTo(Reason.BAD_CREDENTIALS);
			assertThat(server.binds()).isEqualTo(3);
		}
	}

	@Test
	void whenActiveDirectoryIsAskedThenTheLoginNameIsBoundAndFound() throws Exception {
		// The in-memory directory accepts only DNs as bind names, so it refuses the login
		// name.
		LoginMethod method = new LoginMethod.ActiveDirectory(List.of("example.edu", "campus.example.edu"),
				FilterTemplate.parse("(eduPersonPrincipalName={login})"));
		DirectoryPasswordAuthenticator authenticator = authenticator(directory, settings(method));
		for (String typed : List.of("alice", "alice@example.edu", "alice@CAMPUS.example.edu")) {
			assertThat(reason(authenticator.authenticate(typed, "alice-demo", HERE))).isEqualTo(Reason.BAD_CREDENTIALS);
		}
		assertThat(server.boundNames()).containsExactly("alice@example.edu", "alice@example.edu",
				"alice@campus.example.edu");
		assertThat(reason(authenticator.authenticate("alice@evil.example", "alice-demo", HERE)))
			.isEqualTo(Reason.BAD_CREDENTIALS);
		assertThat(reason(authenticator.authenticate("CN=alice,DC=x", "alice-demo", HERE)))
			.isEqualTo(Reason.BAD_CREDENTIALS);
		assertThat(server.boundNames()).endsWith("cn=campanile-nobody,dc=example,dc=edu",
				"cn=campanile-nobody,dc=example,dc=edu");
	}

	private static PasswordSettings settings(LoginMethod method) {
		return new PasswordSettings(method, false, 256, 1024, Duration.ZERO);
	}

	private DirectoryPasswordAuthenticator authenticator(Directory directory) {
		return authenticator(directory, settings(new LoginMethod.BindSearch()));
	}

	private DirectoryPasswordAuthenticator authenticator(Directory directory, PasswordSettings settings) {
		return new DirectoryPasswordAuthenticator(directory, settings, Throttles.defaults(clock), clock, registry);
	}

	private static AuthenticatedUser authenticated(Verdict outcome) {
		assertThat(outcome).isInstanceOf(Proven.class);
		return ((Proven) outcome).user();
	}

	private static Reason reason(Verdict outcome) {
		assertThat(outcome).isInstanceOf(Rejected.class);
		return ((Rejected) outcome).reason();
	}

}
