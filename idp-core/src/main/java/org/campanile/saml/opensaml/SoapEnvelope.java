package org.campanile.saml.opensaml;

import java.util.List;

import org.campanile.saml.FaultCode;
import org.campanile.saml.Saml;
import org.campanile.saml.SamlFault;
import org.w3c.dom.Element;

/** The envelope of the SOAP binding (SAML Bindings 3.2.2.1). */
final class SoapEnvelope {

	private SoapEnvelope() {
	}

	/**
	 * The only element of the body.
	 * @throws SamlFault {@link FaultCode#NOT_A_LOGOUT_MESSAGE} if it is not a SOAP 1.1
	 * envelope with one message, or has a header that must be understood
	 */
	static Element content(Element envelope) throws SamlFault {
		if (!isSoap(envelope, "Envelope")) {
			throw refused("the document is {" + envelope.getNamespaceURI() + "}" + envelope.getLocalName()
					+ ", not an envelope of SOAP 1.1");
		}
		List<Element> parts = Dom.children(envelope);
		if (!parts.isEmpty() && isSoap(parts.getFirst(), "Header")) {
			requireOptional(parts.getFirst());
			parts = parts.subList(1, parts.size());
		}
		if (parts.size() != 1 || !isSoap(parts.getFirst(), "Body")) {
			throw refused("the envelope must hold a Body, and before it at most a Header");
		}
		List<Element> content = Dom.children(parts.getFirst());
		if (content.size() != 1) {
			throw refused("the body of the envelope must hold one message; it holds " + content.size() + " elements");
		}
		if (isSoap(content.getFirst(), "Fault")) {
			throw refused("the message is a SOAP fault");
		}
		return content.getFirst();
	}

	private static void requireOptional(Element header) throws SamlFault {
		for (Element block : Dom.children(header)) {
			String must = block.getAttributeNS(Saml.SOAP_NS, "mustUnderstand");
			if (must.equals("1") || must.equals("true")) {
				throw refused("the envelope's header " + block.getNodeName() + " must be understood, and is not");
			}
		}
	}

	private static boolean isSoap(Element element, String name) {
		return Dom.is(element, Saml.SOAP_NS, name);
	}

	private static SamlFault refused(String detail) {
		return SamlFault.local(FaultCode.NOT_A_LOGOUT_MESSAGE, detail);
	}

}
