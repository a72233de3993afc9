package org.campanile.testkit.serviceprovider;

import java.io.IOException;

import javax.xml.transform.dom.DOMSource;
import javax.xml.validation.Schema;

import org.opensaml.saml.common.xml.SAMLSchemaBuilder;
import org.opensaml.saml.common.xml.SAMLSchemaBuilder.SAML1Version;
import org.w3c.dom.Node;
import org.xml.sax.SAXException;

import org.campanile.saml.opensaml.OpenSaml;
import org.campanile.saml.opensaml.XmlRefusedException;

/**
 * The schemas of SAML 2.0, its metadata and their usual extensions, as included in
 * OpenSAML; nothing is downloaded. Thread-safe.
 */
public final class SamlSchemas {

	private SamlSchemas() {
	}

	/**
	 * Checks a document or element.
	 * @throws XmlRefusedException if it is not valid, with the position
	 */
	public static void validate(Node node) throws XmlRefusedException {
		try {
			Holder.SCHEMA.newValidator().validate(new DOMSource(node));
		}
		catch (SAXException ex) {
			throw new XmlRefusedException(ex.getMessage(), ex);
		}
		catch (IOException ex) {
			throw new IllegalStateException("a document in memory could not be read", ex);
		}
	}

	/** Holds the schemas, read at the first use, which takes about a second. */
	private static final class Holder {

		static final Schema SCHEMA = read();

		private static Schema read() {
			OpenSaml.get();
			try {
				return new SAMLSchemaBuilder(SAML1Version.SAML_11).getSAMLSchema();
			}
			catch (SAXException ex) {
				throw new IllegalStateException("OpenSAML's copies of the SAML schemas could not be read", ex);
			}
		}

	}

}
