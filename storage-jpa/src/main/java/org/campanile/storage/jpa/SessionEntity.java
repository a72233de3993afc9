package org.campanile.storage.jpa;

import java.time.Instant;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/** A row of sessions, for the statements that JPQL can express. */
@Entity(name = "Session")
@Table(name = "campanile_session")
class SessionEntity {

	@Id
	@Column(name = "key")
	byte[] key = {};

	@Column(name = "principal_hash", nullable = false, updatable = false)
	byte[] principalHash = {};

	@Column(name = "version", nullable = false)
	long version;

	@Column(name = "created_at", nullable = false, updatable = false)
	Instant createdAt = Instant.EPOCH;

	@Column(name = "expires_at", nullable = false, updatable = false)
	Instant expiresAt = Instant.EPOCH;

	@Column(name = "idle_expires_at", nullable = false)
	Instant idleExpiresAt = Instant.EPOCH;

	@Column(name = "state", nullable = false)
	byte[] state = {};

}
