package org.campanile.factor.passkey;

import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.Set;
import java.util.UUID;

/**
 * The passkeys that are accepted, and their uses.
 *
 * @param relyingParty the relying party to which passkeys are bound
 * @param identifies whether a login may begin with one, which needs no username
 * @param userVerification whether the authenticator must verify the user by a PIN or
 * biometrics; otherwise it does if it can
 * @param attestation the authenticators that may be enrolled
 * @param maximum how many a user may enrol
 * @param timeout how long a challenge is good
 */
public record PasskeySettings(RelyingParty relyingParty, boolean identifies, boolean userVerification,
		Attestation attestation, int maximum, Duration timeout) {

	/**
	 * The site that passkeys belong to (WebAuthn 5.4.2).
	 *
	 * @param id the RP ID: the host of the origins, or a domain above it
	 * @param name as authenticators show it
	 * @param origins the web origins at which they are accepted, such as
	 * {@code https://login.example.edu}
	 */
	public record RelyingParty(String id, String name, Set<String> origins) {

		public RelyingParty {
			origins = Set.copyOf(origins);
		}

	}

	/**
	 * The authenticators that may be enrolled.
	 *
	 * @param authenticators their AAGUIDs; empty for all whose certificates are trusted
	 * @param trustAnchors the certificates that their attestation must lead to; empty to
	 * ask for no attestation and accept every authenticator
	 */
	public record Attestation(Set<UUID> authenticators, Set<X509Certificate> trustAnchors) {

		/** Accepts every authenticator. */
		public static final Attestation NONE = new Attestation(Set.of(), Set.of());

		/**
		 * @throws IllegalArgumentException for AAGUIDs that no certificate attests
		 */
		public Attestation {
			authenticators = Set.copyOf(authenticators);
			trustAnchors = Set.copyOf(trustAnchors);
			if (trustAnchors.isEmpty() && !authenticators.isEmpty()) {
				throw new IllegalArgumentException("an AAGUID that no certificate attests may be any authenticator's");
			}
		}

		boolean isAsked() {
			return !trustAnchors.isEmpty();
		}

	}

}
