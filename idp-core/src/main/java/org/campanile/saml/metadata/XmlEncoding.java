package org.campanile.saml.metadata;

import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The encoding of an XML document, detected from its first bytes (XML 1.0, appendix F).
 *
 * @param charset the encoding
 * @param markLength bytes of the byte order mark
 */
record XmlEncoding(Charset charset, int markLength) {

	/** The number of bytes needed for detection, unless the document is shorter. */
	static final int HEAD = 512;

	private static final Pattern DECLARATION = Pattern
		.compile("\\A<\\?xml\\s[^>]*?encoding\\s*=\\s*[\"']([A-Za-z0-9._:-]+)[\"']");

	boolean isUtf8() {
		return charset.equals(StandardCharsets.UTF_8);
	}

	static XmlEncoding of(byte[] head) throws MetadataRefusedException {
		if (starts(head, 0xFF, 0xFE, 0, 0) || starts(head, 0, 0, 0xFE, 0xFF) || starts(head, '<', 0, 0, 0)
				|| starts(head, 0, 0, 0, '<')) {
			throw new MetadataRefusedException("is encoded in UTF-32; save it as UTF-8");
		}
		if (starts(head, 0xEF, 0xBB, 0xBF)) {
			return new XmlEncoding(StandardCharsets.UTF_8, 3);
		}
		if (starts(head, 0xFE, 0xFF)) {
			return new XmlEncoding(StandardCharsets.UTF_16BE, 2);
		}
		if (starts(head, 0xFF, 0xFE)) {
			return new XmlEncoding(StandardCharsets.UTF_16LE, 2);
		}
		if (starts(head, 0, '<')) {
			return new XmlEncoding(StandardCharsets.UTF_16BE, 0);
		}
		if (starts(head, '<', 0)) {
			return new XmlEncoding(StandardCharsets.UTF_16LE, 0);
		}
		return new XmlEncoding(declared(head), 0);
	}

	private static Charset declared(byte[] head) throws MetadataRefusedException {
		Matcher matcher = DECLARATION.matcher(new String(head, StandardCharsets.ISO_8859_1));
		if (!matcher.find()) {
			return StandardCharsets.UTF_8;
		}
		String name = matcher.group(1);
		try {
			Charset charset = Charset.forName(name);
			if (name.regionMatches(true, 0, "UTF-16", 0, 6) || name.regionMatches(true, 0, "UTF-32", 0, 6)) {
				throw new MetadataRefusedException(1, "declares encoding " + name + ", but is not in it");
			}
			// ASCII is a subset of UTF-8, so no conversion is needed.
			return charset.equals(StandardCharsets.US_ASCII) ? StandardCharsets.UTF_8 : charset;
		}
		catch (IllegalCharsetNameException | UnsupportedCharsetException ex) {
			throw new MetadataRefusedException(1, "declares the unknown encoding " + name + "; save it as UTF-8");
		}
	}

	private static boolean starts(byte[] head, int... bytes) {
		if (head.length < bytes.length) {
			return false;
		}
		for (int i = 0; i < bytes.length; i++) {
			if ((head[i] & 0xFF) != bytes[i]) {
				return false;
			}
		}
		return true;
	}

}
