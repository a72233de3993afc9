package org.campanile.testkit.authn;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.ECGenParameterSpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.campanile.seal.RandomValues;
import org.campanile.seal.Sha256;

/**
 * An authenticator in software, with the browser in front of it: answers the options of a
 * page with the JSON that its script posts (WebAuthn 5.1.8). Not thread-safe.
 */
public final class SoftAuthenticator {

	private static final int UP = 0x01;

	private static final int UV = 0x04;

	private static final int AT = 0x40;

	private final List<Key> keys = new ArrayList<>();

	private final SecureRandom random = new SecureRandom();

	private String origin;

	private String rpId = "";

	private boolean userVerified = true;

	private boolean counting;

	private long counter;

	private int rsaBytes;

	private Algorithm algorithm = Algorithm.ES256;

	/**
	 * @param origin of the page that it is used on
	 */
	public SoftAuthenticator(String origin) {
		this.origin = origin;
	}

	private record Key(String rpId, String id, String handle, KeyPair pair, Algorithm algorithm) {
	}

	/** The signature algorithms of the authenticator (RFC 9053 2, RFC 8812 2). */
	public enum Algorithm {

		ES256("EC", "SHA256withECDSA", "SunEC"), EDDSA("Ed25519", "Ed25519", "SunEC"),
		RS256("RSA", "SHA256withRSA", "SunRsaSign");

		private final String keys;

		private final String signature;

		/**
		 * The provider of the algorithm, independent of others installed, as the
		 * authenticator represents a separate device.
		 */
		private final String provider;

		Algorithm(String keys, String signature, String provider) {
			this.keys = keys;
			this.signature = signature;
			this.provider = provider;
		}

		private KeyPair newPair() {
			try {
				KeyPairGenerator generator = KeyPairGenerator.getInstance(keys, provider);
				if (this == ES256) {
					generator.initialize(new ECGenParameterSpec("secp256r1"));
				}
				return generator.generateKeyPair();
			}
			catch (GeneralSecurityException ex) {
				throw new IllegalStateException(ex);
			}
		}

		private byte[] sign(KeyPair pair, byte[] data) {
			try {
				Signature signer = Signature.getInstance(signature, provider);
				signer.initSign(pair.getPrivate());
				signer.update(data);
				return signer.sign();
			}
			catch (GeneralSecurityException ex) {
				throw new IllegalStateException(ex);
			}
		}

	}

	/** Sets the algorithm of the keys created from now on. */
	public SoftAuthenticator signingWith(Algorithm other) {
		this.algorithm = other;
		return this;
	}

	/** Sets the origin of the page that uses the authenticator. */
	public SoftAuthenticator at(String other) {
		this.origin = other;
		return this;
	}

	/**
	 * Signs for another relying party than the options name; "" for that of the options.
	 */
	public SoftAuthenticator signingFor(String other) {
		this.rpId = other;
		return this;
	}

	/** Sets whether the authenticator verifies its user, by PIN or fingerprint. */
	public SoftAuthenticator verifying(boolean on) {
		this.userVerified = on;
		return this;
	}

	/** Starts the signature counter there, incremented with each signature. */
	public SoftAuthenticator countingFrom(long next) {
		this.counting = true;
		this.counter = next;
		return this;
	}

	/**
	 * Registers an RSA key whose modulus has that many bytes, with which the
	 * authenticator cannot sign.
	 */
	public SoftAuthenticator withRsaKeyOf(int modulusBytes) {
		this.rsaBytes = modulusBytes;
		return this;
	}

	/**
	 * The answer to options for {@code navigator.credentials.create}.
	 * @throws IllegalStateException if it has a credential that is to be excluded
	 */
	public String create(String options) {
		if (keys.stream().anyMatch(key -> options.contains('"' + key.id() + '"'))) {
			throw new IllegalStateException("InvalidStateError");
		}
		Key key = new Key(value(options, "rp\":\\{[^}]*\"id"), RandomValues.token(20, random),
				value(options, "user\":\\{[^}]*\"id"), algorithm.newPair(), algorithm);
		keys.add(key);
		byte[] id = Base64.getUrlDecoder().decode(key.id());
		byte[] attested = concat(new byte[16], new byte[] { 0, (byte) id.length }, id,
				rsaBytes > 0 ? rsa(RandomValues.bytes(rsaBytes, random)) : cose(key));
		byte[] authData = concat(authData(key, AT), attested);
		byte[] object = concat(new byte[] { (byte) 0xa3 }, text("fmt"), text("none"), text("attStmt"),
				new byte[] { (byte) 0xa0 }, text("authData"),
				new byte[] { 0x59, (byte) (authData.length >> 8), (byte) authData.length }, authData);
		return answer(key, "\"clientDataJSON\":\"" + url(clientData("webauthn.create", options))
				+ "\",\"attestationObject\":\"" + url(object) + "\",\"transports\":[\"internal\"]");
	}

	/**
	 * The answer to options for {@code navigator.credentials.get}, of the newest
	 * credential that is allowed.
	 * @throws IllegalStateException if there is none
	 */
	public String get(String options) {
		String site = value(options, "rpId");
		boolean any = options.contains("\"allowCredentials\":[]");
		Key key = keys.reversed()
			.stream()
			.filter(one -> one.rpId().equals(site) && (any || options.contains('"' + one.id() + '"')))
			.findFirst()
			.orElseThrow(() -> new IllegalStateException("NotAllowedError"));
		byte[] authData = authData(key, 0);
		byte[] clientData = clientData("webauthn.get", options);
		return answer(key, "\"clientDataJSON\":\"" + url(clientData) + "\",\"authenticatorData\":\"" + url(authData)
				+ "\",\"signature\":\"" + url(key.algorithm().sign(key.pair(), concat(authData, Sha256.of(clientData))))
				+ "\",\"userHandle\":\"" + key.handle() + '"');
	}

	private static String answer(Key key, String response) {
		return "{\"id\":\"" + key.id() + "\",\"rawId\":\"" + key.id() + "\",\"type\":\"public-key\",\"response\":{"
				+ response + "},\"clientExtensionResults\":{}}";
	}

	private byte[] authData(Key key, int flags) {
		String site = rpId.isEmpty() ? key.rpId() : rpId;
		return ByteBuffer.allocate(37)
			.put(Sha256.of(site))
			.put((byte) (flags | UP | (userVerified ? UV : 0)))
			.putInt((int) (counting ? counter++ : 0))
			.array();
	}

	private byte[] clientData(String type, String options) {
		return ("{\"type\":\"" + type + "\",\"challenge\":\"" + value(options, "challenge") + "\",\"origin\":\""
				+ origin + "\",\"crossOrigin\":false}")
			.getBytes(StandardCharsets.UTF_8);
	}

	private static String value(String json, String name) {
		Matcher matcher = Pattern.compile('"' + name + "\":\"([^\"]*)\"").matcher(json);
		if (!matcher.find()) {
			throw new IllegalArgumentException("no " + name + " in " + json);
		}
		return matcher.group(1);
	}

	/** The public key (RFC 9052 7, RFC 9053 7, RFC 8230 4). */
	private static byte[] cose(Key key) {
		PublicKey made = key.pair().getPublic();
		if (made instanceof RSAPublicKey rsa) {
			byte[] modulus = rsa.getModulus().toByteArray();
			return rsa(Arrays.copyOfRange(modulus, 1, modulus.length));
		}
		if (made instanceof ECPublicKey ec) {
			return concat(new byte[] { (byte) 0xa5, 1, 2, 3, 0x26, 0x20, 1, 0x21, 0x58, 32 },
					coordinate(ec.getW().getAffineX()), new byte[] { 0x22, 0x58, 32 },
					coordinate(ec.getW().getAffineY()));
		}
		byte[] encoded = made.getEncoded();
		return concat(new byte[] { (byte) 0xa4, 1, 1, 3, 0x27, 0x20, 6, 0x21, 0x58, 32 },
				Arrays.copyOfRange(encoded, encoded.length - 32, encoded.length));
	}

	private static byte[] rsa(byte[] modulus) {
		byte[] length = { (byte) (modulus.length >> 8), (byte) modulus.length };
		return concat(new byte[] { (byte) 0xa4, 1, 3, 3, 0x39, 1, 0, 0x20, 0x59 }, length, modulus,
				new byte[] { 0x21, 0x43, 1, 0, 1 });
	}

	private static byte[] coordinate(BigInteger value) {
		byte[] bytes = value.toByteArray();
		byte[] padded = new byte[32];
		int length = Math.min(bytes.length, 32);
		System.arraycopy(bytes, bytes.length - length, padded, 32 - length, length);
		return padded;
	}

	private static byte[] text(String text) {
		byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
		return concat(new byte[] { (byte) (0x60 + bytes.length) }, bytes);
	}

	private static byte[] concat(byte[]... parts) {
		ByteArrayOutputStream all = new ByteArrayOutputStream();
		for (byte[] part : parts) {
			all.writeBytes(part);
		}
		return all.toByteArray();
	}

	private static String url(byte[] bytes) {
		return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
	}

}
