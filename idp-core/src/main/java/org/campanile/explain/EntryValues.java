package org.campanile.explain;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/** What the source of users said of one, for people to read. */
final class EntryValues {

	/** In characters; a photograph is of no use here. */
	private static final int LONGEST = 400;

	private EntryValues() {
	}

	static List<Explanation.Values> of(Map<String, List<byte[]>> attributes) {
		return attributes.entrySet()
			.stream()
			.map(attribute -> new Explanation.Values(attribute.getKey(),
					attribute.getValue().stream().map(EntryValues::text).toList()))
			.toList();
	}

	private static String text(byte[] bytes) {
		try {
			String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
			if (text.chars().noneMatch(sign -> Character.isISOControl(sign) && !Character.isWhitespace(sign))) {
				return cut(text, bytes.length);
			}
		}
		catch (CharacterCodingException ex) {
			return base64(bytes);
		}
		return base64(bytes);
	}

	private static String base64(byte[] bytes) {
		return cut("base64 " + Base64.getEncoder().encodeToString(bytes), bytes.length);
	}

	private static String cut(String text, int bytes) {
		return text.length() <= LONGEST ? text
				: text.substring(0, text.offsetByCodePoints(0, text.codePointCount(0, LONGEST))) + "… (" + bytes
						+ " bytes)";
	}

}
