package org.campanile.saml.binding;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Set;

import org.campanile.saml.FaultCode;
import org.campanile.saml.SamlFault;
import org.jspecify.annotations.Nullable;

/**
 * The parameters of the Redirect binding exactly as in the query string, still
 * URL-encoded, because a signature covers these bytes (SAML Bindings 3.4.4.1). Each may
 * occur once, and its name must not be encoded; other parameters are ignored.
 */
final class RawQuery {

	static final String SAML_REQUEST = "SAMLRequest";

	static final String SAML_RESPONSE = "SAMLResponse";

	static final String RELAY_STATE = "RelayState";

	static final String SIG_ALG = "SigAlg";

	static final String SIGNATURE = "Signature";

	static final String SAML_ENCODING = "SAMLEncoding";

	private static final Set<String> NAMES = Set.of(SAML_REQUEST, SAML_RESPONSE, RELAY_STATE, SIG_ALG, SIGNATURE,
			SAML_ENCODING);

	private final Map<String, String> values;

	private RawQuery(Map<String, String> values) {
		this.values = values;
	}

	static RawQuery parse(String query) throws SamlFault {
		Map<String, String> values = new HashMap<>();
		for (String part : query.split("&", -1)) {
			int equals = part.indexOf('=');
			String name = equals < 0 ? part : part.substring(0, equals);
			if (!NAMES.contains(name)) {
				// Different implementations must not disagree on which parameters are
				// SAML's.
				if (NAMES.contains(decode("a parameter's name", name, true))) {
					throw undecodable("the name of a SAML parameter is percent-encoded: " + name);
				}
				continue;
			}
			if (values.put(name, equals < 0 ? "" : part.substring(equals + 1)) != null) {
				throw undecodable(name + " comes twice");
			}
		}
		return new RawQuery(values);
	}

	boolean has(String name) {
		return values.containsKey(name);
	}

	/** The value exactly as in the query; null if the parameter is absent. */
	@Nullable String raw(String name) {
		return values.get(name);
	}

	/** The value decoded like a form field, where a plus sign is a space. */
	@Nullable String text(String name) throws SamlFault {
		String raw = values.get(name);
		return raw == null ? null : decode(name, raw, true);
	}

	/**
	 * The bytes of a base64 value. A plus sign is kept: senders that forget to escape it
	 * mean the base64 character, and a space would be invalid anyway.
	 */
	byte[] bytes(String name) throws SamlFault {
		return StrictBase64.decode(name, decode(name, values.getOrDefault(name, ""), false));
	}

	private static String decode(String what, String raw, boolean plusIsSpace) throws SamlFault {
		byte[] bytes = new byte[raw.length()];
		int length = 0;
		for (int i = 0; i < raw.length(); i++) {
			char c = raw.charAt(i);
			if (c == '%') {
				if (i + 2 >= raw.length() || !HexFormat.isHexDigit(raw.charAt(i + 1))
						|| !HexFormat.isHexDigit(raw.charAt(i + 2))) {
					throw undecodable(what + " holds a percent sign without two hexadecimal digits");
				}
				bytes[length++] = (byte) HexFormat.fromHexDigits(raw, i + 1, i + 3);
				i += 2;
			}
			else if (c <= ' ' || c > '~') {
				throw undecodable(what + " holds a character that must be percent-encoded");
			}
			else {
				bytes[length++] = (byte) (c == '+' && plusIsSpace ? ' ' : c);
			}
		}
		try {
			return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes, 0, length)).toString();
		}
		catch (CharacterCodingException ex) {
			throw SamlFault.local(FaultCode.MESSAGE_UNDECODABLE, what + " is not UTF-8", ex);
		}
	}

	private static SamlFault undecodable(String detail) {
		return SamlFault.local(FaultCode.MESSAGE_UNDECODABLE, detail);
	}

}
