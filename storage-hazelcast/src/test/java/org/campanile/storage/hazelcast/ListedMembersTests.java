package org.campanile.storage.hazelcast;

import java.util.List;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class ListedMembersTests {

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			10.0.0.1 10.0.0.2 10.0.0.3                | 10.0.0.1 | 3
			10.0.0.2 10.0.0.3 10.0.0.4                | 10.0.0.1 | 4
			10.0.0.1:5701 10.0.0.2:5701               | 10.0.0.1 | 2
			10.0.0.1:5702 10.0.0.2:5701               | 10.0.0.1 | 3
			10.0.0.2                                  | 10.0.0.1 | 2
			a.example.edu:5701 b.example.edu:5701     | 10.0.0.1 | 2
			10.0.0.2 a.example.edu                    | 10.0.0.1 | 2
			10.0.0.2 10.0.0.3                         | 10.0.0.* | 2
			127.0.0.1:5701 127.0.0.1:5702             | ''       | 2
			10.0.0.2:5701 10.0.0.3:5702               | ''       | 3
			[fd00::1]:5701 [fd00::2]:5701             | fd00::1  | 2
			fd00::1 fd00::2                           | fd00::1  | 2
			[fd00::2]:5701 [fd00::3]                  | fd00::1  | 3
			""")
	void whenThisOneIsLeftOutThenCountedAsWell(String members, String bindAddress, int count) {
		assertThat(ListedMembers.count(List.of(members.split(" ")), bindAddress, 5701)).isEqualTo(count);
	}

	@ParameterizedTest
	@CsvSource({ "'', 0", "10.0.0.1, 0" })
	void whenNoneIsListedThenNone(String bindAddress, int count) {
		assertThat(ListedMembers.count(List.of(), bindAddress, 5701)).isEqualTo(count);
	}

}
