package org.campanile.saml.crypto;

import java.math.BigInteger;
import java.security.PublicKey;
import java.security.interfaces.RSAPublicKey;
import java.util.List;
import java.util.Optional;

import org.campanile.saml.relyingparty.EncryptionAlgorithm;
import org.campanile.saml.relyingparty.EncryptionKey;

/**
 * Chooses how to encrypt to a service: its first usable key, with the algorithms and
 * parameters that metadata lists for that key (SAML Metadata 2.4.1.1,
 * {@code md:EncryptionMethod}) and that are allowed. Others are ignored; if none is left,
 * the defaults apply, so that a service that lists only weaker algorithms gets neither
 * these nor an unencrypted assertion.
 */
public final class EncryptionChooser {

	/** The minimum size of RSA keys that are used, in bits. */
	public static final int MIN_RSA_BITS = 2048;

	private static final BigInteger MIN_EXPONENT = BigInteger.valueOf(3);

	private EncryptionChooser() {
	}

	/**
	 * Chooses key and algorithms.
	 * @param keys the service's keys, in metadata order
	 * @param unlisted the block encryption if metadata lists none that is allowed
	 * @return empty if none is an RSA key of at least {@value #MIN_RSA_BITS} bits
	 */
	public static Optional<EncryptionMethodChoice> choose(List<EncryptionKey> keys, EncryptionAlgorithm unlisted) {
		for (EncryptionKey key : keys) {
			if (usable(key.publicKey()) && key.publicKey() instanceof RSAPublicKey rsa) {
				return Optional.of(new EncryptionMethodChoice(rsa, keyTransport(key.methods()),
						blockCipher(key.methods(), unlisted)));
			}
		}
		return Optional.empty();
	}

	/**
	 * Whether assertions can be encrypted to the key. Keys for key agreement (elliptic
	 * curves) cannot be used, because implementations are not interoperable.
	 */
	public static boolean usable(PublicKey key) {
		return key instanceof RSAPublicKey rsa && rsa.getModulus().bitLength() >= MIN_RSA_BITS
				&& rsa.getPublicExponent().compareTo(MIN_EXPONENT) >= 0;
	}

	private static KeyTransport keyTransport(List<EncryptionKey.Method> methods) {
		List<KeyTransport> allowed = methods.stream().map(KeyTransport::of).flatMap(Optional::stream).toList();
		return allowed.stream()
			.filter(transport -> transport.uri().equals(KeyTransport.RSA_OAEP_MGF1P.uri()))
			.findFirst()
			.or(() -> allowed.stream().findFirst())
			.orElse(KeyTransport.RSA_OAEP_MGF1P);
	}

	private static BlockCipher blockCipher(List<EncryptionKey.Method> methods, EncryptionAlgorithm unlisted) {
		List<BlockCipher> allowed = methods.stream()
			.flatMap(method -> BlockCipher.of(method.algorithm()).stream())
			.toList();
		return allowed.stream()
			.filter(BlockCipher::authenticated)
			.findFirst()
			.or(() -> allowed.stream().findFirst())
			.orElseGet(() -> cipher(unlisted));
	}

	private static BlockCipher cipher(EncryptionAlgorithm algorithm) {
		return switch (algorithm) {
			case AES128_GCM -> BlockCipher.AES_128_GCM;
			case AES256_GCM -> BlockCipher.AES_256_GCM;
			case AES128_CBC -> BlockCipher.AES_128_CBC;
			case AES256_CBC -> BlockCipher.AES_256_CBC;
		};
	}

}
