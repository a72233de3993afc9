package org.campanile.web.management;

import java.security.MessageDigest;
import java.util.regex.Pattern;

import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;

import org.campanile.seal.Sha256;

/**
 * The bearer token of the management port (RFC 6750, 2.1). Only its digest is kept, and
 * digests are compared in constant time. Thread-safe.
 */
public final class ManagementToken {

	/** The minimum length, in characters. */
	public static final int MIN_LENGTH = 32;

	/** Matches a b64token (RFC 6750). */
	private static final Pattern FORM = Pattern.compile("[A-Za-z0-9._~+/-]+=*");

	private static final String SCHEME = "Bearer ";

	private final byte @Nullable [] digest;

	private ManagementToken(byte @Nullable [] digest) {
		this.digest = digest;
	}

	/**
	 * @throws IllegalArgumentException if it is malformed or too short; the message does
	 * not quote it
	 */
	public static ManagementToken of(String token) {
		if (token.length() < MIN_LENGTH || !FORM.matcher(token).matches()) {
			throw new IllegalArgumentException("not a token of at least " + MIN_LENGTH
					+ " letters, digits and . _ ~ + / -; openssl rand -hex 32 creates one");
		}
		return new ManagementToken(Sha256.of(token));
	}

	/** Returns the absence of a token, with which no client can authenticate. */
	public static ManagementToken none() {
		return new ManagementToken(null);
	}

	/** Whether the request carries the token. */
	boolean isShownBy(HttpServletRequest request) {
		String header = request.getHeader(HttpHeaders.AUTHORIZATION);
		return digest != null && header != null && header.regionMatches(true, 0, SCHEME, 0, SCHEME.length())
				&& MessageDigest.isEqual(digest, Sha256.of(header.substring(SCHEME.length()).strip()));
	}

}
