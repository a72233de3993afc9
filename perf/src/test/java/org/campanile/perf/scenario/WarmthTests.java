package org.campanile.perf.scenario;

import org.campanile.perf.scenario.Warmth.Slice;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class WarmthTests {

	private final Warmth warmth = new Warmth(20_000, 200_000);

	@Test
	void whenItsCompilersTakeLessThanAFiftiethThenWarm() {
		warmth.add(new Slice(20_000, 2, 0.15));
		assertThat(warmth.needsMore()).isTrue();
		warmth.add(new Slice(5_000, 1.5, 0.019));
		assertThat(warmth.needsMore()).isFalse();
		assertThat(warmth.sentence()).isEqualTo("warm by 25,000 logins: 1.9 % of its processor time for compilers");
	}

	@Test
	void whenItHasNotHadTheLeastCountThenItGoesOnHoweverLittleItCompiles() {
		warmth.add(new Slice(19_999, 2, 0));
		assertThat(warmth.needsMore()).isTrue();
	}

	@Test
	void whenItStillCompilesAtTheMostThenItEndsAndSaysSo() {
		warmth.add(new Slice(200_000, 2, 0.05));
		assertThat(warmth.needsMore()).isFalse();
		assertThat(warmth.isWarm()).isFalse();
		assertThat(warmth.sentence()).startsWith("not warm by 200,000 logins: 5.0 %");
	}

	@Test
	void whenItHasNoCompilerThenItIsWarmOnceThreeSlicesTakeNoLessAnyLonger() {
		warmth.add(new Slice(20_000, 6, Double.NaN));
		warmth.add(new Slice(5_000, 5, Double.NaN));
		warmth.add(new Slice(5_000, 4.8, Double.NaN));
		assertThat(warmth.needsMore()).isTrue();
		warmth.add(new Slice(5_000, 4.75, Double.NaN));
		assertThat(warmth.needsMore()).isTrue();
		warmth.add(new Slice(5_000, 4.9, Double.NaN));
		assertThat(warmth.needsMore()).isFalse();
		assertThat(warmth.sentence()).isEqualTo("warm by 40,000 logins: its logins take no less any longer");
	}

	@Test
	void whenItsProcessorTimeIsNotKnownThenTheCountIsAllThereIs() {
		warmth.add(new Slice(20_000, Double.NaN, Double.NaN));
		assertThat(warmth.needsMore()).isFalse();
		assertThat(warmth.isWarm()).isFalse();
		assertThat(warmth.sentence()).contains("whether it is warm is not known");
	}

	@Test
	void whenTheBoundsChangeThenWhatWasMadeCounts() {
		warmth.add(new Slice(20_000, 2, 0.01));
		assertThat(warmth.within(40_000, 200_000).needsMore()).isTrue();
	}

}
