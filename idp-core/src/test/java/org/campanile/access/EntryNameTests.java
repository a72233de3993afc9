package org.campanile.access;

import java.util.List;
import java.util.Optional;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class EntryNameTests {

	@ParameterizedTest
	@ValueSource(strings = { "uid=alice,ou=physics,dc=example,dc=edu", "UID=Alice.B-c_9@x,OU=The Big Lab,DC=Example",
			"cn=o", "uid=a , ou=b", "uid=a,ou=b ", " uid=a,ou=b", "uid = a,ou=b", "cn=a  b,ou=c", "cn=a+sn=b,ou=c",
			"cn=a\\,b,ou=c", "cn=a\\2cb", "cn=\"a,b\"", "cn=#0401ff", "cn=-a,ou=b", "cn=a=b", "cn=Ä,ou=ß", "cn=,ou=b",
			"1.2.3=a", "cn=a;ou=b", "cn=a,,ou=b", "alice", "", ",", "cn=a,", "cn=İ", "cn=a<b", "cn=a\tb" })
	void whenItIsPlainThenItIsReadAsEveryOtherName(String text) {
		assertThat(EntryName.of(text)).isEqualTo(EntryName.parsed(text));
	}

	@Test
	void whenOneNameIsWrittenInSeveralWaysThenItIsTheSame() {
		assertThat(parts("OU=Big Lab,DC=Example")).isEqualTo(parts("ou=big\\20lab , dc=example"))
			.isEqualTo(Optional.of("dc=example,ou=big lab"));
	}

	@Test
	void whenAValueIsANameThenItIsComparedAsOneAndEveryOtherExactly() {
		assertThat(EntryName.comparable("CN=Big Lab, OU=Groups,DC=Example"))
			.isEqualTo(EntryName.comparable("cn=big\\20lab,ou=groups,dc=example"))
			.isEqualTo("cn=big lab,ou=groups,dc=example");
		for (String value : List.of("Staff", "q83vEg==", "A=B", "Doe, John", "cn=Doe\\, John")) {
			assertThat(EntryName.comparable(value)).isEqualTo(value);
		}
	}

	private static Optional<String> parts(String text) {
		return EntryName.of(text).map(EntryName::key);
	}

}
