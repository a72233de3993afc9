package org.campanile.storage.jpa;

import java.time.Instant;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.Table;

import org.campanile.consent.StoredConsent;

/** A row of consents. */
@Entity(name = "Consent")
@Table(name = "campanile_consent")
@IdClass(ConsentEntity.Key.class)
class ConsentEntity {

	@Id
	@Column(name = "principal_hash")
	byte[] principalHash = {};

	@Id
	@Column(name = "service_hash")
	byte[] serviceHash = {};

	@Column(name = "given_at", nullable = false)
	Instant givenAt = Instant.EPOCH;

	@Column(name = "expires_at", nullable = false)
	Instant expiresAt = Instant.EPOCH;

	@Column(name = "state", nullable = false)
	byte[] state = {};

	/**
	 * The primary key.
	 *
	 * @param principalHash identifies the user
	 * @param serviceHash identifies the service
	 */
	record Key(byte[] principalHash, byte[] serviceHash) {
	}

	StoredConsent toStored() {
		return new StoredConsent(Hex.digits(principalHash), Hex.digits(serviceHash), givenAt, expiresAt, state);
	}

}
