package org.campanile.factor.otp;

import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicReference;

import org.campanile.authn.FactorKind;
import org.campanile.factor.Enrolment;
import org.campanile.factor.Enrolments;
import org.campanile.store.StoreUnavailableException;

/**
 * Codes that follow each other at the press of a button (RFC 4226). Each is accepted once
 * on all nodes, and none before the last one accepted. Thread-safe.
 * <p>
 * <b>Resynchronisation</b> (RFC 4226 7.4). Of a token that was pressed more often than
 * the look-ahead window allows for, two codes in a row, entered one after the other, are
 * accepted in a wider window.
 */
public final class HotpMethod extends OtpMethod {

	public static final FactorKind KIND = new FactorKind("hotp");

	/**
	 * How many codes are looked at during enrolment, at least, so that another code can
	 * follow one that was used up when the store failed.
	 */
	private static final int ENROLMENT_WINDOW = 10;

	private final Settings settings;

	private final Duration formLifetime;

	/**
	 * The settings of the method.
	 *
	 * @param keys the settings of new keys
	 * @param lookAhead how many codes after the last one accepted are looked at, 1 to 50
	 * @param resynchronization the number of counters in which two consecutive codes are
	 * looked for, 10 to 10,000
	 */
	public record Settings(OtpSettings keys, int lookAhead, int resynchronization) {

		private static final int WIDEST = 50;

		private static final int FEWEST = 10;

		private static final int MOST = 10_000;

		public Settings {
			if (lookAhead < 1 || lookAhead > WIDEST) {
				throw new IllegalArgumentException("a window of " + lookAhead + " codes; give 1 to " + WIDEST);
			}
			if (resynchronization < FEWEST || resynchronization > MOST) {
				throw new IllegalArgumentException(
						"a window of " + resynchronization + " codes for two in a row; give " + FEWEST + " to " + MOST);
			}
		}

	}

	/**
	 * @param formLifetime how long the form of an enrolment can be sent, at most
	 */
	public HotpMethod(Settings settings, Duration formLifetime, Enrolments enrolments, InstantSource clock,
			SecureRandom random) {
		super(KIND, settings.keys(), enrolments, clock, random);
		this.settings = settings;
		this.formLifetime = formLifetime;
	}

	@Override
	OtpToken create(OtpKey key) {
		return new OtpToken(key, 0, 0);
	}

	/**
	 * Checks a code against the counters. Of several logins with one code, only that
	 * whose change is stored first succeeds.
	 */
	@Override
	Optional<String> check(String principal, String digits) throws StoreUnavailableException {
		AtomicReference<Optional<String>> right = new AtomicReference<>(Optional.empty());
		enrolments().change(principal, enrolment -> {
			Enrolment after = enrolment;
			right.set(Optional.empty());
			for (Held held : tokens(enrolment)) {
				OptionalLong found = find(held.token(), digits, settings.lookAhead());
				if (found.isPresent() && right.get().isEmpty()) {
					right.set(Optional.of(held.id()));
					after = enrolment.with(held.credential().withOwn(moved(held.token(), found.getAsLong()).write()));
				}
			}
			return after;
		});
		return right.get();
	}

	private OptionalLong find(OtpToken token, String digits, int lookAhead) {
		return digits.length() == token.key().digits() ? token.key().find(digits, 1, token.moved(), lookAhead)
				: token.key().find(digits, 2, token.moved(), settings.resynchronization());
	}

	@Override
	OptionalLong confirm(OtpToken shown, String digits) {
		return find(shown, digits, Math.max(settings.lookAhead(), ENROLMENT_WINDOW));
	}

	@Override
	OtpToken moved(OtpToken token, long counter) {
		return token.movedTo(counter + 1);
	}

	/**
	 * Marks the code as used for as long as the form of its enrolment can be sent: sent
	 * again, the form must not add a token that was removed. While the token is stored,
	 * its codes count at logins only.
	 */
	@Override
	boolean useUp(String principal, String id, OtpToken token, long counter) throws StoreUnavailableException {
		Instant until = clock().instant().plus(formLifetime);
		return enrolments().find(principal).find(id).isEmpty()
				&& enrolments().useOnce(KIND, principal + '/' + id + '/' + counter, until);
	}

}
