package org.campanile.saml.crypto;

import java.math.BigInteger;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.RSAPublicKeySpec;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import org.campanile.saml.relyingparty.EncryptionKey;
import org.campanile.testkit.saml.TestCredentials;

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
		assertThat(EncryptionChooser.choose(List.of(new EncryptionKey(RSA, stated))))
			.contains(new EncryptionMethodChoice((RSAPublicKey) RSA, keyTransport, blockCipher));
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

	@Test
	void whenSeveralKeysThenFirstUsable() throws Exception {
		PublicKey short1024 = rsa(1024, 65537);
		PublicKey exponentOne = rsa(2048, 1);
		assertThat(EncryptionChooser.choose(List.of())).isEmpty();
		assertThat(EncryptionChooser.choose(List.of(key(EC), key(short1024), key(exponentOne)))).isEmpty();
		assertThat(EncryptionChooser.choose(List.of(key(EC), key(short1024), key(exponentOne), key(RSA))))
			.map(EncryptionMethodChoice::key)
			.contains((RSAPublicKey) RSA);
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
