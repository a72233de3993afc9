package org.campanile.saml.crypto;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.PrivateKey;
import java.security.Provider;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.spec.RSAPrivateCrtKeySpec;
import java.security.spec.RSAPublicKeySpec;
import java.util.Arrays;
import java.util.List;

import javax.crypto.Cipher;

/**
 * Tests a provider against the JDK's before it is used: each must verify the other's
 * signatures and decrypt the other's ciphertexts, and neither may accept altered data.
 */
final class ProviderSelfTest {

	private static final String RSA_SIGNATURE = SignatureAlgorithm.RSA_SHA256.jcaName();

	private static final byte[] MESSAGE = "The bells of the campanile".getBytes(StandardCharsets.US_ASCII);

	private final Provider provider;

	private final SecureRandom random;

	ProviderSelfTest(Provider provider, SecureRandom random) {
		this.provider = provider;
		this.random = random;
	}

	/**
	 * @throws CryptoProviderException naming the first algorithm that fails
	 */
	void run() throws CryptoProviderException {
		try {
			KeyPair rsa = rsaKeys();
			check("RSA signatures", signatures(RSA_SIGNATURE, rsa) && sameRsaSignature(rsa));
			KeyPair ec = KeyType.EC_P256.generate(random);
			check("ECDSA signatures", signatures(SignatureAlgorithm.ECDSA_SHA256.jcaName(), ec)
					&& signatures(CryptoProvider.ECDSA_DER, ec));
			// Other digests are rare in metadata, and each delays the start.
			for (KeyTransport transport : List.of(KeyTransport.RSA_OAEP_MGF1P, KeyTransport.RSA_OAEP)) {
				check("RSA-OAEP", encryption(transport, rsa));
			}
		}
		catch (GeneralSecurityException | RuntimeException | LinkageError ex) {
			throw new CryptoProviderException("its self-test failed (" + ex + ")", ex);
		}
	}

	private static void check(String what, boolean passed) throws CryptoProviderException {
		if (!passed) {
			throw new CryptoProviderException("its " + what + " differ from the JDK's");
		}
	}

	private boolean signatures(String algorithm, KeyPair keys) throws GeneralSecurityException {
		Signature ours = Signature.getInstance(algorithm, provider);
		Signature jdk = CryptoProvider.ofRuntime(algorithm);
		byte[] made = sign(ours, TranslatedKeys.translated(keys.getPrivate(), provider));
		byte[] altered = made.clone();
		altered[altered.length - 1] ^= 1;
		return verify(jdk, keys.getPublic(), made) && !verify(jdk, keys.getPublic(), altered)
				&& verify(ours, keys.getPublic(), sign(jdk, keys.getPrivate()))
				&& !verify(ours, keys.getPublic(), altered);
	}

	/**
	 * Whether the RSA signatures are equal: RSASSA-PKCS1-v1_5 is deterministic (RFC 8017,
	 * 8.2.1).
	 */
	private boolean sameRsaSignature(KeyPair keys) throws GeneralSecurityException {
		byte[] made = sign(Signature.getInstance(RSA_SIGNATURE, provider), keys.getPrivate());
		return Arrays.equals(made, sign(CryptoProvider.ofRuntime(RSA_SIGNATURE), keys.getPrivate()));
	}

	private static byte[] sign(Signature signature, PrivateKey key) throws GeneralSecurityException {
		signature.initSign(key);
		signature.update(MESSAGE);
		return signature.sign();
	}

	private static boolean verify(Signature signature, PublicKey key, byte[] value) throws GeneralSecurityException {
		signature.initVerify(key);
		signature.update(MESSAGE);
		try {
			return signature.verify(value);
		}
		catch (java.security.SignatureException ex) {
			return false;
		}
	}

	private boolean encryption(KeyTransport transport, KeyPair keys) throws GeneralSecurityException {
		Cipher ours = Cipher.getInstance(CryptoProvider.OAEP, provider);
		ours.init(Cipher.ENCRYPT_MODE, keys.getPublic(), transport.parameters(), random);
		Cipher jdk = Cipher.getInstance(CryptoProvider.OAEP);
		jdk.init(Cipher.DECRYPT_MODE, keys.getPrivate(), transport.parameters());
		return Arrays.equals(MESSAGE, jdk.doFinal(ours.doFinal(MESSAGE)));
	}

	/**
	 * A key only for this test, from two public primes: generating a secret one would
	 * take a tenth of a second at every start.
	 */
	private static KeyPair rsaKeys() throws GeneralSecurityException {
		BigInteger one = BigInteger.ONE;
		BigInteger p = one.shiftLeft(1024).subtract(BigInteger.valueOf(105));
		BigInteger q = one.shiftLeft(1023).add(one.shiftLeft(1022)).add(BigInteger.valueOf(1037));
		BigInteger e = BigInteger.valueOf(65537);
		BigInteger d = e.modInverse(p.subtract(one).multiply(q.subtract(one)));
		KeyFactory factory = KeyFactory.getInstance("RSA");
		return new KeyPair(factory.generatePublic(new RSAPublicKeySpec(p.multiply(q), e)),
				factory.generatePrivate(new RSAPrivateCrtKeySpec(p.multiply(q), e, d, p, q, d.mod(p.subtract(one)),
						d.mod(q.subtract(one)), q.modInverse(p))));
	}

}
