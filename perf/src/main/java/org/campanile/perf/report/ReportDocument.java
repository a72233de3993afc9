package org.campanile.perf.report;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

import org.campanile.perf.report.document.Block;
import org.campanile.perf.report.document.Block.Beside;
import org.campanile.perf.report.document.Block.Fold;
import org.campanile.perf.report.document.Block.Link;
import org.campanile.perf.report.document.Block.Links;
import org.campanile.perf.report.document.Block.Note;
import org.campanile.perf.report.document.Document;
import org.campanile.perf.report.document.Section;
import org.campanile.perf.result.CellResult;

/** Puts the parts of a report together. One object makes one document. */
final class ReportDocument {

	private final List<MeasuredRun> runs;

	private final Path folder;

	/**
	 * @param folder the document will lie in, to which links are relative
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
		sections.add(ConditionsSection.of(runs));
		scenarios.forEach((name, same) -> sections.add(scenario(name, same)));
		return new Document("Campanile, measured: " + String.join(", ", scenarios.keySet()), first, sections);
	}

	private Section scenario(String name, List<MeasuredRun> same) {
		List<Block> blocks = new ArrayList<>();
		remarks(same).forEach((remark, of) -> blocks
			.add(Note.remark(of.size() == same.size() ? remark : String.join(", ", of) + ": " + remark)));
		blocks.addAll(besidePublished(name, same));
		List<Section> parts = new ArrayList<>();
		parts.add(part("Ratios between cells", same, RatioTables::of));
		parts.add(Comparison.of(same));
		parts.add(part("Cost", same, CostTables::of));
		parts.add(part("Other figures and settings", same, run -> {
			List<Block> facts = new ArrayList<>(ScenarioView.of(name).tellsFacts() ? List.of() : FactTables.facts(run));
			facts.addAll(FactTables.settings(run));
			return facts;
		}));
		parts.add(part("Failures", same, Failures::table));
		parts.add(part("Second by second", same, ReportDocument::seconds));
		parts.add(part("Profiles", same, run -> new ProfileBlocks(folder).of(run)));
		parts.add(part("Reports of the load generator", same, this::loadReports));
		return new Section(name, blocks, parts);
	}

	/** Each remark once, with the runs that make it. */
	private static Map<String, List<String>> remarks(List<MeasuredRun> same) {
		Map<String, List<String>> remarks = new LinkedHashMap<>();
		same.forEach(run -> run.result()
			.remarks()
			.forEach(remark -> remarks.computeIfAbsent(remark, absent -> new ArrayList<>()).add(run.name())));
		return remarks;
	}

	/** The first table of each run stands beside what was published. */
	private static List<Block> besidePublished(String name, List<MeasuredRun> same) {
		List<Block> beside = new ArrayList<>();
		List<Block> below = new ArrayList<>();
		for (MeasuredRun run : same) {
			List<Block> blocks = ScenarioView.of(name).blocks(run);
			beside.addAll(blocks.subList(0, Math.min(1, blocks.size())));
			below.addAll(blocks.subList(Math.min(1, blocks.size()), blocks.size()));
		}
		Published.of(name).ifPresent(published -> beside.addAll(published.blocks()));
		below.addFirst(new Beside(beside));
		return below;
	}

	private static Section part(String title, List<MeasuredRun> same, Function<MeasuredRun, List<Block>> blocks) {
		return new Section(title, same.stream().flatMap(run -> blocks.apply(run).stream()).toList());
	}

	private static List<Block> seconds(MeasuredRun run) {
		List<Block> blocks = new ArrayList<>();
		for (CellResult cell : Tables.measured(run)) {
			if (cell.steps().stream().anyMatch(step -> !step.load().series().isEmpty())) {
				List<Block> charts = new ArrayList<>(
						List.of(SecondsChart.logins(run, cell), SecondsChart.latency(run, cell)));
				if (cell.steps().stream().anyMatch(step -> step.load().failed() > 0)) {
					charts.add(SecondsChart.failures(run, cell));
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

}
