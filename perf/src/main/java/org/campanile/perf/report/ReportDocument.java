package org.campanile.perf.report;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;

import org.campanile.perf.report.Headline.Plotted;
import org.campanile.perf.report.document.Block.Beside;
import org.campanile.perf.report.document.Block.Fold;
import org.campanile.perf.report.document.Block.Link;
import org.campanile.perf.report.document.Block.Links;
import org.campanile.perf.report.document.Block.Note;
import org.campanile.perf.report.document.Block;
import org.campanile.perf.report.document.Document.Section;
import org.campanile.perf.report.document.Document;
import org.campanile.perf.report.document.Table.Group;
import org.campanile.perf.report.document.Table.Row;
import org.campanile.perf.report.document.Table;
import org.campanile.perf.result.RunResult.CellResult;
import org.campanile.perf.result.RunResult.Conditions;
import org.campanile.perf.result.RunResult;
import org.campanile.perf.result.Spread;

/** Composes the parts of a report. Each object makes one document. */
final class ReportDocument {

	/** The figures by which several runs of a scenario are compared. */
	private static final List<Figure> COMPARED = List.of(Figure.LOGINS_PER_SECOND, Figure.P90, Figure.CPU_IDP);

	private final List<MeasuredRun> runs;

	private final Path folder;

	/**
	 * @param folder the folder of the document, to which links are relative
	 */
	ReportDocument(List<MeasuredRun> runs, Path folder) {
		this.runs = runs;
		this.folder = folder.toAbsolutePath().normalize();
	}

	Document document() {
		List<Block> first = new ArrayList<>();
		runs.forEach(run -> first.addAll(Failures.alarms(run)));
		Map<String, List<MeasuredRun>> scenarios = new LinkedHashMap<>();
		runs.forEach(run -> scenarios.computeIfAbsent(run.result().scenario(), absent -> new ArrayList<>()).add(run));
		List<Section> sections = new ArrayList<>();
		scenarios.forEach((name, same) -> sections.add(scenario(name, same)));
		sections.add(conditions(runs));
		return new Document("Campanile, measured: " + String.join(", ", scenarios.keySet()), first, sections);
	}

	private Section scenario(String name, List<MeasuredRun> same) {
		List<Block> blocks = new ArrayList<>();
		same.forEach(run -> blocks.addAll(Headline.of(run)));
		Published.of(name).ifPresent(published -> blocks.add(published.inShort()));
		List<Block> tables = new ArrayList<>();
		List<Block> plots = new ArrayList<>();
		for (MeasuredRun run : same) {
			Plotted plotted = Headline.plotted(ScenarioView.blocks(name, run));
			plotted.plot().ifPresent(plots::add);
			tables.addAll(plotted.others());
		}
		if (!plots.isEmpty()) {
			blocks.add(new Beside(plots));
		}
		blocks.addAll(tables);
		Published.of(name).ifPresent(published -> blocks.addAll(published.blocks()));
		List<Section> parts = new ArrayList<>();
		parts.add(part("Ratios between cells", same, RatioTables::of));
		parts.add(comparison(same));
		parts.add(part("Cost", same, CostTables::of));
		parts.add(part("Other figures and settings", same, run -> {
			List<Block> facts = new ArrayList<>(ScenarioView.includesFacts(name) ? List.of() : FactTables.facts(run));
			facts.addAll(FactTables.settings(run));
			return facts;
		}));
		parts.add(part("Failures", same, Failures::table));
		parts.add(part("Second by second", same, ReportDocument::seconds));
		parts.add(part("Profiles", same, run -> new ProfileBlocks(folder).of(run)));
		parts.add(part("Reports of the load generator", same, this::loadReports));
		List<Block> remarks = new ArrayList<>();
		remarks(same).forEach((remark, of) -> remarks
			.add(Note.remark(of.size() == same.size() ? remark : String.join(", ", of) + ": " + remark)));
		parts.add(new Section("What differs, and what to know", remarks));
		return new Section(name, blocks, parts);
	}

	/** Returns each remark once, with the runs that make it. */
	private static Map<String, List<String>> remarks(List<MeasuredRun> same) {
		Map<String, List<String>> remarks = new LinkedHashMap<>();
		same.forEach(run -> run.result()
			.remarks()
			.forEach(remark -> remarks.computeIfAbsent(remark, absent -> new ArrayList<>()).add(run.name())));
		return remarks;
	}

	private static Section part(String title, List<MeasuredRun> same, Function<MeasuredRun, List<Block>> blocks) {
		return new Section(title, same.stream().flatMap(run -> blocks.apply(run).stream()).toList());
	}

	private static List<Block> seconds(MeasuredRun run) {
		List<Block> blocks = new ArrayList<>();
		for (CellResult cell : Tables.measured(run)) {
			if (cell.steps().stream().anyMatch(step -> !step.load().series().isEmpty())) {
				List<Block> charts = new ArrayList<>(
						List.of(Charts.loginsBySecond(run, cell), Charts.latencyBySecond(run, cell)));
				if (cell.steps().stream().anyMatch(step -> step.load().failed() > 0)) {
					charts.add(Charts.failuresBySecond(run, cell));
				}
				blocks.add(new Fold(run.caption(cell.name()), charts));
			}
		}
		return blocks;
	}

	private List<Block> loadReports(MeasuredRun run) {
		Path home = folder.relativize(run.folder());
		List<Link> links = run.loadReports()
			.stream()
			.map(page -> new Link(String.valueOf(page.getParent()), home.resolve(page).toString()))
			.toList();
		return links.isEmpty() ? List.of() : List.of(new Links(run.caption("Gatling's own reports"), links));
	}

	/** Shows several runs of a scenario side by side; empty for one run. */
	private static Section comparison(List<MeasuredRun> runs) {
		List<Block> blocks = new ArrayList<>();
		if (runs.size() > 1) {
			List<String> letters = runs.stream().map(MeasuredRun::name).toList();
			for (Figure figure : COMPARED) {
				List<Group> groups = groups(runs, figure);
				if (!groups.isEmpty()) {
					blocks.add(Table.grouped("Runs side by side: " + figure.name(), "step", letters, groups));
				}
			}
			blocks.add(Note.remark("Runs were made at different times and perhaps on different machines: see their "
					+ "conditions before comparing them. Ratios are given within a run only."));
		}
		return new Section("Runs side by side", blocks);
	}

	private static List<Group> groups(List<MeasuredRun> runs, Figure figure) {
		Map<String, Map<String, Row>> cells = new LinkedHashMap<>();
		for (MeasuredRun run : runs) {
			for (CellResult cell : Tables.measured(run)) {
				Map<String, Row> rows = cells.computeIfAbsent(cell.name(), absent -> new LinkedHashMap<>());
				RepeatedStep.of(cell)
					.forEach(step -> rows.computeIfAbsent(step.label(), label -> new Row(label,
							runs.stream().map(other -> print(other, cell.name(), label, figure)).toList())));
			}
		}
		return cells.entrySet()
			.stream()
			.map(entry -> new Group(entry.getKey(), List.copyOf(entry.getValue().values())))
			.filter(group -> group.rows()
				.stream()
				.flatMap(row -> row.cells().stream())
				.anyMatch(text -> !text.equals(Table.MISSING)))
			.toList();
	}

	private static String print(MeasuredRun run, String cell, String label, Figure figure) {
		Optional<CellResult> same = run.cells().stream().filter(other -> other.name().equals(cell)).findFirst();
		return same.flatMap(found -> RepeatedStep.of(found, label))
			.map(step -> step.print(figure))
			.orElse(Table.MISSING);
	}

	/** Shows the names and conditions of the runs side by side. */
	private static Section conditions(List<MeasuredRun> runs) {
		List<String> letters = runs.stream().map(MeasuredRun::name).toList();
		List<Block> blocks = new ArrayList<>();
		Map<String, Function<RunResult, String>> facts = new LinkedHashMap<>();
		facts.put("scenario", RunResult::scenario);
		facts.put("complete", run -> run.complete() ? "yes" : "no, partial");
		facts.put("lasted", run -> lasted(Duration.between(run.started(), run.finished())));
		List<Row> rows = new ArrayList<>();
		rows.add(new Row("started", runs.stream().map(MeasuredRun::started).toList()));
		rows.add(new Row("results folder",
				runs.stream().map(run -> String.valueOf(run.folder().getFileName())).toList()));
		facts.forEach((name, fact) -> rows.add(row(runs, name, fact)));
		rows.add(new Row("checks", runs.stream().map(Failures::checked).toList()));
		blocks.add(Table.measured("Runs", "", letters, rows));
		blocks.add(Table.measured("Machine and software", "", letters, machine(runs)));
		// The path of the results is of one machine; the folder's name is above.
		List<Row> options = names(runs, RunResult::options).filter(name -> !name.equals("--results"))
			.map(name -> row(runs, name, run -> run.options().getOrDefault(name, Table.MISSING)))
			.toList();
		if (!options.isEmpty()) {
			blocks.add(Table.measured("Options", "", letters, options));
		}
		return new Section("Conditions", List.of(new Beside(blocks)));
	}

	private static List<Row> machine(List<MeasuredRun> runs) {
		List<Row> rows = new ArrayList<>();
		rows.add(row(runs, "processor", run -> run.conditions().processor()));
		rows.add(row(runs, "processors", run -> Integer.toString(run.conditions().processors())));
		rows.add(row(runs, "memory", run -> Numbers.bytes(run.conditions().memoryBytes())));
		rows.add(row(runs, "system", run -> run.conditions().system()));
		rows.add(row(runs, "Java", run -> run.conditions().java()));
		rows.add(row(runs, "flags of the servers", run -> String.join(" ", run.conditions().flags())));
		names(runs, run -> run.conditions().versions())
			.map(name -> row(runs, name, run -> run.conditions().versions().getOrDefault(name, Table.MISSING)))
			.forEach(rows::add);
		rows.add(row(runs, "commit", run -> (run.conditions().commit() + " " + run.conditions().committed()).strip()));
		rows.add(row(runs, "order of rounds drawn by", run -> run.seed() == 0 ? "" : Long.toString(run.seed())));
		rows.add(row(runs, "noise", run -> noise(run.conditions())));
		return rows;
	}

	private static String noise(Conditions conditions) {
		return Spread.of(conditions.noise().stream().mapToDouble(Double::doubleValue))
			.map(spread -> "control work: median " + Numbers.of(spread.median()) + " CPU ms, "
					+ Numbers.of(spread.min()) + "–" + Numbers.of(spread.max()) + " over " + spread.count()
					+ " controls, spread " + Numbers.percent(spread.share()) + " %")
			.orElse("not estimated");
	}

	private static Stream<String> names(List<MeasuredRun> runs, Function<RunResult, Map<String, String>> map) {
		TreeSet<String> names = new TreeSet<>();
		runs.forEach(run -> names.addAll(map.apply(run.result()).keySet()));
		return names.stream();
	}

	private static Row row(List<MeasuredRun> runs, String name, Function<RunResult, String> fact) {
		return new Row(name, runs.stream().map(MeasuredRun::result).map(fact).map(ReportDocument::present).toList());
	}

	private static String present(String text) {
		return text.isBlank() ? Table.MISSING : text;
	}

	private static String lasted(Duration duration) {
		long seconds = Math.max(0, duration.toSeconds());
		return seconds < 60 ? seconds + " s" : seconds < 3_600 ? seconds / 60 + " min " + seconds % 60 + " s"
				: seconds / 3_600 + " h " + seconds % 3_600 / 60 + " min";
	}

}
