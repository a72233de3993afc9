package org.campanile.storage.hazelcast;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Consumer;

import com.hazelcast.core.HazelcastInstance;

import org.campanile.onetime.OneTimeStore;
import org.campanile.session.SessionKey;
import org.campanile.session.SessionStore;
import org.campanile.session.StoredSession;
import org.campanile.session.StoredSession.StoredService;
import org.campanile.store.StoreUnavailableException;

/** One node's stores, and the load it makes. */
record Node(SessionStore sessions, OneTimeStore oneTime) {

	static final InstantSource CLOCK = InstantSource.system();

	/** Of every user and service of the load. */
	static final String HASH = "0123456789abcdef0123456789abcdef";

	static Node of(HazelcastInstance instance) {
		return new Node(TestCluster.sessions(instance, CLOCK), TestCluster.oneTime(instance, CLOCK));
	}

	static SessionKey key(String name) {
		return new SessionKey(name);
	}

	static StoredSession session(String name) {
		Instant now = Instant.ofEpochMilli(CLOCK.millis());
		return new StoredSession(key(name), HASH, 1, now, now.plus(Duration.ofHours(10)), now.plus(Duration.ofHours(1)),
				new byte[600], List.of(new StoredService(HASH, HASH, new byte[100])));
	}

	static Instant later() {
		return CLOCK.instant().plus(Duration.ofMinutes(5));
	}

	/**
	 * Until interrupted: creates sessions of its own, sets marks and takes values that
	 * every node sets and takes, and says what was acknowledged.
	 */
	void load(String name, Consumer<String> say) {
		for (int i = 0; !Thread.currentThread().isInterrupted(); i++) {
			String session = name + "-" + i;
			int number = i;
			attempt(say, () -> say("session " + session, sessions.create(session(session)), say));
			attempt(say, () -> {
				if (oneTime.setReplayKey("load", "m" + number, later())) {
					say.accept("mark " + number);
					oneTime.put("load", "v" + number, new byte[300], later());
				}
			});
			attempt(say, () -> say("take " + number, oneTime.take("load", "v" + number).isPresent(), say));
		}
	}

	private static void say(String line, boolean won, Consumer<String> say) {
		if (won) {
			say.accept(line);
		}
	}

	/** What a store is asked. */
	private interface Attempt {

		void run() throws StoreUnavailableException;

	}

	private static void attempt(Consumer<String> say, Attempt attempt) {
		long start = System.nanoTime();
		try {
			attempt.run();
			long took = (System.nanoTime() - start) / 1_000_000;
			if (took > 250) {
				say.accept("slow " + took);
			}
		}
		catch (StoreUnavailableException ex) {
			// Whoever ends the load does not wait for its last answer.
			if (!Thread.currentThread().isInterrupted()) {
				say.accept("failed " + ex.getMessage());
			}
		}
	}

}
