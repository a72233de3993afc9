package org.campanile.storage.jpa;

import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

import org.campanile.consent.ConsentStore;
import org.campanile.consent.StoredConsent;
import org.campanile.store.StoreUnavailableException;

/** Consent in PostgreSQL, each operation one statement. Thread-safe. */
final class JpaConsentStore implements ConsentStore {

	private static final String FIND = """
			select c from Consent c
			where c.principalHash = :principal and c.serviceHash = :service and c.expiresAt > :now""";

	private static final String BY_PRINCIPAL = """
			select c from Consent c
			where c.principalHash = :principal and c.serviceHash > :after and c.expiresAt > :now
			order by c.serviceHash""";

	private static final String SAVE = """
			INSERT INTO campanile_consent AS present (principal_hash, service_hash, given_at, expires_at, state)
			VALUES (:principal, :service, :givenAt, :expiresAt, :state)
			ON CONFLICT (principal_hash, service_hash) DO UPDATE
			SET given_at = excluded.given_at, expires_at = excluded.expires_at, state = excluded.state
			WHERE present.given_at <= excluded.given_at OR present.expires_at <= :now""";

	private static final String REVOKE = """
			delete from Consent c
			where c.principalHash = :principal and c.serviceHash = :service and c.expiresAt > :now""";

	private final Database database;

	private final InstantSource clock;

	JpaConsentStore(Database database, InstantSource clock) {
		this.database = database;
		this.clock = clock;
	}

	@Override
	public Optional<StoredConsent> find(String principalHash, String serviceHash) throws StoreUnavailableException {
		return database
			.call("finding a consent",
					work -> work.createSelectionQuery(FIND, ConsentEntity.class)
						.setParameter("principal", Hex.parse(principalHash))
						.setParameter("service", Hex.parse(serviceHash))
						.setParameter("now", clock.instant())
						.getResultList())
			.stream()
			.map(ConsentEntity::toStored)
			.findFirst();
	}

	@Override
	public void save(StoredConsent consent) throws StoreUnavailableException {
		ConsentStore.requireStorable(consent.state());
		database.call("saving a consent",
				work -> work.createNativeMutationQuery(SAVE)
					.setParameter("principal", Hex.parse(consent.principalHash()))
					.setParameter("service", Hex.parse(consent.serviceHash()))
					.setParameter("givenAt", consent.givenAt(), Instant.class)
					.setParameter("expiresAt", consent.expiresAt(), Instant.class)
					.setParameter("state", consent.state())
					.setParameter("now", clock.instant(), Instant.class)
					.executeUpdate());
	}

	@Override
	public List<StoredConsent> findByPrincipal(String principalHash, String after, int limit)
			throws StoreUnavailableException {
		return database
			.call("looking up consents",
					work -> work.createSelectionQuery(BY_PRINCIPAL, ConsentEntity.class)
						.setParameter("principal", Hex.parse(principalHash))
						.setParameter("after", Hex.parse(after))
						.setParameter("now", clock.instant())
						.setMaxResults(limit)
						.getResultList())
			.stream()
			.map(ConsentEntity::toStored)
			.toList();
	}

	@Override
	public boolean revoke(String principalHash, String serviceHash) throws StoreUnavailableException {
		return database.call("revoking a consent",
				work -> work.createMutationQuery(REVOKE)
					.setParameter("principal", Hex.parse(principalHash))
					.setParameter("service", Hex.parse(serviceHash))
					.setParameter("now", clock.instant())
					.executeUpdate()) > 0;
	}

}
