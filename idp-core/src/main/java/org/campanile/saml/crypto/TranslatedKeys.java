package org.campanile.saml.crypto;

import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.Key;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.Provider;
import java.security.PublicKey;
import java.security.interfaces.RSAPublicKey;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;

/**
 * Keys in the form of a native provider, which would otherwise convert them each time
 * they are used. Thread-safe.
 */
final class TranslatedKeys {

	private final Provider provider;

	/** The public keys, by identity, for as long as a key is in use. */
	private final LoadingCache<RSAPublicKey, PublicKey> publicKeys = Caffeine.newBuilder()
		.weakKeys()
		.build(this::translatedForWrapping);

	TranslatedKeys(Provider provider) {
		this.provider = provider;
	}

	/** Whether the keys are in the form of that provider. */
	boolean isOf(Provider other) {
		return provider == other;
	}

	/** Translates a key to sign with, or returns it as it is. */
	PrivateKey forSigning(PrivateKey key) {
		try {
			return translated(key, provider);
		}
		catch (GeneralSecurityException ex) {
			// It can still sign, only slowly.
			return key;
		}
	}

	/**
	 * Returns a key to encrypt with; this saves three quarters of the time.
	 * @throws InvalidKeyException if the key cannot be used
	 */
	PublicKey forWrapping(RSAPublicKey key) throws InvalidKeyException {
		try {
			return publicKeys.get(key);
		}
		catch (UnusableKeyException ex) {
			throw new InvalidKeyException(ex.getCause());
		}
	}

	private PublicKey translatedForWrapping(RSAPublicKey key) {
		try {
			return (PublicKey) translated((Key) key, provider);
		}
		catch (GeneralSecurityException ex) {
			throw new UnusableKeyException(ex);
		}
	}

	private static final class UnusableKeyException extends RuntimeException {

		private static final long serialVersionUID = 1L;

		UnusableKeyException(GeneralSecurityException cause) {
			super(cause);
		}

	}

	static PrivateKey translated(PrivateKey key, Provider provider) throws GeneralSecurityException {
		return (PrivateKey) translated((Key) key, provider);
	}

	private static Key translated(Key key, Provider provider) throws GeneralSecurityException {
		return KeyFactory.getInstance(key.getAlgorithm(), provider).translateKey(key);
	}

}
