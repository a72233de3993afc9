package org.campanile.onetime.contract;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

import org.campanile.onetime.OneTimeStore;
import org.campanile.session.contract.MutableClock;
import org.campanile.session.contract.Race;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * What every {@link OneTimeStore} must do. A backend's test class says how a store is
 * opened and the backend emptied, and inherits the rest.
 */
public abstract class OneTimeStoreContract {

	protected static final Instant START = Instant.parse("2026-03-29T00:59:58.123Z");

	private static final Duration VALIDITY = Duration.ofMinutes(8);

	private static final Instant END = START.plus(VALIDITY);

	/** The clock that the stores are given. */
	protected final MutableClock clock = new MutableClock(START);

	/** Two nodes' stores on one backend; for a backend of one node, twice the same. */
	private OneTimeStore here;

	private OneTimeStore there;

	/**
	 * Opens a store on the backend that all stores of one test share. A backend of one
	 * node returns the same store each time. One that is {@link AutoCloseable} is closed
	 * after the test.
	 */
	protected abstract OneTimeStore open(InstantSource clock) throws Exception;

	/** Empties the backend, before each test. */
	protected abstract void reset() throws Exception;

	@BeforeEach
	final void openStores() throws Exception {
		reset();
		here = open(clock);
		there = open(clock);
	}

	@AfterEach
	final void closeStores() throws Exception {
		for (OneTimeStore store : List.of(here, there)) {
			if (store instanceof AutoCloseable closeable) {
				closeable.close();
			}
		}
	}

	@Nested
	class Marks {

		@Test
		void whenSetThenSetOnEveryNode() throws Exception {
			assertThat(here.mark("request", "a", END)).isTrue();
			assertThat(here.mark("request", "a", END)).isFalse();
			assertThat(there.mark("request", "a", END)).isFalse();
		}

		@Test
		void whenManySetItAtOnceThenOneIsFirst() throws Exception {
			for (int round = 0; round < 50; round++) {
				String key = "a" + round;
				assertThat(Race.run(32, number -> node(number).mark("request", key, END))).containsOnlyOnce(true);
			}
		}

		@Test
		void whenManySetItAtOnceWithEndsOfTheirOwnThenOneIsFirst() throws Exception {
			assertThat(Race.run(32, number -> node(number).mark("request", "a", END.plusSeconds(number))))
				.containsOnlyOnce(true);
		}

		@Test
		void whenDifferentOnesAreSetAtOnceThenEachIsFirst() throws Exception {
			assertThat(Race.run(64, number -> node(number).mark("request", "a" + number, END))).containsOnly(true);
		}

		@Test
		void whenThousandsAreSetThenNoneIsForgotten() throws Exception {
			for (int i = 0; i < 2_000; i++) {
				assertThat(here.mark("request", "a" + i, END)).isTrue();
			}
			for (int i = 0; i < 2_000; i++) {
				assertThat(there.mark("request", "a" + i, END)).as("mark %s", i).isFalse();
			}
		}

	}

	@Nested
	class Expiry {

		@Test
		void whenAtItsEndThenFreeAgain() throws Exception {
			here.mark("request", "a", END);
			clock.set(END.minusMillis(1));
			assertThat(there.mark("request", "a", END)).isFalse();
			clock.set(END);
			assertThat(there.mark("request", "a", END.plus(VALIDITY))).isTrue();
			assertThat(here.mark("request", "a", END.plus(VALIDITY))).isFalse();
		}

		@Test
		void whenFreeAgainThenOneOfManyIsFirst() throws Exception {
			here.mark("request", "a", END);
			clock.set(END);
			assertThat(Race.run(32, number -> node(number).mark("request", "a", END.plus(VALIDITY))))
				.containsOnlyOnce(true);
		}

		@Test
		void whenRefusedThenTheEndOfTheFirstStays() throws Exception {
			here.mark("request", "longer", END);
			there.mark("request", "longer", END.plus(VALIDITY));
			here.mark("request", "shorter", END);
			there.mark("request", "shorter", START.plusMillis(1));
			clock.set(END.minusMillis(1));
			assertThat(here.mark("request", "shorter", END)).isFalse();
			clock.set(END);
			assertThat(here.mark("request", "longer", END.plus(VALIDITY))).isTrue();
		}

	}

	@Nested
	class Keys {

		@Test
		void whenKindsDifferThenMarksDoNotMix() throws Exception {
			here.mark("request", "a", END);
			assertThat(here.mark("logout", "a", END)).isTrue();
			assertThat(here.mark("REQUEST", "a", END)).isTrue();
			assertThat(here.mark("request", "a", END)).isFalse();
			here.mark("ab", "c", END);
			assertThat(there.mark("a", "bc", END)).isTrue();
		}

		@Test
		void whenOneOctetDiffersThenMarksDoNotMix() throws Exception {
			List<String> keys = List.of("", "a", "A", "a ", " a", "a\u0000", "a\u0001", "a\n", "\u00e9", "e\u0301",
					"\u00df", "ss", "%", "_", "a'", "\ud83d\ude00");
			for (String key : keys) {
				assertThat(here.mark("request", key, END)).as("first of '%s'", key).isTrue();
			}
			for (String key : keys) {
				assertThat(there.mark("request", key, END)).as("second of '%s'", key).isFalse();
			}
		}

		@Test
		void whenKeysAreLongThenTheirLastOctetCounts() throws Exception {
			for (int length : List.of(1024, OneTimeStore.MAX_KEY)) {
				String stem = "k".repeat(length - 1);
				assertThat(here.mark("request", stem + 'a', END)).isTrue();
				assertThat(here.mark("request", stem + 'b', END)).isTrue();
				assertThat(there.mark("request", stem + 'a', END)).isFalse();
			}
		}

		@Test
		void whenAKeyIsTooLongThenRefused() {
			assertThatIllegalArgumentException()
				.isThrownBy(() -> here.mark("request", "k".repeat(OneTimeStore.MAX_KEY + 1), END));
			assertThatIllegalArgumentException()
				.isThrownBy(() -> here.mark("request", "\u00e9".repeat(OneTimeStore.MAX_KEY / 2) + "k", END));
		}

	}

	@Nested
	class Values {

		@Test
		void whenPutThenTakenOnceByteForByteOnAnyNode() throws Exception {
			byte[] value = new byte[256];
			for (int i = 0; i < value.length; i++) {
				value[i] = (byte) i;
			}
			for (byte[] each : List.of(value, new byte[0], new byte[1])) {
				assertThat(here.put("artifact", "a", each, END)).isTrue();
				assertThat(there.take("artifact", "a")).hasValueSatisfying(taken -> assertThat(taken).isEqualTo(each));
				assertThat(here.take("artifact", "a")).isEmpty();
				assertThat(there.take("artifact", "a")).isEmpty();
			}
		}

		@Test
		void whenNotThereThenEmptyAndNothingIsSet() throws Exception {
			assertThat(here.take("artifact", "a")).isEmpty();
			assertThat(there.put("artifact", "a", bytes("value"), END)).isTrue();
		}

		@Test
		void whenManyTakeItAtOnceThenOneReceivesIt() throws Exception {
			for (int round = 0; round < 50; round++) {
				String key = "a" + round;
				byte[] value = bytes("value " + round);
				node(round).put("artifact", key, value, END);
				List<Optional<byte[]>> taken = Race.run(32, number -> node(number).take("artifact", key));
				assertThat(taken).filteredOn(Optional::isPresent)
					.singleElement()
					.satisfies(one -> assertThat(one.orElseThrow()).isEqualTo(value));
			}
		}

		@Test
		void whenManyPutItAtOnceThenOneDoesAndItsValueIsTaken() throws Exception {
			for (int round = 0; round < 20; round++) {
				String key = "a" + round;
				List<Boolean> put = Race.run(32,
						number -> node(number).put("artifact", key, bytes("by " + number), END));
				assertThat(put).containsOnlyOnce(true);
				assertThat(text(here.take("artifact", key))).isEqualTo("by " + put.indexOf(true));
			}
		}

		@Test
		void whenPutAgainThenRefusedAndTheFirstStays() throws Exception {
			here.put("artifact", "a", bytes("first"), END);
			assertThat(here.put("artifact", "a", bytes("second"), END.plus(VALIDITY))).isFalse();
			assertThat(there.put("artifact", "a", bytes("first"), END)).as("the very same again").isFalse();
			clock.set(END.minusMillis(1));
			assertThat(text(there.take("artifact", "a"))).isEqualTo("first");
			assertThat(here.put("artifact", "a", bytes("after"), END)).as("the key is free").isTrue();
		}

		@Test
		void whenRefusedThenTheEndOfTheFirstStays() throws Exception {
			here.put("artifact", "a", bytes("first"), END);
			there.put("artifact", "a", bytes("second"), END.plus(VALIDITY));
			clock.set(END);
			assertThat(here.take("artifact", "a")).isEmpty();
		}

		@Test
		void whenAtItsEndThenNeverTaken() throws Exception {
			here.put("artifact", "in time", bytes("value"), END);
			here.put("artifact", "late", bytes("value"), END);
			clock.set(END.minusMillis(1));
			assertThat(there.take("artifact", "in time")).isPresent();
			clock.set(END);
			assertThat(there.take("artifact", "late")).isEmpty();
			assertThat(here.take("artifact", "late")).isEmpty();
		}

		@Test
		void whenTheOldOneHasExpiredThenReplacedThoughNotPurged() throws Exception {
			here.put("artifact", "a", bytes("old"), END);
			clock.set(END);
			List<Boolean> put = Race.run(16,
					number -> node(number).put("artifact", "a", bytes("by " + number), END.plus(VALIDITY)));
			assertThat(put).containsOnlyOnce(true);
			assertThat(text(there.take("artifact", "a"))).isEqualTo("by " + put.indexOf(true));
		}

		@Test
		void whenThereIsAMarkThenAValueIsRefusedAndNotTaken() throws Exception {
			here.mark("ticket", "a", END);
			assertThat(there.put("ticket", "a", bytes("value"), END)).isFalse();
			assertThat(there.take("ticket", "a")).isEmpty();
			assertThat(here.mark("ticket", "a", END)).as("the mark stays").isFalse();
		}

		@Test
		void whenThereIsAValueThenAMarkIsRefused() throws Exception {
			here.put("ticket", "a", bytes("value"), END);
			assertThat(there.mark("ticket", "a", END)).isFalse();
			assertThat(text(there.take("ticket", "a"))).isEqualTo("value");
			assertThat(here.mark("ticket", "a", END)).as("taken, so free").isTrue();
		}

		@Test
		void whenMarkedAndPutAtOnceThenOneDoes() throws Exception {
			for (int round = 0; round < 20; round++) {
				String key = "a" + round;
				assertThat(Race.run(16, number -> number / 2 % 2 == 0 ? node(number).mark("ticket", key, END)
						: node(number).put("ticket", key, bytes("value"), END)))
					.containsOnlyOnce(true);
			}
		}

		@Test
		void whenOneHasExpiredThenTheOtherTakesItsPlace() throws Exception {
			here.mark("ticket", "a", END);
			here.put("ticket", "b", bytes("value"), END);
			clock.set(END);
			assertThat(there.put("ticket", "a", bytes("value"), END.plus(VALIDITY))).isTrue();
			assertThat(there.mark("ticket", "b", END.plus(VALIDITY))).isTrue();
			assertThat(text(here.take("ticket", "a"))).isEqualTo("value");
			assertThat(here.take("ticket", "b")).isEmpty();
		}

		@Test
		void whenKindsOrKeysDifferThenValuesDoNotMix() throws Exception {
			List<List<String>> names = List.of(List.of("artifact", "a"), List.of("ticket", "a"),
					List.of("artifact", "A"), List.of("ab", "c"), List.of("a", "bc"), List.of("artifact", ""),
					List.of("artifact", "a\u0000"), List.of("artifact", "k".repeat(OneTimeStore.MAX_KEY)),
					List.of("artifact", "k".repeat(OneTimeStore.MAX_KEY - 1) + 'l'));
			for (List<String> name : names) {
				assertThat(here.put(name.getFirst(), name.getLast(), bytes(name.toString()), END)).isTrue();
			}
			for (List<String> name : names) {
				assertThat(text(there.take(name.getFirst(), name.getLast()))).isEqualTo(name.toString());
			}
		}

		@Test
		void whenTheValueIsAsLargeAsAllowedThenTakenWholeAndALargerOneIsNotStored() throws Exception {
			byte[] largest = new byte[OneTimeStore.MAX_VALUE];
			for (int i = 0; i < largest.length; i++) {
				largest[i] = (byte) (i * 31 >> 3);
			}
			assertThat(here.put("artifact", "a", largest, END)).isTrue();
			assertThat(there.take("artifact", "a"))
				.hasValueSatisfying(taken -> assertThat(Arrays.equals(taken, largest)).isTrue());
			assertThatIllegalArgumentException()
				.isThrownBy(() -> here.put("artifact", "a", new byte[OneTimeStore.MAX_VALUE + 1], END));
			assertThat(there.take("artifact", "a")).isEmpty();
			assertThat(here.put("artifact", "a", bytes("value"), END)).isTrue();
		}

		@Test
		void whenTheKeyIsTooLongThenRefused() {
			String key = "k".repeat(OneTimeStore.MAX_KEY + 1);
			assertThatIllegalArgumentException().isThrownBy(() -> here.put("artifact", key, bytes("value"), END));
			assertThatIllegalArgumentException().isThrownBy(() -> here.take("artifact", key));
		}

		@Test
		void whenManyArePutAndTakenAtOnceThenEachIsTakenOnce() throws Exception {
			List<List<String>> taken = Race.run(16, number -> {
				List<String> mine = new ArrayList<>();
				for (int i = 0; i < 100; i++) {
					String key = "a" + i;
					if (number == 0) {
						here.put("artifact", key, bytes(key), END);
					}
					node(number).take("artifact", key).ifPresent(value -> mine.add(new String(value, UTF_8)));
				}
				return mine;
			});
			List<String> all = new ArrayList<>();
			taken.forEach(all::addAll);
			assertThat(all).hasSize(100).doesNotHaveDuplicates().allMatch(key -> key.matches("a[0-9]{1,2}"));
		}

	}

	private static byte[] bytes(String text) {
		return text.getBytes(UTF_8);
	}

	private static String text(Optional<byte[]> value) {
		return new String(value.orElseThrow(), UTF_8);
	}

	private OneTimeStore node(int number) {
		return number % 2 == 0 ? here : there;
	}

}
