package org.campanile.factor.passkey;

import java.security.SecureRandom;
import java.time.Instant;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

import com.webauthn4j.data.AuthenticationData;

import org.campanile.attribute.UserReader;
import org.campanile.authn.AuthenticatedUser;
import org.campanile.authn.EnrolledMethod;
import org.campanile.authn.Factor;
import org.campanile.authn.FactorKind;
import org.campanile.authn.KnownBrowser;
import org.campanile.authn.Verdict;
import org.campanile.authn.Verdict.Rejected;
import org.campanile.authn.throttle.LoginThrottle;
import org.campanile.factor.Credential;
import org.campanile.factor.Enrolment;
import org.campanile.factor.Enrolments;
import org.campanile.factor.StoreCall;
import org.campanile.seal.RandomValues;
import org.campanile.store.StoreUnavailableException;

/**
 * Passkeys (WebAuthn Level 3), as the first factor or a further one. An assertion costs
 * one read of its user's enrolments and one mark of its challenge; as the first factor it
 * costs one more read, for the handle. A counter that changes is written. Thread-safe.
 */
public final class PasskeyMethod implements EnrolledMethod {

	/** The kind of the factor. Never renamed: it is in sessions and in enrolments. */
	public static final FactorKind KIND = new FactorKind("passkey");

	/** The field with the browser's answer, as JSON. */
	public static final String ANSWER = "passkey";

	/** The field with the name that a user gives a new passkey. */
	public static final String NAME = "name";

	private static final String CHALLENGE = "challenge";

	private static final String HANDLE = "handle";

	/** The credentials that the browser may use. */
	private static final String KNOWN = "known";

	/**
	 * The part of the challenge that says whether the authenticator must verify its user
	 * this time.
	 */
	private static final String VERIFY = "verify";

	private static final int CHALLENGE_BYTES = 32;

	private static final int ID_BYTES = 16;

	private static final int MAX_NAME = 60;

	private final PasskeySettings settings;

	private final Ceremonies ceremonies;

	private final Enrolments enrolments;

	private final PasskeyAccounts accounts;

	private final LoginThrottle throttle;

	private final InstantSource clock;

	private final SecureRandom random;

	/**
	 * @param users the directory of users who begin with a passkey
	 * @param rules those by which some of them may not sign in
	 */
	public PasskeyMethod(PasskeySettings settings, Enrolments enrolments, UserReader users, AccountRules rules,
			LoginThrottle throttle, InstantSource clock, SecureRandom random) {
		this.settings = settings;
		this.ceremonies = new Ceremonies(settings);
		this.enrolments = enrolments;
		this.accounts = new PasskeyAccounts(users, rules, clock);
		this.throttle = throttle;
		this.clock = clock;
		this.random = random;
	}

	@Override
	public FactorKind kind() {
		return KIND;
	}

	@Override
	public boolean identifies() {
		return settings.identifies();
	}

	/**
	 * A passkey that has not verified its user is requested again only if one can verify:
	 * the others would answer as before.
	 */
	@Override
	public boolean isReady(AuthenticatedUser user) throws MethodUnavailableException {
		return StoreCall.answered(() -> {
			Enrolment enrolment = enrolments.find(user.principal());
			List<Known> known = passkeys(enrolment).toList();
			enrolment.requireReadable(KIND, !known.isEmpty());
			return known.stream().anyMatch(each -> !hasProven(user) || each.passkey().verifies());
		});
	}

	private static boolean hasProven(AuthenticatedUser user) {
		return user.factors().stream().anyMatch(factor -> factor.kind().equals(KIND));
	}

	@Override
	public Map<String, String> challenge(Optional<AuthenticatedUser> user) throws MethodUnavailableException {
		if (user.isEmpty()) {
			return firstChallenge();
		}
		boolean verify = hasProven(user.get());
		return Map.of(CHALLENGE, newChallenge(), KNOWN, known(find(user.get().principal()), verify), VERIFY,
				String.valueOf(verify));
	}

	/** The challenge of a login that begins with a passkey; queries nothing. */
	public Map<String, String> firstChallenge() {
		return Map.of(CHALLENGE, newChallenge());
	}

	private String newChallenge() {
		return RandomValues.token(CHALLENGE_BYTES, random);
	}

	private static String known(Enrolment enrolment, boolean verify) {
		return Ceremonies.Descriptor.write(passkeys(enrolment).map(Known::passkey)
			.filter(passkey -> !verify || passkey.verifies())
			.map(Ceremonies::descriptor)
			.toList());
	}

	/**
	 * Returns the options that the page passes to {@code navigator.credentials.get}, as
	 * JSON with binary values in Base64url (WebAuthn 5.1.10).
	 * @param challenge of {@link #challenge}
	 */
	public String requestOptions(Map<String, String> challenge) {
		return ceremonies.requestOptions(challenge.getOrDefault(CHALLENGE, ""),
				Ceremonies.Descriptor.read(challenge.get(KNOWN)), mustVerify(challenge));
	}

	private boolean mustVerify(Map<String, String> challenge) {
		return settings.userVerification() || "true".equals(challenge.get(VERIFY));
	}

	@Override
	public Verdict verify(Optional<AuthenticatedUser> user, Submission submission) throws MethodUnavailableException {
		if (user.isEmpty() && !settings.identifies()) {
			return Rejected.wrong("passkeys do not begin a login here");
		}
		AuthenticationData assertion;
		try {
			assertion = ceremonies.assertion(submission.field(ANSWER));
		}
		catch (Ceremonies.RefusedException ex) {
			return limited(user, counted("", submission), submission, () -> Rejected.wrong(message(ex)));
		}
		return user.isPresent() ? limited(user, "", submission, () -> further(user.get(), assertion, submission))
				: first(assertion, submission);
	}

	/**
	 * Checks within the limits on wrong attempts. Where passkeys begin logins, this
	 * method counts them itself: for a known user like those of other further factors,
	 * otherwise by name and by network, like attempts at names that may not exist.
	 */
	private Verdict limited(Optional<AuthenticatedUser> user, String name, Submission submission,
			LoginThrottle.Check<MethodUnavailableException> check) throws MethodUnavailableException {
		if (!settings.identifies()) {
			return check.verify();
		}
		return (user.isPresent() ? throttle.begin(submission.origin(), KIND, user.get().principal())
				: throttle.begin(submission.origin(), name))
			.verify(check);
	}

	private static String counted(String handle, Submission submission) {
		return "passkey " + (handle.isEmpty() ? "from " + submission.origin().address() : handle);
	}

	private Verdict further(AuthenticatedUser user, AuthenticationData assertion, Submission submission)
			throws MethodUnavailableException {
		Enrolment enrolment = find(user.principal());
		// Authenticators without discoverable credentials return none.
		if (Ceremonies.handle(assertion).filter(handle -> !handle.equals(enrolment.handle())).isPresent()) {
			return Rejected.wrong("the passkey is of another user");
		}
		return check(enrolment, assertion, submission, (passkey, factor) -> new Verdict.Proven(user.with(factor)));
	}

	/**
	 * A browser is known to users, not to handles. So that one client does not lock out
	 * all of its network, the handle's user is read before the limits apply; this costs a
	 * refused attempt with the sealed cookie of a browser one read, any other none.
	 */
	private Verdict first(AuthenticationData assertion, Submission submission) throws MethodUnavailableException {
		String handle = Ceremonies.handle(assertion).orElse("");
		Optional<KnownBrowser> browser = submission.origin().browser();
		Optional<String> early = browser.isPresent() ? owner(handle) : Optional.empty();
		String name = early.filter(principal -> browser.flatMap(known -> known.counterKey(principal)).isPresent())
			.orElseGet(() -> counted(handle, submission));
		return limited(Optional.empty(), name, submission,
				() -> first(handle, browser.isPresent() ? early : owner(handle), assertion, submission));
	}

	private Verdict first(String handle, Optional<String> owner, AuthenticationData assertion, Submission submission)
			throws MethodUnavailableException {
		Enrolment enrolment = owner.isPresent() ? find(owner.get()) : Enrolment.none("");
		if (owner.isEmpty() || !enrolment.handle().equals(handle)) {
			return Rejected.wrong("the passkey has no handle, or that of no user");
		}
		return check(enrolment, assertion, submission,
				(passkey, factor) -> accounts.admitted(enrolment.principal(), passkey, factor));
	}

	private Optional<String> owner(String handle) throws MethodUnavailableException {
		return handle.isEmpty() ? Optional.empty() : StoreCall.answered(() -> enrolments.principalOf(handle));
	}

	private interface Conclusion {

		Verdict of(StoredPasskey passkey, Factor factor) throws MethodUnavailableException;

	}

	private Verdict check(Enrolment enrolment, AuthenticationData assertion, Submission submission,
			Conclusion conclusion) throws MethodUnavailableException {
		String challenge = submission.challenge().getOrDefault(CHALLENGE, "");
		Optional<Known> found = passkeys(enrolment).filter(known -> Ceremonies.isOf(assertion, known.passkey()))
			.findFirst();
		if (found.isEmpty()) {
			return Rejected.wrong("the user has not enrolled the passkey, or has removed it");
		}
		Known known = found.get();
		Ceremonies.Verified verified;
		try {
			verified = ceremonies.verify(assertion, known.passkey(), challenge, mustVerify(submission.challenge()));
		}
		catch (Ceremonies.RefusedException ex) {
			return Rejected.wrong(known.credential().id() + " of " + enrolment.principal() + ": " + message(ex));
		}
		Instant now = clock.instant();
		Verdict verdict = conclusion.of(known.passkey(), factor(known.credential().id(), now, verified.userVerified()));
		if (!(verdict instanceof Verdict.Proven)) {
			return verdict;
		}
		return StoreCall.answered(() -> used(enrolment, known, verified, challenge) ? verdict
				: Rejected.wrong("the challenge was answered before"));
	}

	/**
	 * Uses up the challenge and stores the counter.
	 * @return false if that passkey has answered the challenge before
	 */
	private boolean used(Enrolment enrolment, Known known, Ceremonies.Verified verified, String challenge)
			throws StoreUnavailableException {
		// A challenge stays usable for another passkey after one that was of the wrong
		// user.
		if (!enrolments.useOnce(KIND, challenge + '/' + known.credential().id(),
				clock.instant().plus(settings.timeout()))) {
			return false;
		}
		if (verified.counter() > known.passkey().n()) {
			enrolments.change(enrolment.principal(),
					current -> counted(current, known.credential().id(), verified.counter()));
		}
		return true;
	}

	private static Factor factor(String credential, Instant at, boolean userVerified) {
		Set<Factor.Trait> traits = EnumSet.of(Factor.Trait.PHISHING_RESISTANT);
		if (userVerified) {
			traits.add(Factor.Trait.USER_VERIFIED);
		}
		return new Factor(KIND, at, credential, traits);
	}

	/** The greatest counter stays: of two logins at once either may come last. */
	private static Enrolment counted(Enrolment enrolment, String id, long counter) {
		Optional<Credential> credential = enrolment.find(id);
		return credential.flatMap(found -> StoredPasskey.read(found.own()))
			.filter(passkey -> passkey.n() < counter)
			.map(passkey -> enrolment.with(credential.get().withOwn(passkey.withCounter(counter).write())))
			.orElse(enrolment);
	}

	@Override
	public boolean offersEnrolment(AuthenticatedUser user) throws MethodUnavailableException {
		return find(user.principal()).of(KIND).size() < settings.maximum();
	}

	@Override
	public Map<String, String> enrolmentChallenge(AuthenticatedUser user) throws MethodUnavailableException {
		Enrolment enrolment = find(user.principal());
		String handle = enrolment.handle().isEmpty() ? enrolments.newHandle() : enrolment.handle();
		return Map.of(CHALLENGE, newChallenge(), HANDLE, handle, KNOWN, known(enrolment, false));
	}

	/**
	 * Returns the options that the page passes to {@code navigator.credentials.create},
	 * as JSON with binary values in Base64url (WebAuthn 5.1.9).
	 * @param challenge of {@link #enrolmentChallenge}
	 */
	public String creationOptions(AuthenticatedUser user, Map<String, String> challenge) {
		return ceremonies.creationOptions(challenge.getOrDefault(CHALLENGE, ""), challenge.getOrDefault(HANDLE, ""),
				user.loginName(), Ceremonies.Descriptor.read(challenge.get(KNOWN)));
	}

	@Override
	public EnrolmentVerdict enrol(AuthenticatedUser user, Submission submission) throws MethodUnavailableException {
		String challenge = submission.challenge().getOrDefault(CHALLENGE, "");
		String handle = submission.challenge().getOrDefault(HANDLE, "");
		StoredPasskey passkey;
		try {
			passkey = ceremonies.register(submission.field(ANSWER), challenge, user.loginName());
		}
		catch (Ceremonies.RefusedException ex) {
			return new EnrolmentVerdict.Rejected("passkey.enrol.error.refused", message(ex));
		}
		Credential credential = new Credential(KIND, RandomValues.token(ID_BYTES, random), name(submission.field(NAME)),
				clock.instant(), null, passkey.write());
		return StoreCall.answered(() -> store(user.principal(), challenge, handle, credential, passkey));
	}

	private EnrolmentVerdict store(String principal, String challenge, String handle, Credential credential,
			StoredPasskey passkey) throws StoreUnavailableException {
		// After a fault of the store, the form can be sent with another passkey.
		String answered = challenge + '/' + Ceremonies.descriptor(passkey).id();
		if (!enrolments.useOnce(KIND, answered, clock.instant().plus(Enrolments.FORM_LIFETIME))) {
			return again("the challenge was answered before");
		}
		Enrolment stored = enrolments.change(principal, current -> added(current, handle, credential, passkey));
		return stored.find(credential.id()).isPresent()
				? new EnrolmentVerdict.Enrolled(credential.id(), credential.name(),
						Optional.of(factor(credential.id(), credential.createdAt(), passkey.verifies())), true)
				: again("the user has it or as many as permitted, or got another handle meanwhile");
	}

	private static EnrolmentVerdict again(String detail) {
		return new EnrolmentVerdict.Rejected("passkey.enrol.error.again", detail, true);
	}

	/**
	 * Adds the passkey, unless the authenticator has stored a handle that is no longer
	 * the user's, the passkey is already enrolled, or the maximum is reached.
	 */
	private Enrolment added(Enrolment enrolment, String handle, Credential credential, StoredPasskey passkey) {
		boolean same = enrolment.handle().isEmpty() || enrolment.handle().equals(handle);
		boolean full = enrolment.of(KIND).size() >= settings.maximum();
		boolean there = passkeys(enrolment)
			.anyMatch(known -> Ceremonies.descriptor(known.passkey()).id().equals(Ceremonies.descriptor(passkey).id()));
		return same && !full && !there ? enrolment.withHandle(handle).with(credential) : enrolment;
	}

	/** Removes from a name what a browser does not show in one line. */
	private static String name(String typed) {
		String name = typed.replaceAll("[\\p{Cntrl}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}]+", " ").strip();
		int end = Math.min(MAX_NAME, name.codePointCount(0, name.length()));
		return name.isEmpty() ? "Passkey" : name.substring(0, name.offsetByCodePoints(0, end));
	}

	/** A passkey of a user, read. */
	private record Known(Credential credential, StoredPasskey passkey) {
	}

	/** Returns the user's passkeys, without those stored by a later version. */
	private static Stream<Known> passkeys(Enrolment enrolment) {
		return enrolment.of(KIND)
			.stream()
			.flatMap(credential -> StoredPasskey.read(credential.own())
				.map(passkey -> new Known(credential, passkey))
				.stream());
	}

	private Enrolment find(String principal) throws MethodUnavailableException {
		return StoreCall.answered(() -> enrolments.find(principal));
	}

	private static String message(Ceremonies.RefusedException ex) {
		return String.valueOf(ex.getMessage());
	}

}
