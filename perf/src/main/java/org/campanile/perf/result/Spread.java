package org.campanile.perf.result;

import java.util.Optional;
import java.util.stream.DoubleStream;

/**
 * The median and range of repeated figures.
 *
 * @param median the middle one, or the mean of the two in the middle
 * @param min the smallest
 * @param max the largest
 * @param count the number of figures
 */
public record Spread(double median, double min, double max, int count) {

	/** Returns the spread of the finite figures; empty if there are none. */
	public static Optional<Spread> of(DoubleStream figures) {
		double[] sorted = figures.filter(Double::isFinite).sorted().toArray();
		if (sorted.length == 0) {
			return Optional.empty();
		}
		return Optional.of(new Spread(Interval.median(sorted), sorted[0], sorted[sorted.length - 1], sorted.length));
	}

	/** Returns the width of the range as a share of the median: 0.05 for 5 %. */
	public double share() {
		return median == 0 ? 0 : (max - min) / Math.abs(median);
	}

}
