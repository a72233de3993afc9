package org.campanile.xml;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Writes elements directly in the form of Exclusive XML Canonicalization 1.0, so that
 * they can be digested and signed without a DOM tree and without a canonicalizer. The
 * first element is the apex; a namespace is declared where it is first visibly used, and
 * again on each branch that uses it, so that an element has the same bytes inside and
 * outside its document, as long as no ancestor uses one of its namespaces.
 * <p>
 * Characters that XML 1.0 does not allow are written as U+FFFD, because dropping them
 * could turn one name into another. Not thread-safe; one instance per document.
 */
public final class CanonicalXmlWriter {

	private static final Comparator<XmlNamespace> BY_PREFIX = Comparator.comparing(XmlNamespace::prefix);

	private static final Comparator<Attribute> CANONICAL_ORDER = Comparator.comparing(Attribute::namespaceUri)
		.thenComparing(Attribute::name);

	private static final int REPLACEMENT = 0xFFFD;

	private static final int USUAL_BYTES = 2048;

	/** What a document may have after a large part, without another copy. */
	private static final int SLACK = 1024;

	private byte[] buffer;

	private int size;

	private boolean inStartTag;

	private final List<OpenElement> open = new ArrayList<>();

	private final List<XmlNamespace> inForce = new ArrayList<>();

	private final List<XmlNamespace> declarations = new ArrayList<>();

	private final List<Attribute> attributes = new ArrayList<>();

	public CanonicalXmlWriter() {
		this(USUAL_BYTES);
	}

	/**
	 * @param capacity the number of bytes that the document will probably have
	 */
	public CanonicalXmlWriter(int capacity) {
		this.buffer = new byte[capacity];
	}

	/** Opens an element. */
	public CanonicalXmlWriter open(XmlNamespace namespace, String localName) {
		endStartTag();
		String name = namespace.prefix() + ':' + localName;
		open.add(new OpenElement(name, inForce.size()));
		put('<');
		ascii(name);
		inStartTag = true;
		return declare(namespace);
	}

	/**
	 * Declares a namespace on the element just opened although neither its name nor its
	 * attributes use it, for names in content; a signature then lists the prefix in
	 * {@code InclusiveNamespaces}.
	 */
	public CanonicalXmlWriter declare(XmlNamespace namespace) {
		inStartTagOnly();
		if (namespace != XmlNamespace.XML && !inForce.contains(namespace)) {
			inForce.add(namespace);
			declarations.add(namespace);
		}
		return this;
	}

	/**
	 * Adds an attribute to the element just opened; the order of calls does not matter.
	 * @param value the value; null for no attribute
	 */
	public CanonicalXmlWriter attribute(String localName, @Nullable String value) {
		inStartTagOnly();
		if (value != null) {
			attributes.add(new Attribute("", localName, value));
		}
		return this;
	}

	/** Adds an attribute with a namespace to the element just opened. */
	public CanonicalXmlWriter attribute(XmlNamespace namespace, String localName, String value) {
		declare(namespace);
		attributes.add(new Attribute(namespace.uri(), namespace.prefix() + ':' + localName, value));
		return this;
	}

	/** Writes character data. */
	public CanonicalXmlWriter text(String text) {
		endStartTag();
		characters(text, false);
		return this;
	}

	/**
	 * Writes bytes unchanged: base64, or elements in canonical form that use no namespace
	 * in scope here.
	 */
	public CanonicalXmlWriter raw(byte[] bytes) {
		endStartTag();
		ensure(bytes.length);
		System.arraycopy(bytes, 0, buffer, size, bytes.length);
		size += bytes.length;
		return this;
	}

	/** Closes the innermost element. */
	public CanonicalXmlWriter close() {
		endStartTag();
		OpenElement element = open.removeLast();
		put('<');
		put('/');
		ascii(element.name());
		put('>');
		while (inForce.size() > element.inForceBefore()) {
			inForce.removeLast();
		}
		return this;
	}

	/** Writes an element without attributes that contains text. */
	public CanonicalXmlWriter textElement(XmlNamespace namespace, String localName, String text) {
		return open(namespace, localName).text(text).close();
	}

	/** The number of bytes written; between elements, the position of the next one. */
	public int position() {
		endStartTag();
		return size;
	}

	/** The document; every element must be closed. */
	public byte[] toByteArray() {
		if (!open.isEmpty()) {
			throw new IllegalStateException("Element " + open.getLast().name() + " is still open");
		}
		return Arrays.copyOf(buffer, size);
	}

	private void inStartTagOnly() {
		if (!inStartTag) {
			throw new IllegalStateException("attributes must directly follow the opening of their element");
		}
	}

	private void endStartTag() {
		if (!inStartTag) {
			return;
		}
		inStartTag = false;
		declarations.sort(BY_PREFIX);
		for (XmlNamespace namespace : declarations) {
			ascii(" xmlns:");
			ascii(namespace.prefix());
			quoted(namespace.uri());
		}
		declarations.clear();
		attributes.sort(CANONICAL_ORDER);
		for (Attribute attribute : attributes) {
			put(' ');
			ascii(attribute.name());
			quoted(attribute.value());
		}
		attributes.clear();
		put('>');
	}

	private void quoted(String value) {
		put('=');
		put('"');
		characters(value, true);
		put('"');
	}

	private void characters(String text, boolean inAttribute) {
		int length = text.length();
		for (int i = 0; i < length; i++) {
			char c = text.charAt(i);
			String reference = (c <= '>') ? reference(c, inAttribute) : null;
			if (reference != null) {
				ascii(reference);
			}
			else if (c < 0x80) {
				put(isXml(c) ? c : REPLACEMENT);
			}
			else if (Character.isHighSurrogate(c) && i + 1 < length && Character.isLowSurrogate(text.charAt(i + 1))) {
				i++;
				put(Character.toCodePoint(c, text.charAt(i)));
			}
			else {
				put(Character.isSurrogate(c) || c >= 0xFFFE ? REPLACEMENT : c);
			}
		}
	}

	private static boolean isXml(char ascii) {
		return ascii >= ' ' || ascii == '\t' || ascii == '\n' || ascii == '\r';
	}

	/**
	 * Returns the reference for a character in text nodes and attribute nodes (Canonical
	 * XML 1.0, 2.3).
	 */
	private static @Nullable String reference(char c, boolean inAttribute) {
		return switch (c) {
			case '&' -> "&amp;";
			case '<' -> "&lt;";
			case '>' -> inAttribute ? null : "&gt;";
			case '"' -> inAttribute ? "&quot;" : null;
			case '\t' -> inAttribute ? "&#x9;" : null;
			case '\n' -> inAttribute ? "&#xA;" : null;
			case '\r' -> "&#xD;";
			default -> null;
		};
	}

	@SuppressWarnings("deprecation") // The only way to copy the low bytes of a string.
	private void ascii(String text) {
		int length = text.length();
		ensure(length);
		text.getBytes(0, length, buffer, size);
		size += length;
	}

	private void put(int codePoint) {
		ensure(4);
		if (codePoint < 0x80) {
			buffer[size++] = (byte) codePoint;
			return;
		}
		byte[] bytes = Character.toString(codePoint).getBytes(StandardCharsets.UTF_8);
		System.arraycopy(bytes, 0, buffer, size, bytes.length);
		size += bytes.length;
	}

	private void ensure(int more) {
		if (buffer.length - size < more) {
			buffer = Arrays.copyOf(buffer, Math.max(buffer.length * 3 / 2, size + more + SLACK));
		}
	}

	private record OpenElement(String name, int inForceBefore) {
	}

	private record Attribute(String namespaceUri, String name, String value) {
	}

}
