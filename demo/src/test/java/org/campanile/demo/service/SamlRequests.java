package org.campanile.demo.service;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;

/** Decodes AuthnRequests sent by HTTP-Redirect. */
final class SamlRequests {

	private static final Pattern REQUEST = Pattern.compile("[?&]SAMLRequest=([^&]+)");

	private static final Pattern ID = Pattern.compile(" ID=\"([^\"]+)\"");

	private SamlRequests() {
	}

	static String id(URI redirect) {
		return first(ID, xml(redirect));
	}

	private static String xml(URI redirect) {
		String encoded = URLDecoder.decode(first(REQUEST, redirect.toString()), StandardCharsets.UTF_8);
		try (InflaterInputStream in = new InflaterInputStream(
				new ByteArrayInputStream(Base64.getDecoder().decode(encoded)), new Inflater(true))) {
			return new String(in.readAllBytes(), StandardCharsets.UTF_8);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static String first(Pattern pattern, String text) {
		Matcher matcher = pattern.matcher(text);
		if (!matcher.find()) {
			throw new AssertionError("no " + pattern + " in " + text);
		}
		return matcher.group(1);
	}

}
