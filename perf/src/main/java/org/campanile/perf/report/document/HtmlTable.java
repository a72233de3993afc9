package org.campanile.perf.report.document;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

import org.campanile.perf.report.document.Table.Group;
import org.campanile.perf.report.document.Table.Origin;
import org.campanile.perf.report.document.Table.Row;

/** Tables with caption and scopes, in a box of their own that scrolls on narrow pages. */
final class HtmlTable {

	/** Of more letters, a row is set closer, so that a narrow window shows all of it. */
	private static final int WIDE = 100;

	/** What the space between two columns takes, in letters. */
	private static final int GAP = 3;

	/** A cell of text is no wider than these, and goes on in another line. */
	private static final int WRAPPED = 40;

	/** A figure, and the range of its repeats, which may stand in a line of its own. */
	private static final Pattern RANGE = Pattern.compile("(\\S+) (\\(\\S+\\))");

	private HtmlTable() {
	}

	static void write(Table table, Html html) {
		boolean published = table.origin() == Origin.PUBLISHED;
		html.open("figure", "class", "table" + (published ? " published" : "") + (width(table) > WIDE ? " dense" : ""))
			.open("div", "class", "scroll", "tabindex", "0", "role", "region", "aria-label", table.caption())
			.raw("<table>\n<caption>");
		if (published) {
			html.raw("<span class=\"origin\">Published</span> ");
		}
		html.text(table.caption()).raw("</caption>\n<thead><tr>");
		html.raw("<th scope=\"col\">").text(table.corner()).raw("</th>");
		for (int column = 0; column < table.columns().size(); column++) {
			html.open("th", "scope", "col", "class", alignment(table, column))
				.text(table.columns().get(column))
				.raw("</th>");
		}
		html.raw("</tr></thead>\n");
		table.groups().forEach(group -> group(table, group, html));
		html.raw("</table></div>\n");
		if (!table.note().isEmpty()) {
			html.element("figcaption", table.note()).raw("\n");
		}
		html.close("figure");
	}

	private static void group(Table table, Group group, Html html) {
		html.raw("<tbody>\n");
		if (!group.name().isEmpty()) {
			html.open("tr", "class", "group")
				.open("th", "scope", "rowgroup", "colspan", Integer.toString(table.columns().size() + 1))
				.raw("<span>")
				.text(group.name())
				.raw("</span></th></tr>\n");
		}
		for (Row row : group.rows()) {
			html.raw(row.bad() ? "<tr class=\"bad\">" : "<tr>")
				.open("th", "scope", "row", "class", row.head().length() <= 34 ? "short" : "long")
				.text(row.head())
				.raw("</th>");
			for (int column = 0; column < row.cells().size(); column++) {
				cell(row.cells().get(column), alignment(table, column), html);
			}
			html.raw("</tr>\n");
		}
		html.raw("</tbody>\n");
	}

	private static void cell(String text, String alignment, Html html) {
		Matcher range = RANGE.matcher(text);
		if (range.matches() && alignment.equals("n")) {
			html.open("td", "class", "n range").text(range.group(1) + " ").element("span", range.group(2));
		}
		else {
			html.open("td", "class", alignment).text(text);
		}
		html.raw("</td>");
	}

	/** Of a row at its widest, in letters. */
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

	private static String alignment(Table table, int column) {
		return table.isNumeric(column) ? "n" : "t";
	}

}
