package org.campanile.testkit.saml;

import java.io.StringReader;
import java.io.StringWriter;
import java.security.Key;
import java.security.KeyPair;
import java.util.ArrayList;
import java.util.List;

import javax.xml.crypto.dsig.CanonicalizationMethod;
import javax.xml.crypto.dsig.DigestMethod;
import javax.xml.crypto.dsig.Reference;
import javax.xml.crypto.dsig.SignedInfo;
import javax.xml.crypto.dsig.Transform;
import javax.xml.crypto.dsig.XMLSignatureFactory;
import javax.xml.crypto.dsig.dom.DOMSignContext;
import javax.xml.crypto.dsig.keyinfo.KeyInfo;
import javax.xml.crypto.dsig.keyinfo.KeyInfoFactory;
import javax.xml.crypto.dsig.spec.C14NMethodParameterSpec;
import javax.xml.crypto.dsig.spec.TransformParameterSpec;
import javax.xml.crypto.dsig.spec.XPathFilterParameterSpec;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.transform.OutputKeys;
import javax.xml.transform.Transformer;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;

import org.jspecify.annotations.Nullable;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.InputSource;

/**
 * Signs XML with the JDK's implementation, which shares no code with the verifier; also
 * in ways that must be refused.
 */
public final class TestXmlSigner {

	public static final String RSA_SHA256 = "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256";

	public static final String RSA_SHA1 = "http://www.w3.org/2000/09/xmldsig#rsa-sha1";

	public static final String ECDSA_SHA256 = "http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256";

	private final Key key;

	private final @Nullable KeyInfo keyInfo;

	private String signatureAlgorithm = RSA_SHA256;

	private String digestAlgorithm = DigestMethod.SHA256;

	private String canonicalization = CanonicalizationMethod.EXCLUSIVE;

	private List<String> transforms = List.of(Transform.ENVELOPED, CanonicalizationMethod.EXCLUSIVE);

	private @Nullable List<String> references;

	private TestXmlSigner(Key key, @Nullable KeyInfo keyInfo) {
		this.key = key;
		this.keyInfo = keyInfo;
	}

	/** A signer that names its public key in {@code KeyInfo}. */
	public static TestXmlSigner with(KeyPair pair) {
		try {
			KeyInfoFactory factory = KeyInfoFactory.getInstance("DOM");
			return new TestXmlSigner(pair.getPrivate(),
					factory.newKeyInfo(List.of(factory.newKeyValue(pair.getPublic()))));
		}
		catch (Exception ex) {
			throw new IllegalStateException(ex);
		}
	}

	/** A signer with a private or a secret key, without {@code KeyInfo}. */
	public static TestXmlSigner with(Key key) {
		return new TestXmlSigner(key, null);
	}

	public TestXmlSigner algorithms(String signatureAlgorithm, String digestAlgorithm) {
		this.signatureAlgorithm = signatureAlgorithm;
		this.digestAlgorithm = digestAlgorithm;
		return this;
	}

	public TestXmlSigner canonicalization(String canonicalization) {
		this.canonicalization = canonicalization;
		return this;
	}

	public TestXmlSigner transforms(String... transforms) {
		this.transforms = List.of(transforms);
		return this;
	}

	/** Sets the URIs of the references, instead of the one to the root's ID. */
	public TestXmlSigner references(String... uris) {
		this.references = List.of(uris);
		return this;
	}

	/** Signs the root, putting the signature after its first child element. */
	public String sign(String xml) {
		try {
			Document document = parse(xml);
			Element root = document.getDocumentElement();
			if (root.hasAttribute("ID")) {
				root.setIdAttribute("ID", true);
			}
			XMLSignatureFactory factory = XMLSignatureFactory.getInstance("DOM");
			List<Reference> signed = new ArrayList<>();
			for (String uri : references == null ? List.of("#" + root.getAttribute("ID")) : references) {
				signed.add(factory.newReference(uri, factory.newDigestMethod(digestAlgorithm, null),
						transforms(factory), null, null));
			}
			SignedInfo info = factory.newSignedInfo(
					factory.newCanonicalizationMethod(canonicalization, (C14NMethodParameterSpec) null),
					factory.newSignatureMethod(signatureAlgorithm, null), signed);
			Node place = root.getFirstChild() == null ? null : root.getFirstChild().getNextSibling();
			DOMSignContext context = place == null ? new DOMSignContext(key, root)
					: new DOMSignContext(key, root, place);
			context.setDefaultNamespacePrefix("ds");
			context.setProperty("org.jcp.xml.dsig.secureValidation", Boolean.FALSE);
			factory.newXMLSignature(info, keyInfo).sign(context);
			return write(document);
		}
		catch (Exception ex) {
			throw new IllegalStateException(ex);
		}
	}

	private List<Transform> transforms(XMLSignatureFactory factory) throws Exception {
		List<Transform> made = new ArrayList<>();
		for (String transform : transforms) {
			TransformParameterSpec parameter = transform.equals(Transform.XPATH)
					? new XPathFilterParameterSpec("not(ancestor-or-self::*[local-name()='Signature'])") : null;
			made.add(factory.newTransform(transform, parameter));
		}
		return made;
	}

	public static Document parse(String xml) {
		try {
			DocumentBuilderFactory factory = DocumentBuilderFactory.newDefaultInstance();
			factory.setNamespaceAware(true);
			return factory.newDocumentBuilder().parse(new InputSource(new StringReader(xml)));
		}
		catch (Exception ex) {
			throw new IllegalStateException(ex);
		}
	}

	public static String write(Node node) {
		try {
			Transformer transformer = TransformerFactory.newDefaultInstance().newTransformer();
			transformer.setOutputProperty(OutputKeys.OMIT_XML_DECLARATION, "yes");
			StringWriter writer = new StringWriter();
			transformer.transform(new DOMSource(node), new StreamResult(writer));
			return writer.toString();
		}
		catch (Exception ex) {
			throw new IllegalStateException(ex);
		}
	}

}
