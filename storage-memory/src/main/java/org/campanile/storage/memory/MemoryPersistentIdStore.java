package org.campanile.storage.memory;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;

import org.jspecify.annotations.Nullable;

import org.campanile.durable.PersistentIdStore;
import org.campanile.durable.StoredPersistentId;
import org.campanile.store.InProcess;
import org.campanile.store.StoreUnavailableException;

/**
 * Persistent identifiers in the memory of one node, for a trial: they are lost when it
 * stops. Bounded, but never by forgetting: when full it gives no more, because one that
 * was forgotten could be given to another. Thread-safe.
 */
public final class MemoryPersistentIdStore implements PersistentIdStore, InProcess {

	private final long capacity;

	/** Atomic by person and service: all that changes does so in its compute methods. */
	private final ConcurrentMap<PersonAtService, StoredPersistentId> active = new ConcurrentHashMap<>();

	/** All that were ever given. */
	private final ConcurrentHashMap<ValueAtService, StoredPersistentId> given = new ConcurrentHashMap<>();

	/** What is active, in order. */
	private final ConcurrentNavigableMap<PersonAtService, StoredPersistentId> ordered = new ConcurrentSkipListMap<>();

	private record ValueAtService(String serviceHash, String valueHash) {
	}

	/**
	 * @param capacity how many identifiers are kept at most, revoked ones included, but
	 * for the few being given at the moment it is reached
	 */
	public MemoryPersistentIdStore(long capacity) {
		this.capacity = capacity;
	}

	@Override
	public Optional<StoredPersistentId> findOrCreate(StoredPersistentId candidate) throws StoreUnavailableException {
		if (candidate.state().length > MAX_STATE) {
			throw new IllegalArgumentException(
					"a state of " + candidate.state().length + " bytes is over " + MAX_STATE);
		}
		Optional<StoredPersistentId> present = find(candidate.principalHash(), candidate.serviceHash());
		if (present.isPresent()) {
			return present;
		}
		if (given.mappingCount() >= capacity) {
			throw new StoreUnavailableException("the memory store holds " + capacity
					+ " persistent identifiers and gives no more; raise campanile.storage.memory.durable.max-persistent-ids");
		}
		PersonAtService name = new PersonAtService(candidate.principalHash(), candidate.serviceHash());
		return Optional.ofNullable(active.computeIfAbsent(name, same -> {
			ValueAtService value = new ValueAtService(candidate.serviceHash(), candidate.valueHash());
			if (given.putIfAbsent(value, candidate) != null) {
				return null;
			}
			ordered.put(name, candidate);
			return candidate;
		}));
	}

	@Override
	public Optional<StoredPersistentId> find(String principalHash, String serviceHash) {
		return Optional.ofNullable(active.get(new PersonAtService(principalHash, serviceHash)));
	}

	@Override
	public Optional<StoredPersistentId> findByValue(String serviceHash, String valueHash) {
		return Optional.ofNullable(given.get(new ValueAtService(serviceHash, valueHash)))
			.filter(id -> find(id.principalHash(), serviceHash).filter(id::equals).isPresent());
	}

	@Override
	public List<StoredPersistentId> findByPrincipal(String principalHash, String after, int limit) {
		List<StoredPersistentId> page = new ArrayList<>();
		for (StoredPersistentId id : ordered.tailMap(new PersonAtService(principalHash, after), false).values()) {
			if (page.size() == limit || !id.principalHash().equals(principalHash)) {
				break;
			}
			page.add(id);
		}
		return page;
	}

	@Override
	public boolean revoke(String serviceHash, String valueHash, Instant at) {
		@Nullable StoredPersistentId id = given.get(new ValueAtService(serviceHash, valueHash));
		if (id == null) {
			return false;
		}
		boolean[] revoked = { false };
		PersonAtService name = new PersonAtService(id.principalHash(), serviceHash);
		active.computeIfPresent(name, (same, present) -> {
			if (!present.equals(id)) {
				return present;
			}
			revoked[0] = true;
			ordered.remove(name);
			return null;
		});
		return revoked[0];
	}

}
