package org.campanile.storage.hazelcast;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.function.Supplier;

import com.hazelcast.map.IMap;
import com.hazelcast.query.Predicate;
import com.hazelcast.query.Predicates;

import org.campanile.store.StoreUnavailableException;

/**
 * Pages of the entries that a query finds, in the order of their keys. Thread-safe.
 *
 * @param operations runs the queries
 * @param map looked up each time, as a client that is not connected yet has none
 * @param what the entries, for messages
 */
record IndexPages<V>(HazelcastOperations operations, Supplier<IMap<String, V>> map, String what) {

	/**
	 * Reads the keys first, by index, then their values; if some are gone meanwhile,
	 * further ones are read.
	 * @param wanted the query, which an index answers
	 * @param after the key that all keys of the page exceed
	 * @param live the result of an entry; empty if it is no longer live
	 */
	<R> List<R> page(Predicate<String, V> wanted, String after, int limit, BiFunction<String, V, Optional<R>> live)
			throws StoreUnavailableException {
		List<R> page = new ArrayList<>();
		String last = after;
		while (page.size() < limit) {
			int missing = limit - page.size();
			Set<String> keys = keys(Predicates.and(wanted, Predicates.greaterThan("__key", last)), missing);
			Map<String, V> found = operations.runBlocking("read " + what,
					() -> map.get().getAll(new LinkedHashSet<>(keys)));
			for (String key : keys) {
				last = key;
				V value = found.get(key);
				if (value != null) {
					live.apply(key, value).ifPresent(page::add);
				}
			}
			if (keys.size() < missing) {
				break;
			}
		}
		return page;
	}

	private Set<String> keys(Predicate<String, V> wanted, int limit) throws StoreUnavailableException {
		Collection<String> keys = operations.runBlocking("look up " + what,
				() -> map.get().keySet(Predicates.pagingPredicate(wanted, limit)));
		return new TreeSet<>(keys);
	}

}
