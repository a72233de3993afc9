package org.campanile.directory;

import java.util.List;
import java.util.Optional;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.campanile.directory.DirectorySettings.Scope;
import org.campanile.directory.DirectorySettings.Users;

import static org.assertj.core.api.Assertions.assertThat;

class SearchesTests {

	/** An operational attribute is only returned if it is named. */
	@ParameterizedTest
	@CsvSource({ "*, * nsUniqueId", "* memberOf, * memberOf nsUniqueId", "mail, mail nsUniqueId",
			"* NSUNIQUEID, * NSUNIQUEID", "nsUniqueId mail, nsUniqueId mail" })
	void whenAttributesAreRequestedThenTheCanonicalNameIsOneOfThem(String configured, String requested) {
		Users users = new Users("dc=example,dc=edu", Scope.SUBTREE, "(uid={user})", "nsUniqueId", false,
				Optional.empty());
		Searches searches = new Searches(users, List.of(configured.split(" ")));
		assertThat(searches.byTypedName("alice").getAttributes()).containsExactly(requested.split(" "));
	}

}
