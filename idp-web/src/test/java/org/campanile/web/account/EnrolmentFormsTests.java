package org.campanile.web.account;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;

import org.junit.jupiter.api.Test;

import org.campanile.authn.FactorKind;
import org.campanile.testkit.MutableClock;
import org.campanile.testkit.session.SessionFixtures;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that an enrolment form is valid only for its user, browser and kind of factor,
 * and only for a limited time.
 */
class EnrolmentFormsTests {

	private static final Map<String, String> CHALLENGE = Map.of("secret", "ABC");

	private static final FactorKind TOTP = new FactorKind("totp");

	private final MutableClock clock = new MutableClock(Instant.parse("2026-11-25T12:00:00Z"));

	private final EnrolmentForms forms = new EnrolmentForms(SessionFixtures.sealer(1), clock);

	private final String form = forms.seal("alice", TOTP, "browser", CHALLENGE);

	@Test
	void whenItIsOfTheUserBrowserAndKindThenOpened() {
		assertThat(forms.open(form, "alice", TOTP, "browser")).contains(CHALLENGE);
	}

	/** Otherwise a user could be tricked into enrolling another person's key. */
	@Test
	void whenItIsOfAnotherUserThenNot() {
		assertThat(forms.open(form, "bob", TOTP, "browser")).isEmpty();
	}

	@Test
	void whenItIsOfAnotherBrowserThenNot() {
		assertThat(forms.open(form, "alice", TOTP, "other")).isEmpty();
	}

	@Test
	void whenItIsOfAnotherKindThenNot() {
		assertThat(forms.open(form, "alice", new FactorKind("hotp"), "browser")).isEmpty();
	}

	@Test
	void whenItIsTooOldThenNot() {
		clock.advance(Duration.ofMinutes(30));
		assertThat(forms.open(form, "alice", TOTP, "browser")).isEmpty();
	}

}
