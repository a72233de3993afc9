package org.campanile.saml.crypto;

import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.Provider;
import java.security.SecureRandom;
import java.security.Security;
import java.security.Signature;
import java.security.interfaces.RSAPublicKey;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * The one place that decides which implementation does the cryptography. Each algorithm's
 * provider is looked up once; per use an engine is made from it, which costs about a
 * microsecond and, unlike a cache by thread, suits virtual threads. Thread-safe.
 */
public final class CryptoProvider {

	private static final String GCM = "AES/GCM/NoPadding";

	// XML Encryption 5.2.1 fixes the last octet of the padding alone, so PKCS #5 is one
	// of
	// its forms.
	private static final String CBC = "AES/CBC/PKCS5Padding";

	private static final String OAEP = "RSA/ECB/OAEPPadding";

	private static final String SHA256 = "SHA-256";

	private static final String HMAC_SHA256 = "HmacSHA256";

	private static final int GCM_IV_OCTETS = 12;

	private static final int GCM_TAG_BITS = 128;

	private static final int CBC_IV_OCTETS = 16;

	private final Map<SignatureAlgorithm, Provider> signatures = new EnumMap<>(SignatureAlgorithm.class);

	private final Provider gcm;

	private final Provider cbc;

	private final Provider oaep;

	private final Provider sha256;

	private final Provider hmac;

	/**
	 * @param preferred providers to ask before the installed ones, in order; they need
	 * not be installed
	 * @throws IllegalStateException if an algorithm is offered by none
	 */
	public CryptoProvider(List<Provider> preferred) {
		List<Provider> candidates = Stream.concat(preferred.stream(), Arrays.stream(Security.getProviders())).toList();
		for (SignatureAlgorithm algorithm : SignatureAlgorithm.values()) {
			signatures.put(algorithm,
					first(candidates, provider -> Signature.getInstance(algorithm.jcaName(), provider)));
		}
		gcm = first(candidates, provider -> Cipher.getInstance(GCM, provider));
		cbc = first(candidates, provider -> Cipher.getInstance(CBC, provider));
		oaep = first(candidates, provider -> Cipher.getInstance(OAEP, provider));
		sha256 = first(candidates, provider -> MessageDigest.getInstance(SHA256, provider));
		hmac = first(candidates, provider -> Mac.getInstance(HMAC_SHA256, provider));
	}

	/** The providers that the Java runtime has installed. */
	public static CryptoProvider installed() {
		return new CryptoProvider(List.of());
	}

	/** The SHA-256 digest. */
	public byte[] sha256(byte[] octets) {
		try {
			return MessageDigest.getInstance(SHA256, sha256).digest(octets);
		}
		catch (GeneralSecurityException ex) {
			throw new IllegalStateException(ex);
		}
	}

	/** The HMAC with SHA-256 of a message under a key. */
	public byte[] hmacSha256(byte[] key, byte[] message) {
		try {
			Mac mac = Mac.getInstance(HMAC_SHA256, hmac);
			mac.init(new SecretKeySpec(key, HMAC_SHA256));
			return mac.doFinal(message);
		}
		catch (GeneralSecurityException ex) {
			throw new IllegalStateException(ex);
		}
	}

	/** Signs, in the form that XML Signature carries. */
	public byte[] sign(SigningCredential credential, byte[] octets) {
		try {
			SignatureAlgorithm algorithm = credential.algorithm();
			Signature signature = Signature.getInstance(algorithm.jcaName(), provider(algorithm));
			signature.initSign(credential.privateKey());
			signature.update(octets);
			return signature.sign();
		}
		catch (GeneralSecurityException ex) {
			throw new IllegalStateException("Signing with " + credential.name() + " failed", ex);
		}
	}

	/** Verifies what {@link #sign} makes. */
	boolean verify(SigningCredential credential, byte[] octets, byte[] value) {
		try {
			SignatureAlgorithm algorithm = credential.algorithm();
			Signature signature = Signature.getInstance(algorithm.jcaName(), provider(algorithm));
			signature.initVerify(credential.certificate().getPublicKey());
			signature.update(octets);
			return signature.verify(value);
		}
		catch (GeneralSecurityException ex) {
			return false;
		}
	}

	/**
	 * Encrypts content (XML Encryption 5.2): initialisation vector, encrypted octets and,
	 * for GCM, the tag.
	 */
	public byte[] encrypt(BlockCipher blockCipher, byte[] contentKey, byte[] content, SecureRandom random) {
		try {
			boolean authenticated = blockCipher.authenticated();
			byte[] iv = new byte[authenticated ? GCM_IV_OCTETS : CBC_IV_OCTETS];
			random.nextBytes(iv);
			Cipher cipher = authenticated ? Cipher.getInstance(GCM, gcm) : Cipher.getInstance(CBC, cbc);
			cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(contentKey, "AES"),
					authenticated ? new GCMParameterSpec(GCM_TAG_BITS, iv) : new IvParameterSpec(iv), random);
			byte[] result = Arrays.copyOf(iv, iv.length + cipher.getOutputSize(content.length));
			int written = cipher.doFinal(content, 0, content.length, result, iv.length);
			return (iv.length + written == result.length) ? result : Arrays.copyOf(result, iv.length + written);
		}
		catch (GeneralSecurityException ex) {
			throw new IllegalStateException(ex);
		}
	}

	/**
	 * Encrypts a content key to a service (XML Encryption 5.5.2).
	 * @throws InvalidKeyException if the service's key cannot be used
	 */
	public byte[] wrap(KeyTransport transport, RSAPublicKey key, byte[] contentKey, SecureRandom random)
			throws InvalidKeyException {
		try {
			Cipher cipher = Cipher.getInstance(OAEP, oaep);
			cipher.init(Cipher.ENCRYPT_MODE, key, transport.parameters(), random);
			return cipher.doFinal(contentKey);
		}
		catch (InvalidKeyException ex) {
			throw ex;
		}
		catch (GeneralSecurityException ex) {
			throw new IllegalStateException(ex);
		}
	}

	/** Which providers do what, for the start-up summary. */
	public String describe() {
		return "signatures by " + provider(SignatureAlgorithm.RSA_SHA256).getName() + " and "
				+ provider(SignatureAlgorithm.ECDSA_SHA256).getName() + ", encryption by " + oaep.getName() + " and "
				+ gcm.getName();
	}

	private Provider provider(SignatureAlgorithm algorithm) {
		Provider provider = signatures.get(algorithm);
		if (provider == null) {
			throw new IllegalStateException("No provider for " + algorithm);
		}
		return provider;
	}

	private static Provider first(List<Provider> candidates, Lookup lookup) {
		NoSuchAlgorithmException last = null;
		for (Provider candidate : candidates) {
			try {
				lookup.in(candidate);
				return candidate;
			}
			catch (NoSuchAlgorithmException ex) {
				last = ex;
			}
			catch (GeneralSecurityException | SecurityException ex) {
				last = new NoSuchAlgorithmException(ex);
			}
		}
		throw new IllegalStateException("An algorithm is missing from every security provider", last);
	}

	private interface Lookup {

		Object in(Provider provider) throws GeneralSecurityException;

	}

}
