package org.campanile.perf.report;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;

import org.campanile.perf.report.document.Block;
import org.campanile.perf.report.document.Block.Beside;
import org.campanile.perf.report.document.Section;
import org.campanile.perf.report.document.Table;
import org.campanile.perf.report.document.Table.Row;
import org.campanile.perf.result.Conditions;
import org.campanile.perf.result.RunResult;
import org.campanile.perf.result.Spread;

/** Which runs these are, and what they were made on, side by side. */
final class ConditionsSection {

	private ConditionsSection() {
	}

	static Section of(List<MeasuredRun> runs) {
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
		List<Row> options = names(runs, RunResult::options)
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
		return new Row(name, runs.stream().map(MeasuredRun::result).map(fact).map(ConditionsSection::present).toList());
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
