package org.campanile.perf.report;

import java.nio.file.Path;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

import org.campanile.perf.result.ProfileResult;
import org.campanile.perf.result.RunResult.CellResult;
import org.campanile.perf.result.RunResult.StepResult;
import org.campanile.perf.result.RunResult;

/**
 * A run of the report, with the files of its folder.
 *
 * @param letter the letter that names it in this report
 * @param alone whether it is the only run of its scenario, and needs no letter
 * @param folder its results folder
 * @param result the measured result
 * @param profiles the profiles of its steps
 * @param loadReports pages of the load generator, relative to the folder
 * @param faults a line for each file that could not be read
 */
record MeasuredRun(String letter, boolean alone, Path folder, RunResult result, List<Profile> profiles,
		List<Path> loadReports, List<String> faults) {

	private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm 'UTC'", Locale.ROOT)
		.withZone(ZoneOffset.UTC);

	/**
	 * A profile of one process in a step.
	 *
	 * @param cell name of the cell
	 * @param step label and repeat of the step
	 * @param folder folder of the profile
	 * @param result content of the profile
	 */
	record Profile(String cell, String step, Path folder, ProfileResult result) {
	}

	/** Returns a caption, with the run's letter if there are several runs. */
	String caption(String text) {
		return alone ? text : "Run " + letter + ": " + text;
	}

	String name() {
		return "Run " + letter;
	}

	String started() {
		return TIME.format(result.started());
	}

	List<CellResult> cells() {
		return result.cells();
	}

	/** Returns the steps of all cells. */
	Stream<StepResult> steps() {
		return cells().stream().flatMap(cell -> cell.steps().stream());
	}

	MeasuredRun named(String otherLetter, boolean onlyOne) {
		return new MeasuredRun(otherLetter, onlyOne, folder, result, profiles, loadReports, faults);
	}

}
