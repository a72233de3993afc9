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

import org.campanile.identifier.PersistentIdStore;
import org.campanile.identifier.StoredPersistentId;
import org.campanile.store.InProcess;
import org.campanile.store.StoreUnavailableException;

/**
 * Persistent identifiers in the memory of one node, for trials: they are lost when it
 * stops. Bounded: when full it issues no more instead of forgetting any, because a
 * forgotten value could be issued to another user. Thread-safe.
 */
public final class MemoryPersistentIdStore implements PersistentIdStore, InProcess {

	private final long capacity;

	/** Locks by user and service: all changes happen in its compute methods. */
	private final ConcurrentMap<UserAtService, StoredPersistentId> active = new ConcurrentHashMap<>();

	/** All identifiers that were ever issued. */
	private final ConcurrentHashMap<ValueAtService, StoredPersistentId> issued = new ConcurrentHashMap<>();

	/** The active identifiers, in order. */
	private final ConcurrentNavigableMap<UserAtService, StoredPersistentId> ordered = new ConcurrentSkipListMap<>();

	private record ValueAtService(String serviceHash, String valueHash) {
	}

	/**
	 * @param capacity how many identifiers are kept at most, revoked ones included;
	 * concurrent calls may exceed it slightly
	 */
	public MemoryPersistentIdStore(long capacity) {
		this.capacity = capacity;
	}

	@Override
	public Optional<StoredPersistentId> findOrCreate(StoredPersistentId candidate) throws StoreUnavailableException {
		PersistentIdStore.requireStorable(candidate.state());
		Optional<StoredPersistentId> present = find(candidate.principalHash(), candidate.serviceHash());
		if (present.isPresent()) {
			return present;
		}
		if (issued.mappingCount() >= capacity) {
			throw new StoreUnavailableException(
					"the memory store holds " + capacity + " persistent identifiers and issues no more; raise "
							+ "campanile.storage.memory.durable.max-persistent-ids");
		}
		UserAtService name = new UserAtService(candidate.principalHash(), candidate.serviceHash());
		return Optional.ofNullable(active.computeIfAbsent(name, same -> {
			ValueAtService value = new ValueAtService(candidate.serviceHash(), candidate.valueHash());
			if (issued.putIfAbsent(value, candidate) != null) {
				return null;
			}
			ordered.put(name, candidate);
			return candidate;
		}));
	}

	@Override
	public Optional<StoredPersistentId> find(String principalHash, String serviceHash) {
		return Optional.ofNullable(active.get(new UserAtService(principalHash, serviceHash)));
	}

	@Override
	public Optional<StoredPersistentId> findByValue(String serviceHash, String valueHash) {
		return Optional.ofNullable(issued.get(new ValueAtService(serviceHash, valueHash)))
			.filter(id -> find(id.principalHash(), serviceHash).filter(id::equals).isPresent());
	}

	@Override
	public List<StoredPersistentId> findByPrincipal(String principalHash, String after, int limit) {
		List<StoredPersistentId> page = new ArrayList<>();
		for (StoredPersistentId id : ordered.tailMap(new UserAtService(principalHash, after), false).values()) {
			if (page.size() == limit || !id.principalHash().equals(principalHash)) {
				break;
			}
			page.add(id);
		}
		return page;
	}

	@Override
	public boolean revoke(String serviceHash, String valueHash, Instant at) {
		@Nullable StoredPersistentId id = issued.get(new ValueAtService(serviceHash, valueHash));
		if (id == null) {
			return false;
		}
		boolean[] revoked = { false };
		UserAtService name = new UserAtService(id.principalHash(), serviceHash);
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
