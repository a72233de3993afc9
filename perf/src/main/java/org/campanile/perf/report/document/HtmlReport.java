package org.campanile.perf.report.document;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import org.campanile.perf.report.document.Block.Beside;
import org.campanile.perf.report.document.Block.Fold;
import org.campanile.perf.report.document.Block.Link;
import org.campanile.perf.report.document.Block.Links;
import org.campanile.perf.report.document.Block.Note;
import org.campanile.perf.report.document.Document.Section;

/**
 * A document as one HTML page that needs nothing else: styles, script and charting
 * library are in it, and its policy lets it fetch nothing. One object writes one page.
 */
public final class HtmlReport {

	private static final String POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; "
			+ "img-src data:; base-uri 'none'; form-action 'none'";

	private final Html html = new Html();

	private final Map<Section, String> anchors = new LinkedHashMap<>();

	private boolean charts;

	private HtmlReport() {
	}

	/** The whole page. */
	public static String render(Document document) {
		HtmlReport report = new HtmlReport();
		report.page(document);
		return report.html.toString();
	}

	private void page(Document document) {
		html.raw("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
			.raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
			.raw("<meta name=\"color-scheme\" content=\"light dark\">\n")
			.open("meta", "http-equiv", "Content-Security-Policy", "content", POLICY)
			.raw("\n")
			.element("title", document.title())
			.raw("\n<style>\n" + PageResources.style() + "</style>\n</head>\n<body>\n")
			.raw("<a class=\"skip\" href=\"#content\">Skip to the figures</a>\n<header>")
			.element("h1", document.title())
			.raw("</header>\n");
		contents(document.sections());
		html.raw("<main id=\"content\">\n");
		document.blocks().forEach(this::block);
		document.sections().forEach(section -> section(section, 2));
		html.raw("</main>\n");
		if (charts) {
			html.raw("<script>" + PageResources.chartLibrary() + "</script>\n<script>" + PageResources.script()
					+ "</script>\n");
		}
		html.raw("</body>\n</html>\n");
	}

	private void contents(List<Section> sections) {
		html.raw("<nav aria-label=\"Contents\">\n");
		list(sections);
		html.close("nav");
	}

	private void list(List<Section> sections) {
		html.raw("<ul>\n");
		sections.stream().filter(section -> !section.isEmpty()).forEach(section -> {
			html.raw("<li>").open("a", "href", "#" + anchor(section)).text(section.title()).raw("</a>");
			if (!section.parts().isEmpty()) {
				list(section.parts());
			}
			html.close("li");
		});
		html.close("ul");
	}

	private void section(Section section, int level) {
		if (section.isEmpty()) {
			return;
		}
		String heading = "h" + Math.min(level, 6);
		html.open("section", "aria-labelledby", anchor(section))
			.raw("\n")
			.open(heading, "id", anchor(section))
			.text(section.title())
			.close(heading);
		section.blocks().forEach(this::block);
		section.parts().forEach(part -> section(part, level + 1));
		html.close("section");
	}

	/** Two sections may have one title: the anchor is numbered. */
	private String anchor(Section section) {
		return anchors.computeIfAbsent(section, absent -> "s" + (anchors.size() + 1) + "-"
				+ absent.title().toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-").replaceAll("-+$", ""));
	}

	private void block(Block block) {
		switch (block) {
			case Note note -> note(note);
			case Beside beside -> {
				html.raw("<div class=\"beside\">\n");
				beside.blocks().forEach(this::block);
				html.close("div");
			}
			case Fold fold -> {
				html.raw("<details>").element("summary", fold.title()).raw("\n");
				fold.blocks().forEach(this::block);
				html.close("details");
			}
			case Links links -> links(links);
			case Table table -> HtmlTable.write(table, html);
			case Chart chart -> {
				if (!chart.isEmpty()) {
					charts = true;
					HtmlChart.write(chart, html);
				}
			}
		}
	}

	private void note(Note note) {
		String label = switch (note.tone()) {
			case PLAIN -> "";
			case REMARK -> "Note: ";
			case WARNING -> "Caution: ";
			case FAILURE -> "Failure: ";
		};
		html.open("p", "class", "note " + note.tone().name().toLowerCase(Locale.ROOT));
		if (!label.isEmpty()) {
			html.element("strong", label);
		}
		html.text(note.text()).close("p");
	}

	private void links(Links links) {
		if (links.links().isEmpty()) {
			return;
		}
		html.raw("<div class=\"links\">").element("p", links.title()).raw("<ul>\n");
		for (Link link : links.links()) {
			html.raw("<li>").open("a", "href", RelativeAddress.of(link.path())).text(link.text()).raw("</a></li>\n");
		}
		html.raw("</ul></div>\n");
	}

}
