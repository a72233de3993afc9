package org.campanile.directory;

import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class DirectoryEntryTests {

	@ParameterizedTest
	@CsvSource({ "memberOf;range=0-1499, true", "MEMBEROF;Range=1500-*, true", "memberOf, false",
			"memberOf;binary, false", "member;range=0-1499, false", "memberOfAll;range=0-1499, false" })
	void whenAnAttributeHasARangeThenItIsPartial(String name, boolean partial) {
		assertThat(entry(name).isPartial("memberOf")).isEqualTo(partial);
	}

	/** The names of most entries are looked through once, not for each definition. */
	@Test
	void whenNoAttributeHasARangeThenTheEntryKnows() {
		assertThat(entry("member;Range=0-1499").ranged()).isTrue();
		assertThat(entry("member;binary").ranged()).isFalse();
		assertThat(new DirectoryEntry("uid=alice,dc=edu", entry("member;range=0-1").attributes(), false)
			.isPartial("member")).isFalse();
	}

	private static DirectoryEntry entry(String name) {
		return new DirectoryEntry("uid=alice,dc=edu", Map.of(name, List.of(new byte[] { 'a' })));
	}

}
