package org.campanile.factor.pin;

import java.security.MessageDigest;
import java.security.SecureRandom;
import java.text.Normalizer;
import java.time.InstantSource;
import java.util.Base64;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

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
import org.campanile.store.StoreUnavailableException;

/**
 * PINs that users choose for other systems, one each. No
 * {@link org.campanile.authn.AuthenticationMethod}, so that no login is proven with one.
 * Thread-safe.
 * <p>
 * A PIN is stored as a hash of {@value #ITERATIONS} rounds of PBKDF2. The seal of the
 * record is what protects a short one from who reads the store; the limit on wrong tries
 * protects it from everybody else.
 */
public final class Pins implements Enrollable {

	/** The field of the form with the new PIN. */
	public static final String NEW = "pin";

	/** The field with the PIN once more. */
	public static final String AGAIN = "pin_again";

	/** What the page is handed: the least number of characters. */
	public static final String MINIMUM = "minimum";

	/** UTF-16 units; a longer text is refused before it is hashed. */
	private static final int LONGEST = 64;

	private static final int ITERATIONS = 100_000;

	private static final int RANDOM_BYTES = 16;

	private final Settings settings;

	private final Enrolments enrolments;

	private final InstantSource clock;

	private final SecureRandom random;

	/** What no PIN has, so that checking takes as long where there is none. */
	private final Stored decoy;

	/**
	 * Settings.
	 *
	 * @param offered whether users may choose one
	 * @param minimumLength of a new one, in characters, 4 to 32
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

	public Pins(Settings settings, Enrolments enrolments, InstantSource clock, SecureRandom random) {
		this.settings = settings;
		this.enrolments = enrolments;
		this.clock = clock;
		this.random = random;
		this.decoy = new Stored(randomBytes(), ITERATIONS, new byte[0]);
	}

	/**
	 * A PIN as it is stored; later versions keep the form. Its arrays must not be
	 * modified.
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

		boolean matches(String pin) {
			return MessageDigest.isEqual(h, Pbkdf2.hash(pin, s, i));
		}

	}

	/**
	 * Checks a PIN; takes as long for a user who has none. Does not limit wrong tries.
	 * @param principal the user's canonical name
	 * @param pin as typed
	 * @return what it has proven; empty if it is wrong, or the user has none
	 */
	public Optional<Factor> check(String principal, String pin) throws StoreUnavailableException {
		Enrolment enrolment = enrolments.find(principal);
		Optional<Credential> credential = enrolment.of(FactorKind.PIN).stream().findFirst();
		Optional<Stored> read = credential.flatMap(own -> Cbor.read(own.own(), Stored.class));
		enrolment.requireReadable(FactorKind.PIN, read.isPresent());
		Stored stored = read.orElse(decoy);
		boolean right = stored.matches(pin.length() > LONGEST ? "" : normalized(pin));
		return right ? credential.map(own -> new Factor(FactorKind.PIN, clock.instant(), own.id(), Set.of()))
				: Optional.empty();
	}

	/** The same however it was typed. */
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

	/** A new one replaces the one that there is. */
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
		catch (StoreUnavailableException ex) {
			throw new MethodUnavailableException(ex.getMessage(), ex);
		}
	}

	/** One character again and again, or each the next of the one before, up or down. */
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

	private EnrolmentVerdict store(String principal, String pin) throws StoreUnavailableException {
		byte[] salt = randomBytes();
		Stored stored = new Stored(salt, ITERATIONS, Pbkdf2.hash(pin, salt, ITERATIONS));
		Credential credential = new Credential(FactorKind.PIN,
				Base64.getUrlEncoder().withoutPadding().encodeToString(randomBytes()), "", clock.instant(), null,
				Cbor.write(stored));
		enrolments.change(principal, enrolment -> without(enrolment).with(credential));
		return new EnrolmentVerdict.Enrolled(credential.id(), "");
	}

	private byte[] randomBytes() {
		byte[] bytes = new byte[RANDOM_BYTES];
		random.nextBytes(bytes);
		return bytes;
	}

}
