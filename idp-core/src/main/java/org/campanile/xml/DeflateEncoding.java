package org.campanile.xml;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Base64;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;

/** The encodings of messages in the query of a URL. */
public final class DeflateEncoding {

	private DeflateEncoding() {
	}

	/**
	 * A message, deflated, in base64; not yet encoded for the URL (SAML Bindings
	 * 3.4.4.1).
	 */
	public static String encode(byte[] xml) {
		return encode(xml, true);
	}

	/** A message like {@link #encode(byte[])}, but in the zlib format (RFC 1950). */
	public static String encodeZlib(byte[] xml) {
		return encode(xml, false);
	}

	private static String encode(byte[] xml, boolean raw) {
		Deflater deflater = new Deflater(Deflater.DEFAULT_COMPRESSION, raw);
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

}
