package org.campanile.testkit.identifier;

import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.campanile.consent.ConsentStore;
import org.campanile.consent.StoredConsent;

/**
 * The simplest store that satisfies the contract: a map behind one lock, never purged.
 * Thread-safe.
 */
public final class HeapConsentStore implements ConsentStore {

	private final InstantSource clock;

	private final Map<Name, StoredConsent> backend;

	/** The key of a consent. */
	public record Name(String principalHash, String serviceHash) {
	}

	/**
	 * @param backend stores the consents; also the lock
	 */
	public HeapConsentStore(InstantSource clock, Map<Name, StoredConsent> backend) {
		this.clock = clock;
		this.backend = backend;
	}

	@Override
	public Optional<StoredConsent> find(String principalHash, String serviceHash) {
		synchronized (backend) {
			return Optional.ofNullable(backend.get(new Name(principalHash, serviceHash))).filter(this::isLive);
		}
	}

	@Override
	public void save(StoredConsent consent) {
		ConsentStore.requireStorable(consent.state());
		synchronized (backend) {
			backend.merge(new Name(consent.principalHash(), consent.serviceHash()), consent,
					(present, other) -> present.givenAt().isAfter(other.givenAt()) ? present : other);
		}
	}

	@Override
	public List<StoredConsent> findByPrincipal(String principalHash, String after, int limit) {
		synchronized (backend) {
			return backend.values()
				.stream()
				.filter(consent -> consent.principalHash().equals(principalHash)
						&& consent.serviceHash().compareTo(after) > 0 && isLive(consent))
				.sorted(Comparator.comparing(StoredConsent::serviceHash))
				.limit(limit)
				.toList();
		}
	}

	@Override
	public boolean revoke(String principalHash, String serviceHash) {
		synchronized (backend) {
			return Optional.ofNullable(backend.remove(new Name(principalHash, serviceHash)))
				.filter(this::isLive)
				.isPresent();
		}
	}

	private boolean isLive(StoredConsent consent) {
		return clock.instant().isBefore(consent.expiresAt());
	}

}
