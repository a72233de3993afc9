package org.campanile.directory.password;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.campanile.directory.password.CredentialRules.UnusableInputException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class CredentialRulesTests {

	private final CredentialRules rules = new CredentialRules(256, 1024);

	@ParameterizedTest
	@ValueSource(strings = { "", " ", "\t", "\u00a0", "a\u0000", "a\u0001", "a\ufffe", "a\uffff", "a\nb", "a\rb",
			"\u202ealice", "ali\u200bce", "a\u200dlice", "\ufeffalice", "al\u00adice", "alice\ufe0f", "a\ud800",
			"\udc00a", "alice\u2028", "al\u034fice", "alice\ue000", "\u0378", "alice\ufffd", "al\u3164ice" })
	void whenUsernameHoldsWhatNoNameHasThenItIsRefused(String username) {
		assertThatExceptionOfType(UnusableInputException.class).isThrownBy(() -> rules.prepare(username, "secret"));
	}

	@ParameterizedTest
	@ValueSource(strings = { "", " ", "\t \n", "\u3000", "a\u0000b", "\u0000", "\ud800", "a\udc00b" })
	void whenPasswordIsNoneThenItIsRefused(String password) {
		assertThatExceptionOfType(UnusableInputException.class).isThrownBy(() -> rules.prepare("alice", password));
	}

	@Test
	void whenTooLongThenItIsRefusedWithoutShowingIt() {
		assertThatExceptionOfType(UnusableInputException.class)
			.isThrownBy(() -> rules.prepare("a".repeat(257), "secret"))
			.withMessageNotContaining("aaa");
		assertThatExceptionOfType(UnusableInputException.class)
			.isThrownBy(() -> rules.prepare("alice", "x".repeat(1025)));
		assertThatExceptionOfType(UnusableInputException.class)
			.isThrownBy(() -> rules.prepare("alice", "ä".repeat(513)));
		assertThatExceptionOfType(UnusableInputException.class).as("one character that unfolds into eighteen")
			.isThrownBy(() -> rules.prepare("\ufdfa".repeat(200), "secret"));
	}

	@Test
	void whenAtTheLimitThenItIsAccepted() throws Exception {
		assertThat(rules.prepare("a".repeat(256), "ä".repeat(512)).username()).hasSize(256);
	}

	@ParameterizedTest
	@CsvSource({ "alice,alice", "' alice ',alice", "ａｌｉｃｅ,alice", "Alice,Alice", "mu\u0308ller,m\u00fcller",
			"alice@example.edu,alice@example.edu", "ليلى,ليلى" })
	void whenUsernameHasOtherFormsThenOneIsAskedFor(String typed, String expected) throws Exception {
		assertThat(rules.prepare(typed, "secret").username()).isEqualTo(expected);
	}

	@Test
	void whenPasswordHasBlanksOrOtherFormsThenItIsLeftAlone() throws Exception {
		assertThat(rules.prepare("alice", " u\u0308 ").password()).isEqualTo(" u\u0308 ");
		assertThat(rules.prepare("alice", "hunter2")).asString().doesNotContain("hunter2");
	}

}
