package org.campanile.testkit.onetime;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

import org.campanile.onetime.OneTimeStore;
import org.campanile.testkit.Race;
import org.campanile.testkit.store.StoreHarness;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * The contract of every {@link OneTimeStore} for replay keys, and the creation of stores
 * for the tests of a backend.
 */
abstract class OneTimeReplayKeyContract extends StoreHarness<OneTimeStore> {

	static final Duration VALIDITY = Duration.ofMinutes(8);

	static final Instant END = START.plus(VALIDITY);

	@Nested
	class Marks {

		@Test
		void whenSetThenSetOnEveryNode() throws Exception {
			assertThat(here.setReplayKey("request", "a", END)).isTrue();
			assertThat(here.setReplayKey("request", "a", END)).isFalse();
			assertThat(there.setReplayKey("request", "a", END)).isFalse();
		}

		@Test
		void whenManySetItAtOnceThenOneIsFirst() throws Exception {
			for (int round = 0; round < 50; round++) {
				String key = "a" + round;
				assertThat(Race.run(32, number -> node(number).setReplayKey("request", key, END)))
					.containsOnlyOnce(true);
			}
		}

		@Test
		void whenManySetItAtOnceWithEndsOfTheirOwnThenOneIsFirst() throws Exception {
			assertThat(Race.run(32, number -> node(number).setReplayKey("request", "a", END.plusSeconds(number))))
				.containsOnlyOnce(true);
		}

		@Test
		void whenDifferentOnesAreSetAtOnceThenEachIsFirst() throws Exception {
			assertThat(Race.run(64, number -> node(number).setReplayKey("request", "a" + number, END)))
				.containsOnly(true);
		}

		@Test
		void whenThousandsAreSetThenNoneIsForgotten() throws Exception {
			for (int i = 0; i < 2_000; i++) {
				assertThat(here.setReplayKey("request", "a" + i, END)).isTrue();
			}
			for (int i = 0; i < 2_000; i++) {
				assertThat(there.setReplayKey("request", "a" + i, END)).as("mark %s", i).isFalse();
			}
		}

	}

	@Nested
	class Expiry {

		@Test
		void whenAtItsEndThenFreeAgain() throws Exception {
			here.setReplayKey("request", "a", END);
			clock.set(END.minusMillis(1));
			assertThat(there.setReplayKey("request", "a", END)).isFalse();
			clock.set(END);
			assertThat(there.setReplayKey("request", "a", END.plus(VALIDITY))).isTrue();
			assertThat(here.setReplayKey("request", "a", END.plus(VALIDITY))).isFalse();
		}

		@Test
		void whenFreeAgainThenOneOfManyIsFirst() throws Exception {
			here.setReplayKey("request", "a", END);
			clock.set(END);
			assertThat(Race.run(32, number -> node(number).setReplayKey("request", "a", END.plus(VALIDITY))))
				.containsOnlyOnce(true);
		}

		@Test
		void whenRefusedThenTheEndOfTheFirstStays() throws Exception {
			here.setReplayKey("request", "longer", END);
			there.setReplayKey("request", "longer", END.plus(VALIDITY));
			here.setReplayKey("request", "shorter", END);
			there.setReplayKey("request", "shorter", START.plusMillis(1));
			clock.set(END.minusMillis(1));
			assertThat(here.setReplayKey("request", "shorter", END)).isFalse();
			clock.set(END);
			assertThat(here.setReplayKey("request", "longer", END.plus(VALIDITY))).isTrue();
		}

	}

	@Nested
	class Keys {

		@Test
		void whenKindsDifferThenMarksDoNotMix() throws Exception {
			here.setReplayKey("request", "a", END);
			assertThat(here.setReplayKey("logout", "a", END)).isTrue();
			assertThat(here.setReplayKey("REQUEST", "a", END)).isTrue();
			assertThat(here.setReplayKey("request", "a", END)).isFalse();
			here.setReplayKey("ab", "c", END);
			assertThat(there.setReplayKey("a", "bc", END)).isTrue();
		}

		@Test
		void whenOneByteDiffersThenMarksDoNotMix() throws Exception {
			List<String> keys = List.of("", "a", "A", "a ", " a", "a\u0000", "a\u0001", "a\n", "\u00e9", "e\u0301",
					"\u00df", "ss", "%", "_", "a'", "\ud83d\ude00");
			for (String key : keys) {
				assertThat(here.setReplayKey("request", key, END)).as("first of '%s'", key).isTrue();
			}
			for (String key : keys) {
				assertThat(there.setReplayKey("request", key, END)).as("second of '%s'", key).isFalse();
			}
		}

		@Test
		void whenKeysAreLongThenTheirLastByteCounts() throws Exception {
			for (int length : List.of(1024, OneTimeStore.MAX_KEY)) {
				String stem = "k".repeat(length - 1);
				assertThat(here.setReplayKey("request", stem + 'a', END)).isTrue();
				assertThat(here.setReplayKey("request", stem + 'b', END)).isTrue();
				assertThat(there.setReplayKey("request", stem + 'a', END)).isFalse();
			}
		}

		@Test
		void whenAKeyIsTooLongThenRefused() {
			assertThatIllegalArgumentException()
				.isThrownBy(() -> here.setReplayKey("request", "k".repeat(OneTimeStore.MAX_KEY + 1), END));
			assertThatIllegalArgumentException()
				.isThrownBy(() -> here.setReplayKey("request", "\u00e9".repeat(OneTimeStore.MAX_KEY / 2) + "k", END));
		}

	}

}
