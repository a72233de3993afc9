package org.campanile.testkit.serviceprovider;

import java.io.StringWriter;

import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/** Writes XML into a string. */
final class XmlText {

	private XmlText() {
	}

	static String write(Content content) {
		StringWriter text = new StringWriter(2048);
		try {
			XMLStreamWriter out = XMLOutputFactory.newDefaultFactory().createXMLStreamWriter(text);
			content.to(out);
			out.close();
		}
		catch (XMLStreamException ex) {
			throw new IllegalStateException("XML could not be written into memory", ex);
		}
		return text.toString();
	}

	interface Content {

		void to(XMLStreamWriter out) throws XMLStreamException;

	}

}
