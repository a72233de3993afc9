package org.campanile.perf.load;

/**
 * The people of the generated directory, whose entries depend on their number and the
 * seed alone.
 *
 * @param size the number of people, numbered from 0
 * @param seed seed of names and attributes
 */
public record Population(int size, long seed) {

	public Population(int size) {
		this(size, 1);
	}

	/** Returns the login name of a person, such as {@code u000042}. */
	public String username(int number) {
		return String.format("u%06d", number);
	}

	public String password(int number) {
		return "pw-" + Long.toString(Long.rotateLeft((number + seed) * 0x9E3779B97F4A7C15L, 21) >>> 1, 36);
	}

}
