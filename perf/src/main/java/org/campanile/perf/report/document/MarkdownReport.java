package org.campanile.perf.report.document;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.campanile.perf.report.document.Block.Beside;
import org.campanile.perf.report.document.Block.Fold;
import org.campanile.perf.report.document.Block.Links;
import org.campanile.perf.report.document.Block.Note;
import org.campanile.perf.report.document.Document.Section;
import org.campanile.perf.report.document.Table.Group;
import org.campanile.perf.report.document.Table.Row;
import org.jspecify.annotations.Nullable;

/**
 * Renders a document as Markdown with tables in GitHub's syntax. Charts become pictures
 * in separate files, or are left out, as their figures are in the tables. Each object
 * writes one document.
 */
public final class MarkdownReport {

	private final StringBuilder out = new StringBuilder();

	/** The folder of the pictures, a prefix of their names; null without pictures. */
	private final @Nullable String pictures;

	private final Map<String, String> drawn = new LinkedHashMap<>();

	private MarkdownReport(@Nullable String pictures) {
		this.pictures = pictures;
	}

	/** Returns the whole document, without charts. */
	public static String render(Document document) {
		return new MarkdownReport(null).written(document);
	}

	/**
	 * Returns the whole document, with its charts.
	 * @param folder the folder for the charts, relative to the document
	 */
	public static Pictured renderWithPictures(Document document, String folder) {
		MarkdownReport report = new MarkdownReport(folder + "/");
		String text = report.written(document);
		return new Pictured(text, Map.copyOf(report.drawn));
	}

	/**
	 * A document and its charts.
	 *
	 * @param text the document in Markdown
	 * @param pictures SVG by file name
	 */
	public record Pictured(String text, Map<String, String> pictures) {
	}

	private String written(Document document) {
		line("# " + escape(document.title()));
		document.blocks().forEach(this::block);
		document.sections().forEach(section -> section(section, 2));
		return out.toString();
	}

	private void section(Section section, int level) {
		if (!isWritten(section)) {
			return;
		}
		line("#".repeat(Math.min(level, 6)) + " " + escape(section.title()));
		section.blocks().forEach(this::block);
		section.parts().forEach(part -> section(part, level + 1));
	}

	private void block(Block block) {
		switch (block) {
			case Note note -> note(note);
			case Beside beside -> beside.blocks().forEach(this::block);
			case Fold fold -> fold(fold);
			case Links links -> links(links);
			case Table table -> table(table);
			case Chart chart -> chart(chart);
		}
	}

	/** Writes a chart, numbered as titles are not unique. */
	private void chart(Chart chart) {
		if (pictures != null && !chart.isEmpty()) {
			String name = "%02d-%s.svg".formatted(drawn.size() + 1, slug(chart.title()));
			drawn.put(name, SvgChart.render(chart));
			line("![" + escape(chart.alternative()) + "](<" + pictures + name + ">)");
		}
	}

	/** Returns a title as a file name, short enough for any file system. */
	private static String slug(String title) {
		String plain = title.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-").replaceAll("^-", "");
		return plain.substring(0, Math.min(60, plain.length())).replaceAll("-$", "");
	}

	private void note(Note note) {
		String text = escape(note.text());
		line(switch (note.tone()) {
			case PLAIN -> text;
			case REMARK -> "*Note:* " + text;
			case WARNING -> "**Caution:** " + text;
			case FAILURE -> "**FAILURE:** " + text;
		});
	}

	private void fold(Fold fold) {
		if (isWritten(fold)) {
			line("**" + escape(fold.title()) + "**");
			fold.blocks().forEach(this::block);
		}
	}

	private boolean isWritten(Section section) {
		return section.blocks().stream().anyMatch(this::isWritten)
				|| section.parts().stream().anyMatch(this::isWritten);
	}

	/** Whether a block leaves anything if charts are left out. */
	private boolean isWritten(Block block) {
		return switch (block) {
			case Note note -> true;
			case Beside beside -> beside.blocks().stream().anyMatch(this::isWritten);
			case Fold fold -> fold.blocks().stream().anyMatch(this::isWritten);
			// Links to files beside the results are left out of a document with pictures,
			// which is kept without them.
			case Links links -> pictures == null && !links.links().isEmpty();
			case Table table -> true;
			case Chart chart -> pictures != null && !chart.isEmpty();
		};
	}

	private void links(Links links) {
		if (isWritten(links)) {
			line(escape(links.title()) + "\n\n"
					+ links.links()
						.stream()
						.map(link -> "- [" + escape(link.text()) + "](<" + link.address() + ">)")
						.collect(Collectors.joining("\n")));
		}
	}

	private void table(Table table) {
		line("**" + (table.isPublished() ? "Published: " : "") + escape(table.caption()) + "**");
		StringBuilder rows = new StringBuilder();
		rows.append("| ").append(escape(table.corner()));
		table.columns().forEach(column -> rows.append(" | ").append(escape(column)));
		rows.append(" |\n| ---");
		IntStream.range(0, table.columns().size())
			.forEach(column -> rows.append(table.isNumeric(column) ? " | ---:" : " | ---"));
		rows.append(" |\n");
		for (Group group : table.groups()) {
			if (!group.name().isEmpty()) {
				rows.append("| **").append(escape(group.name())).append("** |");
				rows.append(" |".repeat(table.columns().size())).append('\n');
			}
			for (Row row : group.rows()) {
				rows.append("| ").append(row.bad() ? "**" + escape(row.head()) + "**" : escape(row.head()));
				row.cells().forEach(cell -> rows.append(" | ").append(escape(cell)));
				rows.append(" |\n");
			}
		}
		line(rows.toString().stripTrailing());
		if (!table.note().isEmpty()) {
			line("*" + escape(table.note()) + "*");
		}
	}

	private void line(String text) {
		out.append(out.isEmpty() ? "" : "\n").append(text).append('\n');
	}

	/** Escapes a text so that none of it is markup, and keeps it on one line. */
	static String escape(String plain) {
		return plain.replaceAll("[\\p{Cntrl}\\s]+", " ")
			.replaceAll("([\\\\`*_\\[\\]|#~])", "\\\\$1")
			.replace("&", "&amp;")
			.replace("<", "&lt;")
			.replace(">", "&gt;")
			.strip();
	}

}
