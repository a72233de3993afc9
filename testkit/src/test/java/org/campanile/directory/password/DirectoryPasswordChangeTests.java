package org.campanile.directory.password;

import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.campanile.authn.AuthenticationMethod.MethodUnavailableException;
import org.campanile.authn.LoginOrigin;
import org.campanile.authn.PasswordChange;
import org.campanile.authn.PasswordChange.Objection;
import org.campanile.authn.PasswordChange.Outcome;
import org.campanile.authn.Verdict;
import org.campanile.authn.throttle.Throttles;
import org.campanile.directory.Directory;
import org.campanile.directory.DirectoryFixtures;
import org.campanile.directory.DirectorySettings;
import org.campanile.directory.DirectorySettings.ServiceAccount;
import org.campanile.directory.DnTemplate;
import org.campanile.directory.FilterTemplate;
import org.campanile.directory.PasswordReplacement.Operation;
import org.campanile.testkit.directory.ObservedDirectory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class DirectoryPasswordChangeTests {

	private static final String MUSTAFA = "uid=mustafa,ou=people,dc=example,dc=edu";

	private static final String ERIN = "uid=erin,ou=people,dc=example,dc=edu";

	private static final LoginOrigin ORIGIN = new LoginOrigin("192.0.2.1");

	private static final Optional<ServiceAccount> SERVICE = Optional.of(DirectoryFixtures.SERVICE);

	private final ObservedDirectory server = new ObservedDirectory();

	private final Directory directory = DirectoryFixtures.open(DirectoryFixtures.settings(server.address()));

	@AfterEach
	void close() {
		directory.close();
		server.close();
	}

	@Test
	void whenThePasswordMustBeChangedThenItsOwnerChangesItAndSignsIn() throws Exception {
		PasswordChange passwords = passwords(directory, new LoginMethod.BindSearch(), Optional.empty());
		assertThat(passwords.isOfferedAfter(Verdict.Reason.PASSWORD_MUST_CHANGE)).isTrue();
		assertSignedIn(passwords.change("mustafa", "mustafa-demo", "a better one", ORIGIN), "mustafa");
		assertThat(server.accepts(MUSTAFA, "a better one")).isTrue();
		assertThat(server.boundNames()).containsOnly(MUSTAFA);
	}

	@Test
	void whenBoundDirectlyThenTheOwnEntryIsReadAfterTheChange() throws Exception {
		DirectorySettings anonymous = DirectoryFixtures.with(DirectoryFixtures.settings(server.address()),
				Optional.<ServiceAccount>empty());
		LoginMethod direct = new LoginMethod.DirectBind(DnTemplate.parse("uid={user},ou=people,dc=example,dc=edu"));
		try (Directory own = DirectoryFixtures.open(anonymous)) {
			assertSignedIn(
					passwords(own, direct, Optional.empty()).change("mustafa", "mustafa-demo", "a better one", ORIGIN),
					"mustafa");
		}
	}

	@Test
	void whenThePasswordHasExpiredThenTheServiceAccountChangesIt() throws Exception {
		PasswordChange without = passwords(directory, new LoginMethod.BindSearch(), Optional.empty());
		assertThat(without.isOfferedAfter(Verdict.Reason.PASSWORD_EXPIRED)).isFalse();
		assertThat(without.change("erin", "erin-demo", "a better one", ORIGIN)).isInstanceOfSatisfying(
				Outcome.Declined.class,
				declined -> assertThat(declined.objection()).isEqualTo(Objection.PASSWORD_CHANGE_IMPOSSIBLE));
		assertThat(server.accepts(ERIN, "erin-demo")).isTrue();
		PasswordChange with = passwords(directory, new LoginMethod.BindSearch(), SERVICE);
		assertThat(with.isOfferedAfter(Verdict.Reason.PASSWORD_EXPIRED)).isTrue();
		assertSignedIn(with.change("erin", "erin-demo", "a better one", ORIGIN), "erin");
		assertThat(server.accepts(ERIN, "a better one")).isTrue();
		assertThat(server.binds()).as("none with a wrong password").isEqualTo(3);
	}

	@ParameterizedTest
	@CsvSource({ "mustafa,wrong,BAD_CREDENTIALS", "nobody,wrong,BAD_CREDENTIALS", "mustafa,'',BAD_CREDENTIALS",
			"dora,dora-demo,ACCOUNT_DISABLED" })
	void whenTheCurrentPasswordIsNotProvenThenNothingIsChanged(String name, String current, Verdict.Reason reason)
			throws Exception {
		PasswordChange passwords = passwords(directory, new LoginMethod.BindSearch(), SERVICE);
		assertThat(passwords.change(name, current, "a better one", ORIGIN)).isInstanceOfSatisfying(
				Outcome.NotProven.class,
				refused -> assertThat(refused.verdict()).isInstanceOfSatisfying(Verdict.Rejected.class,
						rejected -> assertThat(rejected.reason()).isEqualTo(reason)));
		assertThat(server.accepts(MUSTAFA, "mustafa-demo")).isTrue();
	}

	/** The service account could replace it without the current one. */
	@ParameterizedTest
	@ValueSource(ints = { 1, 2 })
	void whenAnyPasswordIsSaidToHaveExpiredThenNothingIsChanged(int untilLocked) throws Exception {
		server.refuseAsExpired(untilLocked);
		PasswordChange passwords = passwords(directory, new LoginMethod.BindSearch(), SERVICE);
		assertThat(passwords.change("erin", "wrong", "a better one", ORIGIN)).isInstanceOfSatisfying(
				Outcome.NotProven.class,
				refused -> assertThat(refused.verdict()).isInstanceOfSatisfying(Verdict.Rejected.class,
						rejected -> assertThat(rejected.reason()).isEqualTo(Verdict.Reason.BAD_CREDENTIALS)));
		assertThat(server.accepts(ERIN, "erin-demo")).isTrue();
	}

	@ParameterizedTest
	@CsvSource({ "short,PASSWORD_TOO_SHORT", "' ',PASSWORD_UNUSABLE", "mustafa-demo,PASSWORD_UNCHANGED" })
	void whenTheNewPasswordIsDeclinedThenTheReasonIsKnown(String wanted, Objection objection) throws Exception {
		PasswordChange passwords = passwords(directory, new LoginMethod.BindSearch(), SERVICE);
		assertThat(passwords.change("mustafa", "mustafa-demo", wanted, ORIGIN)).isInstanceOfSatisfying(
				Outcome.Declined.class, declined -> assertThat(declined.objection()).isEqualTo(objection));
		assertThat(server.accepts(MUSTAFA, "mustafa-demo")).isTrue();
	}

	/** Guesses at the current password must be throttled here too. */
	@Test
	void whenTheCurrentPasswordIsGuessedThenThrottledAsALoginIs() throws Exception {
		DirectoryPasswordAuthenticator authenticator = authenticator(directory, new LoginMethod.BindSearch());
		PasswordChange passwords = authenticator.passwordChange(
				new DirectoryPasswordChange.Settings(Operation.PASSWORD_MODIFY, Optional.empty(), true), () -> true);
		for (int i = 0; i < 3; i++) {
			passwords.change("mustafa", "wrong", "a better one", ORIGIN);
		}
		assertThat(passwords.change("mustafa", "mustafa-demo", "a better one", ORIGIN)).isInstanceOfSatisfying(
				Outcome.NotProven.class,
				refused -> assertThat(refused.verdict()).isInstanceOf(Verdict.Throttled.class));
		assertThat(authenticator.authenticate("mustafa", "mustafa-demo", ORIGIN)).as("the same counter")
			.isInstanceOf(Verdict.Throttled.class);
		assertThat(server.accepts(MUSTAFA, "mustafa-demo")).isTrue();
	}

	@Test
	void whenTheDirectoryIsDownThenNothingIsChanged() {
		server.close();
		assertThatExceptionOfType(MethodUnavailableException.class)
			.isThrownBy(() -> passwords(directory, new LoginMethod.BindSearch(), Optional.empty()).change("mustafa",
					"mustafa-demo", "a better one", ORIGIN));
	}

	@Test
	void whenTheDirectoryDoesNotConfirmTheChangeThenTheOutcomeIsUnknown() throws Exception {
		CountDownLatch held = server.holdPasswordChanges();
		DirectorySettings brief = DirectoryFixtures.with(DirectoryFixtures.settings(server.address()),
				DirectoryFixtures.briefly());
		try (Directory impatient = DirectoryFixtures.open(brief)) {
			assertThat(passwords(impatient, new LoginMethod.BindSearch(), Optional.empty()).change("mustafa",
					"mustafa-demo", "a better one", ORIGIN))
				.isInstanceOf(Outcome.Unknown.class);
		}
		finally {
			held.countDown();
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "532", "773", "" })
	void whenActiveDirectoryIsAskedThenUnicodePwdIsReplaced(String subCode) throws Exception {
		try (ActiveDirectoryLike active = new ActiveDirectoryLike();
				Directory open = ActiveDirectoryLike.open(active)) {
			active.subCode = subCode;
			assertSignedIn(active(open).change("anna", "Anna-demo-1", "Änderung-2", ORIGIN), "anna");
			assertThat(active.password).isEqualTo("Änderung-2");
			assertThat(active.bound.getFirst()).isEqualTo("anna@ad.example.edu");
			assertThat(active.bound.getLast()).isEqualTo("anna@ad.example.edu");
			assertThat(active.bound.contains("service")).as("only where she is not let in")
				.isEqualTo(!subCode.isEmpty());
		}
	}

	@ParameterizedTest
	@CsvSource({ "short,PASSWORD_NOT_ACCEPTED", "Anna-demo-1,PASSWORD_UNCHANGED" })
	void whenActiveDirectoryDeclinesThenNothingIsChanged(String wanted, Objection objection) throws Exception {
		try (ActiveDirectoryLike active = new ActiveDirectoryLike();
				Directory open = ActiveDirectoryLike.open(active)) {
			active.subCode = "773";
			assertThat(active(open).change("anna", "Anna-demo-1", wanted, ORIGIN)).isInstanceOfSatisfying(
					Outcome.Declined.class, declined -> assertThat(declined.objection()).isEqualTo(objection));
			assertThat(active(open).change("anna", "wrong", "Änderung-2", ORIGIN))
				.isInstanceOf(Outcome.NotProven.class);
			assertThat(active.password).isEqualTo("Anna-demo-1");
		}
	}

	@Test
	void whenNotHereThenNotOffered() {
		PasswordChange passwords = authenticator(directory, new LoginMethod.BindSearch()).passwordChange(
				new DirectoryPasswordChange.Settings(Operation.PASSWORD_MODIFY, SERVICE, true), () -> false);
		assertThat(passwords.isOffered()).isFalse();
		assertThat(Verdict.Reason.values()).noneMatch(passwords::isOfferedAfter);
	}

	private static PasswordChange active(Directory open) {
		return authenticator(open,
				new LoginMethod.ActiveDirectory(List.of("ad.example.edu"),
						FilterTemplate.parse("(userPrincipalName={login})")))
			.passwordChange(
					new DirectoryPasswordChange.Settings(Operation.UNICODE_PWD,
							Optional.of(new ServiceAccount(ActiveDirectoryLike.SERVICE, "service-secret")), false),
					() -> true);
	}

	private static PasswordChange passwords(Directory directory, LoginMethod method, Optional<ServiceAccount> service) {
		return authenticator(directory, method)
			.passwordChange(new DirectoryPasswordChange.Settings(Operation.PASSWORD_MODIFY, service, true), () -> true);
	}

	private static DirectoryPasswordAuthenticator authenticator(Directory directory, LoginMethod method) {
		return new DirectoryPasswordAuthenticator(directory,
				new PasswordSettings(method, false, 256, 1024, Duration.ZERO),
				Throttles.defaults(InstantSource.system()), InstantSource.system(), new SimpleMeterRegistry());
	}

	private static void assertSignedIn(Outcome outcome, String principal) {
		assertThat(outcome).isInstanceOfSatisfying(Outcome.Changed.class, changed -> assertThat(changed.login())
			.hasValueSatisfying(verdict -> assertThat(verdict).isInstanceOfSatisfying(Verdict.Proven.class, proven -> {
				assertThat(proven.user().principal()).isEqualTo(principal);
				assertThat(proven.user().entry()).isPresent();
			})));
	}

}
