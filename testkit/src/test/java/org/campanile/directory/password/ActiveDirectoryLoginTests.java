package org.campanile.directory.password;

import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.campanile.authn.LoginOrigin;
import org.campanile.authn.PasswordChange;
import org.campanile.authn.Verdict;
import org.campanile.authn.resolver.UserCache;
import org.campanile.authn.throttle.LoginThrottle;
import org.campanile.authn.throttle.Throttles;
import org.campanile.directory.Directory;
import org.campanile.directory.DirectoryResolver;
import org.campanile.directory.DirectoryUnavailableException;
import org.campanile.directory.FilterTemplate;
import org.campanile.directory.PasswordReplacement.Operation;
import org.campanile.testkit.MutableClock;
import org.campanile.testkit.onetime.HeapOneTimeStore;
import org.campanile.testkit.session.SessionFixtures;
import org.campanile.validation.CodeCheck;
import org.campanile.validation.Realm;
import org.campanile.validation.Transactions;
import org.campanile.validation.ValidationService;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class ActiveDirectoryLoginTests {

	private static final LoginOrigin HERE = new LoginOrigin("192.0.2.1");

	private static final LoginMethod METHOD = new LoginMethod.ActiveDirectory(List.of("ad.example.edu"),
			FilterTemplate.parse("(userPrincipalName={login})"));

	private final MutableClock clock = new MutableClock(Instant.parse("2026-11-20T08:00:00Z"));

	private int validations;

	@Test
	void whenANameIsGuessedInThirtySpellingsThenTheyCountAsOneAccount() throws Exception {
		try (ActiveDirectoryLike server = new ActiveDirectoryLike();
				Directory directory = ActiveDirectoryLike.open(server)) {
			DirectoryPasswordAuthenticator authenticator = authenticator(directory);
			PasswordChange change = authenticator.passwordChange(
					new DirectoryPasswordChange.Settings(Operation.UNICODE_PWD, Optional.empty(), false), () -> true);
			List<String> spellings = spellings();
			assertThat(spellings).doesNotHaveDuplicates().hasSize(30);
			for (int i = 0; i < 30; i++) {
				LoginOrigin origin = new LoginOrigin("192.0.2." + i);
				switch (i % 3) {
					case 0 -> authenticator.authenticate(spellings.get(i), "wrong", origin);
					case 1 -> authenticator.authenticate(spellings.get(i) + "@ad.example.edu", "wrong", origin);
					default -> change.change(spellings.get(i), "wrong", "a better one", origin);
				}
			}
			assertThat(server.bound).filteredOn(name -> name.endsWith("@ad.example.edu")).hasSize(5);
		}
	}

	@Test
	void whenTriesAreUsedUpAtTheLoginThenAValidationHasNoneLeft() throws Exception {
		try (ActiveDirectoryLike server = new ActiveDirectoryLike();
				Directory directory = ActiveDirectoryLike.open(server)) {
			LoginThrottle throttle = Throttles.defaults(clock);
			Realm realm = realm(directory);
			assertThat(validate(throttle, realm, "Anna-demo-1")).isInstanceOf(ValidationService.Result.Accepted.class);
			DirectoryPasswordAuthenticator authenticator = authenticator(directory, throttle);
			for (int i = 0; i < 5; i++) {
				authenticator.authenticate("ánna@ad.example.edu", "wrong", new LoginOrigin("192.0.2." + i));
			}
			assertThat(validate(throttle, realm, "Anna-demo-1")).isInstanceOf(ValidationService.Result.Rejected.class);
		}
	}

	@Test
	void whenTheLoginHasUsedUpTheTriesThenValidationsDoNotCountAtTheCanonicalName() throws Exception {
		try (ActiveDirectoryLike server = new ActiveDirectoryLike();
				Directory directory = ActiveDirectoryLike.open(server)) {
			LoginThrottle throttle = Throttles.defaults(clock);
			Realm realm = realm(directory);
			DirectoryPasswordAuthenticator authenticator = authenticator(directory, throttle);
			for (int i = 0; i < 5; i++) {
				authenticator.authenticate("anna@ad.example.edu", "wrong", new LoginOrigin("192.0.2." + i));
			}
			for (int i = 0; i < 5; i++) {
				assertThat(validate(throttle, realm, "Anna-demo-1"))
					.isInstanceOf(ValidationService.Result.Rejected.class);
			}
			assertThat(throttle.begin(new LoginOrigin("203.0.113.1"), "alias").permits("anna")).isTrue();
		}
	}

	@Test
	void whenTriesAreUsedUpByValidationsThenTheLoginHasNoneLeft() throws Exception {
		try (ActiveDirectoryLike server = new ActiveDirectoryLike();
				Directory directory = ActiveDirectoryLike.open(server)) {
			LoginThrottle throttle = Throttles.defaults(clock);
			Realm realm = realm(directory);
			for (int i = 0; i < 5; i++) {
				validate(throttle, realm, "wrong");
			}
			assertThat(authenticator(directory, throttle).authenticate("anna@ad.example.edu", "Anna-demo-1", HERE))
				.isInstanceOf(Verdict.Rejected.class);
		}
	}

	/** A realm with the users of the login. */
	private static Realm realm(Directory directory) {
		return new Realm("wifi", new DirectoryResolver("_login", directory, false, METHOD::countedAccount),
				UserCache.OFF, Realm.Check.PASSWORD, 6, false, true);
	}

	/** Asks for anna, each time from another network. */
	private ValidationService.Result validate(LoginThrottle throttle, Realm realm, String password) throws Exception {
		validations++;
		ValidationService service = new ValidationService((user, code, origin) -> new CodeCheck.Result.Wrong("none"),
				(principal, pin) -> Optional.empty(), Optional.empty(),
				new Transactions(new HeapOneTimeStore(clock, new HashMap<>()), SessionFixtures.sealer(1),
						Duration.ofMinutes(2), clock, new SecureRandom()),
				throttle, clock);
		return service.check(new ValidationService.Request("wifi", realm, "anna", password, "",
				new LoginOrigin("198.51.100." + validations)));
	}

	private static List<String> spellings() {
		return Stream.of("a", "á", "à", "â", "ä", "å")
			.flatMap(a -> Stream.of("nn", "ñn", "nñ", "ńň", "ņɲ").map(nn -> a + nn + "a"))
			.toList();
	}

	@ParameterizedTest
	@CsvSource({ "Müller, muller", "mu\u0308ller, muller", "mułler, muller", "ｍûller, muller", "Søren, soren",
			"đorđe, dorde", "Ægir, aegir", "œdipe, oedipe", "STRAẞE, strasse", "þór, thor", "ðár, dar", "ıpek, ipek",
			"gaŀla, galla", "ŉ, n", "ʉ, u", "Йовков, иовков", "タナカ, たなか", "ﾀﾅｶ, たなか", "ガヶ, かゖ", "an\uFE0Fna, anna" })
	void whenANameHasDiacriticsThenItCountsAsTheOneWithout(String typed, String counted) {
		assertThat(METHOD.countedName(typed)).isEqualTo(counted);
	}

	@Test
	void whenNamesDifferInLettersThenTheyCountSeparately() {
		assertThat(Stream.of("muller", "mueller", "miller", "мuller").map(METHOD::countedName)).doesNotHaveDuplicates();
		assertThat(new LoginMethod.BindSearch().countedName("müller")).isEqualTo("müller");
	}

	@Test
	void whenANameSaysItsAccountThenTriesCountThere() {
		assertThat(METHOD.countedAccount("Müller")).contains("muller@ad.example.edu");
		assertThat(METHOD.countedAccount("müller@AD.example.edu")).contains("muller@ad.example.edu");
		assertThat(METHOD.countedAccount("müller@example.org")).isEmpty();
		assertThat(new LoginMethod.BindSearch().countedAccount("müller")).isEmpty();
	}

	@Test
	void whenADomainControllerReachesNoLogonServerThenAnotherIsAsked() throws Exception {
		try (ActiveDirectoryLike first = new ActiveDirectoryLike();
				ActiveDirectoryLike second = new ActiveDirectoryLike();
				Directory directory = ActiveDirectoryLike.open(first, second)) {
			first.subCode = "51f";
			assertThat(authenticator(directory).authenticate("anna", "Anna-demo-1", HERE))
				.isInstanceOf(Verdict.Proven.class);
			assertThat(first.bound).containsOnlyOnce("anna@ad.example.edu");
		}
	}

	@Test
	void whenNoDomainControllerReachesALogonServerThenNothingIsCounted() throws Exception {
		try (ActiveDirectoryLike server = new ActiveDirectoryLike();
				Directory directory = ActiveDirectoryLike.open(server)) {
			DirectoryPasswordAuthenticator authenticator = authenticator(directory);
			server.subCode = "51f";
			for (int i = 0; i < 20; i++) {
				assertThatExceptionOfType(DirectoryUnavailableException.class)
					.isThrownBy(() -> authenticator.authenticate("anna", "Anna-demo-1", HERE))
					.withMessageContaining("data 51f");
			}
			server.subCode = "";
			assertThat(authenticator.authenticate("anna", "Anna-demo-1", HERE)).isInstanceOf(Verdict.Proven.class);
		}
	}

	private DirectoryPasswordAuthenticator authenticator(Directory directory) {
		return authenticator(directory, Throttles.defaults(clock));
	}

	private DirectoryPasswordAuthenticator authenticator(Directory directory, LoginThrottle throttle) {
		return new DirectoryPasswordAuthenticator(directory,
				new PasswordSettings(METHOD, false, 256, 1024, Duration.ZERO), throttle, clock,
				new SimpleMeterRegistry());
	}

}
