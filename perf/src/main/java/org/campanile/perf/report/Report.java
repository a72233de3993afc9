package org.campanile.perf.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

import org.campanile.perf.report.document.HtmlReport;
import org.campanile.perf.report.document.MarkdownReport;
import org.campanile.perf.report.document.MarkdownReport.Pictured;
import org.campanile.perf.result.ProfileResult;
import org.campanile.perf.result.RunResult.CellResult;
import org.campanile.perf.result.RunResult.StepResult;
import org.campanile.perf.result.RunResult;
import org.campanile.perf.result.RunResults;

/** Reports of runs, for people. Thread-safe. */
public final class Report {

	private Report() {
	}

	/**
	 * Writes one report of one or more runs, side by side, in the order in which they
	 * were made.
	 * @param runs their results folders
	 * @param html the page to write; it needs no other file, and links to files in the
	 * folders
	 * @param markdown the file for the same tables in Markdown
	 * @throws org.campanile.perf.result.UnreadableResultException if a folder holds no
	 * run that this version reads; nothing is written then
	 */
	public static void write(List<Path> runs, Path html, Path markdown) throws IOException {
		List<MeasuredRun> named = read(runs);
		write(html, HtmlReport.render(new ReportDocument(named, parent(html)).document()));
		write(markdown, MarkdownReport.render(new ReportDocument(named, parent(markdown)).document()));
	}

	/**
	 * Writes one report to be kept with the sources: Markdown named by day and commit of
	 * the newest run, and a folder of that name with its plots. Replaces existing files.
	 * @param into the folder of all such reports
	 * @return the document
	 */
	public static Path keep(List<Path> runs, Path into) throws IOException {
		List<MeasuredRun> named = read(runs);
		String name = name(named.getLast().result());
		Pictured pictured = MarkdownReport.renderWithPictures(new ReportDocument(named, into).document(), name);
		Path plots = into.resolve(name);
		if (Files.isDirectory(plots)) {
			try (Stream<Path> earlier = Files.list(plots)) {
				for (Path plot : earlier.filter(file -> file.toString().endsWith(".svg")).toList()) {
					Files.delete(plot);
				}
			}
		}
		for (Map.Entry<String, String> plot : pictured.pictures().entrySet()) {
			write(plots.resolve(plot.getKey()), plot.getValue());
		}
		Path document = into.resolve(name + ".md");
		write(document, pictured.text());
		return document;
	}

	/**
	 * Writes the result of each aim in the newest run that judged it.
	 * @param judge judges a stored run again
	 */
	public static void aims(List<Path> runs, Path file, UnaryOperator<RunResult> judge) throws IOException {
		List<RunResult> judged = read(runs).stream().map(MeasuredRun::result).map(judge).toList();
		write(file, MarkdownReport.render(AimsReport.of(judged)));
	}

	/** Returns a name of day and commit; without sources, of day and version. */
	static String name(RunResult run) {
		String day = DateTimeFormatter.ISO_LOCAL_DATE.format(run.started().atZone(ZoneOffset.UTC));
		String commit = run.conditions().commit();
		String sources = commit.isEmpty() ? run.conditions().versions().getOrDefault("Campanile", "unknown") : commit;
		return day + "-" + sources.replace("+", "-changed").replaceAll("[^A-Za-z0-9.]+", "-");
	}

	/** Reads the runs in the order in which they were made, and gives each a letter. */
	private static List<MeasuredRun> read(List<Path> runs) throws IOException {
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
		return List.copyOf(named);
	}

	/** Returns A to Z, then AA, AB … */
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

	/** Reads the results folder of a run with all that lies in it. */
	static final class RunFolder {

		private final Path folder;

		private final List<MeasuredRun.Profile> profiles = new ArrayList<>();

		private final List<String> faults = new ArrayList<>();

		private RunFolder(Path folder) {
			this.folder = folder.toAbsolutePath().normalize();
		}

		/** Reads a run that is named later; reports and omits unreadable profiles. */
		static MeasuredRun read(Path folder) throws IOException {
			RunFolder reader = new RunFolder(folder);
			RunResult result = RunResults.read(reader.folder);
			for (CellResult cell : result.cells()) {
				for (StepResult step : cell.steps()) {
					reader.profilesOf(cell, step);
				}
			}
			return new MeasuredRun("?", true, reader.folder, result, List.copyOf(reader.profiles), reader.loadReports(),
					List.copyOf(reader.faults));
		}

		/** Reads a step's profiles: its only one, or one in a folder for each process. */
		private void profilesOf(CellResult cell, StepResult step) throws IOException {
			if (step.profile().isEmpty()) {
				return;
			}
			Path profile = folder.resolve(step.profile()).normalize();
			if (!profile.startsWith(folder) || !Files.isDirectory(profile)) {
				faults.add("the profile folder " + step.profile() + " of " + cell.name() + ", step " + step.label()
						+ " is not in the results folder, and is left out");
				return;
			}
			List<Path> files;
			try (Stream<Path> found = Files.walk(profile, 2)) {
				files = found.filter(file -> file.endsWith(ProfileResult.FILE)).sorted().toList();
			}
			for (Path file : files) {
				try {
					RunResults.profile(file.resolveSibling(""))
						.ifPresent(read -> profiles.add(new MeasuredRun.Profile(cell.name(),
								"step " + step.label() + (step.repeat() > 1 ? ", repeat " + step.repeat() : ""),
								file.resolveSibling(""), read)));
				}
				catch (IOException exception) {
					faults.add("a profile is left out: " + exception.getMessage());
				}
			}
		}

		private List<Path> loadReports() throws IOException {
			Path steps = folder.resolve("steps");
			if (!Files.isDirectory(steps)) {
				return List.of();
			}
			try (Stream<Path> found = Files.find(steps, 8,
					(file, attributes) -> attributes.isRegularFile() && file.endsWith("index.html"))) {
				return found.map(folder::relativize).sorted().toList();
			}
		}

	}

}
