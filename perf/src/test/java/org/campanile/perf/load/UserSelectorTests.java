package org.campanile.perf.load;

import java.util.stream.IntStream;

import org.campanile.perf.load.Journeys.UserSelector;
import org.campanile.perf.load.LoadPlan.Choice;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class UserSelectorTests {

	@Test
	void whenInOrderThenFromTheStartAgain() {
		UserSelector people = new UserSelector(new Population(3), Choice.IN_ORDER);

		assertThat(IntStream.range(0, 7).map(i -> people.next())).containsExactly(0, 1, 2, 0, 1, 2, 0);
	}

	@ParameterizedTest
	@ValueSource(ints = { 1, 2, 9, 10, 1_000, 99_991 })
	void whenOnceEachThenNobodyTwiceAndNotInOrder(int size) {
		UserSelector people = new UserSelector(new Population(size), Choice.ONCE_EACH);
		int[] drawn = IntStream.range(0, size).map(i -> people.next()).toArray();

		assertThat(IntStream.of(drawn).distinct().count()).isEqualTo(size);
		assertThat(IntStream.of(drawn)).allMatch(number -> number >= 0 && number < size);
		if (size > 9) {
			assertThat(drawn).isNotEqualTo(IntStream.range(0, size).toArray());
		}
	}

	@Test
	void whenRandomThenEverybodyComes() {
		UserSelector people = new UserSelector(new Population(5), Choice.RANDOM);

		assertThat(IntStream.range(0, 1_000).map(i -> people.next()).distinct().sorted()).containsExactly(0, 1, 2, 3,
				4);
	}

}
