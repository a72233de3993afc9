package org.campanile.storage.jpa;

import java.time.Instant;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.Table;

import org.campanile.record.StoredRecord;

/** A row of records. */
@Entity(name = "Record")
@Table(name = "campanile_record")
@IdClass(RecordEntity.Key.class)
class RecordEntity {

	@Id
	@Column(name = "kind")
	String kind = "";

	@Id
	@Column(name = "key_hash")
	byte[] keyHash = {};

	@Column(name = "owner_hash", nullable = false)
	byte[] ownerHash = {};

	@Column(name = "version", nullable = false)
	long version;

	@Column(name = "expires_at", nullable = false)
	Instant expiresAt = Instant.EPOCH;

	@Column(name = "state", nullable = false)
	byte[] state = {};

	/**
	 * The primary key.
	 *
	 * @param kind its kind
	 * @param keyHash names it within its kind
	 */
	record Key(String kind, byte[] keyHash) {
	}

	StoredRecord toStored() {
		return new StoredRecord(kind, Hex.digits(keyHash), Hex.digits(ownerHash), version, expiresAt, state);
	}

}
