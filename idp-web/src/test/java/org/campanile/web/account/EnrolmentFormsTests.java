package org.campanile.web.account;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;

import org.campanile.attribute.ResolvedAttributes;
import org.campanile.authn.Factor;
import org.campanile.authn.FactorKind;
import org.campanile.session.SessionKey;
import org.campanile.session.SsoSession;
import org.campanile.testkit.MutableClock;
import org.campanile.testkit.session.SessionFixtures;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that an enrolment form is valid only for its user, session and kind of factor,
 * and only for a limited time.
 */
class EnrolmentFormsTests {

	private static final Map<String, String> CHALLENGE = Map.of("secret", "ABC");

	private static final FactorKind TOTP = new FactorKind("totp");

	private final MutableClock clock = new MutableClock(Instant.parse("2026-11-25T12:00:00Z"));

	private final EnrolmentForms forms = new EnrolmentForms(SessionFixtures.sealer(1), clock);

	private final String form = forms.seal(session("alice", 1), TOTP, CHALLENGE);

	@Test
	void whenItIsOfTheSessionAndKindThenOpened() {
		assertThat(forms.open(form, session("alice", 1), TOTP)).contains(CHALLENGE);
	}

	/** Otherwise a user could be tricked into enrolling another person's key. */
	@Test
	void whenItIsOfAnotherUserThenNot() {
		assertThat(forms.open(form, session("bob", 1), TOTP)).isEmpty();
	}

	/** What was proven in one session does not count in another of the same user. */
	@Test
	void whenItIsOfAnotherSessionThenNot() {
		assertThat(forms.open(form, session("alice", 2), TOTP)).isEmpty();
	}

	@Test
	void whenItIsOfAnotherKindThenNot() {
		assertThat(forms.open(form, session("alice", 1), new FactorKind("hotp"))).isEmpty();
	}

	@Test
	void whenItIsTooOldThenNot() {
		clock.advance(Duration.ofMinutes(30));
		assertThat(forms.open(form, session("alice", 1), TOTP)).isEmpty();
	}

	private SsoSession session(String principal, int number) {
		byte[] key = new byte[24];
		key[0] = (byte) number;
		Instant now = clock.instant();
		return new SsoSession(SessionKey.of(key), principal, principal, List.of(new Factor(FactorKind.PASSWORD, now)),
				ResolvedAttributes.NONE, now, new byte[32], 1, now, now, now, List.of());
	}

}
