package org.campanile.session;

import java.util.HashSet;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Set;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.campanile.session.Sessions.NewSession;

import static org.assertj.core.api.Assertions.assertThat;
import static org.campanile.testkit.session.SessionFixtures.endByToken;
import static org.campanile.testkit.session.SessionFixtures.findByToken;

class SessionTokensTests extends StoredSessionsFixture {

	@Test
	void whenBegunAgainThenTokenKeyAndSecretAreNew() {
		Set<Object> seen = new HashSet<>();
		for (int i = 0; i < 100; i++) {
			NewSession begun = begin("alice");
			assertThat(begun.token()).matches("[0-9a-f]{8}\\.[A-Za-z0-9_-]{43}");
			assertThat(seen.add(begun.token())).isTrue();
			assertThat(seen.add(begun.session().key())).isTrue();
			assertThat(seen.add(HexFormat.of().formatHex(begun.session().secret()))).isTrue();
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "", " ", "a", ".", "null", "../../../../etc/passwd", "a\r\nSet-Cookie: b=c", "\u0000",
			"\ud800", "0a7ef497", "0a7ef497.", "........ ...........................................",
			"00000000.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
			"\ud83d\ude00\ud83d\ude00\ud83d\ude00\ud83d\ude00.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA" })
	void whenTheTokenIsNoneOfOursThenEmptyAndTheStoreIsNotAsked(String token) throws Exception {
		create("alice");
		store.forget();
		assertThat(findByToken(sessions, token)).isEmpty();
		assertThat(endByToken(sessions, token)).isEmpty();
		assertThat(findByToken(sessions, token.repeat(10_000))).isEmpty();
		assertThat(store.operations()).isEmpty();
	}

	@Test
	void whenAnyCharacterOfTheTokenIsAlteredThenEmpty() throws Exception {
		String token = create("alice").token();
		store.forget();
		for (int i = 0; i < token.length(); i++) {
			for (char other : new char[] { 'A', 'b', '0', '.', '\u0000', '\ud800', '?', ' ' }) {
				if (token.charAt(i) != other) {
					String altered = token.substring(0, i) + other + token.substring(i + 1);
					assertThat(sessions.loadedKeyOf(altered)).isEmpty();
					assertThat(findByToken(sessions, altered)).isEmpty();
					assertThat(endByToken(sessions, altered)).isEmpty();
					assertThat(sessions.endLater(altered)).isFalse();
				}
			}
		}
		assertThat(store.operations()).as("a made-up token costs no operation of the store").isEmpty();
		assertThat(findByToken(sessions, token + "A")).isEmpty();
		assertThat(findByToken(sessions, token.toUpperCase(Locale.ROOT))).isEmpty();
		assertThat(sessions.loadedKeyOf(token)).isPresent().isEqualTo(sessions.keyOf(token));
		assertThat(store.operations()).isEmpty();
		assertThat(findByToken(sessions, token)).isPresent();
	}

	@Test
	void whenATokenIsMadeUpUnderAKeyThatIsKnownThenTheStoreIsNotAsked() throws Exception {
		String issued = create("alice").token();
		store.forget();
		for (int i = 0; i < 1000; i++) {
			String madeUp = issued.substring(0, 9) + begin("bob").token().substring(9, 41) + issued.substring(41);
			assertThat(sessions.loadedKeyOf(madeUp)).isEmpty();
			assertThat(findByToken(sessions, madeUp)).isEmpty();
			assertThat(sessions.read(madeUp)).isEmpty();
		}
		assertThat(store.operations()).isEmpty();
	}

	@Test
	void whenPrintedThenTheTokenIsNot() {
		NewSession begun = begin("alice");
		assertThat(begun.toString()).doesNotContain(begun.token(), begun.token().substring(9));
	}

}
