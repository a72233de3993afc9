package org.campanile.signon;

import java.time.Duration;
import java.time.Instant;

import org.campanile.onetime.OneTimeStore;
import org.campanile.session.SessionKey;
import org.campanile.store.StoreUnavailableException;

/**
 * Ensures that each request is answered once over all nodes (SAML Profiles 4.1.4.5).
 * Thread-safe.
 */
public final class AnsweredRequests {

	/**
	 * The kind of the replay key of a signed request that arrives, and of any other that
	 * is answered. It is the same for both, so that a copy of a signed message without
	 * its signature is not answered as well.
	 */
	public static final String REQUEST = "authn-request";

	/**
	 * The kind of the replay key of an answer, for a request whose own replay key was set
	 * when it arrived.
	 */
	static final String RESPONSE = "authn-response";

	private static final String DECISION = "approval-form";

	private static final String LOGIN = "login-answer";

	private final OneTimeStore store;

	private final Duration kept;

	/**
	 * @param loginTimeout how long after its arrival a request may be answered
	 * @param clockSkew the largest difference between the clocks of nodes
	 */
	public AnsweredRequests(OneTimeStore store, Duration loginTimeout, Duration clockSkew) {
		this.store = store;
		this.kept = pending(loginTimeout, clockSkew);
	}

	/**
	 * Returns how long after its arrival, by the clock of any node, a request may be
	 * answered.
	 */
	public static Duration pending(Duration loginTimeout, Duration clockSkew) {
		return loginTimeout.plus(clockSkew);
	}

	/**
	 * Notes that a form was used with which a user makes a decision that is stored.
	 * @param number of the form, random
	 * @return false if it was used before
	 * @throws StoreUnavailableException if that is not known; it must not be stored
	 */
	public boolean addDecision(SignOnRequest request, String number) throws StoreUnavailableException {
		return store.claim(DECISION, number, request.receivedAt().plus(kept));
	}

	/**
	 * Notes that a service is being answered as after a new login, for a user who was
	 * shown a page between that login and the service: the address that leads on from the
	 * page can be opened again. The login takes the place of an id if the request has
	 * none. To be called last, like {@link #add}, which covers a request with an id, and
	 * only if the request forces authentication or its protocol
	 * {@linkplain SignOnProtocol#statesNewLogins states new logins}: otherwise nothing
	 * depends on it.
	 * @param begun the session that began with the login
	 * @return false if the login was counted before; the session still counts
	 * @throws StoreUnavailableException if that is not known; it must not be counted
	 */
	public boolean addLogin(SignOnRequest request, SessionKey begun) throws StoreUnavailableException {
		if (request.requestId() != null) {
			return true;
		}
		String key = begun.value() + ' ' + request.service();
		return store.claim(LOGIN, request.protocol().qualify(key, ' '), request.receivedAt().plus(kept));
	}

	/**
	 * Notes that a request is being answered. To be called last, with the response about
	 * to be sent: a request that fails afterwards is not answered at all.
	 * @return false if it was answered before
	 * @throws StoreUnavailableException if that is not known; it must not be answered
	 */
	public boolean add(SignOnRequest request) throws StoreUnavailableException {
		Instant until = request.repeatableUntil();
		if (until == null || request.requestId() == null) {
			return true;
		}
		// A request that arrives at its last valid moment may be answered as long after
		// that as any other, so its replay key must outlive its validity by that time.
		String kind = until.isAfter(request.receivedAt()) ? REQUEST : RESPONSE;
		String key = request.requestId() + ' ' + request.service();
		return store.claim(kind, request.protocol().qualify(key, ' '), until.plus(kept));
	}

}
