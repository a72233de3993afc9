package org.campanile.signon;

import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import org.campanile.attribute.AttributeResolver;
import org.campanile.attribute.ResolvedAttributes;
import org.campanile.attribute.SourceUnavailableException;
import org.campanile.attribute.UnusableAnswerException;
import org.campanile.authn.AuthenticatedUser;
import org.campanile.authn.Factor;
import org.campanile.jfr.LoginEvent;
import org.campanile.session.SessionPolicy;
import org.campanile.session.Sessions;
import org.campanile.session.SsoSession;
import org.campanile.store.StoreUnavailableException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The attributes of users who sign in, and of sessions, which are read anew when they are
 * older than the policy allows. Thread-safe.
 */
final class SessionAttributes {

	private static final Logger logger = LoggerFactory.getLogger(SessionAttributes.class);

	private final AttributeResolver resolver;

	private final Sessions sessions;

	private final SessionPolicy sessionPolicy;

	private final InstantSource clock;

	private final StageTimers timers;

	SessionAttributes(AttributeResolver resolver, Sessions sessions, SessionPolicy sessionPolicy, InstantSource clock,
			StageTimers timers) {
		this.resolver = resolver;
		this.sessions = sessions;
		this.sessionPolicy = sessionPolicy;
		this.clock = clock;
		this.timers = timers;
	}

	/**
	 * A session whose attributes are recent enough, or could not be refreshed.
	 *
	 * @param unavailable the sources that did not answer
	 */
	record Refreshed(SsoSession session, Set<String> unavailable) {
	}

	/**
	 * The session, with its attributes refreshed and stored if they are older than the
	 * policy allows. While the directory is down, the old attributes stay in use; while
	 * another source is down, its old ones do until the next sign-on; while the store is
	 * down, the new ones are not stored. The user stays signed in.
	 * @return empty if the directory no longer knows the user, the session has ended, or
	 * an attribute is not known that decides on access, as the user could be the cause of
	 * that
	 */
	Optional<Refreshed> refreshed(SsoSession session) {
		Optional<LoginState.Read> fresh;
		try {
			fresh = fresh(session);
		}
		catch (UnusableAnswerException ex) {
			logger.warn("A session does not go on without a login: {}", ex.getMessage());
			return Optional.empty();
		}
		if (fresh.isEmpty()) {
			return Optional.empty();
		}
		AttributeResolver.Resolved resolved = fresh.get().resolved();
		if (fresh.get().at().equals(session.attributesAt())) {
			return Optional.of(new Refreshed(session.withAttributes(resolved.attributes(), session.attributesAt()),
					resolved.unavailable()));
		}
		return kept(session, resolved.attributes()).map(kept -> new Refreshed(kept, Set.of()));
	}

	/**
	 * Returns the session like {@link #refreshed(SsoSession)}, but only these of its
	 * factors count in it. It is stored with all of them.
	 */
	Optional<Refreshed> refreshed(SsoSession session, List<Factor> counting) {
		return refreshed(session).map(all -> new Refreshed(all.session().counting(counting), all.unavailable()));
	}

	/**
	 * The attributes of a session, read anew if they are older than the policy allows;
	 * they keep their age if they could not be read in full.
	 * @return empty if the directory no longer knows the user
	 */
	private Optional<LoginState.Read> fresh(SsoSession session) throws UnusableAnswerException {
		Instant staleAt = session.attributesAt().plus(sessionPolicy.attributesMaxAge());
		if (clock.instant().isBefore(staleAt)) {
			return Optional.of(older(session, Set.of()));
		}
		try {
			AttributeResolver.Resolved resolved = resolve(true,
					() -> resolver.refresh(session.principal(), session.attributes()));
			if (resolved.attributes().values().isEmpty() && !session.attributes().values().isEmpty()) {
				return Optional.empty();
			}
			return Optional.of(new LoginState.Read(resolved,
					resolved.unavailable().isEmpty() ? clock.instant() : session.attributesAt()));
		}
		catch (UnusableAnswerException ex) {
			// Not an outage: the user could have caused it, so no older values are used.
			throw ex;
		}
		catch (SourceUnavailableException ex) {
			logger.warn("Attributes of a session could not be read anew, those of {} are used: {}",
					session.attributesAt(), ex.getMessage());
			return Optional.of(older(session, Set.of(ex.source())));
		}
	}

	private static LoginState.Read older(SsoSession session, Set<String> unavailable) {
		return new LoginState.Read(new AttributeResolver.Resolved(session.attributes(), unavailable),
				session.attributesAt());
	}

	private Optional<SsoSession> kept(SsoSession session, ResolvedAttributes fresh) {
		// The attributes are read anew each time: a write each time would gain nothing.
		if (sessionPolicy.attributesMaxAge().isZero()) {
			return Optional.of(session.withAttributes(fresh, clock.instant()));
		}
		try {
			return timers.time(Stage.STORE, () -> sessions.refresh(session, fresh));
		}
		catch (StoreUnavailableException ex) {
			logger.warn("Attributes that were read anew could not be kept in the session: {}", ex.getMessage());
			return Optional.of(session.withAttributes(fresh, clock.instant()));
		}
	}

	/** Reads the attributes of a user who is signing in. */
	LoginState.Read read(LoginState state) throws SourceUnavailableException {
		AuthenticatedUser user = state.user().orElseThrow();
		return new LoginState.Read(resolve(false, () -> user.entry().isPresent()
				? resolver.resolve(user.principal(), user.entry().get()) : resolver.resolve(user.principal())),
				clock.instant());
	}

	/**
	 * Returns the attributes with which a login ends: from the entry read by the last
	 * factor, or from an earlier factor; from the session, for a step-up; else they are
	 * read now.
	 * @param raised the session of a step-up
	 * @return empty if the user is no longer known
	 */
	Optional<LoginState.Read> read(LoginState state, Optional<SsoSession> raised) throws SourceUnavailableException {
		boolean entry = state.user().flatMap(AuthenticatedUser::entry).isPresent();
		if (!entry && state.read().isPresent()) {
			return state.read();
		}
		if (!entry && raised.isPresent()) {
			return fresh(raised.get());
		}
		LoginState.Read now = read(state);
		return entry || !now.resolved().attributes().values().isEmpty() ? Optional.of(now) : Optional.empty();
	}

	/** Values that an unavailable source left out are read at the next sign-on. */
	SsoSession stale(SsoSession session) {
		return session.withAttributes(session.attributes(),
				session.attributesAt().minus(sessionPolicy.attributesMaxAge()));
	}

	private AttributeResolver.Resolved resolve(boolean anew,
			StageTimers.Work<AttributeResolver.Resolved, SourceUnavailableException> work)
			throws SourceUnavailableException {
		LoginEvent.Resolve event = new LoginEvent.Resolve();
		event.begin();
		AttributeResolver.Resolved resolved = timers.time(Stage.RESOLVE, work);
		event.anew = anew;
		event.attributes = resolved.attributes().values().size();
		event.commit();
		return resolved;
	}

}
