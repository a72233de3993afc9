package org.campanile.saml.assertion;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

import org.campanile.attribute.AttributeValue;
import org.campanile.release.ReleasedAttribute;
import org.campanile.saml.attribute.SamlAttributeName;
import org.campanile.saml.attribute.SamlAttributeNames;

/** Texts that break careless XML writers. */
final class HostileTexts {

	private static final List<String> PIECES = List.of("", "alice", "<b>&amp;</b>", "]]><!-- x --><?pi?>", "\"'`${x}",
			"\r\n", "\r", "\n", "\t", "\u0000", "\u001b[31m", "\ufffe", "\ud800", "\udfff", "\ud83d\ude00",
			"\ud842\udfb7", "\u202eevil", "é e\u0301", "東京", " ", "\u0085", "\u2028", "&#x0;", "%00", "a@b");

	private static final int LONG = 10_000;

	private HostileTexts() {
	}

	static String next(Random random) {
		if (random.nextInt(40) == 0) {
			return "x\u00e9\ud83d\ude00<".repeat(LONG / 5);
		}
		StringBuilder text = new StringBuilder();
		int pieces = random.nextInt(6);
		for (int i = 0; i < pieces; i++) {
			text.append(PIECES.get(random.nextInt(PIECES.size())));
		}
		return text.toString();
	}

	static List<ReleasedAttribute> attributes(Random random) {
		List<ReleasedAttribute> attributes = new ArrayList<>();
		int count = random.nextInt(5);
		for (int i = 0; i < count; i++) {
			List<AttributeValue> values = new ArrayList<>();
			int many = 1 + random.nextInt(3);
			for (int j = 0; j < many; j++) {
				values.add(switch (random.nextInt(3)) {
					case 0 -> new AttributeValue.Scoped("s" + next(random), "example.edu");
					case 1 -> new AttributeValue.Binary(bytes(random));
					default -> new AttributeValue.Text(next(random));
				});
			}
			attributes.add(new ReleasedAttribute("a" + i, values));
		}
		return attributes;
	}

	/** Returns names of random forms for these attributes. */
	static SamlAttributeNames names(Random random, List<ReleasedAttribute> attributes) {
		Map<String, SamlAttributeName> names = new HashMap<>();
		for (ReleasedAttribute attribute : attributes) {
			names.put(attribute.id(), new SamlAttributeName("urn:x:" + attribute.id() + next(random),
					random.nextBoolean() ? "" : SamlAttributeName.URI, random.nextBoolean() ? "" : "f" + next(random)));
		}
		return new SamlAttributeNames(names);
	}

	/** Returns the text as XML can represent it, with U+FFFD for all other characters. */
	static String carried(String text) {
		return text.codePoints()
			.map(c -> c < 0x20 && c != '\t' && c != '\n' && c != '\r' || c >= 0xD800 && c <= 0xDFFF || c == 0xFFFE
					|| c == 0xFFFF ? 0xFFFD : c)
			.collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
			.toString();
	}

	private static byte[] bytes(Random random) {
		byte[] bytes = new byte[random.nextInt(40)];
		random.nextBytes(bytes);
		return bytes;
	}

}
