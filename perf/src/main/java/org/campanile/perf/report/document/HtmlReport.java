package org.campanile.perf.report.document;

import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

import org.campanile.perf.report.document.Block.Links;
import org.campanile.perf.report.document.Block.Note;
import org.campanile.perf.report.document.Chart.Point;
import org.campanile.perf.report.document.Chart.Series;
import org.campanile.perf.report.document.Document.Section;
import org.campanile.perf.report.document.Table.Row;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.ClassPathResource;
import org.thymeleaf.ITemplateEngine;
import org.thymeleaf.context.Context;
import org.thymeleaf.spring6.SpringTemplateEngine;
import org.thymeleaf.templateresolver.ClassLoaderTemplateResolver;
import tools.jackson.databind.json.JsonMapper;

/**
 * Renders a document as one HTML page that needs nothing else: it contains styles, script
 * and charting library, and its policy forbids it to fetch anything. The template is
 * {@code report.html}; the public methods besides {@link #render} are called by it. Each
 * object writes one page.
 */
public final class HtmlReport {

	private static final String FOLDER = "org/campanile/perf/report/document/";

	private static final String WEBJAR = "META-INF/maven/org.webjars.npm/chart.js/pom.properties";

	private static final ITemplateEngine ENGINE = engine();

	private static final JsonMapper JSON = new JsonMapper();

	/** Matches characters that HTML forbids and browsers would hide. */
	private static final Pattern HIDDEN = Pattern.compile("[\\p{Cc}\\p{Cs}&&[^\n\t]]");

	/** The row width, in characters, above which a table is set in smaller type. */
	private static final int WIDE = 100;

	/** The space between two columns, in characters. */
	private static final int GAP = 3;

	/** The width of a text cell, in characters, at which it wraps. */
	private static final int WRAPPED = 40;

	/** Matches a figure and its range, which may stand on a line of its own. */
	private static final Pattern RANGE = Pattern.compile("(\\S+) (\\(\\S+\\)|\\[\\S+\\])");

	/** The number of colours in the style of the page. */
	private static final int COLOURS = 8;

	/** The dashes of lines, on and off in turns, in pixels; the first is solid. */
	private static final List<List<Integer>> DASHES = List.of(List.of(), List.of(7, 4), List.of(2, 3),
			List.of(10, 3, 2, 3), List.of(16, 5));

	/** The marks of points, by their names in the charting library. */
	private static final List<String> MARKS = List.of("circle", "triangle", "rect", "rectRot", "star", "cross",
			"crossRot");

	private final Map<Section, String> anchors = new LinkedHashMap<>();

	private boolean charts;

	private HtmlReport() {
	}

	private static ITemplateEngine engine() {
		ClassLoaderTemplateResolver templates = new ClassLoaderTemplateResolver(HtmlReport.class.getClassLoader());
		templates.setPrefix(FOLDER);
		templates.setSuffix(".html");
		SpringTemplateEngine engine = new SpringTemplateEngine();
		engine.setTemplateResolver(templates);
		return engine;
	}

	/** Returns the whole page. */
	public static String render(Document document) {
		Context context = new Context(Locale.ROOT);
		context.setVariable("document", document);
		context.setVariable("view", new HtmlReport());
		return HIDDEN.matcher(ENGINE.process("report", context)).replaceAll("\ufffd");
	}

	/** Returns a section's anchor, numbered as titles need not be unique. */
	public String anchor(Section section) {
		return anchors.computeIfAbsent(section, absent -> "s" + (anchors.size() + 1) + "-"
				+ absent.title().toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-").replaceAll("-+$", ""));
	}

	/** Returns the simple name of the block's type; empty if it has nothing to show. */
	public String kind(Block block) {
		if (block instanceof Chart chart && chart.isEmpty()
				|| block instanceof Links links && links.links().isEmpty()) {
			return "";
		}
		charts |= block instanceof Chart;
		return block.getClass().getSimpleName();
	}

	public String noteClass(Note note) {
		return "note " + note.tone().name().toLowerCase(Locale.ROOT);
	}

	/** Returns the label of a note; null for running text. */
	public @Nullable String label(Note note) {
		return switch (note.tone()) {
			case PLAIN -> null;
			case REMARK -> "Note: ";
			case WARNING -> "Caution: ";
			case FAILURE -> "Failure: ";
		};
	}

	public String tableClass(Table table) {
		return "table" + (table.isPublished() ? " published" : "") + (width(table) > WIDE ? " dense" : "");
	}

	/** Returns the width of the widest row, in characters. */
	private static int width(Table table) {
		List<Row> rows = table.groups().stream().flatMap(group -> group.rows().stream()).toList();
		int heads = rows.stream().mapToInt(row -> Math.min(WRAPPED, row.head().length())).max().orElse(0);
		return heads + IntStream.range(0, table.columns().size())
			.map(column -> GAP + rows.stream()
				.mapToInt(row -> Math.min(WRAPPED, row.cells().get(column).length()))
				.max()
				.orElse(0))
			.sum();
	}

	/** Returns the class of a column: numeric or text. */
	public String alignment(Table table, int column) {
		return table.isNumeric(column) ? "n" : "t";
	}

	/**
	 * A cell as it is shown.
	 *
	 * @param style its CSS class
	 * @param figure figure or text
	 * @param range the range of the figure's repeats; null if there is none
	 */
	public record Cell(String style, String figure, @Nullable String range) {
	}

	public List<Cell> cells(Table table, Row row) {
		List<Cell> cells = new ArrayList<>();
		for (String text : row.cells()) {
			String alignment = alignment(table, cells.size());
			Matcher range = RANGE.matcher(text);
			cells.add(alignment.equals("n") && range.matches()
					? new Cell("n range", range.group(1) + " ", range.group(2)) : new Cell(alignment, text, null));
		}
		return cells;
	}

	public boolean hasCharts() {
		return charts;
	}

	/**
	 * Returns the data that the script of the page draws, escaped so that no text in it
	 * can end the element or begin a comment.
	 */
	public String json(Chart chart) {
		Map<String, Object> figures = new LinkedHashMap<>();
		figures.put("shape", chart.shape().name());
		figures.put("across", chart.across());
		figures.put("up", chart.up());
		figures.put("categories", chart.categories());
		figures.put("series",
				IntStream.range(0, chart.series().size())
					.mapToObj(index -> series(chart.series().get(index), index))
					.toList());
		return JSON.writeValueAsString(figures).replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026");
	}

	/**
	 * Returns a series with its style. Dashes change when the colours begin again, and
	 * there is one colour more than there are marks: among forty series no two look the
	 * same, neither as lines nor as points.
	 */
	private static Map<String, Object> series(Series series, int index) {
		Map<String, Object> drawn = new LinkedHashMap<>();
		drawn.put("name", series.name());
		drawn.put("colour", index % COLOURS);
		drawn.put("dash", DASHES.get((index + index / COLOURS) % DASHES.size()));
		drawn.put("mark", MARKS.get(index % MARKS.size()));
		drawn.put("points", series.points().stream().map(HtmlReport::point).toList());
		return drawn;
	}

	private static List<@Nullable Double> point(Point point) {
		return Arrays.asList(point.x(), Double.isFinite(point.y()) ? point.y() : null);
	}

	public String style() {
		return read(FOLDER + "page.css");
	}

	public String script() {
		return read(FOLDER + "page.js");
	}

	/** Returns Chart.js from the class path, without the reference to its source map. */
	public String chartLibrary() {
		Properties properties = new Properties();
		try {
			properties.load(new StringReader(read(WEBJAR)));
		}
		catch (IOException exception) {
			throw new UncheckedIOException(exception);
		}
		String version = properties.getProperty("version", "unknown");
		return read("META-INF/resources/webjars/chart.js/" + version + "/dist/chart.umd.js")
			.replaceAll("(?m)^//# sourceMappingURL=.*$", "")
			.replace("</script", "<\\/script");
	}

	private static String read(String name) {
		try {
			return new ClassPathResource(name, HtmlReport.class.getClassLoader())
				.getContentAsString(StandardCharsets.UTF_8);
		}
		catch (IOException exception) {
			throw new UncheckedIOException(name + " cannot be read", exception);
		}
	}

}
