package org.campanile.factor;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

import org.campanile.authn.FactorKind;

/**
 * A credential that a user has enrolled to prove a factor: an authenticator app, a
 * passkey, a set of recovery codes. Its array must not be modified.
 *
 * @param kind the factor that it proves
 * @param id random and URL-safe; unique among those of the user
 * @param name the name that the user gave it
 * @param createdAt when it was enrolled
 * @param usedAt when it was last used, to the day; null if never
 * @param own the method's own part, which other code does not read; secret
 */
public record Credential(FactorKind kind, String id, String name, Instant createdAt, @Nullable Instant usedAt,
		byte[] own) {

	/** Returns the same credential with other data of the method. */
	public Credential withOwn(byte[] other) {
		return new Credential(kind, id, name, createdAt, usedAt, other);
	}

	/** Returns the same credential under another name. */
	public Credential named(String other) {
		return new Credential(kind, id, other, createdAt, usedAt, own);
	}

	/** Returns the same credential, used at that time. */
	public Credential usedAt(Instant at) {
		return new Credential(kind, id, name, createdAt, at, own);
	}

	/** Omits the method's own part, which is secret. */
	@Override
	public String toString() {
		return "Credential[" + kind + ' ' + id + ']';
	}

}
