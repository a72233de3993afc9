package org.campanile.perf.report.document;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import org.campanile.perf.report.document.Chart.Point;
import org.campanile.perf.report.document.Chart.Series;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** A canvas with its figures as JSON beside it; the page's script draws it when seen. */
final class HtmlChart {

	private static final JsonMapper JSON = new JsonMapper();

	/** As many as the page's style has. */
	private static final int COLOURS = 8;

	/** On and off by turns, in pixels; the first is a line without gaps. */
	private static final List<List<Integer>> DASHES = List.of(List.of(), List.of(7, 4), List.of(2, 3),
			List.of(10, 3, 2, 3), List.of(16, 5));

	/** As the charting library calls them. */
	private static final List<String> MARKS = List.of("circle", "triangle", "rect", "rectRot", "star", "cross",
			"crossRot");

	private HtmlChart() {
	}

	static void write(Chart chart, Html html) {
		html.raw("<figure class=\"chart\">")
			.element("figcaption", chart.title())
			.raw("<div class=\"canvas\">")
			.open("canvas", "role", "img", "aria-label", chart.alternative())
			.raw("</canvas></div>")
			.open("p", "class", "aside")
			.text(chart.alternative())
			.raw("</p><script type=\"application/json\">")
			.raw(inScript(JSON.writeValueAsString(figures(chart))))
			.raw("</script>")
			.close("figure");
	}

	private static Map<String, Object> figures(Chart chart) {
		Map<String, Object> figures = new LinkedHashMap<>();
		figures.put("shape", chart.shape().name());
		figures.put("across", chart.across());
		figures.put("up", chart.up());
		figures.put("categories", chart.categories());
		figures.put("series",
				IntStream.range(0, chart.series().size())
					.mapToObj(index -> series(chart.series().get(index), index))
					.toList());
		return figures;
	}

	/**
	 * With its style. Dashes are moved on by one where colours begin again, and there is
	 * one colour more than there are marks: no two of forty series look the same, neither
	 * as lines nor as points.
	 */
	private static Map<String, Object> series(Series series, int index) {
		Map<String, Object> drawn = new LinkedHashMap<>();
		drawn.put("name", series.name());
		drawn.put("colour", index % COLOURS);
		drawn.put("dash", DASHES.get((index + index / COLOURS) % DASHES.size()));
		drawn.put("mark", MARKS.get(index % MARKS.size()));
		drawn.put("points", series.points().stream().map(HtmlChart::point).toList());
		return drawn;
	}

	private static List<@Nullable Double> point(Point point) {
		return Arrays.asList(point.x(), Double.isFinite(point.y()) ? point.y() : null);
	}

	/** No text may end the element or begin a comment in it. */
	private static String inScript(String json) {
		return json.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026");
	}

}
