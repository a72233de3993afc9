package org.campanile.attribute;

/** The characters of XML 1.0 (production 2, {@code Char}). */
public final class XmlCharacters {

	private XmlCharacters() {
	}

	/** Whether an XML document can carry the text; NUL and lone surrogates cannot be. */
	public static boolean allLegal(String text) {
		return text.codePoints().allMatch(XmlCharacters::isLegal);
	}

	private static boolean isLegal(int character) {
		return character == '\t' || character == '\n' || character == '\r' || character >= 0x20 && character <= 0xD7FF
				|| character >= 0xE000 && character <= 0xFFFD || character >= 0x10000;
	}

}
