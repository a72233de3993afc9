package org.campanile.signon;

import java.util.Set;

import org.jspecify.annotations.Nullable;

import org.campanile.access.AccessPolicy.Decision;
import org.campanile.access.RuleBasedAccessPolicy;
import org.campanile.protocol.Handle;
import org.campanile.release.ReleasedAttributes;
import org.campanile.service.Service;
import org.campanile.session.SsoSession;

/** What comes of a request to sign on. */
public sealed interface SignOnOutcome {

	/**
	 * The user is signed on.
	 *
	 * @param service the service that gets the answer
	 * @param session the session it rests on
	 * @param handle what the service knows the sign-on by
	 * @param attributes what the service gets to know
	 * @param authn what to state of the authentication
	 * @param newLogin whether the user has just signed in for this request, rather than
	 * had a session
	 * @param tracking what of it is stored
	 * @param unavailableSources the ids of sources of attributes that did not answer
	 * @param accessRule the name of the access rule that permits it
	 */
	record Granted(Service service, SsoSession session, Handle handle, ReleasedAttributes attributes,
			AuthnContexts.Stated authn, boolean newLogin, Tracking tracking, Set<String> unavailableSources,
			String accessRule) implements SignOnOutcome {

		/** From a session, and recorded as it should be. */
		public Granted(Service service, SsoSession session, Handle handle, ReleasedAttributes attributes,
				AuthnContexts.Stated authn) {
			this(service, session, handle, attributes, authn, RuleBasedAccessPolicy.NO_RULE);
		}

		Granted(Service service, SsoSession session, Handle handle, ReleasedAttributes attributes,
				AuthnContexts.Stated authn, String accessRule) {
			this(service, session, handle, attributes, authn, false, Tracking.RECORDED, Set.of(), accessRule);
		}

		Granted fromNewLogin() {
			return new Granted(service, session, handle, attributes, authn, true, tracking, unavailableSources,
					accessRule);
		}

		Granted with(Tracking other) {
			return new Granted(service, session, handle, attributes, authn, newLogin, other, unavailableSources,
					accessRule);
		}

		Granted without(Set<String> sources) {
			return new Granted(service, session, handle, attributes, authn, newLogin, tracking, sources, accessRule);
		}

		/** What of a sign-on is stored. */
		public enum Tracking {

			/** The session, with this service in it. */
			RECORDED,
			/** The session, without this service: logout will not reach it. */
			SERVICE_NOT_RECORDED,
			/** Nothing: there is no session. */
			NO_SESSION

		}

	}

	/**
	 * The user must sign in first.
	 *
	 * @param service the service the user is on the way to
	 * @param reason why
	 * @param state where the login begins
	 * @param prove what is to be proven first
	 */
	record LoginRequired(Service service, Reason reason, LoginState state,
			SignOnSteps.Step.Prove prove) implements SignOnOutcome {

		/** The username of the user who must sign in again; empty for any. */
		public String fixedLoginName() {
			return state.fixedLoginName();
		}

		/** Why a login is needed. */
		public enum Reason {

			/** Nobody is signed in. */
			NO_SESSION,
			/** The service wants the password asked again. */
			FORCED,
			/**
			 * The session was made with a weaker authentication than the service asks
			 * for.
			 */
			STRONGER_AUTHENTICATION

		}

	}

	/**
	 * Whether the user could prove what the service asks for is not known; the request
	 * stays open.
	 *
	 * @param step what does not answer
	 */
	record Undecided(SignOnSteps.Step.Wait step) implements SignOnOutcome {
	}

	/**
	 * The request is refused.
	 *
	 * @param refusal why
	 * @param access what the access rules say, if that is why: {@link Decision.Deny}, or
	 * {@link Decision.StepUp} that the user or the request does not allow; null otherwise
	 */
	record Refused(Refusal refusal, @Nullable Decision access) implements SignOnOutcome {

		/** Not for the access rules. */
		public Refused(Refusal refusal) {
			this(refusal, null);
		}

	}

}
