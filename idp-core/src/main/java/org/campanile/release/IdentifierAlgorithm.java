package org.campanile.release;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.Locale;

import com.google.common.io.BaseEncoding;

import org.campanile.seal.Macs;

/**
 * The algorithm that computes a lasting identifier from the salt, the service and a value
 * of the user.
 */
public enum IdentifierAlgorithm {

	/**
	 * HMAC-SHA-256, in lower-case base32 without padding, so that services which ignore
	 * case do not confuse two users. The purpose is part of the input, so that a
	 * persistent and a pairwise identifier of one salt have nothing in common.
	 */
	HMAC_SHA256 {
		@Override
		public String compute(IdentifierSalt salt, Purpose purpose, String service, String source) {
			// A service's name has no NUL: the parts cannot be shifted.
			byte[] mac = Macs.hmacSha256(salt.bytes(), purpose.label + '\0' + service + '\0' + source);
			return unpadded(mac).toLowerCase(Locale.ROOT);
		}
	},
	/**
	 * The computed identifiers of Shibboleth: SHA-1 over the service's name, {@code !},
	 * source, {@code !} and salt, in base64, to keep identifiers after a migration. SHA-1
	 * serves here as a keyed one-way function; collisions are no threat, since neither
	 * services nor users choose the input.
	 */
	SHIBBOLETH {
		@Override
		public String compute(IdentifierSalt salt, Purpose purpose, String service, String source) {
			byte[] digest = shibbolethDigest(salt, service, source);
			// Subject identifiers must not contain + and /, so Shibboleth computes them
			// in base32 as well.
			return purpose == Purpose.PAIRWISE ? unpadded(digest) : Base64.getEncoder().encodeToString(digest);
		}
	},
	/** The value of {@link #SHIBBOLETH}, in base32. */
	SHIBBOLETH_BASE32 {
		@Override
		public String compute(IdentifierSalt salt, Purpose purpose, String service, String source) {
			return unpadded(shibbolethDigest(salt, service, source));
		}
	};

	public abstract String compute(IdentifierSalt salt, Purpose purpose, String service, String source);

	private static byte[] shibbolethDigest(IdentifierSalt salt, String service, String source) {
		try {
			MessageDigest digest = MessageDigest.getInstance("SHA-1");
			digest.update((service + '!' + source + '!').getBytes(StandardCharsets.UTF_8));
			return digest.digest(salt.bytes());
		}
		catch (NoSuchAlgorithmException ex) {
			throw new IllegalStateException("every Java platform has SHA-1", ex);
		}
	}

	private static String unpadded(byte[] bytes) {
		return BaseEncoding.base32().omitPadding().encode(bytes);
	}

	public enum Purpose {

		/** The persistent NameID (SAML Core 8.3.7). */
		PERSISTENT("persistent"),
		/** The pairwise subject identifier. */
		PAIRWISE("pairwise-id");

		private final String label;

		Purpose(String label) {
			this.label = label;
		}

	}

}
