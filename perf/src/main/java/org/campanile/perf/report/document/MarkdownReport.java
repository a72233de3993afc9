package org.campanile.perf.report.document;

import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.campanile.perf.report.document.Block.Beside;
import org.campanile.perf.report.document.Block.Fold;
import org.campanile.perf.report.document.Block.Links;
import org.campanile.perf.report.document.Block.Note;
import org.campanile.perf.report.document.Document.Section;
import org.campanile.perf.report.document.Table.Group;
import org.campanile.perf.report.document.Table.Row;

/**
 * A document as Markdown with tables, as GitHub reads it. Charts are left out: their
 * figures are in the tables. One object writes one document.
 */
public final class MarkdownReport {

	private final StringBuilder out = new StringBuilder();

	private MarkdownReport() {
	}

	/** The whole document. */
	public static String render(Document document) {
		MarkdownReport report = new MarkdownReport();
		report.line("# " + escape(document.title()));
		document.blocks().forEach(report::block);
		document.sections().forEach(section -> report.section(section, 2));
		return report.out.toString();
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
			case Chart chart -> {
				// Its figures are in a table.
			}
		}
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

	private static boolean isWritten(Section section) {
		return section.blocks().stream().anyMatch(MarkdownReport::isWritten)
				|| section.parts().stream().anyMatch(MarkdownReport::isWritten);
	}

	/** Whether a block leaves anything where charts are left out. */
	private static boolean isWritten(Block block) {
		return switch (block) {
			case Note note -> true;
			case Beside beside -> beside.blocks().stream().anyMatch(MarkdownReport::isWritten);
			case Fold fold -> fold.blocks().stream().anyMatch(MarkdownReport::isWritten);
			case Links links -> !links.links().isEmpty();
			case Table table -> true;
			case Chart chart -> false;
		};
	}

	private void links(Links links) {
		if (!links.links().isEmpty()) {
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

	/** Nothing in it is markup, whatever it holds; it stays on one line. */
	static String escape(String plain) {
		return plain.replaceAll("[\\p{Cntrl}\\s]+", " ")
			.replaceAll("([\\\\`*_\\[\\]|#~])", "\\\\$1")
			.replace("&", "&amp;")
			.replace("<", "&lt;")
			.replace(">", "&gt;")
			.strip();
	}

}
