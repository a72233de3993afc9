package org.campanile.factor.device;

import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

import org.junit.jupiter.api.Test;

import org.campanile.authn.AuthenticatedUser;
import org.campanile.authn.Factor;
import org.campanile.authn.FactorKind;
import org.campanile.factor.Credential;
import org.campanile.factor.Enrolments;
import org.campanile.record.Records;
import org.campanile.seal.Sealer;
import org.campanile.testkit.MutableClock;
import org.campanile.testkit.onetime.HeapOneTimeStore;
import org.campanile.testkit.record.CountingRecordStore;
import org.campanile.testkit.record.HeapRecordStore;
import org.campanile.testkit.session.SessionFixtures;

import static org.assertj.core.api.Assertions.assertThat;

class TrustedDevicesTests {

	private static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");

	private static final Duration LIFETIME = Duration.ofDays(30);

	private final MutableClock clock = new MutableClock(NOW);

	private final CountingRecordStore store = new CountingRecordStore(new HeapRecordStore(clock, new HashMap<>()));

	private final Sealer sealer = SessionFixtures.sealer(1);

	private final Enrolments enrolments = new Enrolments(new Records(store, sealer, clock),
			new HeapOneTimeStore(clock, new HashMap<>()), clock, new SecureRandom(), Runnable::run);

	private Optional<String> cookie = Optional.empty();

	private TrustedDevices devices = devices(sealer, LIFETIME);

	private TrustedDevices devices(Sealer sealing, Duration lifetime) {
		return new TrustedDevices(enrolments, sealing, new SecureRandom(), clock,
				new TrustedDevices.Settings(lifetime, 3), () -> cookie);
	}

	@Test
	void whenTrustedThenProvenThereUntilItsEnd() throws Exception {
		assertThat(devices.isReady(user("alice"))).isFalse();
		cookie = Optional.of(devices.trust(user("alice"), "Firefox, Linux").kept());
		assertThat(devices.isReady(user("alice"))).isTrue();
		Credential device = device("alice");
		assertThat(device.name()).isEqualTo("Firefox, Linux");
		clock.advance(Duration.ofDays(3));
		assertThat(devices.prove(user("alice")).orElseThrow().factor()).satisfies(factor -> {
			assertThat(factor.kind()).isEqualTo(FactorKind.TRUSTED_DEVICE);
			assertThat(factor.at()).isEqualTo(clock.instant());
			assertThat(factor.credential()).isEqualTo(device.id());
		});
		clock.set(NOW.plus(LIFETIME));
		assertThat(devices.isReady(user("alice"))).isFalse();
		assertThat(devices.prove(user("alice"))).isEmpty();
	}

	@Test
	void whenTheSettingHasBecomeShorterThenItCountsAtOnce() throws Exception {
		cookie = Optional.of(devices.trust(user("alice"), "Firefox").kept());
		clock.advance(Duration.ofDays(8));
		assertThat(devices(sealer, Duration.ofDays(7)).isReady(user("alice"))).isFalse();
		assertThat(devices.isReady(user("alice"))).isTrue();
	}

	@Test
	void whenAnotherUserSignsInThereThenItIsNotTrusted() throws Exception {
		cookie = Optional.of(devices.trust(user("alice"), "Firefox").kept());
		devices(sealer, LIFETIME).trust(user("bob"), "Chrome");
		store.forget();
		assertThat(devices.isReady(user("bob"))).isFalse();
		assertThat(store.operations()).as("no store is asked").isEmpty();
	}

	@Test
	void whenTwoUsersTrustTheSameBrowserThenEachHasATokenThere() throws Exception {
		cookie = Optional.of(devices.trust(user("alice"), "Firefox").kept());
		cookie = Optional.of(devices.trust(user("bob"), "Firefox").kept());
		assertThat(devices.isReady(user("alice"))).isTrue();
		assertThat(devices.isReady(user("bob"))).isTrue();
		cookie = Optional.of(devices.trust(user("alice"), "Firefox").kept());
		assertThat(enrolments.find("alice").of(FactorKind.TRUSTED_DEVICE)).as("the same device, once").hasSize(1);
		assertThat(devices.isReady(user("bob"))).isTrue();
		for (int i = 0; i < 10; i++) {
			cookie = Optional.of(devices.trust(user("user" + i), "Firefox").kept());
		}
		assertThat(cookie.orElseThrow().length()).isLessThan(1024);
		assertThat(devices.isReady(user("user9"))).isTrue();
		assertThat(devices.isReady(user("user0"))).isFalse();
	}

	@Test
	void whenRemovedFromTheEnrolmentThenTheCookieIsOfNoUse() throws Exception {
		cookie = Optional.of(devices.trust(user("alice"), "Firefox").kept());
		enrolments.change("alice", enrolment -> enrolment.without(enrolment.credentials().getFirst().id()));
		assertThat(devices.isReady(user("alice"))).isFalse();
	}

	/**
	 * An attacker with write access to the store still lacks the secret in the cookie.
	 */
	@Test
	void whenTheStoredPartIsOfAnotherTokenThenTheCookieIsOfNoUse() throws Exception {
		cookie = Optional.of(devices.trust(user("alice"), "Firefox").kept());
		Credential device = device("alice");
		String stolen = cookie.orElseThrow();
		cookie = Optional.empty();
		devices.trust(user("alice"), "Chrome");
		Credential other = enrolments.find("alice").of(FactorKind.TRUSTED_DEVICE).getLast();
		enrolments.change("alice", enrolment -> enrolment.with(device.withOwn(other.own())));
		cookie = Optional.of(stolen);
		assertThat(devices.isReady(user("alice"))).isFalse();
	}

	@Test
	void whenTheCookieIsMadeUpOrOfAnotherServerThenNoStoreIsAsked() throws Exception {
		String real = devices.trust(user("alice"), "Firefox").kept();
		store.forget();
		for (String made : List.of("", ".", "....", "x", real.substring(1), real + 'A', "x".repeat(100_000),
				real.toUpperCase(Locale.ROOT))) {
			cookie = Optional.of(made);
			assertThat(devices.isReady(user("alice"))).as(made).isFalse();
		}
		cookie = Optional.of(real);
		assertThat(devices(SessionFixtures.sealer(2), LIFETIME).isReady(user("alice"))).isFalse();
		assertThat(store.operations()).isEmpty();
		assertThat(devices.isReady(user("alice"))).isTrue();
	}

	@Test
	void whenThereAreTooManyThenTheOldestIsForgotten() throws Exception {
		List<String> cookies = new ArrayList<>();
		for (int i = 0; i < 4; i++) {
			cookie = Optional.empty();
			cookies.add(devices.trust(user("alice"), "Firefox").kept());
			clock.advance(Duration.ofMinutes(1));
		}
		assertThat(new HashSet<>(cookies)).hasSize(4);
		List<Boolean> trusted = new ArrayList<>();
		for (String each : cookies) {
			cookie = Optional.of(each);
			trusted.add(devices.isReady(user("alice")));
		}
		assertThat(trusted).containsExactly(false, true, true, true);
	}

	private Credential device(String principal) throws Exception {
		return enrolments.find(principal).of(FactorKind.TRUSTED_DEVICE).getFirst();
	}

	private static AuthenticatedUser user(String principal) {
		return new AuthenticatedUser(principal, principal, Optional.empty(),
				List.of(new Factor(FactorKind.PASSWORD, NOW)), Optional.empty());
	}

}
