package org.campanile.web.validation;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;

/**
 * Parameters that are sent as a JSON object (RFC 8259). privacyIDEA takes values of any
 * type; here all are strings, as they are in a form, so that nothing depends on how a
 * number or a list would be read as a password.
 */
final class JsonParameters {

	private static final int MAX_MEMBERS = 50;

	private static final JsonFactory FACTORY = JsonFactory.builder()
		.enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
		.build();

	private JsonParameters() {
	}

	/** Thrown if the body is not a JSON object of parameters. */
	static final class MalformedJsonException extends Exception {

		private static final long serialVersionUID = 1L;

		private MalformedJsonException(String message) {
			// The exception has no cause, which would quote the body, and so a password.
			super(message, null, false, false);
		}

	}

	/**
	 * Reads the members of an object.
	 * @param body as it arrived, limited in length by the port
	 * @throws MalformedJsonException with a reason that quotes nothing of it
	 */
	static Map<String, String> read(byte[] body) throws MalformedJsonException {
		Map<String, String> members = new HashMap<>();
		try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), decode(body))) {
			if (parser.nextToken() != JsonToken.START_OBJECT) {
				throw new MalformedJsonException("no object");
			}
			while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
				if (members.size() == MAX_MEMBERS) {
					throw new MalformedJsonException("more than " + MAX_MEMBERS + " members");
				}
				String name = parser.currentName();
				if (parser.nextToken() != JsonToken.VALUE_STRING) {
					throw new MalformedJsonException("a value that is no string");
				}
				members.put(name, text(parser.getString()));
			}
			if (parser.nextToken() != null) {
				throw new MalformedJsonException("something follows the object");
			}
			return members;
		}
		catch (JacksonException ex) {
			throw new MalformedJsonException("no JSON, or a name that comes twice");
		}
	}

	/** Decodes UTF-8 alone: JSON has no other encoding between systems. */
	private static String decode(byte[] body) throws MalformedJsonException {
		try {
			return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(body)).toString();
		}
		catch (CharacterCodingException ex) {
			throw new MalformedJsonException("no UTF-8");
		}
	}

	/**
	 * Refuses half of a surrogate pair, which JSON can escape; encoded again, it would be
	 * a question mark.
	 */
	private static String text(String value) throws MalformedJsonException {
		if (!StandardCharsets.UTF_8.newEncoder().canEncode(value)) {
			throw new MalformedJsonException("half of a surrogate pair");
		}
		return value;
	}

}
