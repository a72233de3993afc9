package org.campanile.perf.report.document;

import org.campanile.perf.report.document.Table.Group;
import org.campanile.perf.report.document.Table.Origin;
import org.campanile.perf.report.document.Table.Row;

/** Tables with caption and scopes, in a box of their own that scrolls on narrow pages. */
final class HtmlTable {

	/** More columns than these are set closer, so that a page shows them all. */
	private static final int DENSE = 12;

	private HtmlTable() {
	}

	static void write(Table table, Html html) {
		boolean published = table.origin() == Origin.PUBLISHED;
		html.open("figure", "class",
				"table" + (published ? " published" : "") + (table.columns().size() > DENSE ? " dense" : ""))
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
				html.open("td", "class", alignment(table, column)).text(row.cells().get(column)).raw("</td>");
			}
			html.raw("</tr>\n");
		}
		html.raw("</tbody>\n");
	}

	private static String alignment(Table table, int column) {
		return table.isNumeric(column) ? "n" : "t";
	}

}
