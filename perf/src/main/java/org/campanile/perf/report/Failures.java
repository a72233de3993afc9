package org.campanile.perf.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import org.campanile.perf.report.document.Block.Note;
import org.campanile.perf.report.document.Block;
import org.campanile.perf.report.document.Table.Group;
import org.campanile.perf.report.document.Table.Row;
import org.campanile.perf.report.document.Table;
import org.campanile.perf.result.LoadResult;
import org.campanile.perf.result.RunResult.CellResult;
import org.campanile.perf.result.RunResult.StepResult;
import org.campanile.perf.result.Soundness;

/** The failures of a run, which are shown before any figure. */
final class Failures {

	private static final String WARM_UP_WRONG_USERS = Soundness.WARM_UP_FAILED + LoadResult.WRONG_USER;

	private Failures() {
	}

	/** Returns the alarms that must be read first; empty if all went well. */
	static List<Block> alarms(MeasuredRun run) {
		List<Block> alarms = new ArrayList<>();
		String name = run.name() + " (" + run.result().scenario() + ")";
		List<LoadResult> loads = loads(run);
		long wrong = loads.stream().mapToLong(LoadResult::wrongUsers).sum();
		if (wrong > 0) {
			alarms.add(Note.failure(name + ": " + Numbers.of(wrong, 0) + " answers were for the WRONG USER, in "
					+ where(run) + ". Nothing else in it counts until that is explained."));
		}
		long warmedUpWrong = Math
			.round(run.cells().stream().mapToDouble(cell -> cell.facts().getOrDefault(WARM_UP_WRONG_USERS, 0.0)).sum());
		if (warmedUpWrong > 0) {
			alarms.add(Note.failure(name + ": " + Numbers.of(warmedUpWrong, 0) + " answers were for the WRONG "
					+ "USER, in the warm-up. Nothing else in it counts until that is explained."));
		}
		Soundness soundness = Soundness.of(run.cells());
		if (!soundness.unsound().isEmpty()) {
			alarms.add(Note.failure(name + ": answers that no service could have taken, or that nobody should have "
					+ "been given: " + soundness.classes() + "."));
		}
		if (!run.result().complete()) {
			alarms.add(Note.warning(
					name + " is PARTIAL: it was stopped, and holds what was measured until then. Steps are missing."));
		}
		long failed = loads.stream().mapToLong(LoadResult::failed).sum() - wrong;
		if (failed > 0) {
			alarms.add(Note.warning(name + ": " + Numbers.of(failed, 0) + " requests failed: " + classes(run) + "."));
		}
		long answers = loads.stream().mapToLong(LoadResult::sound).sum();
		if (answers == 0 && !loads.isEmpty()) {
			alarms.add(Note.failure(name + ": not one login succeeded."));
		}
		else if (!soundness.stepsWithoutLogin().isEmpty()) {
			alarms.add(Note.failure(
					name + ": not one login succeeded in " + String.join("; ", soundness.stepsWithoutLogin()) + "."));
		}
		run.faults().forEach(fault -> alarms.add(Note.warning(name + ": " + fault + ".")));
		return alarms;
	}

	/** Returns the failed requests of each step by class; empty if none failed. */
	static List<Block> table(MeasuredRun run) {
		List<LoadResult> loads = loads(run);
		if (loads.isEmpty()) {
			return List.of();
		}
		List<String> classes = List.copyOf(counts(run).keySet());
		if (classes.isEmpty()) {
			return List.of(Note.plain("No request failed, and no answer was for another user ("
					+ Numbers.of(loads.stream().mapToLong(LoadResult::logins).sum(), 0) + " logins, "
					+ Numbers.of(loads.stream().mapToLong(LoadResult::signOns).sum(), 0) + " sign-ons with a session; "
					+ checked(run) + ")."));
		}
		List<Group> groups = new ArrayList<>();
		for (CellResult cell : run.cells()) {
			List<Row> rows = cell.steps()
				.stream()
				.filter(step -> step.load().failed() > 0)
				.map(step -> row(step, classes))
				.toList();
			if (!rows.isEmpty()) {
				groups.add(new Group(cell.name(), rows));
			}
		}
		return List.of(Table.grouped(run.caption("Failed requests by class"), "step", classes, groups)
			.withNote(checked(run) + "."));
	}

	/** Returns how answers were checked; a dash without loads. */
	static String checked(MeasuredRun run) {
		List<LoadResult> loads = loads(run);
		if (loads.isEmpty()) {
			return Table.MISSING;
		}
		int sparsest = loads.stream().mapToInt(LoadResult::checkedEvery).max().orElse(1);
		return sparsest <= 1 ? "every answer was verified"
				: "of every SAML response user and request were checked, and one of " + sparsest + " was verified";
	}

	private static Row row(StepResult step, List<String> classes) {
		return new Row(step.label() + (step.repeat() > 1 ? ", repeat " + step.repeat() : ""),
				classes.stream().map(name -> Numbers.of(step.load().failures().getOrDefault(name, 0L), 0)).toList(),
				step.load().wrongUsers() > 0);
	}

	private static String classes(MeasuredRun run) {
		Map<String, Long> counts = new LinkedHashMap<>(counts(run));
		counts.remove(LoadResult.WRONG_USER);
		return String.join(", ",
				counts.entrySet()
					.stream()
					.map(entry -> entry.getKey() + " " + Numbers.of(entry.getValue(), 0))
					.toList());
	}

	private static Map<String, Long> counts(MeasuredRun run) {
		Map<String, Long> counts = new TreeMap<>();
		loads(run).forEach(load -> load.failures().forEach((name, count) -> {
			if (count > 0) {
				counts.merge(name, count, Long::sum);
			}
		}));
		return counts;
	}

	private static String where(MeasuredRun run) {
		return String.join("; ",
				run.cells()
					.stream()
					.flatMap(cell -> cell.steps()
						.stream()
						.filter(step -> step.load().wrongUsers() > 0)
						.map(step -> cell.name() + ", step " + step.label()))
					.distinct()
					.toList());
	}

	private static List<LoadResult> loads(MeasuredRun run) {
		return run.steps().map(StepResult::load).toList();
	}

}
