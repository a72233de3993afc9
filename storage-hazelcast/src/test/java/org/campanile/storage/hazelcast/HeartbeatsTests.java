package org.campanile.storage.hazelcast;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class HeartbeatsTests {

	private static final long INTERVAL = 2_000;

	private static final long WITHIN = 5_000;

	private long now = 1_000_000;

	/** The offset of the sender's clock must not matter. */
	@ParameterizedTest
	@ValueSource(longs = { 0, 120_000, -120_000, 1_790_000_000_000L })
	void whenClocksDifferThenHeardAsLongAsItSpeaksAndNoLonger(long ahead) {
		Heartbeats heartbeats = speak(Heartbeats.first(now + ahead, now), 100, ahead);
		assertThat(heartbeats.isWithin(WITHIN, now)).isTrue();
		assertThat(heartbeats.isWithin(WITHIN, now + WITHIN - 1)).isTrue();
		assertThat(heartbeats.isWithin(WITHIN, now + WITHIN)).as("silent").isFalse();
	}

	@ParameterizedTest
	@ValueSource(longs = { 120_000, -120_000 })
	void whenTheClockOfTheSenderIsSetThenBelievedAgainWithinAMinute(long step) {
		Heartbeats heartbeats = speak(Heartbeats.first(now, now), 100, 0);
		heartbeats = speak(heartbeats, 31, step);
		assertThat(heartbeats.isWithin(WITHIN, now)).isTrue();
		assertThat(heartbeats.isWithin(WITHIN, now + WITHIN)).as("silent").isFalse();
	}

	/**
	 * Heartbeats that were sent while this member was frozen arrive at once, oldest
	 * first.
	 */
	@Test
	void whenThisMemberStoodStillThenOldHeartbeatsAreOld() {
		Heartbeats heartbeats = speak(Heartbeats.first(now, now), 100, 0);
		long stopped = now;
		now += 60_000;
		for (long sent = stopped + INTERVAL; sent < now - WITHIN; sent += INTERVAL) {
			heartbeats = heartbeats.then(sent, now);
			assertThat(heartbeats.isWithin(WITHIN, now)).as("sent %s ms ago", now - sent).isFalse();
		}
		assertThat(heartbeats.then(now, now).isWithin(WITHIN, now)).isTrue();
	}

	@Test
	void whenTheNetworkIsSlowForAMomentThenItIsNotTakenForTheClock() {
		Heartbeats heartbeats = speak(Heartbeats.first(now, now), 3, 0).then(now - 1_000, now);
		assertThat(heartbeats.isWithin(WITHIN, now + WITHIN - 1_001)).isTrue();
		assertThat(heartbeats.isWithin(WITHIN, now + WITHIN - 1_000)).isFalse();
	}

	private Heartbeats speak(Heartbeats heartbeats, int times, long ahead) {
		Heartbeats last = heartbeats;
		for (int i = 0; i < times; i++) {
			now += INTERVAL;
			last = last.then(now + ahead, now);
		}
		return last;
	}

}
