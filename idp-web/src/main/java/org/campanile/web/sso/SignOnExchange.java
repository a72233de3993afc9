package org.campanile.web.sso;

import java.io.IOException;
import java.util.Optional;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

import org.campanile.attribute.SourceUnavailableException;
import org.campanile.session.SessionKey;
import org.campanile.session.Sessions;
import org.campanile.session.SsoSession;
import org.campanile.signon.AnsweredRequests;
import org.campanile.signon.Approval;
import org.campanile.signon.EndedLogins;
import org.campanile.signon.LoginState;
import org.campanile.signon.ServiceGoneException;
import org.campanile.signon.SignOnOutcome;
import org.campanile.signon.SignOnRequest;
import org.campanile.signon.SignOnService;
import org.campanile.signon.UnanswerableRequestException;
import org.campanile.store.StoreRefusedException;
import org.campanile.store.StoreUnavailableException;
import org.campanile.store.StoreWaitBudget;

/**
 * The common handling of a valid request: looks up the session, invokes the use case and
 * sends the answer, if there is one.
 */
@Component
class SignOnExchange {

	private static final Logger logger = LoggerFactory.getLogger(SignOnExchange.class);

	private final Sessions sessions;

	private final SignOnService signOnService;

	private final AnsweredRequests answered;

	private final EndedLogins endedLogins;

	private final SessionCookie sessionCookie;

	private final SignOnResponder responder;

	SignOnExchange(Sessions sessions, SignOnService signOnService, AnsweredRequests answered, EndedLogins endedLogins,
			SessionCookie sessionCookie, SignOnResponder responder) {
		this.sessions = sessions;
		this.signOnService = signOnService;
		this.answered = answered;
		this.endedLogins = endedLogins;
		this.sessionCookie = sessionCookie;
		this.responder = responder;
	}

	/**
	 * Answers the service if no user interaction is needed, for a request that is
	 * retried.
	 * @param session the browser's session
	 * @return what the user is shown instead; empty if the answer was sent
	 * @throws UnanswerableRequestException as {@link #send}
	 * @throws StoreUnavailableException if the sign-on could not be recorded in the
	 * session, or the store was not asked whether the request was answered before
	 */
	Optional<SignOnOutcome.Interaction> attempt(SignOnRequest signOn, Optional<SsoSession> session,
			HttpServletRequest request, HttpServletResponse response)
			throws UnanswerableRequestException, StoreUnavailableException, ServiceGoneException, IOException {
		return conclude(signOn, session, signOnService.attempt(signOn, session), request, response);
	}

	/**
	 * Answers like {@link #attempt}, as the last attempt: a session that cannot be read
	 * counts as absent.
	 * @param begun as for {@link #resume}; empty if no login has taken place for the
	 * request
	 */
	Optional<SignOnOutcome.Interaction> answer(SignOnRequest signOn, Optional<SessionKey> begun,
			HttpServletRequest request, HttpServletResponse response)
			throws UnanswerableRequestException, StoreUnavailableException, ServiceGoneException, IOException {
		Optional<SsoSession> session = session(request);
		SignOnOutcome outcome = begun.isPresent() ? signOnService.resume(signOn, begun.get(), session)
				: signOnService.begin(signOn, session);
		try {
			return conclude(signOn, session, outcome, request, response);
		}
		catch (StoreRefusedException ex) {
			throw UnanswerableRequestException.unknown(signOn, ex);
		}
	}

	/** Answers like {@link #answer}, for a user who signs in with a password instead. */
	Optional<SignOnOutcome.Interaction> answerWithoutSession(SignOnRequest signOn, HttpServletRequest request,
			HttpServletResponse response)
			throws UnanswerableRequestException, StoreUnavailableException, ServiceGoneException, IOException {
		return conclude(signOn, Optional.empty(), signOnService.begin(signOn, Optional.empty()), request, response);
	}

	/** The browser's session; empty if it has none. */
	Optional<SsoSession> read(HttpServletRequest request) throws StoreUnavailableException {
		Optional<SessionKey> key = sessionCookie.key(request);
		return key.isEmpty() ? Optional.empty() : sessions.find(key.get());
	}

	/**
	 * Whether the factors that a form brings still count: those of a session while the
	 * browser has it and it is live, others unless the user's logins were ended since.
	 * The use of the session is not recorded.
	 * @throws StoreUnavailableException if the store does not answer
	 */
	boolean factorsCount(LoginState state, HttpServletRequest request) throws StoreUnavailableException {
		if (state.session().isEmpty()) {
			return !endedLogins.contains(state);
		}
		SessionKey key = state.session().get();
		return sessionCookie.key(request).filter(key::equals).isPresent() && sessions.peek(key).isPresent();
	}

	/** Whether the browser sent a token that may belong to a session. */
	boolean bringsSession(HttpServletRequest request) {
		return sessionCookie.read(request).isPresent();
	}

	/**
	 * Whether the browser has a live session; false if the store does not answer at once.
	 * Its use is not recorded.
	 */
	boolean isSignedIn(HttpServletRequest request) {
		Optional<SessionKey> key = sessionCookie.key(request);
		try {
			return key.isPresent() && StoreWaitBudget.withoutWaiting(() -> sessions.peek(key.get())).isPresent();
		}
		catch (StoreUnavailableException ex) {
			logger.debug("Whether somebody is signed in is not known: {}", ex.getMessage());
			return false;
		}
	}

	/**
	 * Answers like {@link #attempt}, after the page that follows a login. The login
	 * counts as new once; the same address opened again is answered as from any session.
	 * @param begun the session that began with that login
	 * @throws StoreUnavailableException also if the answer depends on whether the login
	 * was counted before, and that is not known
	 */
	Optional<SignOnOutcome.Interaction> resume(SignOnRequest signOn, SessionKey begun, Optional<SsoSession> session,
			HttpServletRequest request, HttpServletResponse response)
			throws UnanswerableRequestException, StoreUnavailableException, ServiceGoneException, IOException {
		return conclude(signOn, session, signOnService.resume(signOn, begun, session), request, response);
	}

	/**
	 * Answers like {@link #resume}, for a user who was asked for an approval.
	 * @param progress with what was decided, which is stored
	 */
	Optional<SignOnOutcome.Interaction> approve(SignOnRequest signOn, Approval.Progress progress,
			Optional<SsoSession> session, HttpServletRequest request, HttpServletResponse response)
			throws UnanswerableRequestException, StoreUnavailableException, ServiceGoneException, IOException {
		return conclude(signOn, session, signOnService.resume(signOn, progress, session), request, response);
	}

	/** Whether the form with that number is used for the first time. */
	boolean isFirstUse(SignOnRequest signOn, String number) throws StoreUnavailableException {
		return answered.addDecision(signOn, number);
	}

	private Optional<SignOnOutcome.Interaction> conclude(SignOnRequest signOn, Optional<SsoSession> session,
			SignOnOutcome outcome, HttpServletRequest request, HttpServletResponse response)
			throws UnanswerableRequestException, StoreUnavailableException, ServiceGoneException, IOException {
		Optional<String> user = session.map(SsoSession::principal);
		switch (outcome) {
			case SignOnOutcome.Interaction interaction -> {
				return Optional.of(interaction);
			}
			// Any client can cause this repeatedly, and it discloses nothing: recording a
			// replay key for each would only fill the store.
			case SignOnOutcome.Refused refused when session.isEmpty() ->
				responder.refuse(signOn, refused, user, request, response);
			default -> {
				SignOnOutcome concluded = outcome;
				if (outcome instanceof SignOnOutcome.Granted granted && countedBefore(signOn, granted)) {
					// The session is now like any other.
					if (signOn.demand().force()) {
						return conclude(signOn, session, signOnService.begin(signOn, session), request, response);
					}
					concluded = granted.withoutNewLogin();
				}
				requireUnanswered(signOn);
				deliver(signOn, concluded, user, request, response);
			}
		}
		return Optional.empty();
	}

	/**
	 * Counts a new login, if the answer depends on that.
	 * @return true if it was counted before
	 */
	private boolean countedBefore(SignOnRequest signOn, SignOnOutcome.Granted granted)
			throws StoreUnavailableException {
		return granted.newLogin() && (signOn.demand().force() || responder.statesNewLogin(signOn))
				&& !answered.addLogin(signOn, granted.session().key());
	}

	/**
	 * Sends an outcome that is final, unless the request has been answered before. Called
	 * when all else is done, so that a failure before it leaves the request open.
	 * @param user the canonical name
	 * @throws StoreRefusedException if the store was not asked; the request is open
	 * @throws UnanswerableRequestException if it has been answered, or the store does not
	 * say
	 */
	void send(SignOnRequest signOn, SignOnOutcome outcome, String user, HttpServletRequest request,
			HttpServletResponse response) throws UnanswerableRequestException, StoreRefusedException, IOException {
		requireUnanswered(signOn);
		deliver(signOn, outcome, Optional.of(user), request, response);
	}

	/** Sends like {@link #send}, for an answer that cannot be retried later. */
	void sendNow(SignOnRequest signOn, SignOnOutcome outcome, String user, HttpServletRequest request,
			HttpServletResponse response) throws UnanswerableRequestException, IOException {
		try {
			send(signOn, outcome, user, request, response);
		}
		catch (StoreRefusedException ex) {
			throw UnanswerableRequestException.unknown(signOn, ex);
		}
	}

	private void deliver(SignOnRequest signOn, SignOnOutcome outcome, Optional<String> user, HttpServletRequest request,
			HttpServletResponse response) throws UnanswerableRequestException, IOException {
		switch (outcome) {
			case SignOnOutcome.Granted granted -> {
				try {
					responder.grant(signOn, granted, request, response);
				}
				catch (StoreUnavailableException ex) {
					// Its replay key is stored, so the request cannot be tried again.
					throw UnanswerableRequestException.unknown(signOn, ex);
				}
			}
			case SignOnOutcome.Refused refused -> responder.refuse(signOn, refused, user, request, response);
			case SignOnOutcome.Interaction interaction ->
				throw new IllegalArgumentException("what the user is shown is not for the service");
		}
	}

	/**
	 * @throws StoreRefusedException if the store was not asked in the end, so that the
	 * request may be tried again; should an earlier try have stored its replay key all
	 * the same, that is reported then
	 * @throws UnanswerableRequestException if it was answered, or whether its replay key
	 * is stored is not known
	 */
	private void requireUnanswered(SignOnRequest signOn) throws UnanswerableRequestException, StoreRefusedException {
		boolean first;
		try {
			first = answered.add(signOn);
		}
		catch (StoreRefusedException ex) {
			throw ex;
		}
		catch (StoreUnavailableException ex) {
			throw UnanswerableRequestException.unknown(signOn, ex);
		}
		if (!first) {
			throw UnanswerableRequestException.answered(signOn);
		}
	}

	/** Proceeds like {@link SignOnService#proceed}. */
	SignOnService.Progress proceed(LoginState state, boolean putOff)
			throws SourceUnavailableException, StoreUnavailableException {
		return signOnService.proceed(state, putOff);
	}

	/**
	 * Begins the session of a user who has just proven the last factor, in place of the
	 * browser's previous one, which may be another user's: if the new session could not
	 * be stored, the browser has none.
	 * @throws StoreUnavailableException also if the session of a step-up could not be
	 * read
	 */
	SignOnService.LoginResult login(LoginState state, boolean sharedComputer, HttpServletRequest request,
			HttpServletResponse response)
			throws StoreUnavailableException, ServiceGoneException, SourceUnavailableException {
		Optional<String> token = sessionCookie.read(request);
		Optional<SsoSession> previous = Optional.empty();
		boolean unread = false;
		try {
			previous = StoreWaitBudget.withoutWaiting(() -> read(request));
		}
		catch (StoreUnavailableException ex) {
			if (state.session().isPresent()) {
				throw ex;
			}
			logger.warn("The session before a login could not be read: {}", ex.getMessage());
			unread = true;
		}
		SignOnService.LoginResult result = signOnService.login(state, previous, sharedComputer);
		if (unread) {
			// The new session continues nothing of the old one, so the old one's services
			// are notified.
			token.ifPresent(sessions::endLater);
		}
		boolean over = !(result.outcome() instanceof SignOnOutcome.LoginRequired);
		if (over && result.token().isEmpty() && token.isPresent()) {
			sessionCookie.clear(response);
		}
		return result;
	}

	/**
	 * Returns the browser's session; none if the store cannot be read, and the user may
	 * sign in anew.
	 */
	private Optional<SsoSession> session(HttpServletRequest request) {
		try {
			return read(request);
		}
		catch (StoreUnavailableException ex) {
			logger.warn("A session could not be read for long, its user is asked to sign in: {}", ex.getMessage());
			return Optional.empty();
		}
	}

}
