package org.campanile.saml.xml;

import java.io.StringReader;
import java.io.StringWriter;

import javax.xml.XMLConstants;
import javax.xml.transform.OutputKeys;
import javax.xml.transform.Transformer;
import javax.xml.transform.TransformerException;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.stream.StreamResult;
import javax.xml.transform.stream.StreamSource;

/** Indents XML for reading. */
public final class PrettyXml {

	private PrettyXml() {
	}

	/**
	 * The same document with one element a line, indented.
	 * @param xml XML that has been parsed before; returned unchanged if it cannot be
	 * indented
	 */
	public static String of(String xml) {
		StringWriter text = new StringWriter(2 * xml.length());
		try {
			TransformerFactory factory = TransformerFactory.newDefaultInstance();
			factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
			factory.setAttribute(XMLConstants.ACCESS_EXTERNAL_DTD, "");
			factory.setAttribute(XMLConstants.ACCESS_EXTERNAL_STYLESHEET, "");
			Transformer transformer = factory.newTransformer();
			transformer.setOutputProperty(OutputKeys.INDENT, "yes");
			transformer.setOutputProperty(OutputKeys.OMIT_XML_DECLARATION, "yes");
			transformer.setOutputProperty("{http://xml.apache.org/xslt}indent-amount", "2");
			transformer.transform(new StreamSource(new StringReader(xml)), new StreamResult(text));
		}
		catch (TransformerException ex) {
			return xml;
		}
		return text.toString().strip();
	}

}
