package org.campanile.perf.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

import org.campanile.perf.report.RepeatedStep.Labels;
import org.campanile.perf.report.document.Block.Beside;
import org.campanile.perf.report.document.Block.Note;
import org.campanile.perf.report.document.Block;
import org.campanile.perf.report.document.Table.Group;
import org.campanile.perf.report.document.Table.Row;
import org.campanile.perf.report.document.Table;
import org.campanile.perf.result.RunResult.CellResult;
import org.campanile.perf.result.RunResult;
import org.campanile.perf.result.Spread;

/** Tables that relate the cells of a run to one of them. */
final class RatioTables {

	/**
	 * Scenarios whose cells are up together (in some of them store by store) and are
	 * measured in turns.
	 */
	private static final Set<String> IN_TURNS = Set.of("baseline", "compare", "sessions", "factors", "privacyidea");

	private static final List<Figure> FIGURES = List.of(Figure.LOGINS_PER_SECOND, Figure.P50, Figure.P90,
			Figure.CPU_IDP, Figure.CPU_SERVERS);

	/** Matches a number with any separator of thousands. */
	private static final Pattern NUMBER = Pattern.compile("\\d{1,3}(?:\\D\\d{3})*");

	private RatioTables() {
	}

	/** Returns ratios; empty unless two cells have a step in common. */
	static List<Block> of(MeasuredRun run) {
		List<Block> blocks = new ArrayList<>();
		for (List<CellResult> cells : together(run.result())) {
			ratios(run, cells, baseline(cells)).ifPresent(blocks::add);
		}
		return blocks.isEmpty() ? blocks : withNotes(blocks, run.result());
	}

	/**
	 * Groups the measured cells that may be related: if stores were measured one after
	 * the other, those of the same store.
	 */
	private static List<List<CellResult>> together(RunResult run) {
		Map<String, List<CellResult>> groups = new LinkedHashMap<>();
		for (CellResult cell : run.cells()) {
			if (!cell.steps().isEmpty()) {
				groups.computeIfAbsent(group(run.scenario(), cell.name()), absent -> new ArrayList<>()).add(cell);
			}
		}
		return List.copyOf(groups.values());
	}

	/**
	 * Returns the group of a cell: {@code jpa, 0 sessions} is in one group with
	 * {@code jpa, 100,000 sessions}, but not with people;
	 * {@code one node, memory, beside jpa} with {@code three nodes, jpa}.
	 */
	private static String group(String scenario, String cell) {
		return switch (scenario) {
			case "sessions" -> NUMBER.matcher(cell).replaceAll("");
			case "compare" -> cell.substring(cell.lastIndexOf(", ") + 1).replace(" beside ", " ");
			default -> "";
		};
	}

	private static Optional<Block> ratios(MeasuredRun run, List<CellResult> cells, CellResult base) {
		List<Group> groups = new ArrayList<>();
		for (String label : Labels.of(run.result())) {
			List<Row> rows = RepeatedStep.of(base, label).map(step -> rows(cells, base, step)).orElse(List.of());
			if (!rows.isEmpty()) {
				groups.add(new Group("step " + label, rows));
			}
		}
		if (groups.isEmpty()) {
			return Optional.empty();
		}
		Table table = Table.grouped(run.caption("Times the figure of the baseline cell: " + base.name()), "cell",
				FIGURES.stream().map(figure -> figure.name().replaceAll(", ms$", " latency")).toList(), groups);
		Table all = table.withNote("1.00 is the same. Each repeat is divided by the baseline's same repeat; median of "
				+ "these, and its 95 % interval (bootstrap), which with five repeats or fewer is their range.");
		List<Row> peaks = peaks(cells, base);
		if (groups.size() < 2 || peaks.isEmpty() || !Labels.areNumbers(Labels.of(run.result()))) {
			return Optional.of(all);
		}
		Table peak = Table.measured(run.caption("Times the peak of the baseline cell: " + base.name()), "cell",
				List.of("peak logins/s"), peaks);
		return Optional.of(new Beside(List.of(all, peak)));
	}

	private static List<Block> withNotes(List<Block> ratios, RunResult run) {
		List<Block> blocks = new ArrayList<>(ratios);
		if (!IN_TURNS.contains(run.scenario())) {
			blocks.add(Note.remark("The cells of this run were measured one after the other, so these ratios hold what "
					+ "the machine did meanwhile as well. The scenarios compare and baseline measure in turns."));
		}
		blocks.add(noise(run));
		return blocks;
	}

	/** Returns the baseline: one node in memory, else the first. */
	private static CellResult baseline(List<CellResult> cells) {
		return cells.stream()
			.filter(cell -> cell.name().equals("one node, memory"))
			.findFirst()
			.orElseGet(cells::getFirst);
	}

	/** Returns a note on the machine's own noise: smaller differences mean nothing. */
	static Note noise(RunResult run) {
		return Spread.of(run.conditions().noise().stream().mapToDouble(Double::doubleValue))
			.filter(spread -> spread.count() > 1)
			.map(spread -> Note.plain("Noise: the same piece of work, done " + spread.count()
					+ " times between the steps, took " + Numbers.of(spread.median()) + " ms of processor time ("
					+ Numbers.of(spread.min()) + "–" + Numbers.of(spread.max()) + "), a spread of "
					+ Numbers.percent(spread.share()) + " %. Rounds share what the machine does; figures of different "
					+ "times do not, and a difference smaller than that says nothing of them."))
			.orElseGet(() -> Note.warning("No noise estimate: the controls were not repeated, so small differences "
					+ "cannot be told from noise."));
	}

	private static List<Row> rows(List<CellResult> cells, CellResult base, RepeatedStep step) {
		List<Row> rows = new ArrayList<>();
		for (CellResult cell : cells) {
			if (cell != base) {
				RepeatedStep.of(cell, step.label())
					.ifPresent(other -> rows.add(new Row(cell.name(),
							FIGURES.stream()
								.map(figure -> Numbers.ofInterval(other.ratio(step, figure), 2))
								.toList())));
			}
		}
		return rows;
	}

	/** Returns the ratios of peaks, which only make sense for throughput. */
	private static List<Row> peaks(List<CellResult> cells, CellResult base) {
		double peak = peak(base);
		List<Row> rows = new ArrayList<>();
		for (CellResult cell : cells) {
			if (cell != base && peak > 0 && peak(cell) > 0) {
				rows.add(new Row(cell.name(), List.of(Numbers.of(peak(cell) / peak, 2))));
			}
		}
		return rows;
	}

	private static double peak(CellResult cell) {
		return RepeatedStep.of(cell)
			.stream()
			.mapToDouble(step -> step.median(Figure.LOGINS_PER_SECOND))
			.filter(Double::isFinite)
			.max()
			.orElse(0);
	}

}
