package org.campanile.perf.benchmark;

import java.io.PrintStream;
import java.util.Collection;
import java.util.Objects;

import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/**
 * Runs {@link FloorBenchmark} and says how low a login can go. Takes the options of JMH,
 * such as {@code -f 1 -i 3} for a quick look.
 */
public final class FloorReport {

	private FloorReport() {
	}

	public static void main(String[] arguments) throws RunnerException, CommandLineOptionException {
		print(measure(arguments), System.out);
	}

	/**
	 * Measures, in a process of its own; takes a minute.
	 * @param options those of JMH; none for what {@link FloorBenchmark} says
	 */
	public static Floor measure(String... options) throws RunnerException, CommandLineOptionException {
		Collection<RunResult> results = new Runner(new OptionsBuilder().parent(new CommandLineOptions(options))
			.include(FloorBenchmark.class.getName())
			.addProfiler(ProcessorTime.class)
			.build()).run();
		return new Floor(micros(results, "signature"), micros(results, "directory"));
	}

	private static double micros(Collection<RunResult> results, String benchmark) {
		return results.stream()
			.filter(result -> result.getParams().getBenchmark().endsWith('.' + benchmark))
			.mapToDouble(
					result -> median(Objects.requireNonNull(result.getSecondaryResults().get(ProcessorTime.LABEL))))
			.findFirst()
			.orElse(Double.NaN);
	}

	/** Not the mean, which iterations with compiling in them spoil. */
	private static double median(Result<?> result) {
		return result.getStatistics().getPercentile(50);
	}

	private static void print(Floor floor, PrintStream out) {
		out.printf("%nµs of processor time; %s%n", IssuingFixture.CRYPTO.describe());
		out.printf("  one RSA-2048 signature    %6.0f%n", floor.signature());
		out.printf("  one LDAP search and bind  %6.0f%n", floor.directory());
		out.printf("  both                      %6.0f; a login may cost %.2f ms, twice that%n", floor.micros(),
				2 * floor.micros() / 1_000);
	}

}
