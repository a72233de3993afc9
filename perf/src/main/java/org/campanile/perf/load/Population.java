package org.campanile.perf.load;

import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The people of the generated directory: who they are follows from their number alone.
 *
 * @param size how many, numbered from 0
 * @param seed of names and attributes
 */
public record Population(int size, long seed) {

	/** Not within a word, nor a character that a script writes as a number. */
	private static final Pattern NAME = Pattern.compile("(?<![A-Za-z0-9\\\\])u(\\d{6,9})(?!\\d)");

	public Population(int size) {
		this(size, 1);
	}

	/** The login name of one of them, such as {@code u000042}. */
	public String username(int number) {
		return String.format("u%06d", number);
	}

	/** The login names of theirs that stand in a text. */
	public Set<String> namedIn(String text) {
		return NAME.matcher(text)
			.results()
			.map(name -> Integer.parseInt(name.group(1)))
			.filter(number -> number < size)
			.map(this::username)
			.collect(Collectors.toSet());
	}

	public String password(int number) {
		return "pw-" + Long.toString(Long.rotateLeft((number + seed) * 0x9E3779B97F4A7C15L, 21) >>> 1, 36);
	}

}
