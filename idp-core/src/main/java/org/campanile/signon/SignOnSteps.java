package org.campanile.signon;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.campanile.access.AccessPolicy.Decision;
import org.campanile.authn.AuthenticatedUser;
import org.campanile.authn.AuthenticationMethod;
import org.campanile.authn.EnrolledMethod;
import org.campanile.authn.Factor;
import org.campanile.authn.FactorKind;
import org.campanile.authn.SilentMethod;
import org.campanile.session.SsoSession;
import org.campanile.signon.AuthnContexts.Stated;

/**
 * The order of a login's steps: determines what must be proven next, and when enough is
 * proven. Changes nothing; the methods are asked which factors the user can prove.
 * Immutable.
 */
public final class SignOnSteps {

	private static final Logger logger = LoggerFactory.getLogger(SignOnSteps.class);

	private final AuthnContexts contexts;

	private final List<? extends AuthenticationMethod> methods;

	private final List<FactorKind> identifying;

	private final boolean enrolAtLogin;

	/**
	 * @param contexts which factors satisfy which class
	 * @param methods each of another kind; of several that would do, the first is offered
	 * first
	 * @param enrolAtLogin whether users who lack a factor may enrol it at the login
	 */
	public SignOnSteps(AuthnContexts contexts, Collection<? extends AuthenticationMethod> methods,
			boolean enrolAtLogin) {
		this.enrolAtLogin = enrolAtLogin;
		this.methods = List.copyOf(methods);
		List<FactorKind> available = methods.stream().map(AuthenticationMethod::kind).toList();
		if (Set.copyOf(available).size() < available.size()) {
			throw new IllegalArgumentException("two methods prove the same kind of factor: " + available);
		}
		this.contexts = contexts.limitedTo(available);
		this.identifying = this.methods.stream()
			.filter(AuthenticationMethod::identifies)
			.map(AuthenticationMethod::kind)
			.toList();
	}

	/** The next step. */
	public sealed interface Step {

		/** A step in which a page asks the user for something. */
		sealed interface Ask extends Step {

			/** Returns the kinds of which any one is enough, the preferred first. */
			List<FactorKind> kinds();

		}

		/** The user proves a factor. */
		record Prove(List<FactorKind> kinds) implements Ask {
		}

		/**
		 * The user enrols a factor, which proves it or is followed by the proof.
		 *
		 * @param skippableUntil the time until which the user may postpone it; null if
		 * the user may not
		 */
		record Enrol(List<FactorKind> kinds, @Nullable Instant skippableUntil) implements Ask {
		}

		/** The user has proven enough: the service is answered. */
		record Respond() implements Step {
		}

		/**
		 * It is not known whether the user can prove what the service requests.
		 *
		 * @param kind the factor whose method does not answer
		 * @param detail why, for an administrator
		 */
		record Wait(FactorKind kind, String detail) implements Step {
		}

		/** The user cannot prove what the service requests. */
		record Refuse(Refusal refusal) implements Step {
		}

	}

	/**
	 * The assumption about methods that {@linkplain AuthenticationMethod#asksElsewhere
	 * ask another system}.
	 */
	enum Elsewhere {

		/** The methods are asked. */
		ASKED,
		/** They are asked unless that might call the user; nothing is assumed then. */
		UNCALLED,
		/** Nothing is assumed, and they are not asked. */
		UNKNOWN,
		/**
		 * The methods were asked at a login, and are not asked again: the user has
		 * nothing there that was not proven.
		 */
		NOTHING

	}

	/** The step that follows. */
	public Step next(LoginState state) {
		return next(state, Elsewhere.ASKED);
	}

	Step next(LoginState state, Elsewhere elsewhere) {
		return next(state, enrolAtLogin ? Decision.StepUp.Unequipped.ENROL : Decision.StepUp.Unequipped.REFUSE, null,
				elsewhere);
	}

	/**
	 * Returns the next step if a rule says how users who lack a factor are treated.
	 * @param state with a request that carries what the rule demands
	 */
	public Step next(LoginState state, Decision.StepUp rule, Instant now) {
		return next(state, rule, now, Elsewhere.ASKED);
	}

	Step next(LoginState state, Decision.StepUp rule, Instant now, Elsewhere elsewhere) {
		Instant grace = rule.graceUntil();
		return next(state, rule.unequipped(), grace != null && now.isBefore(grace) ? grace : null, elsewhere);
	}

	/**
	 * @param graceUntil the time until which enrolment may be postponed; null if it may
	 * not
	 */
	private Step next(LoginState state, Decision.StepUp.Unequipped unequipped, @Nullable Instant graceUntil,
			Elsewhere elsewhere) {
		Optional<AuthenticatedUser> user = state.user();
		if (user.isEmpty()) {
			return new Step.Prove(identifying);
		}
		if (stated(state).isPresent()) {
			return new Step.Respond();
		}
		AuthnDemand demand = state.request().demand();
		RequestedAuthnContext requested = contexts.state(state.proven(), demand.context()).isPresent() ? demand.floor()
				: demand.context();
		Asked ready = ready(state, user.get(), elsewhere == Elsewhere.ASKED ? Elsewhere.UNCALLED : elsewhere);
		List<FactorKind> missing = contexts.missing(state.proven(), requested, ready.kinds);
		// Nobody is called if a substitute will be taken, or if nothing may be asked.
		if (ready.uncalled && !demand.passive() && missing.stream().noneMatch(FactorKind::isSubstitute)) {
			ready = ready(state, user.get(), elsewhere);
			missing = contexts.missing(state.proven(), requested, ready.kinds);
		}
		if (!missing.isEmpty()) {
			return new Step.Prove(missing);
		}
		// A method that does not answer matters only if it would help.
		if (!ready.silent.isEmpty() && !contexts.missing(state.proven(), requested, ready.withSilent()).isEmpty()) {
			return ready.silent.getFirst();
		}
		return unequipped == Decision.StepUp.Unequipped.ENROL ? enrol(state, user.get(), requested, ready, graceUntil)
				: new Step.Refuse(Refusal.FACTOR_MISSING);
	}

	private Asked ready(LoginState state, AuthenticatedUser user, Elsewhere elsewhere) {
		Asked ready = new Asked();
		for (AuthenticationMethod method : methods) {
			if (!state.request().demand().force() || !(method instanceof SilentMethod silent)
					|| silent.countsWhenForced()) {
				boolean asked = switch (elsewhere) {
					case ASKED -> true;
					case UNCALLED -> !method.callsUser(user);
					case UNKNOWN, NOTHING -> !method.asksElsewhere();
				};
				if (asked) {
					ready.ask(method, () -> method.isReady(user));
				}
				else {
					ready.uncalled |= elsewhere == Elsewhere.UNCALLED;
					ready.assume(method.kind(), state.proven(), elsewhere);
				}
			}
		}
		return ready;
	}

	/**
	 * The factors that the user of a login could prove, and those that would suffice.
	 *
	 * @param sufficient the kinds of which any one satisfies what is demanded, with what
	 * has been proven
	 * @param ready the kinds that the user can prove
	 * @param unknown the kinds of which that is unknown, with the reason
	 */
	public record Means(List<FactorKind> sufficient, List<FactorKind> ready, List<Step.Wait> unknown) {

		public Means {
			sufficient = List.copyOf(sufficient);
			ready = List.copyOf(ready);
			unknown = List.copyOf(unknown);
		}

	}

	Means means(LoginState state, Elsewhere elsewhere) {
		Asked asked = ready(state, state.user().orElseThrow(), elsewhere);
		return new Means(contexts.missing(state.proven(), state.request().demand().floor(),
				methods.stream().map(AuthenticationMethod::kind).toList()), asked.kinds, asked.silent);
	}

	/**
	 * Returns the step of an enrolment. A user who has a further factor proves it before
	 * enrolling another: a stolen password must not be enough to add one. No factor is
	 * enrolled either while a method does not say whether the user has its factor, even
	 * if that factor would not be enough.
	 */
	private Step enrol(LoginState state, AuthenticatedUser user, @Nullable RequestedAuthnContext requested, Asked ready,
			@Nullable Instant graceUntil) {
		Asked enrollable = new Asked();
		for (AuthenticationMethod method : methods) {
			if (method instanceof EnrolledMethod enrolled) {
				enrollable.ask(method, () -> enrolled.offersEnrolment(user));
			}
		}
		List<FactorKind> could = new ArrayList<>(ready.kinds);
		enrollable.kinds.stream().filter(kind -> !could.contains(kind)).forEach(could::add);
		List<FactorKind> kinds = contexts.missing(state.proven(), requested, could)
			.stream()
			.filter(enrollable.kinds::contains)
			.toList();
		if (kinds.isEmpty()) {
			return enrollable.silent.isEmpty() ? new Step.Refuse(Refusal.FACTOR_MISSING) : enrollable.silent.getFirst();
		}
		Set<FactorKind> proven = state.proven().stream().map(Factor::kind).collect(Collectors.toSet());
		List<FactorKind> further = ready.kinds.stream()
			.filter(kind -> !kind.equals(FactorKind.PASSWORD) && !kind.isSubstitute())
			.toList();
		if (further.stream().anyMatch(proven::contains)) {
			return new Step.Enrol(kinds, graceUntil);
		}
		if (!further.isEmpty()) {
			return new Step.Prove(further);
		}
		Optional<Step.Wait> unknown = ready.silent.stream().filter(wait -> !wait.kind().isSubstitute()).findFirst();
		return unknown.isPresent() ? unknown.get() : new Step.Enrol(kinds, graceUntil);
	}

	/** The answers of the methods about a user. */
	private static final class Asked {

		private final List<FactorKind> kinds = new ArrayList<>();

		private final List<Step.Wait> silent = new ArrayList<>();

		/** Whether a method was not asked because it might have called the user. */
		private boolean uncalled;

		private interface Question {

			boolean ask() throws AuthenticationMethod.MethodUnavailableException;

		}

		void ask(AuthenticationMethod method, Question question) {
			try {
				if (question.ask()) {
					kinds.add(method.kind());
				}
			}
			catch (AuthenticationMethod.MethodUnavailableException ex) {
				silent.add(new Step.Wait(method.kind(), String.valueOf(ex.getMessage())));
			}
		}

		void assume(FactorKind kind, List<Factor> proven, Elsewhere elsewhere) {
			if (proven.stream().anyMatch(factor -> factor.kind().equals(kind))) {
				kinds.add(kind);
			}
			else if (elsewhere != Elsewhere.NOTHING) {
				silent.add(new Step.Wait(kind, "its system is asked at a login only"));
			}
		}

		List<FactorKind> withSilent() {
			return Stream.concat(kinds.stream(), silent.stream().map(Step.Wait::kind)).toList();
		}

	}

	/** Whether some user could prove what the request demands. */
	boolean reachable(SignOnRequest request) {
		return contexts.reachable(request.demand().context()) && contexts.reachable(request.demand().floor());
	}

	/**
	 * Whether these factors satisfy an authentication context class, or one that is
	 * stronger.
	 */
	boolean satisfies(List<Factor> factors, String authnClass) {
		return contexts
			.state(factors, new RequestedAuthnContext(RequestedAuthnContext.Comparison.MINIMUM, List.of(authnClass)))
			.isPresent();
	}

	/**
	 * Returns the session as it counts now: without factors that were proven without
	 * asking and no longer last, or whose method does not say whether they do.
	 */
	SsoSession lasting(SsoSession session) {
		List<Factor> lasting = session.factors().stream().filter(factor -> lasts(factor, session)).toList();
		return lasting.size() == session.factors().size() || lasting.isEmpty() ? session : session.counting(lasting);
	}

	private boolean lasts(Factor factor, SsoSession session) {
		try {
			for (AuthenticationMethod method : methods) {
				if (method instanceof SilentMethod silent && silent.kind().equals(factor.kind())) {
					return silent.lasts(new AuthenticatedUser(session.principal(), session.loginName(),
							Optional.empty(), session.factors(), Optional.empty()));
				}
			}
			// The factor's method was switched off meanwhile.
			return !factor.kind().isSubstitute();
		}
		catch (AuthenticationMethod.MethodUnavailableException ex) {
			logger.warn("Whether the factor {} of a session still counts is not known, so it is not counted: {}",
					factor.kind(), ex.getMessage());
			return false;
		}
	}

	/**
	 * Whether the login has identified the user again, apart from the factors of the
	 * session that it raises. Only a password does: a passkey is a further factor there,
	 * for which nobody checks whether the account is locked.
	 */
	boolean identified(LoginState state, SsoSession session) {
		return state.proven()
			.stream()
			.anyMatch(factor -> factor.kind().equals(FactorKind.PASSWORD) && !session.factors().contains(factor));
	}

	/**
	 * Whether one of these factors has identified the user since the request arrived, so
	 * that the user has just signed in.
	 */
	boolean identified(SignOnRequest request, List<Factor> factors) {
		// Sessions keep times to the millisecond.
		Instant arrived = request.receivedAt().truncatedTo(ChronoUnit.MILLIS);
		return factors.stream()
			.anyMatch(factor -> identifying.contains(factor.kind()) && !factor.at().isBefore(arrived));
	}

	/**
	 * Returns the statement that these factors permit: what the service asked for, if it
	 * asked.
	 * @return empty if they do not suffice
	 */
	Optional<Stated> stated(LoginState state) {
		AuthnDemand demand = state.request().demand();
		RequestedAuthnContext floor = demand.floor();
		if (floor != null && contexts.state(state.proven(), floor).isEmpty()) {
			return Optional.empty();
		}
		return contexts.state(state.proven(), demand.context());
	}

}
