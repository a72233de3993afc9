package org.campanile.attribute;

import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;

import org.campanile.guard.SteadyClock;

/**
 * The settings of attribute resolution.
 *
 * @param definitions the configured definitions, in order; one that has the id of a
 * built-in attribute takes its place
 * @param builtIn whether every built-in attribute that the entry carries under its LDAP
 * name is resolved without a definition
 * @param scopes the scopes that built-in scoped attributes may carry
 * @param constants source values for users who have none in the directory
 * @param entrySource the entry that is read at login
 * @param cache the cache of resolved attributes; empty for none
 * @param rules the rules of which sources a definition reads, by its id, also if a
 * built-in attribute has the name of what it reads; {@link SourceRule#DEFAULT} for all
 * others
 */
public record AttributeSettings(List<AttributeDefinition> definitions, boolean builtIn, List<String> scopes,
		Map<String, List<String>> constants, EntrySource entrySource, Optional<CacheSettings> cache,
		Map<String, SourceRule> rules) {

	/** Settings with only the built-in attributes. */
	public static final AttributeSettings DEFAULTS = new AttributeSettings(List.of(), true, List.of(), Map.of(),
			EntrySource.LOGIN, Optional.empty(), Map.of());

	public AttributeSettings {
		definitions = List.copyOf(definitions);
		scopes = List.copyOf(scopes);
		constants = Map.copyOf(constants);
		rules = Map.copyOf(rules);
	}

	/** The entry that is read at login. */
	public enum EntrySource {

		/** The one that authentication reads anyway. */
		LOGIN,
		/**
		 * An entry read anew under the server's own account, for directories that show
		 * users less of their own entry than they show the server.
		 */
		OWN_SEARCH

	}

	/**
	 * A bounded, timed cache.
	 *
	 * @param maximumSize how many users it holds
	 * @param timeToLive how long an entry may be used after it was resolved
	 */
	public record CacheSettings(long maximumSize, Duration timeToLive) {

		/**
		 * An empty cache of these limits that counts its hits and misses. It works on its
		 * callers' threads: the work is small, and no pool is needed for it.
		 */
		public <K, V> Cache<K, V> cache(InstantSource clock) {
			return Caffeine.newBuilder()
				.maximumSize(maximumSize)
				.expireAfterWrite(timeToLive)
				.ticker(new SteadyClock(clock)::currentTimeNanos)
				.executor(Runnable::run)
				.recordStats()
				.build();
		}

	}

}
