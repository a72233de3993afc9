package org.campanile.perf.report.document;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import org.campanile.perf.report.document.Chart.Point;
import org.campanile.perf.report.document.Chart.Series;
import org.campanile.perf.report.document.Chart.Shape;

/**
 * Draws a chart as a separate picture: SVG without scripts or fonts, which any browser
 * shows and any text editor can compare. Each object draws one chart.
 */
public final class SvgChart {

	private static final int WIDTH = 720;

	private static final int LEFT = 70;

	private static final int RIGHT = 40;

	private static final int TOP = 40;

	private static final int HEIGHT = 280;

	/** The height of a line in the legend, or of categories below bars, in pixels. */
	private static final int LINE = 18;

	private static final int TICKS = 5;

	/** The width of a letter, to decide whether a name fits below its bars, in pixels. */
	private static final int LETTER = 6;

	/** The colours, the same as on the HTML page. */
	private static final List<String> COLOURS = List.of("#0072b2", "#c65102", "#00795c", "#a4417f", "#5b4fc4",
			"#7d6608", "#37424d", "#2e9bd6");

	private static final List<String> DASHES = List.of("", "7 4", "2 3", "10 3 2 3", "16 5");

	private final Chart chart;

	private final boolean bars;

	private final double lowestX;

	private final double highestX;

	private final double highestY;

	private final double stepY;

	private final StringBuilder out = new StringBuilder();

	private SvgChart(Chart chart) {
		this.chart = chart;
		this.bars = chart.shape() == Shape.BARS || chart.shape() == Shape.STACKED_BARS;
		double[] xs = chart.series()
			.stream()
			.flatMap(series -> series.points().stream())
			.mapToDouble(Point::x)
			.sorted()
			.toArray();
		this.lowestX = xs.length == 0 ? 0 : xs[0];
		this.highestX = xs.length == 0 ? 1 : xs[xs.length - 1];
		this.stepY = step(top());
		this.highestY = Math.max(1, Math.ceil(top() / stepY - 1e-9)) * stepY;
	}

	/** Returns the content of the picture file. */
	public static String render(Chart chart) {
		return new SvgChart(chart).draw();
	}

	private double top() {
		if (chart.shape() != Shape.STACKED_BARS) {
			return chart.series()
				.stream()
				.flatMap(series -> series.points().stream())
				.mapToDouble(Point::y)
				.filter(Double::isFinite)
				.max()
				.orElse(1);
		}
		double highest = 0;
		for (int place = 0; place < chart.categories().size(); place++) {
			int at = place;
			highest = Math.max(highest, chart.series().stream().mapToDouble(series -> value(series, at)).sum());
		}
		return highest;
	}

	/** Returns a round distance of grid lines: 1, 2 or 5 times a power of ten. */
	private static double step(double top) {
		if (!(top > 0)) {
			return 1;
		}
		double rough = top / TICKS;
		double size = Math.pow(10, Math.floor(Math.log10(rough)));
		double digits = rough / size;
		return (digits <= 1 ? 1 : digits <= 2 ? 2 : digits <= 5 ? 5 : 10) * size;
	}

	/** Returns the value of a place; 0 for a gap. */
	private static double value(Series series, int place) {
		return series.points()
			.stream()
			.filter(point -> point.x() == place && Double.isFinite(point.y()))
			.mapToDouble(Point::y)
			.findFirst()
			.orElse(0);
	}

	private String draw() {
		int categories = chart.categories().isEmpty() || isNarrow() ? 0 : chart.categories().size();
		int height = TOP + HEIGHT + 44 + LINE * (chart.series().size() + categories);
		out.append("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" role=\"img\" ".formatted(WIDTH,
				height))
			.append("font-family=\"sans-serif\" font-size=\"12\" fill=\"#222\">\n<title>")
			.append(escape(chart.title()))
			.append("</title>\n<desc>")
			.append(escape(chart.alternative()))
			.append("</desc>\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n");
		text(WIDTH / 2.0, 18, "middle", chart.title(), " font-weight=\"bold\"");
		grid();
		if (bars) {
			bars();
		}
		else {
			lines();
		}
		legend(TOP + HEIGHT + 44, categories);
		return out.append("</svg>\n").toString();
	}

	private void grid() {
		for (int i = 0; i * stepY <= highestY * 1.0001; i++) {
			double value = i * stepY;
			out.append("<path d=\"M%d %s H%d\" stroke=\"#ddd\"/>\n".formatted(LEFT, number(y(value)), WIDTH - RIGHT));
			text(LEFT - 6, y(value) + 4, "end", mark(value), "");
		}
		text(LEFT, TOP - 8, "start", chart.up(), " fill=\"#555\"");
		text((LEFT + WIDTH - RIGHT) / 2.0, TOP + HEIGHT + 36, "middle", chart.across(), " fill=\"#555\"");
		if (chart.categories().isEmpty()) {
			for (double value : marks()) {
				text(x(value), TOP + HEIGHT + 18, "middle", figure(value), "");
			}
			return;
		}
		for (int place = 0; place < chart.categories().size(); place++) {
			text(middle(place), TOP + HEIGHT + 18, "middle",
					isNarrow() ? chart.categories().get(place) : Integer.toString(place + 1), "");
		}
	}

	/** Whether each category's name fits below its bars; otherwise it gets a number. */
	private boolean isNarrow() {
		double room = (double) (WIDTH - LEFT - RIGHT) / Math.max(1, chart.categories().size());
		return chart.categories().stream().allMatch(name -> name.length() * LETTER <= room);
	}

	/** Returns the marks of the horizontal axis: at the points, if they are few. */
	private List<Double> marks() {
		List<Double> places = chart.series()
			.stream()
			.flatMap(series -> series.points().stream())
			.map(Point::x)
			.distinct()
			.sorted()
			.toList();
		if (places.size() <= 8) {
			return places;
		}
		List<Double> marks = new ArrayList<>();
		for (int i = 0; i <= TICKS; i++) {
			double share = (double) i / TICKS;
			marks.add(chart.shape() == Shape.LINE_LOGARITHMIC
					? (double) Math.round(lowestX * Math.pow(highestX / lowestX, share))
					: lowestX + (highestX - lowestX) * share);
		}
		return marks;
	}

	private void lines() {
		for (int i = 0; i < chart.series().size(); i++) {
			StringBuilder path = new StringBuilder();
			boolean joined = false;
			for (Point point : chart.series().get(i).points()) {
				if (!Double.isFinite(point.y())) {
					joined = false;
					continue;
				}
				path.append(joined ? " L" : " M").append(number(x(point.x()))).append(' ').append(number(y(point.y())));
				joined = true;
			}
			if (chart.shape() != Shape.DOTS && !path.isEmpty()) {
				out.append("<path d=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"2\"%s/>\n"
					.formatted(path.toString().strip(), colour(i), dash(i)));
			}
			// With many points the line is enough.
			if (chart.shape() == Shape.DOTS || chart.series().get(i).points().size() <= 40) {
				dots(chart.series().get(i), i);
			}
		}
	}

	private void dots(Series series, int index) {
		for (Point point : series.points()) {
			if (Double.isFinite(point.y())) {
				out.append("<circle cx=\"%s\" cy=\"%s\" r=\"%s\" fill=\"%s\"/>\n".formatted(number(x(point.x())),
						number(y(point.y())), chart.shape() == Shape.DOTS ? "1.5" : "3", colour(index)));
			}
		}
	}

	private void bars() {
		double room = (double) (WIDTH - LEFT - RIGHT) / Math.max(1, chart.categories().size());
		boolean stacked = chart.shape() == Shape.STACKED_BARS;
		double width = room * 0.8 / (stacked ? 1 : Math.max(1, chart.series().size()));
		for (int place = 0; place < chart.categories().size(); place++) {
			double below = 0;
			for (int i = 0; i < chart.series().size(); i++) {
				double value = value(chart.series().get(i), place);
				double left = LEFT + room * place + room * 0.1 + (stacked ? 0 : width * i);
				if (value > 0) {
					out.append("<rect x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\" fill=\"%s\"/>\n".formatted(
							number(left), number(y(below + value)), number(width), number(y(below) - y(below + value)),
							colour(i)));
				}
				below += stacked ? value : 0;
			}
		}
	}

	private void legend(int top, int categories) {
		int line = top;
		for (int i = 0; i < chart.series().size(); i++) {
			out.append("<path d=\"M%d %d H%d\" stroke=\"%s\" stroke-width=\"%d\"%s/>\n".formatted(LEFT, line + 8,
					LEFT + 30, colour(i), bars ? 10 : 3, bars ? "" : dash(i)));
			text(LEFT + 38, line + 12, "start", chart.series().get(i).name(), "");
			line += LINE;
		}
		for (int place = 0; place < categories; place++) {
			text(LEFT, line + 12, "start", place + 1 + ": " + chart.categories().get(place), "");
			line += LINE;
		}
	}

	private double x(double value) {
		if (!chart.categories().isEmpty()) {
			return middle((int) value);
		}
		double share = chart.shape() == Shape.LINE_LOGARITHMIC && lowestX > 0
				? Math.log(value / lowestX) / Math.log(highestX / lowestX)
				: (value - lowestX) / Math.max(highestX - lowestX, 1e-9);
		return LEFT + share * (WIDTH - LEFT - RIGHT);
	}

	private double middle(int place) {
		return LEFT + (place + 0.5) * (WIDTH - LEFT - RIGHT) / chart.categories().size();
	}

	private double y(double value) {
		return TOP + HEIGHT - value / highestY * HEIGHT;
	}

	private void text(double x, double y, String anchor, String text, String more) {
		out.append("<text x=\"%s\" y=\"%s\" text-anchor=\"%s\"%s>%s</text>\n".formatted(number(x), number(y), anchor,
				more, escape(text)));
	}

	private static String colour(int index) {
		return COLOURS.get(index % COLOURS.size());
	}

	private static String dash(int index) {
		String dash = DASHES.get((index + index / COLOURS.size()) % DASHES.size());
		return dash.isEmpty() ? "" : " stroke-dasharray=\"" + dash + "\"";
	}

	private static String number(double value) {
		return String.format(Locale.ROOT, "%.1f", value);
	}

	/** Formats a grid line's value with the decimals that tell it from the next. */
	private String mark(double value) {
		return stepY >= 0.01 || value == 0 ? figure(value)
				: String.format(Locale.ROOT, "%." + (int) Math.ceil(-Math.log10(stepY) - 1e-9) + "f", value);
	}

	private static String figure(double value) {
		double size = Math.abs(value);
		return String.format(Locale.ROOT, value == Math.rint(value) ? "%,.0f" : size < 1 ? "%.2f" : "%,.1f", value);
	}

	private static String escape(String text) {
		return text.replaceAll("[\\p{Cntrl}\\s]+", " ")
			.replace("&", "&amp;")
			.replace("<", "&lt;")
			.replace(">", "&gt;")
			.replace("\"", "&quot;");
	}

}
