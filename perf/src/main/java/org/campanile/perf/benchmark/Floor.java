package org.campanile.perf.benchmark;

import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;

import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/**
 * What no login can do without, in microseconds of processor time: a figure of each
 * iteration.
 *
 * @param signature one RSA-2048 signature over a SignedInfo
 * @param directory one search for a user and one bind as that user
 * @param encrypted one signature, and the encryption of an assertion and its key, which a
 * sign-on with a session cannot do without
 */
public record Floor(List<Double> signature, List<Double> directory, List<Double> encrypted) {

	/** Name of these figures in results. */
	public static final String SIGNATURE = "floor: one RSA-2048 signature, CPU µs";

	/** Name of these figures in results. */
	public static final String DIRECTORY = "floor: one LDAP search and bind, CPU µs";

	/** Name of these figures in results. */
	public static final String ENCRYPTED = "floor: one RSA-2048 signature and one encryption, CPU µs";

	public Floor {
		signature = List.copyOf(signature);
		directory = List.copyOf(directory);
		encrypted = List.copyOf(encrypted);
	}

	/**
	 * Measures it by JMH, in a process of its own; takes two minutes.
	 * @param options those of JMH; none for what {@link FloorBenchmark} says
	 */
	public static Floor measure(String... options) throws RunnerException, CommandLineOptionException {
		Collection<RunResult> results = new Runner(new OptionsBuilder().parent(new CommandLineOptions(options))
			.include(FloorBenchmark.class.getName())
			.addProfiler(ProcessorTime.class)
			.build()).run();
		return new Floor(micros(results, "signature"), micros(results, "directory"), micros(results, "encrypted"));
	}

	private static List<Double> micros(Collection<RunResult> results, String benchmark) {
		return results.stream()
			.filter(result -> result.getParams().getBenchmark().endsWith('.' + benchmark))
			.flatMap(result -> result.getBenchmarkResults().stream())
			.flatMap(result -> result.getIterationResults().stream())
			.map(iteration -> Objects.requireNonNull(iteration.getSecondaryResults().get(ProcessorTime.LABEL))
				.getScore())
			.toList();
	}

	/** Signature and directory together, of which a login by password is a multiple. */
	public static double[] ofLogin(List<Double> signature, List<Double> directory) {
		return IntStream.range(0, Math.min(signature.size(), directory.size()))
			.mapToDouble(iteration -> signature.get(iteration) + directory.get(iteration))
			.toArray();
	}

}
