package org.campanile.signon;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import org.campanile.authn.AuthenticatedUser;
import org.campanile.authn.AuthenticationMethod;
import org.campanile.authn.Factor;
import org.campanile.authn.FactorKind;
import org.campanile.session.SsoSession;
import org.campanile.signon.AuthnContexts.Stated;

/**
 * The order of a login's steps: what must be proven next, and when enough has been.
 * Changes nothing; the methods are asked which factors the user can prove. Immutable.
 */
public final class SignOnSteps {

	private final AuthnContexts contexts;

	private final List<? extends AuthenticationMethod> methods;

	private final List<FactorKind> identifying;

	/**
	 * @param contexts which factors satisfy which class
	 * @param methods each of another kind; of several that would do, the first is offered
	 * first
	 */
	public SignOnSteps(AuthnContexts contexts, Collection<? extends AuthenticationMethod> methods) {
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

	/** What is to be done next. */
	public sealed interface Step {

		/**
		 * The user proves a factor.
		 *
		 * @param kinds any one of them, the preferred first
		 */
		record Prove(List<FactorKind> kinds) implements Step {
		}

		/** Enough has been proven: the service is answered. */
		record Respond(Stated stated) implements Step {
		}

		/**
		 * Whether the user can prove what the service asks for is not known.
		 *
		 * @param kind the factor whose method does not answer
		 * @param detail why, for an administrator
		 */
		record Wait(FactorKind kind, String detail) implements Step {
		}

		/** The user cannot prove what the service asks for. */
		record Refuse(Refusal refusal) implements Step {
		}

	}

	/** The step that follows. */
	public Step next(LoginState state) {
		Optional<AuthenticatedUser> user = state.user();
		if (user.isEmpty()) {
			return new Step.Prove(identifying);
		}
		Optional<Stated> stated = stated(state);
		if (stated.isPresent()) {
			return new Step.Respond(stated.get());
		}
		AuthnDemand demand = state.request().demand();
		RequestedAuthnContext requested = contexts.state(state.proven(), demand.context()).isPresent() ? demand.floor()
				: demand.context();
		List<FactorKind> ready = new ArrayList<>();
		List<Step.Wait> silent = new ArrayList<>();
		for (AuthenticationMethod method : methods) {
			try {
				if (method.isReady(user.get())) {
					ready.add(method.kind());
				}
			}
			catch (AuthenticationMethod.MethodUnavailableException ex) {
				silent.add(new Step.Wait(method.kind(), String.valueOf(ex.getMessage())));
			}
		}
		List<FactorKind> missing = contexts.missing(state.proven(), requested, ready);
		if (!missing.isEmpty()) {
			return new Step.Prove(missing);
		}
		// One that does not answer matters only if it would help.
		silent.forEach(wait -> ready.add(wait.kind()));
		return !silent.isEmpty() && !contexts.missing(state.proven(), requested, ready).isEmpty() ? silent.getFirst()
				: new Step.Refuse(Refusal.NO_AUTHN_CONTEXT);
	}

	/** Whether some user could prove what the request asks for. */
	boolean reachable(SignOnRequest request) {
		return contexts.reachable(request.demand().context()) && contexts.reachable(request.demand().floor());
	}

	/**
	 * Whether these factors satisfy an authentication context class, by itself or by one
	 * that is stronger.
	 */
	boolean satisfies(List<Factor> factors, String authnClass) {
		return contexts
			.state(factors, new RequestedAuthnContext(RequestedAuthnContext.Comparison.MINIMUM, List.of(authnClass)))
			.isPresent();
	}

	/** Whether the login has identified the user beyond what that session rests on. */
	boolean identified(LoginState state, SsoSession session) {
		return state.proven()
			.stream()
			.anyMatch(factor -> identifying.contains(factor.kind()) && !session.factors().contains(factor));
	}

	/**
	 * What these factors let an answer state: what the service asked for, if it asked.
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
