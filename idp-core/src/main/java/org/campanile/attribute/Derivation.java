package org.campanile.attribute;

import java.util.List;
import java.util.Map;

/**
 * The origin of the values of one attribute of a user.
 *
 * @param id the attribute's id
 * @param builtIn whether nothing is configured for it
 * @param sources the sources that the definition reads
 * @param values the resulting values, including those that no assertion can carry
 * @param leftOut why values were left out
 */
public record Derivation(String id, boolean builtIn, List<Source> sources, List<AttributeValue> values,
		List<String> leftOut) {

	/** The place of a source that is another definition. */
	public static final String DEFINITION = "definition";

	/** The place that is the user's own entry. */
	public static final String ENTRY = "directory entry";

	/** The place that is the configuration. */
	public static final String CONSTANTS = "constants";

	public Derivation {
		sources = List.copyOf(sources);
		values = List.copyOf(values);
		leftOut = List.copyOf(leftOut);
	}

	/**
	 * A source attribute or definition that a definition reads.
	 *
	 * @param place {@link #DEFINITION}, {@link #ENTRY}, {@link #CONSTANTS}, or the ids of
	 * the sources that its values are of; empty if none had any
	 * @param hasValues whether there were any
	 * @param silent the ids of the sources that may have values of it and did not answer
	 * @param notAsked why the user could not be looked up in sources that may have values
	 * of it, by their id
	 */
	public record Source(String name, String place, boolean hasValues, List<String> silent,
			Map<String, String> notAsked) {

		public Source {
			silent = List.copyOf(silent);
			notAsked = Map.copyOf(notAsked);
		}

	}

}
