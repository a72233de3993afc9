package org.campanile.perf.result;

import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class LoadResultTests {

	private final LoadResult load = SyntheticLoads.load(10, 100, 0, Map.of(), Map.of(), 1, 0, List.of());

	@Test
	void whenUsersStayThenNoneIsMissing() {
		assertThat(load.fewerThanAsked()).isFalse();
		assertThat(load.arrivalsPerSecond()).isZero();
		assertThat(load.doubts()).isEmpty();
	}

	@Test
	void whenFewerCameThanWereAskedForThenItIsADoubt() {
		assertThat(load.arriving(980, 100).doubts()).isEmpty();
		assertThat(load.arriving(970, 100).arrivalsPerSecond()).isEqualTo(97);
		assertThat(load.arriving(970, 100).doubts()).containsExactly("offered 97.0/s of the 100.0/s asked for");
	}

	@Test
	void whenOneOfAFewIsMissingThenThatIsTheClock() {
		assertThat(load.arriving(4, 0.5).fewerThanAsked()).isFalse();
		assertThat(load.arriving(3, 0.5).fewerThanAsked()).isTrue();
	}

	@Test
	void whenTheGeneratorHadToCheckThenItIsADoubt() {
		assertThat(load.checking(0, 1_999).doubts()).isEmpty();
		assertThat(load.checking(7, 2_000).doubts())
			.containsExactly("the generator was the bottleneck: it checked 7 answers itself while 2000 waited");
	}

}
