package org.campanile.web.gate;

import java.time.Duration;
import java.util.Optional;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import org.campanile.gate.GatePass;
import org.campanile.gate.GateSite;
import org.campanile.session.Sessions;
import org.campanile.session.SsoSession;
import org.campanile.store.StoreUnavailableException;
import org.springframework.stereotype.Component;

/** The sessions of passes. Thread-safe. */
@Component
class GateSessions {

	private final Sessions sessions;

	/** Those that none had replaced a moment ago: a page that is left open asks on. */
	private final Cache<String, Boolean> ended = Caffeine.newBuilder()
		.maximumSize(10_000)
		.expireAfterWrite(Duration.ofSeconds(10))
		.build();

	GateSessions(Sessions sessions) {
		this.sessions = sessions;
	}

	/**
	 * Returns the session of a pass, or the one by which a login of the same user has
	 * replaced it. That has begun since the last check; an older one may be left of two
	 * logins at once, and must not let the pass outlive a logout.
	 */
	Optional<SsoSession> find(GateSite site, GatePass pass) throws StoreUnavailableException {
		Optional<SsoSession> session = sessions.find(pass.sessionKey());
		if (session.isPresent() || pass.handle().isEmpty() || ended.getIfPresent(pass.session()) != null) {
			return session;
		}
		Optional<SsoSession> next = sessions.findLatest(GateSite.PROTOCOL, site.id(), pass.handle())
			.filter(found -> !found.createdAt().isBefore(pass.checkedAt()));
		if (next.isEmpty()) {
			ended.put(pass.session(), true);
		}
		return next;
	}

}
