package org.campanile.factor.otp;

import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.OptionalLong;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.campanile.authn.FactorKind;
import org.campanile.factor.Enrolments;
import org.campanile.store.StoreUnavailableException;

/**
 * Checks codes that change with time (RFC 6238). Each is accepted once on all nodes,
 * including the code of the enrolment. Thread-safe.
 * <p>
 * <b>Drift.</b> Of each token it is known by how many seconds its clock is ahead of this
 * server's, and the window of accepted steps moves with it. A code of step k that arrives
 * at time t shows a clock that is ahead by at least k·step - t; it is behind by more than
 * typing takes if (k+1)·step is long before t. The drift moves just as far as that needs,
 * so that a clock that is right costs no write.
 */
public final class TotpMethod extends OtpMethod {

	public static final FactorKind KIND = new FactorKind("totp");

	private static final Logger logger = LoggerFactory.getLogger(TotpMethod.class);

	/**
	 * The number of steps by which a clock may be wrong, in either direction (RFC 6238
	 * 6).
	 */
	private static final int MAX_DRIFT = 20;

	/**
	 * The number of steps by which the clock may be wrong during enrolment. More than
	 * later, as the key is no secret from the person who enrols it.
	 */
	private static final int ENROLMENT_WINDOW = 10;

	private final int step;

	private final int window;

	/**
	 * The settings of the method.
	 *
	 * @param keys the settings of new keys
	 * @param step the time for which a new token shows a code, 15 s to 5 min
	 * @param window how many steps before and after the present one are accepted, 0 to 5
	 */
	public record Settings(OtpSettings keys, Duration step, int window) {

		private static final Duration SHORTEST = Duration.ofSeconds(15);

		private static final Duration LONGEST = Duration.ofMinutes(5);

		private static final int WIDEST = 5;

		public Settings {
			if (step.compareTo(SHORTEST) < 0 || step.compareTo(LONGEST) > 0 || step.toNanosPart() != 0) {
				throw new IllegalArgumentException("steps of " + step + "; give whole seconds, 15s to 5m");
			}
			if (window < 0 || window > WIDEST) {
				throw new IllegalArgumentException("a window of " + window + " steps; give 0 to " + WIDEST);
			}
		}

	}

	public TotpMethod(Settings settings, Enrolments enrolments, InstantSource clock, SecureRandom random) {
		super(KIND, settings.keys(), enrolments, clock, random);
		this.step = Math.toIntExact(settings.step().toSeconds());
		this.window = settings.window();
	}

	@Override
	OtpToken create(OtpKey key) {
		return new OtpToken(key, step, 0);
	}

	@Override
	Optional<String> check(String principal, String digits) throws StoreUnavailableException {
		Held right = null;
		long counter = 0;
		for (Held held : tokens(enrolments().find(principal))) {
			OptionalLong found = find(held.token(), digits, window);
			if (found.isPresent() && right == null) {
				right = held;
				counter = found.getAsLong();
			}
		}
		if (right == null || !useUp(principal, right.id(), right.token(), counter)) {
			return Optional.empty();
		}
		keepDrift(principal, right.id(), right.token(), moved(right.token(), counter));
		return Optional.of(right.id());
	}

	/** Finds the counter of a code within so many steps of the token's own clock. */
	private OptionalLong find(OtpToken token, String digits, int steps) {
		long present = Math.floorDiv(now() + token.moved(), token.step());
		return token.key().find(digits, 1, present - steps, 2 * steps + 1);
	}

	private long now() {
		return clock().instant().getEpochSecond();
	}

	@Override
	OptionalLong confirm(OtpToken shown, String digits) {
		return find(shown, digits, ENROLMENT_WINDOW);
	}

	@Override
	OtpToken moved(OtpToken token, long counter) {
		return token.movedTo(drift(token, counter, now()));
	}

	/**
	 * Marks the code as used until the step is past for the slowest clock that is
	 * accepted.
	 */
	@Override
	boolean useUp(String principal, String id, OtpToken token, long counter) throws StoreUnavailableException {
		Instant until = Instant.ofEpochSecond((counter + MAX_DRIFT + window + 1) * token.step());
		return enrolments().useOnce(KIND, principal + '/' + id + '/' + counter, until);
	}

	private static long drift(OtpToken token, long counter, long now) {
		int typing = token.step() / 2;
		long least = counter * token.step() - now;
		long most = least + token.step() - 1 + typing;
		long drift = Math.clamp(token.moved(), least, most);
		// A difference of one second is not worth a write.
		return Math.abs(drift - token.moved()) < token.step() / 6 ? token.moved()
				: Math.clamp(drift, -MAX_DRIFT * (long) token.step(), MAX_DRIFT * (long) token.step());
	}

	private void keepDrift(String principal, String id, OtpToken before, OtpToken after) {
		if (after.equals(before)) {
			return;
		}
		try {
			enrolments().change(principal,
					enrolment -> enrolment.find(id)
						.map(credential -> enrolment.with(credential.withOwn(after.write())))
						.orElse(enrolment));
		}
		catch (StoreUnavailableException ex) {
			// The code has been used up, and the next login finds the same drift.
			logger.warn("How far the clock of an authenticator app is wrong could not be stored: {}", ex.getMessage());
		}
	}

}
