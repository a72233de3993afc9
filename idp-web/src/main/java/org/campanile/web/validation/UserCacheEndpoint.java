package org.campanile.web.validation;

import java.util.LinkedHashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.annotation.DeleteOperation;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.web.annotation.WebEndpoint;

import org.campanile.validation.Realm;

/**
 * {@code /actuator/usercache}: counts and drops the users cached on this node.
 * Thread-safe.
 */
@WebEndpoint(id = "usercache")
class UserCacheEndpoint {

	private final Realms realms;

	UserCacheEndpoint(Realms realms) {
		this.realms = realms;
	}

	/**
	 * The cache of a realm.
	 *
	 * @param on whether users are cached
	 * @param users how many entries there are, about
	 */
	record Cached(boolean on, long users) {
	}

	/**
	 * The number of dropped entries.
	 *
	 * @param dropped how many entries, about
	 */
	record Dropped(long dropped) {
	}

	/** Returns the caches by the name of the realm. */
	@ReadOperation
	Map<String, Cached> read() {
		Map<String, Cached> sizes = new LinkedHashMap<>();
		realms.all().forEach(realm -> sizes.put(realm.name(), new Cached(realm.cache().isOn(), realm.cache().size())));
		return sizes;
	}

	/**
	 * Drops a user, or everybody, on this node.
	 * @param user the login name or the canonical name; null for everybody
	 */
	@DeleteOperation
	Dropped drop(@Nullable String user) {
		long dropped = 0;
		for (Realm realm : realms.all()) {
			dropped += user == null ? realm.cache().clear() : realm.cache().invalidate(user);
		}
		return new Dropped(dropped);
	}

}
