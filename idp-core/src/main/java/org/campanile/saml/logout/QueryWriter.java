package org.campanile.saml.logout;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;

import org.campanile.saml.crypto.CryptoProvider;
import org.campanile.saml.crypto.SigningCredential;
import org.jspecify.annotations.Nullable;

/**
 * Writes a message to the query of a URL, deflated and signed (SAML Bindings 3.4.4).
 * Thread-safe.
 */
final class QueryWriter {

	private final SigningCredential credential;

	private final CryptoProvider crypto;

	QueryWriter(SigningCredential credential, CryptoProvider crypto) {
		this.credential = credential;
		this.crypto = crypto;
	}

	/**
	 * @param location a URL, which may already have a query
	 * @param parameter SAMLRequest or SAMLResponse
	 * @param xml the message without a signature of its own
	 */
	String url(String location, String parameter, byte[] xml, @Nullable String relayState) {
		StringBuilder query = new StringBuilder(parameter).append('=').append(encode(deflate(xml)));
		if (relayState != null) {
			query.append("&RelayState=").append(encode(relayState));
		}
		query.append("&SigAlg=").append(encode(credential.algorithm().uri()));
		byte[] signature = crypto.signQuery(credential, query.toString().getBytes(StandardCharsets.US_ASCII));
		query.append("&Signature=").append(encode(Base64.getEncoder().encodeToString(signature)));
		int fragment = location.indexOf('#');
		String address = fragment < 0 ? location : location.substring(0, fragment);
		return address + (address.indexOf('?') < 0 ? '?' : '&') + query;
	}

	private static String deflate(byte[] xml) {
		Deflater deflater = new Deflater(Deflater.DEFAULT_COMPRESSION, true);
		ByteArrayOutputStream bytes = new ByteArrayOutputStream(1024);
		try (DeflaterOutputStream out = new DeflaterOutputStream(bytes, deflater)) {
			out.write(xml);
		}
		catch (IOException ex) {
			throw new IllegalStateException("a message could not be deflated into memory", ex);
		}
		finally {
			deflater.end();
		}
		return Base64.getEncoder().encodeToString(bytes.toByteArray());
	}

	private static String encode(String value) {
		return URLEncoder.encode(value, StandardCharsets.UTF_8);
	}

}
