package org.campanile.testkit.saml;

import java.io.StringReader;
import java.io.StringWriter;
import java.util.List;

import javax.xml.crypto.dsig.CanonicalizationMethod;
import javax.xml.crypto.dsig.DigestMethod;
import javax.xml.crypto.dsig.Reference;
import javax.xml.crypto.dsig.SignedInfo;
import javax.xml.crypto.dsig.Transform;
import javax.xml.crypto.dsig.XMLSignatureFactory;
import javax.xml.crypto.dsig.dom.DOMSignContext;
import javax.xml.crypto.dsig.spec.C14NMethodParameterSpec;
import javax.xml.crypto.dsig.spec.TransformParameterSpec;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.transform.OutputKeys;
import javax.xml.transform.Transformer;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;

import org.campanile.testkit.serviceprovider.ServiceProviderKeys;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.InputSource;

/** Enveloped signatures by the JDK's own XML signature, independent of OpenSAML. */
public final class TestSignature {

	private TestSignature() {
	}

	/**
	 * Signs the root element, with the Signature at the position required by SAML: after
	 * the Issuer.
	 */
	public static String sign(String xml, ServiceProviderKeys keys, String signatureMethod) {
		try {
			Document document = parse(xml);
			Element root = document.getDocumentElement();
			root.setIdAttribute("ID", true);
			XMLSignatureFactory factory = XMLSignatureFactory.getInstance("DOM");
			Reference reference = factory.newReference("#" + root.getAttribute("ID"),
					factory.newDigestMethod(DigestMethod.SHA256, null),
					List.of(factory.newTransform(Transform.ENVELOPED, (TransformParameterSpec) null),
							factory.newTransform(CanonicalizationMethod.EXCLUSIVE, (TransformParameterSpec) null)),
					null, null);
			SignedInfo signedInfo = factory.newSignedInfo(
					factory.newCanonicalizationMethod(CanonicalizationMethod.EXCLUSIVE, (C14NMethodParameterSpec) null),
					factory.newSignatureMethod(signatureMethod, null), List.of(reference));
			Node afterIssuer = root.getFirstChild().getNextSibling();
			DOMSignContext context = new DOMSignContext(keys.privateKey(), root, afterIssuer);
			context.setDefaultNamespacePrefix("ds");
			factory.newXMLSignature(signedInfo, null).sign(context);
			return text(document);
		}
		catch (Exception ex) {
			throw new IllegalStateException(ex);
		}
	}

	static Document parse(String xml) throws Exception {
		DocumentBuilderFactory factory = DocumentBuilderFactory.newDefaultInstance();
		factory.setNamespaceAware(true);
		return factory.newDocumentBuilder().parse(new InputSource(new StringReader(xml)));
	}

	static String text(Node node) throws Exception {
		Transformer transformer = TransformerFactory.newDefaultInstance().newTransformer();
		transformer.setOutputProperty(OutputKeys.OMIT_XML_DECLARATION, "yes");
		StringWriter text = new StringWriter();
		transformer.transform(new DOMSource(node), new StreamResult(text));
		return text.toString();
	}

}
