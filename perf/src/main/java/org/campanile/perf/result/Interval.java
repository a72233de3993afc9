package org.campanile.perf.result;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;

/**
 * A median with a confidence interval, nominally of 95 %: the percentile bootstrap. For
 * five to nine figures its real coverage is 88 to 93 %, as simulated. The resampling is
 * deterministic, so that the same figures give the same interval.
 *
 * @param value the median
 * @param low the lower end
 * @param high the upper end; {@link Double#MAX_VALUE} if unknown
 * @param count the number of figures
 */
public record Interval(double value, double low, double high, int count) {

	/**
	 * The least number of figures for a meaningful interval; with fewer, the bootstrap
	 * only knows the range that happened to be measured.
	 */
	public static final int LEAST = 5;

	private static final int RESAMPLES = 4_000;

	private static final double TAIL = 0.025;

	/** Returns the interval of the finite figures; empty if there are none. */
	public static Optional<Interval> of(double... figures) {
		double[] finite = finite(figures);
		if (finite.length == 0) {
			return Optional.empty();
		}
		Random random = new Random(1);
		double[] medians = new double[RESAMPLES];
		double[] drawn = new double[finite.length];
		for (int i = 0; i < RESAMPLES; i++) {
			medians[i] = resampled(finite, drawn, random);
		}
		return Optional.of(of(median(finite.clone()), medians, finite.length));
	}

	/**
	 * Returns the interval of the quotient of two medians whose figures are not paired;
	 * empty if either has no figures.
	 */
	public static Optional<Interval> quotient(double[] figures, double[] divisors) {
		double[] above = finite(figures);
		double[] below = finite(divisors);
		if (above.length == 0 || below.length == 0) {
			return Optional.empty();
		}
		Random random = new Random(1);
		double[] quotients = new double[RESAMPLES];
		double[] drawnAbove = new double[above.length];
		double[] drawnBelow = new double[below.length];
		for (int i = 0; i < RESAMPLES; i++) {
			quotients[i] = resampled(above, drawnAbove, random) / resampled(below, drawnBelow, random);
		}
		return Optional
			.of(of(median(above.clone()) / median(below.clone()), quotients, Math.min(above.length, below.length)));
	}

	private static Interval of(double value, double[] resampled, int count) {
		Arrays.sort(resampled);
		int tail = (int) Math.round(RESAMPLES * TAIL);
		return new Interval(value, resampled[tail], resampled[RESAMPLES - 1 - tail], count);
	}

	private static double resampled(double[] figures, double[] drawn, Random random) {
		for (int i = 0; i < drawn.length; i++) {
			drawn[i] = figures[random.nextInt(figures.length)];
		}
		return median(drawn);
	}

	static double median(double[] figures) {
		Arrays.sort(figures);
		int middle = figures.length / 2;
		return figures.length % 2 == 1 ? figures[middle] : (figures[middle - 1] + figures[middle]) / 2;
	}

	private static double[] finite(double[] figures) {
		return Arrays.stream(figures).filter(Double::isFinite).toArray();
	}

	/** Whether there were enough figures for a meaningful interval. */
	public boolean enough() {
		return count >= LEAST;
	}

	/**
	 * Returns how far the farther end is from the median, as a share of the median: 0.05
	 * for 5 %.
	 */
	public double widerSide() {
		return value == 0 ? 0 : Math.max(high - value, value - low) / Math.abs(value);
	}

	/** Formats the median with the interval, such as {@code 1.15 [1.12–1.19]}. */
	public String printed() {
		String format = Math.max(Math.abs(low), Math.abs(value)) < 100 ? "%.2f" : "%.0f";
		return high == Double.MAX_VALUE ? String.format(Locale.ROOT, "more than " + format, low)
				: String.format(Locale.ROOT, format + " [" + format + "–" + format + "]", value, low, high);
	}

}
