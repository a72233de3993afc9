package org.campanile.perf;

import picocli.CommandLine.Option;

import org.campanile.perf.scenario.RunOptions;

/** How long and how often. */
final class PaceOptions {

	@Option(names = "--time-scale", paramLabel = "N", defaultValue = "1",
			description = "What published durations and counts are multiplied by, 0.01 for a quick look (default: ${DEFAULT-VALUE}).")
	private double timeScale = 1;

	@Option(names = "--warm-up", paramLabel = "LOGINS", defaultValue = "20000",
			description = "Logins of each node before anything is measured (default: ${DEFAULT-VALUE}).")
	private int warmUp;

	@Option(names = "--repeats", paramLabel = "N", defaultValue = "0",
			description = "Rounds or repeats of each step, where a scenario repeats (default: its own number).")
	private int repeats;

	@Option(names = "--check", paramLabel = "1/N", defaultValue = "1/1",
			description = "Which part of the answers is decrypted and verified; of the others only the status is looked at "
					+ "(default: every one).")
	private String check = "1/1";

	RunOptions.Pace pace() {
		Faults.unless(timeScale > 0 && timeScale <= 100, "--time-scale must be above 0 and at most 100: " + timeScale);
		Faults.unless(warmUp >= 0, "--warm-up must not be negative: " + warmUp);
		Faults.unless(repeats >= 0, "--repeats must not be negative: " + repeats);
		return new RunOptions.Pace(timeScale, warmUp, checkEvery(), repeats);
	}

	private int checkEvery() {
		String number = check.startsWith("1/") ? check.substring(2) : "";
		Faults.unless(number.matches("[1-9][0-9]{0,5}"), "--check must be 1/N, such as 1/10: " + check);
		return Integer.parseInt(number);
	}

}
