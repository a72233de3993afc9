package org.campanile.saml.logout;

import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

import org.campanile.saml.crypto.CryptoProvider;
import org.campanile.saml.crypto.SigningCredential;
import org.campanile.xml.DeflateEncoding;
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
	 * Returns a URL in ASCII, as it may be sent in a header: in the host as well, other
	 * letters are percent-encoded (RFC 3986, 3.2.2).
	 * @param location a URL, which may already have a query
	 * @param parameter SAMLRequest or SAMLResponse
	 * @param xml the message without a signature of its own
	 */
	String url(String location, String parameter, byte[] xml, @Nullable String relayState) {
		StringBuilder query = new StringBuilder(parameter).append('=').append(encode(DeflateEncoding.encode(xml)));
		if (relayState != null) {
			query.append("&RelayState=").append(encode(relayState));
		}
		query.append("&SigAlg=").append(encode(credential.algorithm().uri()));
		byte[] signature = crypto.signQuery(credential, query.toString().getBytes(StandardCharsets.US_ASCII));
		query.append("&Signature=").append(encode(Base64.getEncoder().encodeToString(signature)));
		int fragment = location.indexOf('#');
		String address = URI.create(fragment < 0 ? location : location.substring(0, fragment)).toASCIIString();
		return address + (address.indexOf('?') < 0 ? '?' : '&') + query;
	}

	private static String encode(String value) {
		return URLEncoder.encode(value, StandardCharsets.UTF_8);
	}

}
