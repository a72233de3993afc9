package org.campanile.signon;

import java.time.InstantSource;
import java.util.Optional;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.campanile.session.ServiceSignOn;
import org.campanile.session.SessionSuccession;
import org.campanile.session.Sessions;
import org.campanile.session.SsoSession;
import org.campanile.store.StoreUnavailableException;

/**
 * Records in a session to which services its user was signed on, so that a logout reaches
 * them. Thread-safe.
 */
final class SignOnRecorder {

	private static final Logger logger = LoggerFactory.getLogger(SignOnRecorder.class);

	/**
	 * The number of sign-ons that a session records. A protocol with a new handle for
	 * each would otherwise let it grow without end; a logout does not reach further ones.
	 */
	private static final int MAX_SIGN_ONS = 200;

	private final Sessions sessions;

	private final SessionSuccession succession;

	private final InstantSource clock;

	private final StageTimers timers;

	SignOnRecorder(Sessions sessions, InstantSource clock, StageTimers timers) {
		this.sessions = sessions;
		this.succession = new SessionSuccession(sessions);
		this.clock = clock;
		this.timers = timers;
	}

	/**
	 * Records a sign-on from a session that is stored, unless it is recorded already.
	 * @param refuseUntracked whether a sign-on that the store does not record is refused
	 * @return with whether it was recorded; empty if the session has ended meanwhile
	 * @throws StoreUnavailableException if it could not be recorded and is refused
	 */
	Optional<SignOnOutcome.Granted> record(SignOnRequest request, SignOnOutcome.Granted granted,
			boolean refuseUntracked) throws StoreUnavailableException {
		ServiceSignOn signOn = signOnAt(granted);
		if (!granted.service().recorded() || granted.session().has(signOn)) {
			return Optional.of(granted);
		}
		if (!hasRoom(granted.session(), signOn)) {
			return Optional.of(granted.with(SignOnOutcome.Granted.Tracking.SERVICE_NOT_RECORDED));
		}
		try {
			Optional<SsoSession> recorded = timers.time(Stage.STORE,
					() -> sessions.addService(granted.session(), signOn));
			return recorded.map(session -> granted);
		}
		catch (StoreUnavailableException ex) {
			if (refuseUntracked) {
				throw ex;
			}
			logger.warn("Sign-on to {} was not recorded, logout will not reach it: {}", request.service(),
					ex.getMessage());
			return Optional.of(granted.with(SignOnOutcome.Granted.Tracking.SERVICE_NOT_RECORDED));
		}
	}

	/**
	 * Whether a session records one more sign-on. A service takes no more of the room
	 * than it leaves to others, so that a logout reaches those too.
	 */
	private static boolean hasRoom(SsoSession session, ServiceSignOn signOn) {
		int left = MAX_SIGN_ONS - session.signOns();
		if (session.signOns() < left) {
			// Of most sessions, no service needs to be opened.
			return true;
		}
		long own = session.services()
			.stream()
			.filter(other -> other.protocol().equals(signOn.protocol()) && other.service().equals(signOn.service()))
			.count();
		return own < left;
	}

	/** Returns a new session with the sign-on for which it began; nothing is stored. */
	SsoSession with(SsoSession session, SignOnOutcome.Granted granted) {
		return granted.service().recorded() ? Sessions.withService(session, signOnAt(granted)) : session;
	}

	void store(SsoSession session) throws StoreUnavailableException {
		timers.time(Stage.STORE, () -> {
			sessions.store(session);
			return session;
		});
	}

	/**
	 * Terminates the session that the browser had before a login.
	 * @param successor the session of the login, as it was stored
	 * @param raised whether the successor has the factors of the previous session
	 * @return false if those no longer count, because something else has terminated that
	 * session; then the successor is terminated as well
	 */
	boolean replace(SsoSession previous, SsoSession successor, boolean raised) {
		boolean replaced = succession.replace(previous, successor);
		if (raised && !replaced) {
			succession.discard(successor);
			return false;
		}
		return true;
	}

	/**
	 * Terminates the session that the browser had before a login whose own session could
	 * not be stored. A service to which the same user has just been signed on is not
	 * notified, because it may know both sign-ons by the same names.
	 */
	void end(SsoSession previous, SignOnOutcome outcome) {
		succession.end(previous, signOn -> isRepeated(signOn, previous, outcome));
	}

	private static boolean isRepeated(ServiceSignOn signOn, SsoSession previous, SignOnOutcome outcome) {
		return outcome instanceof SignOnOutcome.Granted granted
				&& granted.session().principal().equals(previous.principal())
				&& granted.service().protocol().equals(signOn.protocol())
				&& granted.service().id().equals(signOn.service());
	}

	private ServiceSignOn signOnAt(SignOnOutcome.Granted granted) {
		return new ServiceSignOn(granted.service().protocol(), granted.service().id(), granted.handle(),
				clock.instant());
	}

}
