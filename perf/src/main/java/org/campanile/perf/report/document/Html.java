package org.campanile.perf.report.document;

/**
 * HTML under construction: what is not markup goes through {@link #text} or an attribute,
 * and is escaped there. Used by one thread.
 */
final class Html {

	private final StringBuilder out = new StringBuilder(1 << 18);

	/** Markup as it is: only constants, or what this package made. */
	Html raw(String markup) {
		out.append(markup);
		return this;
	}

	Html text(String plain) {
		out.append(escape(plain));
		return this;
	}

	/** An element without attributes that holds a text. */
	Html element(String name, String plain) {
		return raw("<" + name + ">").text(plain).raw("</" + name + ">");
	}

	/** A start tag with attributes, given as name and value by turns. */
	Html open(String name, String... attributes) {
		out.append('<').append(name);
		for (int index = 0; index < attributes.length; index += 2) {
			out.append(' ').append(attributes[index]).append("=\"").append(escape(attributes[index + 1])).append('"');
		}
		out.append('>');
		return this;
	}

	Html close(String name) {
		return raw("</" + name + ">\n");
	}

	/** Control characters are no part of HTML, and would only hide what is there. */
	static String escape(String plain) {
		StringBuilder safe = new StringBuilder(plain.length() + 16);
		plain.codePoints().forEach(character -> {
			switch (character) {
				case '&' -> safe.append("&amp;");
				case '<' -> safe.append("&lt;");
				case '>' -> safe.append("&gt;");
				case '"' -> safe.append("&quot;");
				case '\'' -> safe.append("&#39;");
				default -> safe.appendCodePoint(isShown(character) ? character : 0xFFFD);
			}
		});
		return safe.toString();
	}

	private static boolean isShown(int character) {
		return character == '\n' || character == '\t'
				|| !Character.isISOControl(character) && !(character >= 0xD800 && character <= 0xDFFF);
	}

	@Override
	public String toString() {
		return out.toString();
	}

}
