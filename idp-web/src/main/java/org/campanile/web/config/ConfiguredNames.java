package org.campanile.web.config;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

import org.apache.commons.text.similarity.LevenshteinDistance;

/** Finds similar names for misspelt ones in the configuration. */
public final class ConfiguredNames {

	/** The maximum edit distance between a misspelt name and the intended one. */
	private static final int FAR = 4;

	private ConfiguredNames() {
	}

	public static String of(Enum<?> constant) {
		return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
	}

	/**
	 * Returns "; did you mean …?" if some known name is similar, otherwise the empty
	 * string.
	 */
	public static String suggestion(String misspelt, Collection<String> known) {
		return closest(misspelt, known).map(name -> "; did you mean '" + name + "'?").orElse("");
	}

	/** The most similar known name, if at most half of it differs. */
	public static Optional<String> closest(String misspelt, Collection<String> known) {
		return closest(misspelt, known, 2);
	}

	/** The most similar known name, if at most a quarter of it differs. */
	static Optional<String> close(String misspelt, Collection<String> known) {
		return closest(misspelt, known, 4);
	}

	private static Optional<String> closest(String misspelt, Collection<String> known, int lettersPerError) {
		LevenshteinDistance distance = new LevenshteinDistance(FAR);
		String lower = misspelt.toLowerCase(Locale.ROOT);
		return known.stream()
			.map(name -> new Candidate(name, distance.apply(lower, name.toLowerCase(Locale.ROOT))))
			.filter(candidate -> candidate.distance() >= 0
					&& candidate.distance() * lettersPerError <= candidate.name().length())
			.min(Comparator.comparingInt(Candidate::distance).thenComparing(Candidate::name))
			.map(Candidate::name);
	}

	private record Candidate(String name, int distance) {
	}

}
