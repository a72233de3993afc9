package org.campanile.xml;

/**
 * A namespace with its fixed prefix in all written documents. A prefix is never used for
 * two namespaces, which keeps {@link CanonicalXmlWriter} simple: identity decides whether
 * a declaration is in scope.
 *
 * @param uri the namespace name
 */
public record XmlNamespace(String prefix, String uri) {

	/** The namespace that XML predefines, and that is never declared. */
	public static final XmlNamespace XML = new XmlNamespace("xml", "http://www.w3.org/XML/1998/namespace");

}
