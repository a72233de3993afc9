package org.campanile.testkit.identifier;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

import org.jspecify.annotations.Nullable;

import org.campanile.identifier.PersistentIdStore;
import org.campanile.identifier.StoredPersistentId;

/**
 * The simplest store that satisfies the contract: a map behind one lock. Thread-safe.
 */
public final class HeapPersistentIdStore implements PersistentIdStore {

	private final Map<Name, Entry> backend;

	/** The key of an identifier, which is never issued twice. */
	public record Name(String serviceHash, String valueHash) {
	}

	/**
	 * An issued identifier.
	 *
	 * @param id the identifier
	 * @param revokedAt null while it is active
	 */
	public record Entry(StoredPersistentId id, @Nullable Instant revokedAt) {
	}

	/**
	 * @param backend stores the identifiers; also the lock
	 */
	public HeapPersistentIdStore(Map<Name, Entry> backend) {
		this.backend = backend;
	}

	@Override
	public Optional<StoredPersistentId> findOrCreate(StoredPersistentId candidate) {
		PersistentIdStore.requireStorable(candidate.state());
		synchronized (backend) {
			Optional<StoredPersistentId> present = find(candidate.principalHash(), candidate.serviceHash());
			if (present.isPresent()) {
				return present;
			}
			Name name = new Name(candidate.serviceHash(), candidate.valueHash());
			return backend.putIfAbsent(name, new Entry(candidate, null)) == null ? Optional.of(candidate)
					: Optional.empty();
		}
	}

	@Override
	public Optional<StoredPersistentId> find(String principalHash, String serviceHash) {
		return active(id -> id.principalHash().equals(principalHash) && id.serviceHash().equals(serviceHash)).stream()
			.findFirst();
	}

	@Override
	public Optional<StoredPersistentId> findByValue(String serviceHash, String valueHash) {
		return active(id -> id.serviceHash().equals(serviceHash) && id.valueHash().equals(valueHash)).stream()
			.findFirst();
	}

	@Override
	public List<StoredPersistentId> findByPrincipal(String principalHash, String after, int limit) {
		return active(id -> id.principalHash().equals(principalHash) && id.serviceHash().compareTo(after) > 0).stream()
			.limit(limit)
			.toList();
	}

	private List<StoredPersistentId> active(Predicate<StoredPersistentId> wanted) {
		synchronized (backend) {
			return backend.values()
				.stream()
				.filter(entry -> entry.revokedAt() == null)
				.map(Entry::id)
				.filter(wanted)
				.sorted(Comparator.comparing(StoredPersistentId::serviceHash))
				.toList();
		}
	}

	@Override
	public boolean revoke(String serviceHash, String valueHash, Instant at) {
		synchronized (backend) {
			Name name = new Name(serviceHash, valueHash);
			@Nullable Entry entry = backend.get(name);
			if (entry == null || entry.revokedAt() != null) {
				return false;
			}
			backend.put(name, new Entry(entry.id(), at));
			return true;
		}
	}

}
