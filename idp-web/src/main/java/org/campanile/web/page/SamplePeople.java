package org.campanile.web.page;

import java.util.List;

/**
 * The people of the demo, whom its login page offers with their passwords. A server
 * without the demo has none.
 *
 * @param people in the order shown
 */
public record SamplePeople(List<Person> people) {

	/** Nobody. */
	public static final SamplePeople NONE = new SamplePeople(List.of());

	public SamplePeople {
		people = List.copyOf(people);
	}

	/**
	 * Someone to sign in as.
	 *
	 * @param username what to type as username
	 * @param password what to type as password; it opens nothing but the demo
	 * @param description who this is, in a line
	 */
	public record Person(String username, String password, String description) {
	}

}
