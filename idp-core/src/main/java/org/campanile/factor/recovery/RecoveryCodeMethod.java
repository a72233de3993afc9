package org.campanile.factor.recovery;

import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

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
 * Checks codes on paper, each accepted once on all nodes, for users who lost the other
 * factors. A user has one set, which a new one replaces. Thread-safe.
 */
public final class RecoveryCodeMethod implements EnrolledMethod {

	public static final FactorKind KIND = new FactorKind("recovery-code");

	/**
	 * The number of remaining codes at which the user is advised to generate new ones.
	 */
	public static final int FEW = 3;

	/** The key in a login's challenge for the number of remaining codes. */
	private static final String LEFT = "left";

	private static final String CODE = "code";

	private static final String CODES = "codes";

	private static final String ID = "id";

	private static final int ID_BYTES = 16;

	private final Enrolments enrolments;

	private final InstantSource clock;

	private final SecureRandom random;

	private final Consumer<String> usedUp;

	/**
	 * @param usedUp notified of the canonical name of each user who has just used the
	 * last code
	 */
	public RecoveryCodeMethod(Enrolments enrolments, InstantSource clock, SecureRandom random,
			Consumer<String> usedUp) {
		this.enrolments = enrolments;
		this.clock = clock;
		this.random = random;
		this.usedUp = usedUp;
	}

	@Override
	public FactorKind kind() {
		return KIND;
	}

	@Override
	public boolean isReady(AuthenticatedUser user) throws MethodUnavailableException {
		return StoreCall.answered(() -> {
			Enrolment enrolment = enrolments.find(user.principal());
			enrolment.requireReadable(KIND, held(enrolment).isPresent());
			return left(enrolment) > 0;
		});
	}

	/**
	 * Returns the number of codes that a user has left.
	 * @throws MethodUnavailableException if the store does not answer in time
	 */
	public int left(String principal) throws MethodUnavailableException {
		return StoreCall.answered(() -> left(enrolments.find(principal)));
	}

	/** Returns the number of codes left in an enrolment. */
	public static int left(Enrolment enrolment) {
		return held(enrolment).map(held -> held.codes().hashes().size()).orElse(0);
	}

	@Override
	public Map<String, String> challenge(Optional<AuthenticatedUser> user) throws MethodUnavailableException {
		return user.isEmpty() ? Map.of() : Map.of(LEFT, Integer.toString(left(user.get().principal())));
	}

	/** Returns the number of codes that were left when that challenge was made. */
	public static int leftAt(Map<String, String> challenge) {
		return Integer.parseInt(challenge.getOrDefault(LEFT, "0"));
	}

	private record Held(Credential credential, RecoveryCodes codes) {
	}

	private static Optional<Held> held(Enrolment enrolment) {
		return enrolment.of(KIND)
			.stream()
			.flatMap(credential -> RecoveryCodes.read(credential.own())
				.map(codes -> new Held(credential, codes))
				.stream())
			.findFirst();
	}

	@Override
	public Verdict verify(Optional<AuthenticatedUser> user, Submission submission) throws MethodUnavailableException {
		if (user.isEmpty()) {
			return Verdict.Rejected.wrong("a code does not say whose it is");
		}
		Optional<String> code = RecoveryCodes.code(submission.field(CODE));
		if (code.isEmpty()) {
			return Verdict.Rejected.wrong("not a code");
		}
		String principal = user.get().principal();
		Optional<Held> used = StoreCall.answered(() -> use(principal, code.get()));
		if (used.filter(held -> held.codes().hashes().isEmpty()).isPresent()) {
			usedUp.accept(principal);
		}
		return used.map(held -> held.credential().id())
			.<Verdict>map(id -> new Verdict.Proven(user.get().with(new Factor(KIND, clock.instant(), id, Set.of()))))
			.orElseGet(() -> Verdict.Rejected.wrong("another code, or one used before"));
	}

	/**
	 * Uses up a code.
	 * @return the set without it; empty if the code is not in it, or another login was
	 * first
	 */
	private Optional<Held> use(String principal, String code) throws StoreUnavailableException {
		// The change is repeated after a conflict, mostly with the same set: hash only
		// once.
		Map<String, byte[]> hashes = new HashMap<>();
		AtomicReference<Optional<Held>> used = new AtomicReference<>(Optional.empty());
		enrolments.change(principal, enrolment -> {
			Optional<Enrolment> less = held(enrolment).flatMap(held -> held.codes()
				.without(hashes.computeIfAbsent(held.credential().id(), id -> held.codes().hash(code)))
				.map(left -> enrolment.with(held.credential().withOwn(left.write()))));
			used.set(less.flatMap(RecoveryCodeMethod::held));
			return less.orElse(enrolment);
		});
		return used.get();
	}

	/**
	 * Offers enrolment to users who have another factor; a new set replaces an existing
	 * one.
	 */
	@Override
	public boolean offersEnrolment(AuthenticatedUser user) throws MethodUnavailableException {
		return StoreCall.answered(() -> enrolments.find(user.principal()))
			.credentials()
			.stream()
			.map(Credential::kind)
			.anyMatch(kind -> !kind.equals(KIND) && !kind.equals(FactorKind.PIN) && !kind.isSubstitute());
	}

	@Override
	public Map<String, String> enrolmentChallenge(AuthenticatedUser user) {
		return Map.of(ID, RandomValues.token(ID_BYTES, random), CODES, String.join(" ", RecoveryCodes.draw(random)));
	}

	/** The codes that an enrolment shows. */
	public static List<String> codes(Map<String, String> challenge) {
		return List.of(challenge.getOrDefault(CODES, "").split(" "));
	}

	@Override
	public EnrolmentVerdict enrol(AuthenticatedUser user, Submission submission) throws MethodUnavailableException {
		String id = submission.challenge().getOrDefault(ID, "");
		List<String> codes = codes(submission.challenge());
		if (id.isEmpty() || codes.size() != RecoveryCodes.COUNT
				|| codes.stream().anyMatch(code -> RecoveryCodes.code(code).isEmpty())) {
			return new EnrolmentVerdict.Rejected("enrol.recovery.expired", "no recovery codes were shown");
		}
		return StoreCall.answered(() -> store(user.principal(), id, codes));
	}

	/** A page from before, sent again, must not bring back codes that were used. */
	private EnrolmentVerdict store(String principal, String id, List<String> codes) throws StoreUnavailableException {
		if (!enrolments.useOnce(KIND, principal + '/' + id, clock.instant().plus(Enrolments.FORM_LIFETIME))) {
			return enrolments.find(principal).find(id).isPresent()
					? new EnrolmentVerdict.Enrolled(id, "", Optional.empty(), false)
					: new EnrolmentVerdict.Rejected("enrol.recovery.expired", "the codes were stored before");
		}
		Credential set = new Credential(KIND, id, "", clock.instant(), null, RecoveryCodes.of(codes, random).write());
		enrolments.change(principal, enrolment -> {
			Enrolment others = enrolment;
			for (Credential old : enrolment.of(KIND)) {
				others = others.without(old.id());
			}
			return others.with(set);
		});
		return new EnrolmentVerdict.Enrolled(id, "");
	}

}
