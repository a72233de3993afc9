package org.campanile.testkit.directory;

import java.util.List;

/**
 * A user of the demo directory.
 *
 * @param username the username to type
 * @param password the password to type
 * @param description a description in one line
 */
public record DemoPerson(String username, String password, String description) {

	/** Returns all users of the demo directory, the simple cases first. */
	public static List<DemoPerson> all() {
		return List.of(person("alice", "professor: faculty and staff"), person("bob", "student"),
				person("carol", "librarian with several affiliations"),
				person("layla", "student whose name is written from right to left"),
				person("juergen", "professor with umlauts in the name"),
				person("nomail", "visitor without a mail address"),
				person("grace", "staff with sixty groups and entitlements"),
				person("philippa", "student with a photograph"), person("erin", "the password has expired"),
				person("mustafa", "the password must be changed"), person("lorenz", "the account is locked"),
				person("dora", "the account is disabled"), person("sam", "the password expires in three days"));
	}

	private static DemoPerson person(String username, String description) {
		return new DemoPerson(username, username + "-demo", description);
	}

}
