package org.campanile.perf.benchmark;

import java.io.PrintStream;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;

import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/**
 * Runs {@link IssuingBenchmark} and says which share of issuing is not cryptography.
 * Takes the options of JMH, such as {@code -f 1 -i 3} for a quick look.
 */
public final class IssuingReport {

	/** Not the mean, which a busy neighbour on the machine spoils. */
	private static final double MEDIAN = 50;

	private final Map<String, Double> micros = new TreeMap<>();

	private final PrintStream out;

	private IssuingReport(Collection<RunResult> results, PrintStream out) {
		this.out = out;
		for (RunResult result : results) {
			String name = result.getParams().getBenchmark();
			micros.put(name.substring(name.lastIndexOf('.') + 1),
					result.getPrimaryResult().getStatistics().getPercentile(MEDIAN));
		}
	}

	public static void main(String[] arguments) throws RunnerException, CommandLineOptionException {
		Collection<RunResult> results = new Runner(new OptionsBuilder().parent(new CommandLineOptions(arguments))
			.include(IssuingBenchmark.class.getName())
			.build()).run();
		new IssuingReport(results, System.out).print();
	}

	private void print() {
		double encryption = of("rsaWrap") + of("aesGcm");
		out.printf("%n%-46s %9s %9s %9s %7s%n", "µs per request and response (medians)", "in all", "RSA/AES",
				"the rest", "share");
		line("assertion and response signed, RSA-2048", "issueAllSignedRsa", 2 * of("rsaSign") + encryption);
		line("response signed, RSA-2048", "issueResponseSignedRsa", of("rsaSign") + encryption);
		line("assertion and response signed, ECDSA P-256", "issueAllSignedEc", 2 * of("ecSign") + encryption);
		out.printf("%nOf it decoding and validating the request: %.0f unsigned, %.0f signed with RSA-2048%n",
				of("decodeUnsigned"), of("decodeSigned"));
		out.printf("The rest may cost at most one RSA-2048 signature: %.0f%n", of("rsaSign"));
	}

	/** The request is unsigned, so that none of its decoding is cryptography. */
	private void line(String label, String benchmark, double cryptography) {
		double all = of("decodeUnsigned") + of(benchmark);
		out.printf("%-46s %9.0f %9.0f %9.0f %6.1f%%%n", label, all, cryptography, all - cryptography,
				100 * (all - cryptography) / all);
	}

	private double of(String benchmark) {
		return micros.getOrDefault(benchmark, Double.NaN);
	}

}
