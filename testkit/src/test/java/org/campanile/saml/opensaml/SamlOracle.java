package org.campanile.saml.opensaml;

import java.security.PrivateKey;
import java.security.PublicKey;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import javax.xml.transform.dom.DOMSource;

import org.campanile.saml.Saml;
import org.opensaml.core.xml.XMLObject;
import org.opensaml.core.xml.schema.XSBase64Binary;
import org.opensaml.core.xml.schema.XSString;
import org.opensaml.saml.common.xml.SAMLSchemaBuilder;
import org.opensaml.saml.saml2.core.Assertion;
import org.opensaml.saml.saml2.core.Attribute;
import org.opensaml.saml.saml2.core.EncryptedAssertion;
import org.opensaml.saml.saml2.core.Response;
import org.opensaml.saml.saml2.encryption.Decrypter;
import org.opensaml.saml.security.impl.SAMLSignatureProfileValidator;
import org.opensaml.security.credential.BasicCredential;
import org.opensaml.xmlsec.encryption.support.InlineEncryptedKeyResolver;
import org.opensaml.xmlsec.keyinfo.impl.StaticKeyInfoCredentialResolver;
import org.opensaml.xmlsec.signature.SignableXMLObject;
import org.opensaml.xmlsec.signature.Signature;
import org.opensaml.xmlsec.signature.support.SignatureValidator;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/**
 * Reads our messages with an independent implementation. Each method fails if the message
 * is not as it should be.
 */
public final class SamlOracle {

	private static final String XENC = "http://www.w3.org/2001/04/xmlenc#";

	private static final SAMLSchemaBuilder SCHEMAS = new SAMLSchemaBuilder(SAMLSchemaBuilder.SAML1Version.SAML_11);

	private SamlOracle() {
	}

	/** Parses and validates against the schemas of SAML. */
	public static Document valid(byte[] xml) throws Exception {
		Document document = OpenSaml.get().parse(xml);
		SCHEMAS.getSAMLSchema().newValidator().validate(new DOMSource(document));
		return document;
	}

	/** Validates an object that was unmarshalled against the SAML schemas, unchanged. */
	public static void validate(XMLObject object) throws Exception {
		SCHEMAS.getSAMLSchema().newValidator().validate(new DOMSource(object.getDOM()));
	}

	/** Validates a response and unmarshals it. */
	public static Response response(byte[] xml) throws Exception {
		return OpenSaml.get().unmarshall(valid(xml).getDocumentElement(), Response.class);
	}

	/** Verifies the profile and the value of an enveloped signature. */
	public static void verify(SignableXMLObject signed, PublicKey key) throws Exception {
		Signature signature = signed.getSignature();
		if (signature == null) {
			throw new AssertionError("not signed");
		}
		new SAMLSignatureProfileValidator().validate(signature);
		SignatureValidator.validate(signature, new BasicCredential(key));
	}

	/** Decrypts an assertion into a document of its own. */
	public static Assertion decrypt(EncryptedAssertion encrypted, PublicKey publicKey, PrivateKey key)
			throws Exception {
		Decrypter decrypter = new Decrypter(null,
				new StaticKeyInfoCredentialResolver(List.of(new BasicCredential(publicKey, key))),
				new InlineEncryptedKeyResolver());
		decrypter.setRootInNewDocument(true);
		return decrypter.decrypt(encrypted);
	}

	/**
	 * Returns the encryption algorithms in document order: the content's, then the key's.
	 */
	public static List<String> encryptionMethods(Response response) {
		return elements(response, XENC, "EncryptionMethod").map(element -> element.getAttribute("Algorithm")).toList();
	}

	/**
	 * Returns how the key is encrypted: the algorithm, its digest and, if stated, its
	 * mask generation function.
	 */
	public static List<String> keyTransport(Response response) {
		return elements(response, XENC, "EncryptionMethod").skip(1)
			.flatMap(method -> Stream.concat(Stream.of(method), Dom.children(method).stream()))
			.map(element -> element.getAttribute("Algorithm"))
			.toList();
	}

	/** Returns the encrypted bytes in document order: the key, then the content. */
	public static List<String> cipherValues(Response response) {
		return elements(response, XENC, "CipherValue").map(Element::getTextContent).toList();
	}

	/**
	 * Returns the texts of the SAML elements of that name, in document order, untrimmed.
	 */
	public static List<String> texts(XMLObject object, String localName) {
		return elements(object, Saml.ASSERTION_NS, localName).map(Element::getTextContent).toList();
	}

	/** Returns the names of an assertion's attributes, untrimmed. */
	public static List<String> attributeNames(Assertion assertion) {
		// Reads the DOM, because OpenSAML trims the values of its own getters.
		return attributes(assertion).map(attribute -> attribute(attribute, "Name")).toList();
	}

	/**
	 * Returns the values of all attributes of an assertion, untrimmed; each must be
	 * typed.
	 */
	public static List<String> attributeValues(Assertion assertion) {
		attributes(assertion).flatMap(attribute -> attribute.getAttributeValues().stream()).forEach(value -> {
			if (!(value instanceof XSString || value instanceof XSBase64Binary)) {
				throw new AssertionError("neither a string nor bytes: " + value);
			}
		});
		return texts(assertion, "AttributeValue");
	}

	private static Stream<Attribute> attributes(Assertion assertion) {
		return assertion.getAttributeStatements().stream().flatMap(statement -> statement.getAttributes().stream());
	}

	/** Returns the value of an XML attribute, untrimmed. */
	public static String attribute(XMLObject object, String name) {
		return Objects.requireNonNull(object.getDOM()).getAttribute(name);
	}

	private static Stream<Element> elements(XMLObject object, String namespace, String name) {
		NodeList found = Objects.requireNonNull(object.getDOM()).getElementsByTagNameNS(namespace, name);
		return IntStream.range(0, found.getLength()).mapToObj(found::item).map(Element.class::cast);
	}

}
