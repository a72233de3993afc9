package org.campanile.storage.hazelcast;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Consumer;

import com.hazelcast.core.HazelcastInstance;

import org.campanile.onetime.OneTimeStore;
import org.campanile.record.RecordStore;
import org.campanile.record.RecordUpdate;
import org.campanile.record.StoredRecord;
import org.campanile.session.SessionKey;
import org.campanile.session.SessionStore;
import org.campanile.session.StoredSession;
import org.campanile.session.StoredSession.StoredService;
import org.campanile.store.StoreUnavailableException;

/** The stores of a node, and a load on them. */
record Node(SessionStore sessions, OneTimeStore oneTime, RecordStore records) {

	static final String KIND = "test";

	static final InstantSource CLOCK = InstantSource.system();

	/** The hash of every user and service. */
	static final String HASH = "0123456789abcdef0123456789abcdef";

	static Node of(HazelcastInstance instance) {
		return new Node(TestCluster.sessions(instance, CLOCK), TestCluster.oneTime(instance, CLOCK),
				TestCluster.records(instance, CLOCK));
	}

	static SessionKey key(String name) {
		return new SessionKey(name);
	}

	static StoredSession session(String name) {
		Instant now = Instant.ofEpochMilli(CLOCK.millis());
		return new StoredSession(key(name), HASH, 1, now, now.plus(Duration.ofHours(10)), now.plus(Duration.ofHours(1)),
				new byte[600], List.of(new StoredService(HASH, HASH, new byte[100])));
	}

	static StoredRecord record(String name) {
		return new StoredRecord(KIND, name, HASH, StoredRecord.FIRST,
				Instant.ofEpochMilli(CLOCK.millis()).plus(Duration.ofHours(1)), new byte[100]);
	}

	static Instant later() {
		return CLOCK.instant().plus(Duration.ofMinutes(5));
	}

	/**
	 * Runs a load until interrupted: creates sessions and records of its own; sets replay
	 * keys, takes values, and creates and updates records that all nodes share; removes
	 * the records named {@code once} with a number; and reports every acknowledged
	 * operation.
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
			attempt(say, () -> say("record " + session, records.create(record(session)), say));
			attempt(say, () -> say("created " + number, records.create(record("shared" + number)), say));
			attempt(say, () -> say("updated " + number, records.update(KIND, "shared" + number, 1, later(),
					session.getBytes(StandardCharsets.UTF_8)) instanceof RecordUpdate.Updated, say));
			attempt(say, () -> say("removed " + number, records.remove(KIND, "once" + number).isPresent(), say));
		}
	}

	private static void say(String line, boolean won, Consumer<String> say) {
		if (won) {
			say.accept(line);
		}
	}

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
			// The last call of a load that was stopped fails, which is not reported.
			if (!Thread.currentThread().isInterrupted()) {
				say.accept("failed " + ex.getMessage());
			}
		}
	}

}
