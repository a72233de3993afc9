package org.campanile.authn.throttle;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.stream.IntStream;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;

import org.campanile.authn.LoginOrigin;
import org.campanile.onetime.OneTimeStore;
import org.campanile.testkit.MutableClock;
import org.campanile.testkit.onetime.CountingOneTimeStore;
import org.campanile.testkit.onetime.HeapOneTimeStore;

import static org.assertj.core.api.Assertions.assertThat;

/** A throttle with the default limits, a store, and a clock that stands still. */
abstract class ThrottleFixture {

	final MutableClock clock = new MutableClock(Instant.parse("2026-11-20T08:00:00Z"));

	final CountingOneTimeStore store = new CountingOneTimeStore(new HeapOneTimeStore(clock, new HashMap<>()));

	final SimpleMeterRegistry registry = new SimpleMeterRegistry();

	final LoginThrottle throttle = node(ThrottleSettings.DEFAULTS, store);

	LoginThrottle node(ThrottleSettings settings, OneTimeStore shared) {
		return new LoginThrottle(settings, clock, shared, registry);
	}

	static int mostInAMinute(int[] perSecond) {
		return IntStream.range(0, perSecond.length - 60)
			.map(start -> IntStream.range(start, start + 60).map(second -> perSecond[second]).sum())
			.max()
			.orElseThrow();
	}

	LoginThrottle.Attempt begin(String address, String username) {
		return begin(new LoginOrigin(address), username);
	}

	LoginThrottle.Attempt begin(LoginOrigin origin, String username) {
		return throttle.begin(origin, username);
	}

	boolean guess(String address, String username) {
		LoginThrottle.Attempt attempt = begin(address, username);
		boolean through = attempt.refusal().isEmpty() && attempt.permits(username);
		attempt.count();
		return through;
	}

	int tries(String address, String username) {
		int count = 0;
		while (guess(address, username)) {
			count++;
		}
		return count;
	}

	/** Guesses from many networks until no further guess is permitted. */
	void exhaust(String username) {
		List<String> through = new ArrayList<>();
		for (int i = 0; i < 20; i++) {
			if (guess("10.9.9." + i, username)) {
				through.add("10.9.9." + i);
			}
		}
		assertThat(through).hasSize(5);
	}

}
