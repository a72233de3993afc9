package org.campanile.perf.environment;

import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.campanile.perf.process.HttpAnswers;
import org.jspecify.annotations.Nullable;

/**
 * The metrics of a server, in the text format of Prometheus.
 *
 * @param samples all of them
 */
record Prometheus(List<Sample> samples) {

	private static final Pattern SAMPLE = Pattern.compile("([A-Za-z_:][\\w:]*)(?:\\{(.*)\\})? (\\S+)(?: \\S+)?");

	private static final Pattern LABEL = Pattern.compile("(\\w+)=\"((?:[^\"\\\\]|\\\\.)*)\"");

	/** A metric with labels and value, one line of the text. */
	record Sample(String name, Map<String, String> labels, double value) {

		boolean has(String wantedName, Map<String, String> wanted) {
			return name.equals(wantedName) && labels.entrySet().containsAll(wanted.entrySet());
		}

	}

	/**
	 * Reads the metrics of a server.
	 * @throws IOException if it does not answer within half a minute, or with an error
	 */
	static Prometheus read(URI address) throws IOException {
		return parse(HttpAnswers.read(address));
	}

	static Prometheus parse(String text) {
		List<Sample> samples = new ArrayList<>();
		text.lines().filter(line -> !line.startsWith("#")).forEach(line -> {
			Matcher sample = SAMPLE.matcher(line);
			if (sample.matches()) {
				samples.add(new Sample(sample.group(1), labels(sample.group(2)), value(sample.group(3))));
			}
		});
		return new Prometheus(samples);
	}

	private static Map<String, String> labels(@Nullable String text) {
		Map<String, String> labels = new HashMap<>();
		if (text != null) {
			Matcher label = LABEL.matcher(text);
			while (label.find()) {
				labels.put(label.group(1), label.group(2));
			}
		}
		return labels;
	}

	private static double value(String text) {
		return switch (text) {
			case "+Inf" -> Double.POSITIVE_INFINITY;
			case "-Inf" -> Double.NEGATIVE_INFINITY;
			default -> Double.parseDouble(text);
		};
	}

	/** Returns the sum of a name's samples with these labels; 0 without any. */
	double sum(String name, Map<String, String> labels) {
		return samples.stream().filter(sample -> sample.has(name, labels)).mapToDouble(Sample::value).sum();
	}

	/** Returns the sums of a name's samples, by the value of a label. */
	Map<String, Double> by(String label, String name, Map<String, String> labels) {
		Map<String, Double> sums = new TreeMap<>();
		samples.stream()
			.filter(sample -> sample.has(name, labels))
			.forEach(sample -> sums.merge(sample.labels().getOrDefault(label, ""), sample.value(), Double::sum));
		return sums;
	}

}
