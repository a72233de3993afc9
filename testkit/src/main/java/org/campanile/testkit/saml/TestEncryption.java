package org.campanile.testkit.saml;

import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.security.spec.AlgorithmParameterSpec;
import java.util.Base64;

import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

import org.campanile.saml.Saml;
import org.campanile.seal.RandomValues;

/**
 * XML encryption (XML Encryption 1.1, 5.2 and 5.5.2), implemented independently of any
 * library for it.
 */
public final class TestEncryption {

	private static final SecureRandom RANDOM = new SecureRandom();

	private TestEncryption() {
	}

	/**
	 * @param method the URI of AES-128-GCM, AES-256-GCM or AES-128-CBC
	 */
	public static String encrypt(String xml, X509Certificate recipient, String method) {
		try {
			boolean gcm = method.endsWith("-gcm");
			byte[] key = RandomValues.bytes(method.contains("256") ? 32 : 16, RANDOM);
			byte[] iv = RandomValues.bytes(gcm ? 12 : 16, RANDOM);
			AlgorithmParameterSpec parameters = gcm ? new GCMParameterSpec(128, iv) : new IvParameterSpec(iv);
			Cipher block = Cipher.getInstance(gcm ? "AES/GCM/NoPadding" : "AES/CBC/NoPadding");
			block.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(key, "AES"), parameters);
			byte[] plain = xml.getBytes(StandardCharsets.UTF_8);
			byte[] sealed = block.doFinal(gcm ? plain : padded(plain));
			Cipher transport = Cipher.getInstance("RSA/ECB/OAEPWithSHA-1AndMGF1Padding");
			transport.init(Cipher.ENCRYPT_MODE, recipient.getPublicKey());
			return """
					<saml:EncryptedAssertion xmlns:saml="%s"><xenc:EncryptedData \
					xmlns:xenc="http://www.w3.org/2001/04/xmlenc#" Id="_d1" Type="http://www.w3.org/2001/04/xmlenc#Element">\
					<xenc:EncryptionMethod Algorithm="%s"/><ds:KeyInfo xmlns:ds="%s"><xenc:EncryptedKey>\
					<xenc:EncryptionMethod Algorithm="http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p"/><xenc:CipherData>\
					<xenc:CipherValue>%s</xenc:CipherValue></xenc:CipherData></xenc:EncryptedKey></ds:KeyInfo>\
					<xenc:CipherData><xenc:CipherValue>%s</xenc:CipherValue></xenc:CipherData></xenc:EncryptedData>\
					</saml:EncryptedAssertion>"""
				.formatted(Saml.ASSERTION_NS, method, Saml.DSIG_NS, base64(transport.doFinal(key)),
						base64(concat(iv, sealed)));
		}
		catch (Exception ex) {
			throw new IllegalStateException(ex);
		}
	}

	private static byte[] padded(byte[] plain) {
		int padding = 16 - plain.length % 16;
		byte[] padded = java.util.Arrays.copyOf(plain, plain.length + padding);
		padded[padded.length - 1] = (byte) padding;
		return padded;
	}

	private static byte[] concat(byte[] first, byte[] second) {
		byte[] both = java.util.Arrays.copyOf(first, first.length + second.length);
		System.arraycopy(second, 0, both, first.length, second.length);
		return both;
	}

	private static String base64(byte[] bytes) {
		return Base64.getEncoder().encodeToString(bytes);
	}

}
