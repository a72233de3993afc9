package org.campanile.perf.benchmark;

import java.util.Collection;
import java.util.Objects;

import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/**
 * What no login by password can do without, in microseconds of processor time.
 *
 * @param signature one RSA-2048 signature over a SignedInfo
 * @param directory one search for a user and one bind as that user
 */
public record Floor(double signature, double directory) {

	/**
	 * Measures it by JMH, in a process of its own; takes a minute.
	 * @param options those of JMH; none for what {@link FloorBenchmark} says
	 */
	public static Floor measure(String... options) throws RunnerException, CommandLineOptionException {
		Collection<RunResult> results = new Runner(new OptionsBuilder().parent(new CommandLineOptions(options))
			.include(FloorBenchmark.class.getName())
			.addProfiler(ProcessorTime.class)
			.build()).run();
		return new Floor(micros(results, "signature"), micros(results, "directory"));
	}

	/** The median: iterations with compiling in them spoil the mean. */
	private static double micros(Collection<RunResult> results, String benchmark) {
		return results.stream()
			.filter(result -> result.getParams().getBenchmark().endsWith('.' + benchmark))
			.mapToDouble(result -> Objects.requireNonNull(result.getSecondaryResults().get(ProcessorTime.LABEL))
				.getStatistics()
				.getPercentile(50))
			.findFirst()
			.orElse(Double.NaN);
	}

	/** Both. */
	public double micros() {
		return signature + directory;
	}

	/**
	 * How many times the floor a login costs.
	 * @param loginMillis processor time of a whole login, in milliseconds
	 */
	public double times(double loginMillis) {
		return loginMillis * 1_000 / micros();
	}

}
