package org.campanile.directory;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.bouncycastle.asn1.x509.GeneralName;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.campanile.authn.LoginOrigin;
import org.campanile.authn.PasswordChange;
import org.campanile.authn.PasswordChange.Objection;
import org.campanile.authn.PasswordChange.Outcome;
import org.campanile.authn.Verdict;
import org.campanile.authn.throttle.Throttles;
import org.campanile.directory.DirectorySettings.Limits;
import org.campanile.directory.DirectorySettings.Order;
import org.campanile.directory.DirectorySettings.Pools;
import org.campanile.directory.DirectorySettings.ServiceAccount;
import org.campanile.directory.password.DirectoryPasswordAuthenticator;
import org.campanile.directory.password.DirectoryPasswordChange;
import org.campanile.directory.password.LoginMethod;
import org.campanile.directory.password.PasswordSettings;
import org.campanile.testkit.directory.Slapd;
import org.campanile.testkit.directory.TestAuthority;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests new passwords under the policy of the installed OpenLDAP slapd. */
class PasswordChangeServersIT {

	private static final Limits PATIENT = new Limits(Duration.ofSeconds(5), Duration.ofSeconds(10),
			Duration.ofSeconds(20), Duration.ofSeconds(30));

	private static final LoginOrigin ORIGIN = new LoginOrigin("192.0.2.1");

	private static final ServiceAccount SERVICE = new ServiceAccount(Slapd.SERVICE_DN, Slapd.SERVICE_PASSWORD);

	@TempDir
	private static Path folder;

	private static Slapd slapd;

	private static Directory directory;

	@BeforeAll
	static void start() throws Exception {
		Path own = Files.createDirectory(folder.resolve("slapd"));
		new TestAuthority(folder).issue(own, new GeneralName(GeneralName.iPAddress, "127.0.0.1"));
		slapd = Slapd.start(own, SlapdPeople.changing());
		directory = DirectoryFixtures
			.open(new DirectorySettings(List.of(slapd.address()), Order.FAILOVER, DirectoryFixtures.PLAIN,
					Optional.of(SERVICE), DirectoryFixtures.users("(uid={user})"), Pools.DEFAULTS, PATIENT));
	}

	@AfterAll
	static void stop() {
		directory.close();
		slapd.close();
	}

	@Test
	void whenResetThenTheOwnerChangesItAndSignsIn() throws Exception {
		assertThat(login("reset", "reset-demo")).isInstanceOfSatisfying(Verdict.Rejected.class,
				rejected -> assertThat(rejected.reason()).isEqualTo(Verdict.Reason.PASSWORD_MUST_CHANGE));
		assertSignedIn(passwords(Optional.empty()).change("reset", "reset-demo", "a better one", ORIGIN), "reset");
		assertThat(login("reset", "a better one")).isInstanceOf(Verdict.Proven.class);
		assertThat(login("reset", "reset-demo")).isInstanceOf(Verdict.Rejected.class);
	}

	@Test
	void whenExpiredThenTheServiceAccountChangesItAndTheOwnerSignsIn() throws Exception {
		assertThat(passwords(Optional.empty()).change("expired", "expired-demo", "a better one", ORIGIN))
			.isInstanceOf(Outcome.Declined.class);
		assertThat(passwords(Optional.of(SERVICE)).change("expired", "wrong", "a better one", ORIGIN))
			.isInstanceOf(Outcome.NotProven.class);
		assertSignedIn(passwords(Optional.of(SERVICE)).change("expired", "expired-demo", "a better one", ORIGIN),
				"expired");
		assertThat(login("expired", "a better one")).isInstanceOf(Verdict.Proven.class);
	}

	@Test
	void whenExpiredWithGraceLoginsThenTheOwnerChangesIt() throws Exception {
		assertSignedIn(passwords(Optional.empty()).change("graced", "graced-demo", "a better one", ORIGIN), "graced");
	}

	@ParameterizedTest
	@CsvSource({ "ruled,short,PASSWORD_TOO_SHORT", "ruled,ruled-demo,PASSWORD_UNCHANGED",
			"young,a better one,PASSWORD_TOO_YOUNG", "fixed,a better one,PASSWORD_CHANGE_NOT_ALLOWED" })
	void whenThePolicyDeclinesThenTheReasonIsKnownWhoeverAsks(String user, String wanted, Objection objection)
			throws Exception {
		for (Optional<ServiceAccount> service : List.of(Optional.of(SERVICE), Optional.<ServiceAccount>empty())) {
			assertThat(passwords(service).change(user, user + "-demo", wanted, ORIGIN)).isInstanceOfSatisfying(
					Outcome.Declined.class, declined -> assertThat(declined.objection()).isEqualTo(objection));
			assertThat(login(user, user + "-demo")).isInstanceOf(Verdict.Proven.class);
		}
	}

	@Test
	void whenThePasswordWasUsedBeforeThenDeclined() throws Exception {
		PasswordChange passwords = passwords(Optional.empty());
		assertSignedIn(passwords.change("again", "again-demo", "another one", ORIGIN), "again");
		assertThat(passwords.change("again", "another one", "again-demo", ORIGIN)).isInstanceOfSatisfying(
				Outcome.Declined.class,
				declined -> assertThat(declined.objection()).isEqualTo(Objection.PASSWORD_IN_HISTORY));
	}

	private static PasswordChange passwords(Optional<ServiceAccount> service) {
		return authenticator().passwordChange(
				new DirectoryPasswordChange.Settings(PasswordReplacement.Operation.PASSWORD_MODIFY, service, true),
				() -> true);
	}

	private static Verdict login(String username, String password) throws Exception {
		return authenticator().authenticate(username, password, ORIGIN);
	}

	private static DirectoryPasswordAuthenticator authenticator() {
		return new DirectoryPasswordAuthenticator(directory,
				new PasswordSettings(new LoginMethod.BindSearch(), false, 256, 1024, Duration.ZERO),
				Throttles.defaults(InstantSource.system()), InstantSource.system(), new SimpleMeterRegistry());
	}

	private static void assertSignedIn(Outcome outcome, String principal) {
		assertThat(outcome).isInstanceOfSatisfying(Outcome.Changed.class,
				changed -> assertThat(changed.login())
					.hasValueSatisfying(verdict -> assertThat(verdict).isInstanceOfSatisfying(Verdict.Proven.class,
							proven -> assertThat(proven.user().principal()).isEqualTo(principal))));
	}

}
