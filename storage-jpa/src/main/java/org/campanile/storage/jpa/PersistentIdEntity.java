package org.campanile.storage.jpa;

import java.time.Instant;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.Table;
import org.jspecify.annotations.Nullable;

import org.campanile.identifier.StoredPersistentId;

/** A row of persistent identifiers. */
@Entity(name = "PersistentId")
@Table(name = "campanile_persistent_id")
@IdClass(PersistentIdEntity.Key.class)
class PersistentIdEntity {

	@Id
	@Column(name = "service_hash")
	byte[] serviceHash = {};

	@Id
	@Column(name = "value_hash")
	byte[] valueHash = {};

	@Column(name = "principal_hash", nullable = false)
	byte[] principalHash = {};

	@Column(name = "created_at", nullable = false)
	Instant createdAt = Instant.EPOCH;

	@Column(name = "revoked_at")
	@Nullable Instant revokedAt;

	@Column(name = "state", nullable = false)
	byte[] state = {};

	/**
	 * The primary key.
	 *
	 * @param serviceHash identifies the service
	 * @param valueHash identifies the identifier's value, within the service
	 */
	record Key(byte[] serviceHash, byte[] valueHash) {
	}

	StoredPersistentId toStored() {
		return new StoredPersistentId(Hex.digits(principalHash), Hex.digits(serviceHash), Hex.digits(valueHash),
				createdAt, state);
	}

}
