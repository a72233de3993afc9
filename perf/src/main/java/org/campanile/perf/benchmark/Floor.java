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
 * The minimum cost of a login, in microseconds of processor time, one figure for each
 * iteration.
 *
 * @param signature one RSA-2048 signature over a SignedInfo
 * @param directory one search for a user and one bind as that user
 * @param encrypted one signature, and the encryption of an assertion and its key, the
 * minimum of a sign-on with a session
 */
public record Floor(List<Double> signature, List<Double> directory, List<Double> encrypted) {

	/** Name of the {@link #signature} figures in results. */
	public static final String SIGNATURE = "floor: one RSA-2048 signature, CPU µs";

	/** Name of the {@link #directory} figures in results. */
	public static final String DIRECTORY = "floor: one LDAP search and bind, CPU µs";

	/** Name of the {@link #encrypted} figures in results. */
	public static final String ENCRYPTED = "floor: one RSA-2048 signature and one encryption, CPU µs";

	public Floor {
		signature = List.copyOf(signature);
		directory = List.copyOf(directory);
		encrypted = List.copyOf(encrypted);
	}

	/**
	 * Measures the floor with JMH, in a process of its own; takes two minutes.
	 * @param options command-line options for JMH; none for the settings of
	 * {@link FloorBenchmark}
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

	/** Adds up signature and directory by iteration: the floor of a password login. */
	public static double[] ofLogin(List<Double> signature, List<Double> directory) {
		return IntStream.range(0, Math.min(signature.size(), directory.size()))
			.mapToDouble(iteration -> signature.get(iteration) + directory.get(iteration))
			.toArray();
	}

}
