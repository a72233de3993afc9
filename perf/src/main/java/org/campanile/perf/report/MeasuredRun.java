package org.campanile.perf.report;

import java.nio.file.Path;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;

import org.campanile.perf.result.ProfileResult;
import org.campanile.perf.result.RunResult.CellResult;
import org.campanile.perf.result.RunResult;

/**
 * A run of the report with what lies in its folder.
 *
 * @param letter that names it in this report
 * @param alone whether it is the only run of its scenario, and needs no letter
 * @param folder its results folder
 * @param result what was measured
 * @param profiles of its steps
 * @param loadReports pages of the load generator, relative to the folder
 * @param faults what could not be read, each a line
 */
record MeasuredRun(String letter, boolean alone, Path folder, RunResult result, List<Profile> profiles,
		List<Path> loadReports, List<String> faults) {

	private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm 'UTC'", Locale.ROOT)
		.withZone(ZoneOffset.UTC);

	/**
	 * A profile of one process in a step.
	 *
	 * @param cell of the step
	 * @param step its label and repeat
	 * @param folder it lies in
	 * @param result what it shows
	 */
	record Profile(String cell, String step, Path folder, ProfileResult result) {
	}

	/** A caption, with the letter where there are several runs. */
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

	MeasuredRun named(String otherLetter, boolean onlyOne) {
		return new MeasuredRun(otherLetter, onlyOne, folder, result, profiles, loadReports, faults);
	}

}
