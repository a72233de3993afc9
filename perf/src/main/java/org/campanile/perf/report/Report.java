package org.campanile.perf.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

import org.campanile.perf.report.document.HtmlReport;
import org.campanile.perf.report.document.MarkdownReport;

/** What runs have come to, for people. Thread-safe. */
public final class Report {

	private Report() {
	}

	/**
	 * Writes one report of one or more runs, side by side, in the order they were made.
	 * @param runs their results folders
	 * @param html the page to write; it needs no other file, and links to what lies in
	 * the folders
	 * @param markdown the same tables
	 * @throws org.campanile.perf.result.UnreadableResultException if a folder holds no
	 * run that this version reads; nothing is written then
	 */
	public static void write(List<Path> runs, Path html, Path markdown) throws IOException {
		if (runs.isEmpty()) {
			throw new IllegalArgumentException("no results folder is named: name at least one");
		}
		List<MeasuredRun> read = new ArrayList<>();
		for (Path folder : runs) {
			read.add(RunFolder.read(folder));
		}
		read.sort(Comparator.comparing(run -> run.result().started()));
		List<MeasuredRun> named = new ArrayList<>();
		for (MeasuredRun run : read) {
			boolean alone = read.stream()
				.filter(other -> other.result().scenario().equals(run.result().scenario()))
				.count() == 1;
			named.add(run.named(letter(named.size()), alone));
		}
		write(html, HtmlReport.render(new ReportDocument(named, parent(html)).document()));
		write(markdown, MarkdownReport.render(new ReportDocument(named, parent(markdown)).document()));
	}

	/** A to Z, then AA, AB … */
	private static String letter(int index) {
		return (index < 26 ? "" : letter(index / 26 - 1)) + (char) ('A' + index % 26);
	}

	private static Path parent(Path file) {
		Path parent = file.toAbsolutePath().normalize().getParent();
		return parent == null ? file.toAbsolutePath() : parent;
	}

	private static void write(Path file, String content) throws IOException {
		Files.createDirectories(parent(file));
		Files.writeString(file, content);
	}

}
