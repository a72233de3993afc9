package org.campanile.testkit.onetime;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

import org.campanile.onetime.OneTimeStore;
import org.campanile.testkit.Race;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * The contract of every {@link OneTimeStore}. A backend's test class defines how a store
 * is opened and the backend emptied, and inherits the tests.
 */
public abstract class OneTimeStoreContract extends OneTimeReplayKeyContract {

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
			here.setReplayKey("ticket", "a", END);
			assertThat(there.put("ticket", "a", bytes("value"), END)).isFalse();
			assertThat(there.take("ticket", "a")).isEmpty();
			assertThat(here.setReplayKey("ticket", "a", END)).as("the mark stays").isFalse();
		}

		@Test
		void whenThereIsAValueThenAMarkIsRefused() throws Exception {
			here.put("ticket", "a", bytes("value"), END);
			assertThat(there.setReplayKey("ticket", "a", END)).isFalse();
			assertThat(text(there.take("ticket", "a"))).isEqualTo("value");
			assertThat(here.setReplayKey("ticket", "a", END)).as("taken, so free").isTrue();
		}

		@Test
		void whenMarkedAndPutAtOnceThenOneDoes() throws Exception {
			for (int round = 0; round < 20; round++) {
				String key = "a" + round;
				assertThat(Race.run(16, number -> number / 2 % 2 == 0 ? node(number).setReplayKey("ticket", key, END)
						: node(number).put("ticket", key, bytes("value"), END)))
					.containsOnlyOnce(true);
			}
		}

		@Test
		void whenOneHasExpiredThenTheOtherTakesItsPlace() throws Exception {
			here.setReplayKey("ticket", "a", END);
			here.put("ticket", "b", bytes("value"), END);
			clock.set(END);
			assertThat(there.put("ticket", "a", bytes("value"), END.plus(VALIDITY))).isTrue();
			assertThat(there.setReplayKey("ticket", "b", END.plus(VALIDITY))).isTrue();
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

	@Nested
	class Looks {

		@Test
		void whenPutThenSeenOnEveryNodeAsOftenAsLookedAt() throws Exception {
			here.put("artifact", "a", bytes("value"), END);
			for (int look = 0; look < 3; look++) {
				assertThat(text(here.find("artifact", "a"))).isEqualTo("value");
				assertThat(text(there.find("artifact", "a"))).isEqualTo("value");
			}
			assertThat(here.put("artifact", "a", bytes("other"), END)).as("it still stands there").isFalse();
			assertThat(text(there.take("artifact", "a"))).as("a look takes nothing").isEqualTo("value");
		}

		@Test
		void whenTakenThenNotSeenOnAnyNode() throws Exception {
			here.put("artifact", "a", bytes("value"), END);
			there.take("artifact", "a");
			assertThat(here.find("artifact", "a")).isEmpty();
			assertThat(there.find("artifact", "a")).isEmpty();
		}

		@Test
		void whenNotThereThenEmptyAndTheKeyIsFree() throws Exception {
			assertThat(here.find("artifact", "a")).isEmpty();
			assertThat(there.put("artifact", "a", bytes("value"), END)).isTrue();
			assertThat(here.find("artifact", "A")).isEmpty();
			assertThat(here.find("ticket", "a")).isEmpty();
		}

		@Test
		void whenAtItsEndThenNotSeen() throws Exception {
			here.put("artifact", "a", bytes("value"), END);
			clock.set(END.minusMillis(1));
			assertThat(there.find("artifact", "a")).isPresent();
			clock.set(END);
			assertThat(there.find("artifact", "a")).isEmpty();
		}

		@Test
		void whenAMarkStandsThereThenEmptyAndTheMarkStays() throws Exception {
			here.setReplayKey("ticket", "a", END);
			assertThat(there.find("ticket", "a")).isEmpty();
			assertThat(here.setReplayKey("ticket", "a", END)).isFalse();
		}

		@Test
		void whenManyLookAtOnceThenAllSeeItByteForByte() throws Exception {
			byte[] value = new byte[OneTimeStore.MAX_VALUE];
			for (int i = 0; i < value.length; i++) {
				value[i] = (byte) (i * 7 >> 2);
			}
			here.put("artifact", "a", value, END);
			assertThat(Race.run(32, number -> node(number).find("artifact", "a")))
				.allSatisfy(seen -> assertThat(Arrays.equals(seen.orElseThrow(), value)).isTrue());
		}

		@Test
		void whenTheKeyIsTooLongThenRefused() {
			assertThatIllegalArgumentException()
				.isThrownBy(() -> here.find("artifact", "k".repeat(OneTimeStore.MAX_KEY + 1)));
		}

	}

	private static String text(Optional<byte[]> value) {
		return new String(value.orElseThrow(), UTF_8);
	}

}
