package org.campanile.saml.crypto;

import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.KeyPair;
import java.security.NoSuchAlgorithmException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Provider;
import java.security.SecureRandom;
import java.security.Security;
import java.security.Signature;
import java.security.interfaces.RSAPublicKey;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Decides which implementation of cryptography is used. Each algorithm's provider is
 * looked up once; each use creates a new engine, which costs about a microsecond and,
 * unlike a thread-local cache, suits virtual threads. Thread-safe.
 * <p>
 * A native provider is used only for RSA and ECDSA, where it takes a third of the time:
 * for AES-GCM, SHA-2 and HMAC it is no faster than the JDK, which uses the same
 * instructions.
 */
public final class CryptoProvider {

	private static final String KEY = "campanile.credentials.crypto-provider";

	private static final String GCM = "AES/GCM/NoPadding";

	// XML Encryption 5.2.1 specifies only the last byte of the padding, so PKCS #5 is a
	// valid form.
	private static final String CBC = "AES/CBC/PKCS5Padding";

	static final String OAEP = "RSA/ECB/OAEPPadding";

	/** The name of ECDSA in the ASN.1 form that everything except XML Signature uses. */
	static final String ECDSA_DER = "SHA256withECDSA";

	private static final int GCM_IV_BYTES = 12;

	private static final int GCM_TAG_BITS = 128;

	private static final int CBC_IV_BYTES = 16;

	private final Map<SignatureAlgorithm, Provider> signatures = new EnumMap<>(SignatureAlgorithm.class);

	private final Provider gcm;

	private final Provider cbc;

	private final Provider oaep;

	private final Optional<Provider> translator;

	/** The keys in the form of {@link #translator}. */
	private final Optional<TranslatedKeys> keys;

	private final String remark;

	/**
	 * @param asymmetric performs RSA and ECDSA instead of the installed providers; it
	 * need not be installed
	 * @param remark a remark for the startup summary, or empty
	 * @throws IllegalStateException if no provider supports an algorithm
	 */
	CryptoProvider(Optional<Provider> asymmetric, String remark) {
		List<Provider> installed = ofRuntime();
		List<Provider> candidates = Stream.concat(asymmetric.stream(), installed.stream()).toList();
		this.translator = asymmetric;
		this.keys = asymmetric.map(TranslatedKeys::new);
		this.remark = remark;
		for (SignatureAlgorithm algorithm : SignatureAlgorithm.values()) {
			signatures.put(algorithm,
					first(candidates, provider -> Signature.getInstance(algorithm.jcaName(), provider)));
		}
		gcm = first(installed, provider -> Cipher.getInstance(GCM, provider));
		cbc = first(installed, provider -> Cipher.getInstance(CBC, provider));
		oaep = first(candidates, provider -> Cipher.getInstance(OAEP, provider));
	}

	/** The providers that the Java runtime has installed. */
	public static CryptoProvider installed() {
		return new CryptoProvider(Optional.empty(), "");
	}

	/**
	 * The chosen provider, after a self-test.
	 * @throws IllegalArgumentException if it must be ACCP, and ACCP cannot be used
	 */
	public static CryptoProvider of(CryptoProviderChoice choice, SecureRandom random) {
		return of(choice, CorrettoProvider::load, random);
	}

	static CryptoProvider of(CryptoProviderChoice choice, Source corretto, SecureRandom random) {
		if (choice == CryptoProviderChoice.JDK) {
			return installed();
		}
		try {
			Provider provider = corretto.load();
			new ProviderSelfTest(provider, random).run();
			return new CryptoProvider(Optional.of(provider), "");
		}
		catch (CryptoProviderException ex) {
			if (choice == CryptoProviderChoice.ACCP) {
				throw new IllegalArgumentException(KEY + ": ACCP cannot be used: " + ex.getMessage()
						+ "; \"auto\" falls back to the JDK's providers", ex);
			}
			return new CryptoProvider(Optional.empty(), "ACCP is not used: " + ex.getMessage());
		}
	}

	/** Loads a provider that is not installed. */
	interface Source {

		Provider load() throws CryptoProviderException;

	}

	/**
	 * Puts a native provider's ECDSA before that of the JDK in the whole Java runtime,
	 * for libraries that cannot be given a provider: WebAuthn4J verifies the assertions
	 * of passkeys in a seventh of the time, and TLS with an ECDSA certificate gains as
	 * well. Nothing else of the provider is installed, and keys that it cannot take, such
	 * as those of a smart card, go to the next provider. Does nothing without a native
	 * provider, or the second time.
	 */
	public void installEcdsa() {
		translator.ifPresent(provider -> Security.insertProviderAt(new EcdsaProvider(provider), 1));
	}

	/**
	 * Returns the providers of the Java runtime itself, without the one that
	 * {@link #installEcdsa} adds.
	 */
	private static List<Provider> ofRuntime() {
		return Stream.of(Security.getProviders()).filter(provider -> !(provider instanceof EcdsaProvider)).toList();
	}

	/** The Java runtime's own implementation of a signature. */
	static Signature ofRuntime(String algorithm) throws NoSuchAlgorithmException {
		return Signature.getInstance(algorithm,
				first(ofRuntime(), provider -> Signature.getInstance(algorithm, provider)));
	}

	/**
	 * Converts the key to the form of the provider that signs with it. Otherwise a native
	 * provider would convert it at each signature, which takes longer than signing.
	 */
	public PrivateKey prepared(PrivateKey key) {
		return keys.isPresent() ? keys.get().forSigning(key) : key;
	}

	/**
	 * Generates a temporary key pair quickly: with its own random numbers, a native
	 * provider finds the primes of an RSA key in a fraction of the time that a JVM needs
	 * just after its start. Permanent keys are generated by the JDK with the server's
	 * random numbers.
	 */
	public KeyPair generateTrialKeyPair(KeyType type, SecureRandom random) {
		return translator.flatMap(provider -> generated(type, provider, random)).orElseGet(() -> type.generate(random));
	}

	/**
	 * Generates a key pair; empty if the provider does not generate keys of that kind.
	 */
	private static Optional<KeyPair> generated(KeyType type, Provider provider, SecureRandom random) {
		try {
			return Optional.of(type.generate(provider, random));
		}
		catch (GeneralSecurityException | RuntimeException ex) {
			return Optional.empty();
		}
	}

	/**
	 * Signs, in the form for the HTTP-Redirect binding (SAML Bindings 3.4.4.1). ECDSA
	 * gives DER, as OpenSAML for Java expects. Others, such as the Shibboleth SP, accept
	 * only the form for XML Signature (RFC 6931, 2.3.6), so HTTP-POST is safer.
	 */
	public byte[] signQuery(SigningCredential credential, byte[] bytes) {
		SignatureAlgorithm algorithm = credential.algorithm();
		return sign(credential, bytes, algorithm == SignatureAlgorithm.ECDSA_SHA256 ? ECDSA_DER : algorithm.jcaName());
	}

	/** Signs, in the form for XML Signature. */
	public byte[] sign(SigningCredential credential, byte[] bytes) {
		return sign(credential, bytes, credential.algorithm().jcaName());
	}

	private byte[] sign(SigningCredential credential, byte[] bytes, String jcaName) {
		try {
			Signature signature = Signature.getInstance(jcaName, provider(credential.algorithm()));
			signature.initSign(credential.privateKey());
			signature.update(bytes);
			return signature.sign();
		}
		catch (GeneralSecurityException ex) {
			throw new IllegalStateException("Signing with " + credential.name() + " failed", ex);
		}
	}

	/** Verifies a signature of {@link #sign}. */
	boolean verify(SigningCredential credential, byte[] bytes, byte[] value) {
		try {
			SignatureAlgorithm algorithm = credential.algorithm();
			Signature signature = Signature.getInstance(algorithm.jcaName(), provider(algorithm));
			signature.initVerify(credential.certificate().getPublicKey());
			signature.update(bytes);
			return signature.verify(value);
		}
		catch (GeneralSecurityException ex) {
			return false;
		}
	}

	/**
	 * Encrypts content (XML Encryption 5.2): initialization vector, encrypted bytes and,
	 * for GCM, the tag.
	 */
	public byte[] encrypt(BlockCipher blockCipher, byte[] contentKey, byte[] content, SecureRandom random) {
		try {
			boolean authenticated = blockCipher.authenticated();
			byte[] iv = new byte[authenticated ? GCM_IV_BYTES : CBC_IV_BYTES];
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
			PublicKey prepared = keys.isPresent() && keys.get().isOf(oaep) ? keys.get().forWrapping(key) : key;
			cipher.init(Cipher.ENCRYPT_MODE, prepared, transport.parameters(), random);
			return cipher.doFinal(contentKey);
		}
		catch (InvalidKeyException ex) {
			throw ex;
		}
		catch (GeneralSecurityException ex) {
			throw new IllegalStateException(ex);
		}
	}

	/**
	 * Decrypts a content key, as the service that it was encrypted to does.
	 * @param key in the form of {@link #prepared}
	 * @throws GeneralSecurityException if it was encrypted otherwise
	 */
	public byte[] unwrap(KeyTransport transport, PrivateKey key, byte[] wrapped) throws GeneralSecurityException {
		Cipher cipher = Cipher.getInstance(OAEP, oaep);
		cipher.init(Cipher.DECRYPT_MODE, key, transport.parameters());
		return cipher.doFinal(wrapped);
	}

	/** The providers in use, for the startup summary. */
	public String describe() {
		return "signatures by " + names(signatures.values().stream()) + ", encryption by " + names(Stream.of(oaep, gcm))
				+ (remark.isEmpty() ? "" : "; " + remark);
	}

	private static String names(Stream<Provider> providers) {
		return providers.map(Provider::getName).distinct().collect(Collectors.joining(" and "));
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
