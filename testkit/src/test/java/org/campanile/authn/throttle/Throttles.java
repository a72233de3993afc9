package org.campanile.authn.throttle;

import java.time.InstantSource;
import java.util.HashMap;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;

import org.campanile.testkit.onetime.HeapOneTimeStore;

/** Throttles for tests of classes that use one. */
public final class Throttles {

	private Throttles() {
	}

	/** Returns a throttle with the default limits and a store of its own. */
	public static LoginThrottle defaults(InstantSource clock) {
		return new LoginThrottle(ThrottleSettings.DEFAULTS, clock, new HeapOneTimeStore(clock, new HashMap<>()),
				new SimpleMeterRegistry());
	}

}
