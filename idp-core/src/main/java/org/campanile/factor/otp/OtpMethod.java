package org.campanile.factor.otp;

import java.security.SecureRandom;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.campanile.authn.AuthenticatedUser;
import org.campanile.authn.EnrolledMethod;
import org.campanile.authn.Factor;
import org.campanile.authn.FactorKind;
import org.campanile.authn.Verdict;
import org.campanile.factor.Credential;
import org.campanile.factor.Enrolment;
import org.campanile.factor.Enrolments;
import org.campanile.factor.StoreCall;
import org.campanile.seal.RandomValues;
import org.campanile.store.StoreUnavailableException;

/**
 * The common part of HOTP and TOTP: how keys are enrolled and codes are entered, in the
 * fields {@code code} and {@code name} of a form.
 */
abstract sealed class OtpMethod implements EnrolledMethod permits HotpMethod, TotpMethod {

	private static final Logger logger = LoggerFactory.getLogger(OtpMethod.class);

	private static final String CODE = "code";

	private static final String NAME = "name";

	private static final String ID = "id";

	private static final int ID_BYTES = 16;

	private static final int MAX_NAME = 60;

	private final FactorKind kind;

	private final OtpSettings settings;

	private final Enrolments enrolments;

	private final InstantSource clock;

	private final SecureRandom random;

	OtpMethod(FactorKind kind, OtpSettings settings, Enrolments enrolments, InstantSource clock, SecureRandom random) {
		this.kind = kind;
		this.settings = settings;
		this.enrolments = enrolments;
		this.clock = clock;
		this.random = random;
	}

	/**
	 * A token that a user has enrolled.
	 *
	 * @param credential the credential that stores the token
	 */
	record Held(Credential credential, OtpToken token) {

		String id() {
			return credential.id();
		}

	}

	/**
	 * Checks a code against all of a user's tokens and uses it up.
	 * @param digits as typed, in ASCII
	 * @return the id of the credential that proved it; empty if none did, or the code was
	 * used before
	 */
	abstract Optional<String> check(String principal, String digits) throws StoreUnavailableException;

	abstract OtpToken create(OtpKey key);

	/**
	 * The counter of the code that confirms an enrolment.
	 * @param shown the token as the page showed it
	 * @return empty if it is not a code of that token
	 */
	abstract OptionalLong confirm(OtpToken shown, String digits);

	/** Returns the token as it is stored after that code. */
	abstract OtpToken moved(OtpToken token, long counter);

	/**
	 * Uses up the code that confirmed an enrolment.
	 * @return false if it was used before, or proves nothing any more
	 */
	abstract boolean useUp(String principal, String id, OtpToken token, long counter) throws StoreUnavailableException;

	@Override
	public final FactorKind kind() {
		return kind;
	}

	final Enrolments enrolments() {
		return enrolments;
	}

	final InstantSource clock() {
		return clock;
	}

	@Override
	public final boolean isReady(AuthenticatedUser user) throws MethodUnavailableException {
		return StoreCall.answered(() -> {
			Enrolment enrolment = enrolments.find(user.principal());
			boolean any = !tokens(enrolment).isEmpty();
			enrolment.requireReadable(kind, any);
			return any;
		});
	}

	@Override
	public final boolean offersEnrolment(AuthenticatedUser user) throws MethodUnavailableException {
		return count(user) < settings.maxPerUser();
	}

	private int count(AuthenticatedUser user) throws MethodUnavailableException {
		return StoreCall.answered(() -> enrolments.find(user.principal()).of(kind).size());
	}

	@Override
	public final Verdict verify(Optional<AuthenticatedUser> user, Submission submission)
			throws MethodUnavailableException {
		if (user.isEmpty()) {
			return Verdict.Rejected.wrong("a code does not say whose it is");
		}
		Optional<String> digits = EnteredCode.digits(submission.field(CODE));
		if (digits.isEmpty()) {
			return Verdict.Rejected.wrong("not a code");
		}
		String principal = user.get().principal();
		return StoreCall.answered(() -> check(principal, digits.get()))
			.<Verdict>map(id -> new Verdict.Proven(user.get().with(new Factor(kind, clock.instant(), id, Set.of()))))
			.orElseGet(() -> Verdict.Rejected.wrong("another code, or one used before"));
	}

	/** A user's tokens of this kind, without those that cannot be read. */
	final List<Held> tokens(Enrolment enrolment) {
		List<Held> tokens = new ArrayList<>();
		for (Credential credential : enrolment.of(kind)) {
			Optional<OtpToken> token = OtpToken.read(credential.own());
			if (token.isPresent()) {
				tokens.add(new Held(credential, token.get()));
			}
			else {
				logger.error("An enrolled {} of a user is of an unknown form, as a newer version may write, and is "
						+ "not accepted; use that version, or let the user enrol again", kind);
			}
		}
		return tokens;
	}

	@Override
	public final Map<String, String> enrolmentChallenge(AuthenticatedUser user) {
		Map<String, String> challenge = new LinkedHashMap<>();
		challenge.put(ID, RandomValues.token(ID_BYTES, random));
		challenge.putAll(create(OtpKey.create(settings.algorithm(), settings.digits(), random)).parameters());
		return challenge;
	}

	@Override
	public final EnrolmentVerdict enrol(AuthenticatedUser user, Submission submission)
			throws MethodUnavailableException {
		String id = submission.challenge().getOrDefault(ID, "");
		Optional<OtpToken> shown = OtpToken.of(submission.challenge())
			.filter(token -> !id.isEmpty() && token.isCounted() == create(token.key()).isCounted());
		if (shown.isEmpty()) {
			return new EnrolmentVerdict.Rejected("enrol.otp.expired", "no key of this kind was shown");
		}
		OptionalLong counter = EnteredCode.digits(submission.field(CODE))
			.map(digits -> confirm(shown.get(), digits))
			.orElse(OptionalLong.empty());
		if (counter.isEmpty()) {
			return new EnrolmentVerdict.Rejected("enrol.otp.wrong", "not a code of the key that was shown");
		}
		return StoreCall
			.answered(() -> store(user.principal(), id, submission.field(NAME), shown.get(), counter.getAsLong()));
	}

	private EnrolmentVerdict store(String principal, String id, String name, OtpToken shown, long counter)
			throws StoreUnavailableException {
		if (!useUp(principal, id, shown, counter)) {
			// The form may have been sent twice: the code has already proven the factor.
			return enrolments.find(principal)
				.find(id)
				.<EnrolmentVerdict>map(
						stored -> new EnrolmentVerdict.Enrolled(id, stored.name(), Optional.empty(), false))
				.orElseGet(() -> new EnrolmentVerdict.Rejected("enrol.otp.wrong", "the code was used before"));
		}
		Instant now = clock.instant();
		Credential credential = new Credential(kind, id, name(name), now, null, moved(shown, counter).write());
		AtomicBoolean added = new AtomicBoolean();
		Enrolment after = enrolments.change(principal, enrolment -> {
			added.set(enrolment.of(kind).size() < settings.maxPerUser() && enrolment.find(id).isEmpty());
			return added.get() ? enrolment.with(credential) : enrolment;
		});
		return after.find(id)
			.<EnrolmentVerdict>map(stored -> new EnrolmentVerdict.Enrolled(id, stored.name(),
					Optional.of(new Factor(kind, now, id, Set.of())), added.get()))
			.orElseGet(() -> new EnrolmentVerdict.Rejected("enrol.otp.too-many", "as many as a user may have"));
	}

	private String name(String typed) {
		String name = typed.replaceAll("[\\p{C}\\s]+", " ").strip();
		int length = Math.min(MAX_NAME, name.codePointCount(0, name.length()));
		return name.isEmpty() ? kind.code() : name.substring(0, name.offsetByCodePoints(0, length));
	}

}
