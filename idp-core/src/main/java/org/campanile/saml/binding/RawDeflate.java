package org.campanile.saml.binding;

import java.util.Arrays;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

import org.campanile.saml.FaultCode;
import org.campanile.saml.SamlFault;

/**
 * DEFLATE of RFC 1951 without a header, as used by the Redirect binding (SAML Bindings
 * 3.4.4.1), inflated up to a limit. The whole input must be one complete stream.
 */
final class RawDeflate {

	private static final int CHUNK = 4096;

	private RawDeflate() {
	}

	static byte[] inflate(String parameter, byte[] deflated, int maxInflated) throws SamlFault {
		Inflater inflater = new Inflater(true);
		try {
			inflater.setInput(deflated);
			byte[] inflated = new byte[CHUNK];
			int size = 0;
			while (!inflater.finished()) {
				if (size == inflated.length) {
					inflated = Arrays.copyOf(inflated, 2 * size);
				}
				int count = inflater.inflate(inflated, size, inflated.length - size);
				if (count == 0 && !inflater.finished()) {
					throw undecodable("the deflate stream of " + parameter + " is cut short");
				}
				size += count;
				if (size > maxInflated) {
					throw SamlFault.local(FaultCode.MESSAGE_TOO_LARGE,
							parameter + " inflates to more than " + maxInflated + " bytes");
				}
			}
			if (inflater.getRemaining() > 0) {
				throw undecodable(inflater.getRemaining() + " bytes follow the deflate stream of " + parameter);
			}
			return Arrays.copyOf(inflated, size);
		}
		catch (DataFormatException ex) {
			String hint = hasZlibHeader(deflated) ? "; it has a zlib header, which the binding does not" : "";
			throw SamlFault.local(FaultCode.MESSAGE_UNDECODABLE, parameter + " is not a deflate stream" + hint, ex);
		}
		finally {
			// Its memory is outside the heap, so the garbage collector would free it
			// late.
			inflater.end();
		}
	}

	private static boolean hasZlibHeader(byte[] bytes) {
		return bytes.length > 1 && (bytes[0] & 0x0f) == 8 && ((bytes[0] & 0xff) << 8 | bytes[1] & 0xff) % 31 == 0;
	}

	private static SamlFault undecodable(String detail) {
		return SamlFault.local(FaultCode.MESSAGE_UNDECODABLE, detail);
	}

}
