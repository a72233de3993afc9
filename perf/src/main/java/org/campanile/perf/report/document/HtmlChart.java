package org.campanile.perf.report.document;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.campanile.perf.report.document.Chart.Point;
import org.campanile.perf.report.document.Chart.Series;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** A canvas with its figures as JSON beside it; the page's script draws it when seen. */
final class HtmlChart {

	private static final JsonMapper JSON = new JsonMapper();

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
		figures.put("series", chart.series().stream().map(HtmlChart::series).toList());
		return figures;
	}

	private static Map<String, Object> series(Series series) {
		return Map.of("name", series.name(), "points", series.points().stream().map(HtmlChart::point).toList());
	}

	private static List<@Nullable Double> point(Point point) {
		return Arrays.asList(point.x(), Double.isFinite(point.y()) ? point.y() : null);
	}

	/** No text may end the element or begin a comment in it. */
	private static String inScript(String json) {
		return json.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026");
	}

}
