package org.campanile.perf;

import java.time.Duration;

import org.campanile.perf.scenario.RunOptions;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;

/** The options for how long and how often is measured. */
final class PaceOptions {

	@Option(names = "--time-scale", paramLabel = "N", defaultValue = "1",
			description = "What published durations and counts are multiplied by, 0.01 for a quick look (default: ${DEFAULT-VALUE}).")
	private double timeScale = 1;

	@Option(names = "--pause-scale", paramLabel = "N", defaultValue = "1",
			description = "What lives and pauses of lafayette's users are multiplied by (default: ${DEFAULT-VALUE}).")
	private double pauseScale = 1;

	@Option(names = "--warm-up", paramLabel = "LOGINS", defaultValue = "20000",
			description = "Logins of each node before anything is measured (default: ${DEFAULT-VALUE}).")
	private int warmUp;

	@Option(names = "--repeats", paramLabel = "N", defaultValue = "0",
			description = "Rounds or repeats of each step, where a scenario repeats (default: its own number).")
	private int repeats;

	@Option(names = "--until", paramLabel = "PERCENT", defaultValue = "0", converter = Percent.class,
			description = "Measures rounds until the 95 %% interval of each ratio is no wider than this to either side, "
					+ "such as 5%%, where systems are measured in turns (default: a number of rounds).")
	private double until;

	@Option(names = "--limit", paramLabel = "TIME", defaultValue = "30m", converter = Minutes.class,
			description = "With --until: after this no round of a comparison begins (default: ${DEFAULT-VALUE}).")
	private Duration limit = Duration.ofMinutes(30);

	@Option(names = "--check", paramLabel = "1/N", defaultValue = "1/1",
			description = "Which part of the answers is verified; the others are decrypted, and status, audience, user and "
					+ "request checked, without signatures and times (default: every one is verified).")
	private String check = "1/1";

	RunOptions.Pace pace() {
		OptionRules.require(timeScale > 0 && timeScale <= 100,
				"--time-scale must be above 0 and at most 100: " + timeScale);
		OptionRules.require(pauseScale > 0 && pauseScale <= 100,
				"--pause-scale must be above 0 and at most 100: " + pauseScale);
		OptionRules.require(warmUp >= 0, "--warm-up must not be negative: " + warmUp);
		OptionRules.require(repeats >= 0, "--repeats must not be negative: " + repeats);
		return new RunOptions.Pace(timeScale, pauseScale, warmUp, checkEvery(), repeats,
				new RunOptions.Precision(until, limit));
	}

	private int checkEvery() {
		String number = check.startsWith("1/") ? check.substring(2) : "";
		OptionRules.require(number.matches("[1-9][0-9]{0,5}"), "--check must be 1/N, such as 1/10: " + check);
		return Integer.parseInt(number);
	}

	/** Parses a percentage: {@code 5%} is 0.05. */
	static final class Percent implements ITypeConverter<Double> {

		@Override
		public Double convert(String text) {
			if (text.equals("0")) {
				return 0.0;
			}
			if (text.matches("[0-9]{1,2}(\\.[0-9]{1,2})?%") && !text.matches("0+(\\.0+)?%")) {
				return Double.parseDouble(text.substring(0, text.length() - 1)) / 100;
			}
			throw new IllegalArgumentException("a percentage such as 5%, not " + text);
		}

	}

	/** Parses a duration such as {@code 30m}, {@code 2h} or {@code 90s}. */
	static final class Minutes implements ITypeConverter<Duration> {

		@Override
		public Duration convert(String text) {
			if (!text.matches("(?i)[1-9][0-9]{0,4}[smh]")) {
				throw new IllegalArgumentException("a time such as 30m or 2h, not " + text);
			}
			return Duration.parse("PT" + text);
		}

	}

}
