package org.campanile.storage.jpa;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

import org.hibernate.StatelessSession;

import org.campanile.identifier.PersistentIdStore;
import org.campanile.identifier.StoredPersistentId;
import org.campanile.store.StoreUnavailableException;

/**
 * Persistent identifiers in PostgreSQL. Unique indexes ensure that a user has one active
 * identifier at a service, and that no value is issued twice there. Thread-safe.
 */
final class JpaPersistentIdStore implements PersistentIdStore {

	/** Reads before it writes: except the first time, the identifier exists. */
	private static final String FIND_OR_CREATE = """
			WITH present AS (
				SELECT * FROM campanile_persistent_id
				WHERE principal_hash = :principal AND service_hash = :service AND revoked_at IS NULL
			), created AS (
				INSERT INTO campanile_persistent_id (service_hash, value_hash, principal_hash, created_at, state)
				SELECT CAST(:service AS bytea), CAST(:value AS bytea), CAST(:principal AS bytea),
					CAST(:createdAt AS timestamptz), CAST(:state AS bytea)
				WHERE NOT EXISTS (SELECT 1 FROM present)
				ON CONFLICT DO NOTHING RETURNING *
			)
			SELECT * FROM present UNION ALL SELECT * FROM created""";

	private static final String ACTIVE = "select p from PersistentId p where p.revokedAt is null and ";

	private static final String FIND = ACTIVE + "p.principalHash = :principal and p.serviceHash = :service";

	private static final String BY_VALUE = ACTIVE + "p.serviceHash = :service and p.valueHash = :value";

	private static final String BY_PRINCIPAL = ACTIVE
			+ "p.principalHash = :principal and p.serviceHash > :after order by p.serviceHash";

	private static final String ISSUED = "select count(p) from PersistentId p where p.serviceHash = :service"
			+ " and p.valueHash = :value";

	private static final String REVOKE = "update PersistentId p set p.revokedAt = :at where p.revokedAt is null"
			+ " and p.serviceHash = :service and p.valueHash = :value";

	private static final int TRIES = 5;

	private final Database database;

	JpaPersistentIdStore(Database database) {
		this.database = database;
	}

	@Override
	public Optional<StoredPersistentId> findOrCreate(StoredPersistentId candidate) throws StoreUnavailableException {
		PersistentIdStore.requireStorable(candidate.state());
		for (int i = 0; i < TRIES; i++) {
			Optional<StoredPersistentId> found = one("finding or creating an identifier",
					work -> tryToCreate(work, candidate));
			// The result is empty if another identifier was created meanwhile, which the
			// next statement sees.
			if (found.isPresent()
					|| isIssued(candidate) && find(candidate.principalHash(), candidate.serviceHash()).isEmpty()) {
				return found;
			}
		}
		throw new StoreUnavailableException(
				"PostgreSQL: finding or creating an identifier: too many concurrent changes");
	}

	private static List<PersistentIdEntity> tryToCreate(StatelessSession work, StoredPersistentId candidate) {
		return work.createNativeQuery(FIND_OR_CREATE, PersistentIdEntity.class)
			.setParameter("principal", Hex.parse(candidate.principalHash()))
			.setParameter("service", Hex.parse(candidate.serviceHash()))
			.setParameter("value", Hex.parse(candidate.valueHash()))
			.setParameter("createdAt", candidate.createdAt(), Instant.class)
			.setParameter("state", candidate.state())
			.getResultList();
	}

	private boolean isIssued(StoredPersistentId candidate) throws StoreUnavailableException {
		return database.call("looking for an identifier's value",
				work -> work.createSelectionQuery(ISSUED, Long.class)
					.setParameter("service", Hex.parse(candidate.serviceHash()))
					.setParameter("value", Hex.parse(candidate.valueHash()))
					.getSingleResult()) > 0;
	}

	@Override
	public Optional<StoredPersistentId> find(String principalHash, String serviceHash)
			throws StoreUnavailableException {
		return one("finding an identifier",
				work -> work.createSelectionQuery(FIND, PersistentIdEntity.class)
					.setParameter("principal", Hex.parse(principalHash))
					.setParameter("service", Hex.parse(serviceHash))
					.getResultList());
	}

	@Override
	public Optional<StoredPersistentId> findByValue(String serviceHash, String valueHash)
			throws StoreUnavailableException {
		return one("finding an identifier by its value",
				work -> work.createSelectionQuery(BY_VALUE, PersistentIdEntity.class)
					.setParameter("service", Hex.parse(serviceHash))
					.setParameter("value", Hex.parse(valueHash))
					.getResultList());
	}

	private Optional<StoredPersistentId> one(String operation,
			Function<StatelessSession, List<PersistentIdEntity>> work) throws StoreUnavailableException {
		return database.call(operation, work).stream().map(PersistentIdEntity::toStored).findFirst();
	}

	@Override
	public List<StoredPersistentId> findByPrincipal(String principalHash, String after, int limit)
			throws StoreUnavailableException {
		return database
			.call("looking up identifiers",
					work -> work.createSelectionQuery(BY_PRINCIPAL, PersistentIdEntity.class)
						.setParameter("principal", Hex.parse(principalHash))
						.setParameter("after", Hex.parse(after))
						.setMaxResults(limit)
						.getResultList())
			.stream()
			.map(PersistentIdEntity::toStored)
			.toList();
	}

	@Override
	public boolean revoke(String serviceHash, String valueHash, Instant at) throws StoreUnavailableException {
		return database.call("revoking an identifier",
				work -> work.createMutationQuery(REVOKE)
					.setParameter("at", at)
					.setParameter("service", Hex.parse(serviceHash))
					.setParameter("value", Hex.parse(valueHash))
					.executeUpdate()) > 0;
	}

}
