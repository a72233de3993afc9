package org.campanile.factor.pin;

import java.security.MessageDigest;
import java.security.SecureRandom;
import java.text.Normalizer;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

import org.campanile.authn.AuthenticatedUser;
import org.campanile.authn.AuthenticationMethod.MethodUnavailableException;
import org.campanile.authn.AuthenticationMethod.Submission;
import org.campanile.authn.Enrollable;
import org.campanile.authn.Factor;
import org.campanile.authn.FactorKind;
import org.campanile.factor.Credential;
import org.campanile.factor.Enrolment;
import org.campanile.factor.Enrolments;
import org.campanile.factor.Pbkdf2;
import org.campanile.seal.Cbor;
import org.campanile.seal.RandomValues;
import org.campanile.store.StoreUnavailableException;

/**
 * PINs that users choose for other systems, one for each user. This is not an
 * {@link org.campanile.authn.AuthenticationMethod}, so a PIN never proves a login.
 * Thread-safe.
 * <p>
 * A PIN is stored as a PBKDF2 hash of {@value #ITERATIONS} rounds, in the user's sealed
 * record. The seal protects a short PIN from anyone who can read the store; the callers'
 * limit on wrong tries protects it from everyone else. A hash takes tens of milliseconds
 * of a processor, so only a few are computed at once.
 */
public final class Pins implements Enrollable {

	/** The field of the form with the new PIN. */
	public static final String NEW = "pin";

	/** The field in which the PIN is repeated. */
	public static final String AGAIN = "pin_again";

	/** The challenge's key for the minimum length, in characters. */
	public static final String MINIMUM = "minimum";

	/** The maximum length, in UTF-16 units; a longer text is no PIN and is not hashed. */
	private static final int LONGEST = 64;

	private static final int ITERATIONS = 100_000;

	private static final int RANDOM_BYTES = 16;

	private final Settings settings;

	private final Enrolments enrolments;

	private final InstantSource clock;

	private final SecureRandom random;

	private final Semaphore hashes;

	private final Duration wait;

	/** Matches no PIN; checked where there is none, so that it takes as long. */
	private final Stored decoy;

	/**
	 * The settings of PINs.
	 *
	 * @param offered whether users may choose a PIN
	 * @param minimumLength the minimum length of a new PIN, in characters, 4 to 32
	 */
	public record Settings(boolean offered, int minimumLength) {

		private static final int LEAST = 4;

		private static final int MOST = 32;

		public Settings {
			if (minimumLength < LEAST || minimumLength > MOST) {
				throw new IllegalArgumentException(
						"PINs of " + minimumLength + " characters or more; give " + LEAST + " to " + MOST);
			}
		}

	}

	/**
	 * Thrown if too many PINs are being hashed; the PIN was neither checked nor stored.
	 */
	public static final class BusyException extends Exception {

		private static final long serialVersionUID = 1L;

		private BusyException() {
			super("as many PINs are being hashed as may be at once");
		}

	}

	/**
	 * @param hashes one permit for each PIN that may be hashed at once
	 * @param wait how long one waits for its turn
	 */
	public Pins(Settings settings, Enrolments enrolments, InstantSource clock, SecureRandom random, Semaphore hashes,
			Duration wait) {
		this.settings = settings;
		this.enrolments = enrolments;
		this.clock = clock;
		this.random = random;
		this.hashes = hashes;
		this.wait = wait;
		this.decoy = new Stored(RandomValues.bytes(RANDOM_BYTES, random), ITERATIONS, new byte[0]);
	}

	/**
	 * A PIN as it is stored; the form stays the same in later versions. The arrays must
	 * not be modified.
	 *
	 * @param s salt
	 * @param i iterations
	 * @param h hash
	 */
	private record Stored(byte[] s, int i, byte[] h) {

		/** Jackson reports what is thrown here. */
		Stored {
			Objects.requireNonNull(s);
			Objects.requireNonNull(h);
			if (i < 1) {
				throw new IllegalArgumentException("no iterations");
			}
		}

	}

	/**
	 * Checks a PIN; takes as long, and reports as busy, for a user who has none. Does not
	 * limit wrong attempts, and does not record that the PIN was used: the caller may
	 * still refuse.
	 * @param principal the user's canonical name
	 * @param pin as typed
	 * @return what it has proven; empty if it is wrong, or the user has none
	 */
	public Optional<Factor> check(String principal, String pin) throws StoreUnavailableException, BusyException {
		Enrolment enrolment = enrolments.find(principal);
		Optional<Credential> credential = enrolment.of(FactorKind.PIN).stream().findFirst();
		Optional<Stored> read = credential.flatMap(own -> Cbor.read(own.own(), Stored.class));
		enrolment.requireReadable(FactorKind.PIN, read.isPresent());
		Stored stored = read.orElse(decoy);
		byte[] hash = hash(pin.length() > LONGEST ? "" : normalized(pin), stored.s(), stored.i());
		return MessageDigest.isEqual(stored.h(), hash)
				? credential.map(own -> new Factor(FactorKind.PIN, clock.instant(), own.id(), Set.of()))
				: Optional.empty();
	}

	private byte[] hash(String pin, byte[] salt, int iterations) throws BusyException {
		try {
			if (!hashes.tryAcquire(wait.toMillis(), TimeUnit.MILLISECONDS)) {
				throw new BusyException();
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new BusyException();
		}
		try {
			return Pbkdf2.hash(pin, salt, iterations);
		}
		finally {
			hashes.release();
		}
	}

	/** Returns the same text for the same PIN, however it was typed. */
	private static String normalized(String pin) {
		return Normalizer.normalize(pin, Normalizer.Form.NFKC).strip();
	}

	/**
	 * Removes a user's PIN.
	 * @return whether there was one
	 */
	public static boolean remove(Enrolments enrolments, String principal) throws StoreUnavailableException {
		boolean had = !enrolments.find(principal).of(FactorKind.PIN).isEmpty();
		if (had) {
			enrolments.change(principal, Pins::without);
		}
		return had;
	}

	private static Enrolment without(Enrolment enrolment) {
		Enrolment others = enrolment;
		for (Credential old : enrolment.of(FactorKind.PIN)) {
			others = others.without(old.id());
		}
		return others;
	}

	@Override
	public FactorKind kind() {
		return FactorKind.PIN;
	}

	/** Offers enrolment also to users who have a PIN, which the new one replaces. */
	@Override
	public boolean offersEnrolment(AuthenticatedUser user) {
		return settings.offered();
	}

	@Override
	public Map<String, String> enrolmentChallenge(AuthenticatedUser user) {
		return Map.of(MINIMUM, Integer.toString(settings.minimumLength()));
	}

	@Override
	public EnrolmentVerdict enrol(AuthenticatedUser user, Submission submission) throws MethodUnavailableException {
		String typed = submission.field(NEW);
		if (!typed.equals(submission.field(AGAIN))) {
			return new EnrolmentVerdict.Rejected("enrol.pin.different", "typed in two ways");
		}
		if (typed.length() > LONGEST || typed.chars().anyMatch(Character::isISOControl)) {
			return new EnrolmentVerdict.Rejected("enrol.pin.unusable", "too long, or with control characters");
		}
		String pin = normalized(typed);
		if (pin.codePointCount(0, pin.length()) < settings.minimumLength()) {
			return new EnrolmentVerdict.Rejected("enrol.pin.short", "too short");
		}
		if (isEasy(pin) || pin.equalsIgnoreCase(user.loginName()) || pin.equalsIgnoreCase(user.principal())) {
			return new EnrolmentVerdict.Rejected("enrol.pin.easy", "the first that somebody would try");
		}
		try {
			return store(user.principal(), pin);
		}
		catch (StoreUnavailableException | BusyException ex) {
			throw new MethodUnavailableException(ex.getMessage(), ex);
		}
	}

	/**
	 * Whether the PIN is one repeated character, or a sequence that counts up or down.
	 */
	private static boolean isEasy(String pin) {
		int step = pin.charAt(1) - pin.charAt(0);
		if (Math.abs(step) > 1) {
			return false;
		}
		for (int i = 2; i < pin.length(); i++) {
			if (pin.charAt(i) - pin.charAt(i - 1) != step) {
				return false;
			}
		}
		return true;
	}

	private EnrolmentVerdict store(String principal, String pin) throws StoreUnavailableException, BusyException {
		byte[] salt = RandomValues.bytes(RANDOM_BYTES, random);
		Stored stored = new Stored(salt, ITERATIONS, hash(pin, salt, ITERATIONS));
		Credential credential = new Credential(FactorKind.PIN, RandomValues.token(RANDOM_BYTES, random), "",
				clock.instant(), null, Cbor.write(stored));
		enrolments.change(principal, enrolment -> without(enrolment).with(credential));
		return new EnrolmentVerdict.Enrolled(credential.id(), "");
	}

}
