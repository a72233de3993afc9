package org.campanile.web.validation;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import org.campanile.authn.resolver.UserCache;
import org.campanile.validation.Realm;
import org.campanile.validation.ValidationClients.Client;
import org.campanile.web.config.LiveConfiguration;

/**
 * The realms of the configuration. Cached users are dropped when settings were reloaded.
 * Thread-safe.
 */
final class Realms implements AutoCloseable {

	private final Map<String, Realm> realms;

	private final String defaultRealm;

	private final LiveConfiguration live;

	private volatile LiveConfiguration.Version version;

	Realms(Map<String, Realm> realms, String defaultRealm, LiveConfiguration live) {
		this.realms = Map.copyOf(realms);
		this.defaultRealm = defaultRealm;
		this.live = live;
		this.version = live.current();
	}

	List<Realm> all() {
		return realms.values().stream().sorted(Comparator.comparing(Realm::name)).toList();
	}

	/**
	 * A user of a realm.
	 *
	 * @param loginName the name there
	 */
	record Located(Realm realm, String loginName) {
	}

	/**
	 * Locates a user. A realm after the last {@code @} counts as one only if there is
	 * that realm: other names contain {@code @} as well.
	 * @param realm as the client names it; empty for none
	 * @param client who asks
	 * @return empty if there is no such realm
	 */
	Optional<Located> locate(String user, String realm, Client client) {
		refresh();
		int at = user.lastIndexOf('@');
		Realm named = at <= 0 ? null : realms.get(user.substring(at + 1));
		if (named != null && (realm.isEmpty() ? mayBeTyped(named, client) : realm.equals(named.name()))) {
			return Optional.of(new Located(named, user.substring(0, at)));
		}
		Realm given = realms.get(realm.isEmpty() ? defaultRealm : realm);
		return given == null ? Optional.empty() : Optional.of(new Located(given, user));
	}

	/**
	 * Whether users may type the realm. If it has the people of the login, another realm
	 * checks the same people in another way, and an attacker would choose the one that
	 * checks least.
	 */
	private boolean mayBeTyped(Realm named, Client client) {
		return !named.samePeople() || named.name().equals(defaultRealm) || client.realms().equals(Set.of(named.name()));
	}

	private void refresh() {
		LiveConfiguration.Version current = live.current();
		if (version != current) {
			version = current;
			realms.values().stream().map(Realm::cache).forEach(UserCache::clear);
		}
	}

	@Override
	public void close() {
		realms.values().forEach(realm -> realm.resolver().close());
	}

}
