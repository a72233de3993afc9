package org.campanile.saml.binding;

import java.util.Base64;

import org.campanile.saml.FaultCode;
import org.campanile.saml.SamlFault;

/**
 * Base64 of RFC 4648, section 4: the standard alphabet, padded. White space between the
 * characters is skipped, since many senders break lines as in RFC 2045; everything else
 * is an error.
 */
final class StrictBase64 {

	private StrictBase64() {
	}

	static byte[] decode(String parameter, String text) throws SamlFault {
		String packed = withoutWhiteSpace(text);
		// The JDK's decoder would accept missing padding.
		if (packed.isEmpty() || packed.length() % 4 != 0) {
			throw SamlFault.local(FaultCode.MESSAGE_UNDECODABLE,
					parameter + " is not base64: " + packed.length() + " characters, not a positive multiple of four");
		}
		try {
			return Base64.getDecoder().decode(packed);
		}
		catch (IllegalArgumentException ex) {
			throw SamlFault.local(FaultCode.MESSAGE_UNDECODABLE, parameter + " is not base64: " + ex.getMessage(), ex);
		}
	}

	private static String withoutWhiteSpace(String text) {
		StringBuilder packed = new StringBuilder(text.length());
		for (int i = 0; i < text.length(); i++) {
			char c = text.charAt(i);
			if (c != '\r' && c != '\n' && c != ' ' && c != '\t') {
				packed.append(c);
			}
		}
		return packed.toString();
	}

}
