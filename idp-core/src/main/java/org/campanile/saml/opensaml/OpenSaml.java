package org.campanile.saml.opensaml;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Map;

import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilder;

import net.shibboleth.utilities.java.support.component.ComponentInitializationException;
import net.shibboleth.utilities.java.support.xml.BasicParserPool;
import net.shibboleth.utilities.java.support.xml.XMLParserException;
import org.campanile.saml.FaultCode;
import org.campanile.saml.SamlFault;
import org.opensaml.core.config.InitializationException;
import org.opensaml.core.config.InitializationService;
import org.opensaml.core.xml.XMLObject;
import org.opensaml.core.xml.config.XMLObjectProviderRegistrySupport;
import org.opensaml.core.xml.io.Unmarshaller;
import org.opensaml.core.xml.io.UnmarshallingException;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.xml.sax.ErrorHandler;
import org.xml.sax.SAXException;
import org.xml.sax.SAXParseException;

/**
 * OpenSAML, initialized once, with a parser that refuses XML features that no SAML
 * message needs. Thread-safe.
 */
public final class OpenSaml {

	/** The maximum depth of elements. */
	public static final int MAX_DEPTH = 64;

	/** The maximum number of attributes of an element. */
	public static final int MAX_ATTRIBUTES = 256;

	private static final String LIMITS = "http://www.oracle.com/xml/jaxp/properties/";

	private final BasicParserPool parsers;

	private OpenSaml(BasicParserPool parsers) {
		this.parsers = parsers;
	}

	/**
	 * The instance of this process; the first call initializes OpenSAML, which takes some
	 * hundred milliseconds.
	 */
	public static OpenSaml get() {
		return Holder.INSTANCE;
	}

	/**
	 * Parses a document of XML 1.0 without DOCTYPE, entities, XInclude or schema, within
	 * the limits.
	 * @throws XmlRefusedException if it is not well-formed or contains something that is
	 * refused
	 */
	public Document parse(byte[] xml) throws XmlRefusedException {
		// Not the pool's own parse: it logs every refusal as an error with its stack
		// trace.
		DocumentBuilder builder = borrow();
		try {
			Document document = builder.parse(new ByteArrayInputStream(xml));
			if (!"1.0".equals(document.getXmlVersion())) {
				throw new XmlRefusedException("XML " + document.getXmlVersion() + ", whose characters XML 1.0 lacks");
			}
			return document;
		}
		catch (SAXException | IOException ex) {
			throw new XmlRefusedException(ex.getMessage(), ex);
		}
		finally {
			parsers.returnBuilder(builder);
		}
	}

	/**
	 * Parses a message, and refuses content that does not belong in one.
	 * @throws SamlFault {@link FaultCode#XML_REFUSED}
	 */
	Document screened(byte[] xml) throws SamlFault {
		try {
			Document document = parse(xml);
			DocumentScreen.check(document);
			return document;
		}
		catch (XmlRefusedException | RuntimeException ex) {
			throw SamlFault.local(FaultCode.XML_REFUSED, "the XML is refused: " + ex.getMessage(), ex);
		}
	}

	private DocumentBuilder borrow() {
		try {
			return parsers.getBuilder();
		}
		catch (XMLParserException ex) {
			throw new IllegalStateException("no XML parser can be made", ex);
		}
	}

	/**
	 * Unmarshalls an element.
	 * @throws XmlRefusedException if it is not of that type or contains malformed values
	 */
	public <T extends XMLObject> T unmarshall(Element element, Class<T> type) throws XmlRefusedException {
		Unmarshaller unmarshaller = XMLObjectProviderRegistrySupport.getUnmarshallerFactory().getUnmarshaller(element);
		if (unmarshaller == null) {
			throw new XmlRefusedException("unknown element " + element.getNodeName());
		}
		try {
			return type.cast(unmarshaller.unmarshall(element));
		}
		catch (UnmarshallingException | RuntimeException ex) {
			// Unmarshallers do not wrap exceptions of their value parsers: a malformed
			// xsd:dateTime is a DateTimeException.
			throw new XmlRefusedException(element.getNodeName() + ": " + ex.getMessage(), ex);
		}
	}

	/**
	 * Unmarshalls a message.
	 * @throws SamlFault {@link FaultCode#REQUEST_MALFORMED}
	 */
	<T extends XMLObject> T message(Element root, Class<T> type) throws SamlFault {
		try {
			return unmarshall(root, type);
		}
		catch (XmlRefusedException ex) {
			throw SamlFault.local(FaultCode.REQUEST_MALFORMED, String.valueOf(ex.getMessage()), ex);
		}
	}

	/** Leaves reporting to the caller. */
	private static final class ThrowingErrorHandler implements ErrorHandler {

		@Override
		public void warning(SAXParseException ex) {
			// A document that only causes a warning is accepted.
		}

		@Override
		public void error(SAXParseException ex) throws SAXException {
			throw ex;
		}

		@Override
		public void fatalError(SAXParseException ex) throws SAXException {
			throw ex;
		}

	}

	private static final class Holder {

		static final OpenSaml INSTANCE = start();

		private static OpenSaml start() {
			try {
				InitializationService.initialize();
				BasicParserPool pool = new BasicParserPool();
				pool.setMaxPoolSize(Math.max(8, 2 * Runtime.getRuntime().availableProcessors()));
				pool.setNamespaceAware(true);
				pool.setExpandEntityReferences(false);
				pool.setXincludeAware(false);
				pool.setBuilderFeatures(Map.of("http://apache.org/xml/features/disallow-doctype-decl", true,
						XMLConstants.FEATURE_SECURE_PROCESSING, true,
						// Every node of a message is read, so none is worth deferring.
						"http://apache.org/xml/features/dom/defer-node-expansion", false));
				pool.setBuilderAttributes(Map.of(LIMITS + "maxElementDepth", Integer.toString(MAX_DEPTH),
						LIMITS + "elementAttributeLimit", Integer.toString(MAX_ATTRIBUTES)));
				pool.setErrorHandler(new ThrowingErrorHandler());
				pool.initialize();
				return new OpenSaml(pool);
			}
			catch (InitializationException | ComponentInitializationException ex) {
				throw new IllegalStateException("OpenSAML could not be started", ex);
			}
		}

	}

}
