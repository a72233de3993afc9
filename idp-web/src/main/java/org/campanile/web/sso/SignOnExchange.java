package org.campanile.web.sso;

import java.io.IOException;
import java.util.Optional;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

import org.campanile.authn.AuthenticatedUser;
import org.campanile.session.Sessions;
import org.campanile.session.SsoSession;
import org.campanile.store.StoreUnavailableException;
import org.campanile.signon.ServiceGoneException;
import org.campanile.signon.SignOnOutcome;
import org.campanile.signon.SignOnRequest;
import org.campanile.signon.SignOnService;

/**
 * What every endpoint does with a valid request: looks the session up, asks the use case,
 * sends what can be sent.
 */
@Component
class SignOnExchange {

	private static final Logger logger = LoggerFactory.getLogger(SignOnExchange.class);

	private final Sessions sessions;

	private final SignOnService signOnService;

	private final SessionCookie sessionCookie;

	private final SignOnResponder responder;

	SignOnExchange(Sessions sessions, SignOnService signOnService, SessionCookie sessionCookie,
			SignOnResponder responder) {
		this.sessions = sessions;
		this.signOnService = signOnService;
		this.sessionCookie = sessionCookie;
		this.responder = responder;
	}

	/**
	 * Answers the service if that needs nothing of the person.
	 * @return what the person must do first; empty if the answer was sent
	 */
	Optional<SignOnOutcome.LoginRequired> answer(SignOnRequest signOn, HttpServletRequest request,
			HttpServletResponse response) throws StoreUnavailableException, ServiceGoneException, IOException {
		SignOnOutcome outcome = signOnService.begin(signOn, session(request));
		if (outcome instanceof SignOnOutcome.LoginRequired loginRequired) {
			return Optional.of(loginRequired);
		}
		send(signOn, outcome, request, response);
		return Optional.empty();
	}

	/** Sends an outcome that is final. */
	void send(SignOnRequest signOn, SignOnOutcome outcome, HttpServletRequest request, HttpServletResponse response)
			throws IOException {
		switch (outcome) {
			case SignOnOutcome.Granted granted -> responder.grant(signOn, granted, request, response);
			case SignOnOutcome.Refused refused -> responder.refuse(signOn, refused.refusal(), request, response);
			case SignOnOutcome.LoginRequired loginRequired ->
				throw new IllegalArgumentException("a login page is not for the service");
		}
	}

	/**
	 * Begins the session of a person who has just given a right password, in place of the
	 * one the browser had.
	 */
	SignOnService.LoginResult login(SignOnRequest signOn, AuthenticatedUser user, HttpServletRequest request)
			throws StoreUnavailableException, ServiceGoneException {
		Optional<String> token = sessionCookie.read(request);
		Optional<SsoSession> previous = Optional.empty();
		boolean unread = false;
		try {
			previous = find(token);
		}
		catch (StoreUnavailableException ex) {
			logger.warn("The session before a login could not be read, it is ended later: {}", ex.getMessage());
			unread = true;
		}
		SignOnService.LoginResult result = signOnService.login(signOn, user, previous);
		if (unread) {
			// Its successor continues nothing of it, so its services are told.
			token.ifPresent(sessions::endLater);
		}
		return result;
	}

	/**
	 * The browser's session; a store that cannot be read counts as none, and the person
	 * may sign in anew.
	 */
	private Optional<SsoSession> session(HttpServletRequest request) {
		try {
			return find(sessionCookie.read(request));
		}
		catch (StoreUnavailableException ex) {
			logger.warn("A session could not be read, the person is asked to sign in: {}", ex.getMessage());
			return Optional.empty();
		}
	}

	private Optional<SsoSession> find(Optional<String> token) throws StoreUnavailableException {
		return token.isEmpty() ? Optional.empty() : sessions.find(token.get());
	}

}
