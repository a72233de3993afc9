package org.campanile.perf.report.document;

import java.util.List;
import java.util.Locale;
import java.util.function.IntToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A plot. Its figures are also in a table nearby, or summed up by its text alternative.
 *
 * @param title what it shows
 * @param shape how it is drawn
 * @param across label of the horizontal axis, with unit
 * @param up label of the vertical axis, with unit
 * @param categories along the horizontal axis of bars; empty for lines and dots
 * @param series the data
 */
public record Chart(String title, Shape shape, String across, String up, List<String> categories,
		List<Series> series) implements Block {

	/** How it is drawn. */
	public enum Shape {

		/** Points joined by lines. */
		LINE,
		/** Points joined by lines, on a logarithmic horizontal axis. */
		LINE_LOGARITHMIC,
		/** Single dots. */
		DOTS,
		/** Bars, one of each series side by side. */
		BARS,
		/** Bars, each series on top of the one before. */
		STACKED_BARS

	}

	/**
	 * A data series, drawn in one colour.
	 *
	 * @param name its name in the legend
	 * @param points its points from left to right
	 */
	public record Series(String name, List<Point> points) {

		public Series {
			points = List.copyOf(points);
		}

		/** Returns a series with points for categories, or places, numbered from 0. */
		public static Series of(String name, int places, IntToDoubleFunction value) {
			return new Series(name,
					IntStream.range(0, places)
						.mapToObj(place -> new Point(place, value.applyAsDouble(place)))
						.toList());
		}

	}

	/**
	 * A point of a series.
	 *
	 * @param x horizontal position; for bars the number of the category, from 0
	 * @param y vertical position; not a number for a gap
	 */
	public record Point(double x, double y) {
	}

	public Chart {
		categories = List.copyOf(categories);
		series = List.copyOf(series);
	}

	/** Whether there is nothing to draw. */
	public boolean isEmpty() {
		return series.stream().flatMap(one -> one.points().stream()).noneMatch(point -> Double.isFinite(point.y()));
	}

	/** Returns a text alternative to the plot. */
	public String alternative() {
		return title + ". " + up + " by " + across + ". "
				+ series.stream().map(this::summary).collect(Collectors.joining(" "));
	}

	private String summary(Series one) {
		List<Point> points = one.points().stream().filter(point -> Double.isFinite(point.y())).toList();
		if (points.isEmpty()) {
			return one.name() + ": no figures.";
		}
		if (!categories.isEmpty()) {
			return one.name() + ": "
					+ points.stream()
						.map(point -> categories.get((int) point.x()) + " " + figure(point.y()))
						.collect(Collectors.joining(", "))
					+ ".";
		}
		int highest = IntStream.range(0, points.size())
			.reduce((one1, other) -> points.get(other).y() > points.get(one1).y() ? other : one1)
			.orElse(0);
		Point first = points.getFirst();
		Point last = points.getLast();
		Point top = points.get(highest);
		return one.name() + ": " + figure(first.y()) + " at " + figure(first.x()) + ", " + figure(last.y()) + " at "
				+ figure(last.x()) + ", highest " + figure(top.y()) + " at " + figure(top.x()) + ".";
	}

	private static String figure(double value) {
		return value == Math.rint(value) && Math.abs(value) < 1e15 ? Long.toString((long) value)
				: String.format(Locale.ROOT, Math.abs(value) < 10 ? "%.3f" : "%.1f", value);
	}

}
