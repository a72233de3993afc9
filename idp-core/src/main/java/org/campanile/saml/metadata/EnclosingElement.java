package org.campanile.saml.metadata;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;

/**
 * The context that an entity inherits from the elements around it: the namespace
 * declarations in scope. Shared by all entities of one group.
 */
final class EnclosingElement {

	/** The context of an entity that is the root. */
	static final EnclosingElement NONE = new EnclosingElement(Map.of());

	private static final byte[] END_TAG = "</in-scope>".getBytes(StandardCharsets.UTF_8);

	private final Map<String, String> namespaces;

	private final byte[] startTag;

	private EnclosingElement(Map<String, String> namespaces) {
		this.namespaces = namespaces;
		StringBuilder tag = new StringBuilder("<in-scope");
		new TreeMap<>(namespaces).forEach((prefix, uri) -> tag.append(prefix.isEmpty() ? " xmlns" : " xmlns:" + prefix)
			.append("=\"")
			.append(escape(uri))
			.append('"'));
		this.startTag = tag.append('>').toString().getBytes(StandardCharsets.UTF_8);
	}

	/** The scope of a nested element that declares these prefixes. */
	EnclosingElement declaring(Map<String, String> declared) {
		if (declared.isEmpty()) {
			return this;
		}
		Map<String, String> all = new TreeMap<>(namespaces);
		all.putAll(declared);
		return new EnclosingElement(all);
	}

	/** Wraps an entity extracted from the file in a document. */
	byte[] wrap(byte[] entity) {
		byte[] document = new byte[startTag.length + entity.length + END_TAG.length];
		System.arraycopy(startTag, 0, document, 0, startTag.length);
		System.arraycopy(entity, 0, document, startTag.length, entity.length);
		System.arraycopy(END_TAG, 0, document, startTag.length + entity.length, END_TAG.length);
		return document;
	}

	private static String escape(String uri) {
		return uri.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
	}

}
