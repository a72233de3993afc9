package org.campanile.storage.memory;

import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import com.github.benmanes.caffeine.cache.RemovalCause;
import org.jspecify.annotations.Nullable;

import org.campanile.consent.ConsentStore;
import org.campanile.consent.StoredConsent;
import org.campanile.store.InProcess;

/**
 * Consent in the memory of one node, for trials: it is lost when the node stops, and
 * users are asked again. Bounded: beyond its capacity the consents least likely to be
 * used are evicted. Thread-safe; never throws {@code StoreUnavailableException}.
 */
public final class MemoryConsentStore implements ConsentStore, InProcess {

	private final InstantSource clock;

	private final Cache<UserAtService, StoredConsent> consents;

	/** The consents in order; changed only while the cache locks the key. */
	private final ConcurrentNavigableMap<UserAtService, StoredConsent> ordered = new ConcurrentSkipListMap<>();

	/**
	 * @param capacity how many consents are kept at most
	 */
	public MemoryConsentStore(InstantSource clock, long capacity) {
		this.clock = clock;
		this.consents = Caffeine.newBuilder()
			.ticker(new ClockTicker(clock))
			.maximumSize(capacity)
			.expireAfter(Expiry.writing((UserAtService name, StoredConsent consent) -> Duration.between(clock.instant(),
					consent.expiresAt())))
			.evictionListener(this::evicted)
			.build();
	}

	private void evicted(@Nullable UserAtService name, @Nullable StoredConsent consent, RemovalCause cause) {
		if (name != null && consent != null) {
			// Do not remove a successor's entry.
			ordered.remove(name, consent);
		}
	}

	@Override
	public Optional<StoredConsent> find(String principalHash, String serviceHash) {
		return Optional.ofNullable(consents.getIfPresent(new UserAtService(principalHash, serviceHash)))
			.filter(this::isLive);
	}

	@Override
	public void save(StoredConsent consent) {
		ConsentStore.requireStorable(consent.state());
		consents.asMap().compute(new UserAtService(consent.principalHash(), consent.serviceHash()), (name, present) -> {
			if (present != null && present.givenAt().isAfter(consent.givenAt())) {
				return present;
			}
			ordered.put(name, consent);
			return consent;
		});
	}

	@Override
	public List<StoredConsent> findByPrincipal(String principalHash, String after, int limit) {
		List<StoredConsent> page = new ArrayList<>();
		for (StoredConsent consent : ordered.tailMap(new UserAtService(principalHash, after), false).values()) {
			if (page.size() == limit || !consent.principalHash().equals(principalHash)) {
				break;
			}
			if (isLive(consent)) {
				page.add(consent);
			}
		}
		return page;
	}

	@Override
	public boolean revoke(String principalHash, String serviceHash) {
		@Nullable StoredConsent[] revoked = { null };
		consents.asMap().computeIfPresent(new UserAtService(principalHash, serviceHash), (name, consent) -> {
			ordered.remove(name);
			revoked[0] = consent;
			return null;
		});
		return Optional.ofNullable(revoked[0]).filter(this::isLive).isPresent();
	}

	/** The number of consents, including expired ones. */
	int listed() {
		consents.cleanUp();
		return ordered.size();
	}

	private boolean isLive(StoredConsent consent) {
		return clock.instant().isBefore(consent.expiresAt());
	}

}
