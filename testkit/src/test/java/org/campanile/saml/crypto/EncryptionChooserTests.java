package org.campanile.saml.crypto;

import java.math.BigInteger;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.RSAPublicKeySpec;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

import org.campanile.saml.crypto.KeyTransport.Digest;
import org.campanile.saml.relyingparty.EncryptionAlgorithm;
import org.campanile.saml.relyingparty.EncryptionKey;
import org.campanile.testkit.saml.TestCredentials;
import org.campanile.testkit.saml.TestRelyingParties;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

class EncryptionChooserTests {

	private static final String XENC = "http://www.w3.org/2001/04/xmlenc#";

	private static final String XENC11 = "http://www.w3.org/2009/xmlenc11#";

	private static final PublicKey RSA = TestCredentials.keyPair(KeyType.RSA_2048).getPublic();

	private static final PublicKey EC = TestCredentials.keyPair(KeyType.EC_P256).getPublic();

	@ParameterizedTest
	@MethodSource
	void whenMetadataStatesAlgorithmsThenChosenWithinTheFloor(List<String> stated, BlockCipher blockCipher,
			KeyTransport keyTransport) {
		EncryptionKey key = TestRelyingParties.encryptionKey(RSA, stated.toArray(String[]::new));
		assertThat(choose(key)).contains(new EncryptionMethodChoice((RSAPublicKey) RSA, keyTransport, blockCipher));
	}

	static Stream<Arguments> whenMetadataStatesAlgorithmsThenChosenWithinTheFloor() {
		String mgf1p = XENC + "rsa-oaep-mgf1p";
		String oaep = XENC11 + "rsa-oaep";
		String gcm128 = XENC11 + "aes128-gcm";
		String gcm192 = XENC11 + "aes192-gcm";
		String gcm256 = XENC11 + "aes256-gcm";
		String cbc128 = XENC + "aes128-cbc";
		String cbc192 = XENC + "aes192-cbc";
		String cbc256 = XENC + "aes256-cbc";
		String tripleDes = XENC + "tripledes-cbc";
		String rsa15 = XENC + "rsa-1_5";
		KeyTransport usual = KeyTransport.RSA_OAEP_MGF1P;
		return Stream.of(arguments(List.of(), BlockCipher.AES_128_GCM, usual),
				arguments(List.of(gcm128, mgf1p), BlockCipher.AES_128_GCM, usual),
				arguments(List.of(gcm256, gcm128, mgf1p), BlockCipher.AES_256_GCM, usual),
				arguments(List.of(gcm192, mgf1p), BlockCipher.AES_192_GCM, usual),
				arguments(List.of(cbc256, cbc128, gcm128, mgf1p), BlockCipher.AES_128_GCM, usual),
				arguments(List.of(cbc256, cbc128, mgf1p), BlockCipher.AES_256_CBC, usual),
				arguments(List.of(cbc192), BlockCipher.AES_192_CBC, usual),
				arguments(List.of(cbc128), BlockCipher.AES_128_CBC, usual),
				arguments(List.of(tripleDes, cbc128, rsa15), BlockCipher.AES_128_CBC, usual),
				arguments(List.of(tripleDes, rsa15), BlockCipher.AES_128_GCM, usual),
				arguments(List.of(tripleDes), BlockCipher.AES_128_GCM, usual),
				arguments(List.of(rsa15), BlockCipher.AES_128_GCM, usual),
				arguments(List.of("urn:x:none"), BlockCipher.AES_128_GCM, usual),
				arguments(List.of(oaep, mgf1p), BlockCipher.AES_128_GCM, usual),
				arguments(List.of(oaep, rsa15, gcm256), BlockCipher.AES_256_GCM, KeyTransport.RSA_OAEP));
	}

	@ParameterizedTest
	@MethodSource
	void whenMetadataStatesParametersThenThoseOrElseTheNextMethod(List<EncryptionKey.Method> stated,
			KeyTransport keyTransport) {
		assertThat(choose(new EncryptionKey(RSA, stated))).map(EncryptionMethodChoice::keyTransport)
			.contains(keyTransport);
	}

	static Stream<Arguments> whenMetadataStatesParametersThenThoseOrElseTheNextMethod() {
		String sha1 = "http://www.w3.org/2000/09/xmldsig#sha1";
		String sha256 = XENC + "sha256";
		String sha512 = XENC + "sha512";
		String md5 = "http://www.w3.org/2001/04/xmldsig-more#md5";
		String mgf1sha1 = XENC11 + "mgf1sha1";
		String mgf1sha256 = XENC11 + "mgf1sha256";
		return Stream.of(arguments(List.of(oaep(sha1, mgf1sha1)), usingOaep(Digest.SHA_1, Digest.SHA_1)),
				arguments(List.of(oaep(sha512, mgf1sha256)), usingOaep(Digest.SHA_512, Digest.SHA_256)),
				arguments(List.of(oaep(sha256, null)), usingOaep(Digest.SHA_256, Digest.SHA_1)),
				arguments(List.of(oaep(null, mgf1sha256)), usingOaep(Digest.SHA_1, Digest.SHA_256)),
				arguments(List.of(oaep(null, null)), KeyTransport.RSA_OAEP),
				arguments(List.of(oaep(md5, null), oaep(sha512, null)), usingOaep(Digest.SHA_512, Digest.SHA_1)),
				arguments(List.of(oaep(sha1, "urn:x:mgf"), oaep(sha1, null)), usingOaep(Digest.SHA_1, Digest.SHA_1)),
				arguments(List.of(oaep(md5, null)), KeyTransport.RSA_OAEP_MGF1P),
				arguments(List.of(mgf1p(null, null)), KeyTransport.RSA_OAEP_MGF1P),
				arguments(List.of(mgf1p(sha1, mgf1sha1)), KeyTransport.RSA_OAEP_MGF1P),
				arguments(List.of(mgf1p(sha256, null)), usingMgf1p(Digest.SHA_256)),
				arguments(List.of(oaep(null, null), mgf1p(sha512, null)), usingMgf1p(Digest.SHA_512)),
				arguments(List.of(oaep(null, null), mgf1p(md5, null)), KeyTransport.RSA_OAEP),
				arguments(List.of(mgf1p(sha256, mgf1sha256), oaep(sha1, null)), usingOaep(Digest.SHA_1, Digest.SHA_1)));
	}

	private static EncryptionKey.Method oaep(@Nullable String digest, @Nullable String mask) {
		return new EncryptionKey.Method(XENC11 + "rsa-oaep", Optional.ofNullable(digest), Optional.ofNullable(mask));
	}

	private static EncryptionKey.Method mgf1p(@Nullable String digest, @Nullable String mask) {
		return new EncryptionKey.Method(XENC + "rsa-oaep-mgf1p", Optional.ofNullable(digest),
				Optional.ofNullable(mask));
	}

	private static KeyTransport usingOaep(Digest digest, Digest mask) {
		return new KeyTransport(XENC11 + "rsa-oaep", digest, mask);
	}

	private static KeyTransport usingMgf1p(Digest digest) {
		return new KeyTransport(XENC + "rsa-oaep-mgf1p", digest, Digest.SHA_1);
	}

	@ParameterizedTest
	@CsvSource({ "AES128_GCM, AES_128_GCM", "AES256_GCM, AES_256_GCM", "AES128_CBC, AES_128_CBC",
			"AES256_CBC, AES_256_CBC" })
	void whenMetadataListsNoAllowedBlockCipherThenTheConfiguredOne(EncryptionAlgorithm configured, BlockCipher cipher) {
		for (String other : List.of(XENC + "rsa-oaep-mgf1p", XENC + "tripledes-cbc")) {
			EncryptionKey key = TestRelyingParties.encryptionKey(RSA, other);
			assertThat(EncryptionChooser.choose(List.of(key), configured)).map(EncryptionMethodChoice::blockCipher)
				.contains(cipher);
		}
		EncryptionKey listed = TestRelyingParties.encryptionKey(RSA, XENC11 + "aes192-gcm");
		assertThat(EncryptionChooser.choose(List.of(listed), configured)).map(EncryptionMethodChoice::blockCipher)
			.contains(BlockCipher.AES_192_GCM);
	}

	@Test
	void whenSeveralKeysThenFirstUsable() throws Exception {
		PublicKey short1024 = rsa(1024, 65537);
		PublicKey exponentOne = rsa(2048, 1);
		assertThat(choose()).isEmpty();
		assertThat(choose(key(EC), key(short1024), key(exponentOne))).isEmpty();
		assertThat(choose(key(EC), key(short1024), key(exponentOne), key(RSA))).map(EncryptionMethodChoice::key)
			.contains((RSAPublicKey) RSA);
	}

	private static Optional<EncryptionMethodChoice> choose(EncryptionKey... keys) {
		return EncryptionChooser.choose(List.of(keys), EncryptionAlgorithm.AES128_GCM);
	}

	private static EncryptionKey key(PublicKey key) {
		return new EncryptionKey(key, List.of());
	}

	/** Returns a key of that size, with which nothing is encrypted. */
	private static PublicKey rsa(int bits, int exponent) {
		BigInteger modulus = new BigInteger(bits, new SecureRandom()).setBit(bits - 1).setBit(0);
		try {
			return KeyFactory.getInstance("RSA")
				.generatePublic(new RSAPublicKeySpec(modulus, BigInteger.valueOf(exponent)));
		}
		catch (java.security.GeneralSecurityException ex) {
			return new OddKey(modulus, BigInteger.valueOf(exponent));
		}
	}

	/** A malformed key, as a more permissive provider might return it. */
	private record OddKey(BigInteger modulus, BigInteger exponent) implements RSAPublicKey {

		@Override
		public BigInteger getPublicExponent() {
			return exponent;
		}

		@Override
		public BigInteger getModulus() {
			return modulus;
		}

		@Override
		public String getAlgorithm() {
			return "RSA";
		}

		@Override
		public String getFormat() {
			return "X.509";
		}

		@Override
		public byte[] getEncoded() {
			return new byte[0];
		}

	}

}
