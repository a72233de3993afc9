package org.campanile.perf.load;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.interfaces.ECPublicKey;
import java.security.spec.ECGenParameterSpec;
import java.util.Arrays;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.campanile.seal.Sha256;

/**
 * The passkeys of the generated people, one each: P-256 keys derived from the user's
 * number, so that the server that enrols them and the load that signs with them need not
 * exchange any. They verify the user and have no signature counter, like those of phones.
 * Thread-safe.
 */
public final class Passkeys {

	private static final int USER_PRESENT = 0x01;

	private static final int USER_VERIFIED = 0x04;

	private static final int ATTESTED = 0x40;

	private static final int COORDINATE = 32;

	/** The length of a credential id, in bytes. */
	private static final int ID = 16;

	private static final Pattern CHALLENGE = Pattern.compile("\"challenge\":\"([^\"]*)\"");

	private static final Pattern RP_ID = Pattern.compile("\"rpId\":\"([^\"]*)\"");

	private Passkeys() {
	}

	/** Returns a user handle for authenticators (WebAuthn 5.4.3), in Base64url. */
	public static String handle(int user) {
		return url(derived("handle", user));
	}

	/** Returns the challenge of a user's enrolment, in Base64url. */
	public static String enrolmentChallenge(int user) {
		return url(derived("challenge", user));
	}

	/**
	 * Returns the answer of a browser that has created a user's passkey, as JSON
	 * (WebAuthn 5.1.8, RegistrationResponseJSON).
	 * @param challenge the challenge in the options, in Base64url
	 * @param rpId the domain that the passkey is for
	 * @param origin the origin of the page
	 */
	public static String registration(int user, String challenge, String rpId, String origin) {
		ECPublicKey key = (ECPublicKey) keys(user).getPublic();
		byte[] authData = joined(authData(rpId, ATTESTED), new byte[16], new byte[] { 0, ID }, id(user),
				new byte[] { (byte) 0xa5, 1, 2, 3, 0x26, 0x20, 1, 0x21, 0x58, COORDINATE },
				coordinate(key.getW().getAffineX()), new byte[] { 0x22, 0x58, COORDINATE },
				coordinate(key.getW().getAffineY()));
		byte[] attestation = joined(new byte[] { (byte) 0xa3 }, text("fmt"), text("none"), text("attStmt"),
				new byte[] { (byte) 0xa0 }, text("authData"), new byte[] { 0x58, (byte) authData.length }, authData);
		return answer(user, "\"clientDataJSON\":\"%s\",\"attestationObject\":\"%s\",\"transports\":[\"internal\"]"
			.formatted(url(clientData("webauthn.create", challenge, origin)), url(attestation)));
	}

	/**
	 * Returns the answer of a browser in which a user's passkey has signed, as JSON
	 * (WebAuthn 5.1.8, AuthenticationResponseJSON).
	 * @param options the options on the page, as JSON (WebAuthn 5.1.10)
	 * @param origin the origin of the page
	 * @throws IllegalArgumentException if the options have no challenge or no domain
	 */
	static String assertion(int user, String options, String origin) {
		byte[] authData = authData(value(options, RP_ID), 0);
		byte[] clientData = clientData("webauthn.get", value(options, CHALLENGE), origin);
		byte[] signature = signed(user, joined(authData, Sha256.of(clientData)));
		return answer(user,
				"\"clientDataJSON\":\"%s\",\"authenticatorData\":\"%s\",\"signature\":\"%s\",\"userHandle\":\"%s\""
					.formatted(url(clientData), url(authData), url(signature), handle(user)));
	}

	private static String answer(int user, String response) {
		String id = url(id(user));
		return "{\"id\":\"" + id + "\",\"rawId\":\"" + id + "\",\"type\":\"public-key\",\"response\":{" + response
				+ "},\"clientExtensionResults\":{}}";
	}

	private static byte[] id(int user) {
		return Arrays.copyOf(derived("id", user), ID);
	}

	private static byte[] authData(String rpId, int flags) {
		return ByteBuffer.allocate(37)
			.put(Sha256.of(rpId))
			.put((byte) (flags | USER_PRESENT | USER_VERIFIED))
			.putInt(0)
			.array();
	}

	private static byte[] clientData(String type, String challenge, String origin) {
		return "{\"type\":\"%s\",\"challenge\":\"%s\",\"origin\":\"%s\",\"crossOrigin\":false}"
			.formatted(type, challenge, origin)
			.getBytes(StandardCharsets.UTF_8);
	}

	private static String value(String options, Pattern pattern) {
		Matcher matcher = pattern.matcher(options);
		if (!matcher.find()) {
			throw new IllegalArgumentException("these are no options for a passkey: " + options);
		}
		return matcher.group(1);
	}

	/** Derives a user's keys. Other providers derive other keys from the seed. */
	private static KeyPair keys(int user) {
		try {
			SecureRandom seeded = SecureRandom.getInstance("SHA1PRNG");
			seeded.setSeed(derived("key", user));
			KeyPairGenerator generator = KeyPairGenerator.getInstance("EC", "SunEC");
			generator.initialize(new ECGenParameterSpec("secp256r1"), seeded);
			return generator.generateKeyPair();
		}
		catch (GeneralSecurityException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private static byte[] signed(int user, byte[] data) {
		try {
			Signature signature = Signature.getInstance("SHA256withECDSA");
			signature.initSign(keys(user).getPrivate());
			signature.update(data);
			return signature.sign();
		}
		catch (GeneralSecurityException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private static byte[] derived(String what, int user) {
		return Sha256.of("perf-passkey-" + what + '-' + user);
	}

	private static byte[] coordinate(BigInteger value) {
		byte[] bytes = value.toByteArray();
		byte[] padded = new byte[COORDINATE];
		int length = Math.min(bytes.length, COORDINATE);
		System.arraycopy(bytes, bytes.length - length, padded, COORDINATE - length, length);
		return padded;
	}

	private static byte[] text(String text) {
		byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
		return joined(new byte[] { (byte) (0x60 + bytes.length) }, bytes);
	}

	private static byte[] joined(byte[]... parts) {
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
