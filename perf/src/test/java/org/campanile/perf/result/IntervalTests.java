package org.campanile.perf.result;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class IntervalTests {

	@Test
	void whenFiguresScatterThenTheIntervalLiesAroundTheMedianAndWithinTheRange() {
		Interval interval = Interval.of(1.0, 1.1, 1.2, 1.15, 1.05, 1.12, 1.08, 3.0, 1.11).orElseThrow();
		assertThat(interval.value()).isEqualTo(1.11);
		assertThat(interval.low()).isBetween(1.0, 1.1);
		assertThat(interval.high()).isBetween(1.11, 1.2);
		assertThat(interval.count()).isEqualTo(9);
	}

	@Test
	void whenTheSameFiguresAreGivenThenTheIntervalIsTheSame() {
		assertThat(Interval.of(1, 2, 3, 4, 5, 6)).isEqualTo(Interval.of(1, 2, 3, 4, 5, 6));
	}

	@Test
	void whenThereAreMoreFiguresOfTheSameScatterThenTheIntervalIsNarrower() {
		double[] five = new double[5];
		double[] forty = new double[40];
		for (int i = 0; i < forty.length; i++) {
			forty[i] = 1 + (i % 5) * 0.1;
			five[i % 5] = forty[i];
		}
		assertThat(Interval.of(forty).orElseThrow().widerSide())
			.isLessThan(Interval.of(five).orElseThrow().widerSide());
	}

	@Test
	void whenThereAreFiveFiguresThenTheIntervalIsTheirRange() {
		Interval interval = Interval.of(1, 2, 3, 4, 5).orElseThrow();
		assertThat(interval.low()).isEqualTo(1);
		assertThat(interval.high()).isEqualTo(5);
		assertThat(interval.enough()).isTrue();
		assertThat(interval.widerSide()).isCloseTo(2.0 / 3, within(1e-9));
		assertThat(Interval.of(1, 2, 3, 4).orElseThrow().enough()).isFalse();
	}

	@Test
	void whenSomeAreNoFiguresThenTheyAreLeftOut() {
		assertThat(Interval.of(2, Double.NaN, 2, Double.POSITIVE_INFINITY)).contains(new Interval(2, 2, 2, 2));
		assertThat(Interval.of(Double.NaN)).isEmpty();
		assertThat(Interval.of()).isEmpty();
	}

	@Test
	void whenBothSidesOfAQuotientScatterThenBothWidenIt() {
		double[] scattered = { 9, 10, 11, 10, 9.5, 10.5 };
		double[] constant = { 5, 5, 5, 5, 5 };
		Interval one = Interval.quotient(scattered, constant).orElseThrow();
		Interval both = Interval.quotient(scattered, new double[] { 4.5, 5, 5.5, 5, 4.75, 5.25 }).orElseThrow();
		assertThat(one.value()).isEqualTo(2);
		assertThat(one.count()).isEqualTo(5);
		assertThat(both.widerSide()).isGreaterThan(one.widerSide());
		assertThat(Interval.quotient(scattered, new double[0])).isEmpty();
	}

	@Test
	void whenItIsPrintedThenWithBothEnds() {
		assertThat(new Interval(1.149, 1.12, 1.19, 5).printed()).isEqualTo("1.15 [1.12–1.19]");
		assertThat(new Interval(349, 349, 349, 1).printed()).isEqualTo("349 [349–349]");
	}

}
