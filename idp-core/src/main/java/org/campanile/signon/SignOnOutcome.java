package org.campanile.signon;

import java.util.List;
import java.util.Set;

import org.campanile.access.AccessPolicy;
import org.campanile.protocol.Handle;
import org.campanile.release.ReleasedAttributes;
import org.campanile.service.Service;
import org.campanile.session.SsoSession;
import org.jspecify.annotations.Nullable;

/** The outcome of a sign-on request. */
public sealed interface SignOnOutcome {

	/**
	 * The user is signed on.
	 *
	 * @param service the service that gets the answer
	 * @param handle the handle by which the service knows the sign-on
	 * @param authn the statement about the authentication
	 * @param newLogin whether the user has just signed in for this request, rather than
	 * had a session
	 * @param tracking the part that is stored
	 * @param unavailableSources the ids of sources of attributes that did not answer
	 * @param spared the rules of a checked page that demand nothing of the user, who has
	 * nothing that they could ask for
	 */
	record Granted(Service service, SsoSession session, Handle handle, ReleasedAttributes attributes,
			AuthnContexts.Stated authn, boolean newLogin, Tracking tracking, Set<String> unavailableSources,
			Set<String> spared) implements SignOnOutcome {

		Granted with(Tracking other) {
			return new Granted(service, session, handle, attributes, authn, newLogin, other, unavailableSources,
					spared);
		}

		/**
		 * Returns the same outcome, from a session that did not begin for the request.
		 */
		public Granted withoutNewLogin() {
			return new Granted(service, session, handle, attributes, authn, false, tracking, unavailableSources,
					spared);
		}

		/** Returns the same outcome with other attributes. */
		public Granted with(ReleasedAttributes others) {
			return new Granted(service, session, handle, others, authn, newLogin, tracking, unavailableSources, spared);
		}

		/** The part of a sign-on that is stored. */
		public enum Tracking {

			/** The session, with this service in it. */
			RECORDED,
			/** The session is stored without this service: logout will not reach it. */
			SERVICE_NOT_RECORDED,
			/** Nothing is stored, as there is no session. */
			NO_SESSION

		}

	}

	/** A page that the user is shown before the service is answered. */
	sealed interface Interaction extends SignOnOutcome {

	}

	/**
	 * The user must sign in first.
	 *
	 * @param state the state in which the login begins
	 * @param ask the first step of the login
	 */
	record LoginRequired(Reason reason, LoginState state, SignOnSteps.Step.Ask ask) implements Interaction {

		/** The reasons for a login. */
		public enum Reason {

			/** The user is not signed in. */
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
	 * The user must see something first, and may have to agree to it; the session exists,
	 * and the service is not yet recorded in it.
	 *
	 * @param granted what the service would be answered
	 * @param page what the user is shown
	 * @param decisions what the user has decided for this request so far
	 */
	record Pending(SignOnRequest request, Granted granted, Approval.Page page,
			List<Approval.Decision> decisions) implements Interaction {

		public Pending {
			decisions = List.copyOf(decisions);
		}

		/** Returns what a form must bring back, besides the request. */
		public Approval.Progress progress() {
			return new Approval.Progress(granted.session().key(), granted.newLogin(),
					new Approval.Decisions(decisions, null));
		}

	}

	/**
	 * It is not known whether the user could prove what the service requests; the request
	 * stays open.
	 *
	 * @param state how far the login has come
	 * @param step the step whose method does not answer
	 */
	record Undecided(LoginState state, SignOnSteps.Step.Wait step) implements Interaction {
	}

	/**
	 * The request is refused.
	 *
	 * @param denial the decision of the access rules, if they refuse it; null otherwise
	 */
	record Refused(Refusal refusal, AccessPolicy.Decision.@Nullable Deny denial) implements SignOnOutcome {

		public Refused(Refusal refusal) {
			this(refusal, null);
		}

	}

}
