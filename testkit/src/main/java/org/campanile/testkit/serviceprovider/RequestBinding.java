package org.campanile.testkit.serviceprovider;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.Signature;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;

import net.shibboleth.utilities.java.support.xml.SerializeSupport;
import org.jspecify.annotations.Nullable;
import org.opensaml.core.xml.io.MarshallingException;
import org.opensaml.saml.common.SignableSAMLObject;
import org.opensaml.security.SecurityException;
import org.opensaml.security.x509.BasicX509Credential;
import org.opensaml.xmlsec.SignatureSigningParameters;
import org.opensaml.xmlsec.keyinfo.impl.X509KeyInfoGeneratorFactory;
import org.opensaml.xmlsec.signature.support.SignatureConstants;
import org.opensaml.xmlsec.signature.support.SignatureException;
import org.opensaml.xmlsec.signature.support.SignatureSupport;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

import org.campanile.saml.Saml;
import org.campanile.saml.opensaml.OpenSaml;
import org.campanile.saml.opensaml.XmlRefusedException;

/**
 * Encodes requests for HTTP-Redirect and HTTP-POST (SAML Bindings 3.4 and 3.5), signed
 * with RSA and SHA-256 if a key is given. Public for tests that send their own requests.
 */
public final class RequestBinding {

	/** The URI of RSA with SHA-256 (RFC 6931 2.3.2). */
	public static final String RSA_SHA256 = "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256";

	private RequestBinding() {
	}

	/**
	 * The URL to send the browser to.
	 * @param endpoint the identity provider's endpoint
	 * @param relayState null for none
	 * @param key signs the query string; null for an unsigned request
	 */
	public static String redirectUrl(String endpoint, String xml, @Nullable String relayState,
			@Nullable PrivateKey key) {
		return redirectUrl("SAMLRequest", endpoint, xml, relayState, key);
	}

	static String redirectUrl(String parameter, String endpoint, String xml, @Nullable String relayState,
			@Nullable PrivateKey key) {
		StringBuilder query = new StringBuilder(parameter).append('=').append(encode(deflated(xml)));
		if (relayState != null) {
			query.append("&RelayState=").append(encode(relayState));
		}
		if (key != null) {
			query.append("&SigAlg=").append(encode(RSA_SHA256));
			String signature = sign(query.toString(), key);
			query.append("&Signature=").append(encode(signature));
		}
		return endpoint + (endpoint.indexOf('?') < 0 ? '?' : '&') + query;
	}

	/**
	 * The hidden fields of the form to post.
	 * @param relayState null for none
	 * @param keys sign the document itself; null for an unsigned request
	 * @throws IllegalArgumentException if a document to be signed is not an AuthnRequest
	 */
	public static Map<String, String> postFields(String xml, @Nullable String relayState,
			@Nullable ServiceProviderKeys keys) {
		return postFields("SAMLRequest", xml, relayState, keys);
	}

	static Map<String, String> postFields(String parameter, String xml, @Nullable String relayState,
			@Nullable ServiceProviderKeys keys) {
		Map<String, String> fields = new LinkedHashMap<>();
		String carried = keys == null ? xml : signed(xml, keys);
		fields.put(parameter, Base64.getEncoder().encodeToString(carried.getBytes(StandardCharsets.UTF_8)));
		if (relayState != null) {
			fields.put("RelayState", relayState);
		}
		return fields;
	}

	/**
	 * Returns the same message with an enveloped signature (SAML Core 5.4) with RSA and
	 * SHA-256, and the certificate.
	 * @throws IllegalArgumentException if it is not a message of SAML
	 */
	public static String signed(String xml, ServiceProviderKeys keys) {
		OpenSaml openSaml = OpenSaml.get();
		X509KeyInfoGeneratorFactory keyInfo = new X509KeyInfoGeneratorFactory();
		keyInfo.setEmitEntityCertificate(true);
		SignatureSigningParameters parameters = new SignatureSigningParameters();
		parameters.setSigningCredential(new BasicX509Credential(keys.certificate(), keys.privateKey()));
		parameters.setSignatureAlgorithm(SignatureConstants.ALGO_ID_SIGNATURE_RSA_SHA256);
		parameters.setSignatureReferenceDigestMethod(SignatureConstants.ALGO_ID_DIGEST_SHA256);
		parameters.setSignatureCanonicalizationAlgorithm(SignatureConstants.ALGO_ID_C14N_EXCL_OMIT_COMMENTS);
		parameters.setKeyInfoGenerator(keyInfo.newInstance());
		try {
			SignableSAMLObject message = openSaml.unmarshall(
					openSaml.parse(xml.getBytes(StandardCharsets.UTF_8)).getDocumentElement(),
					SignableSAMLObject.class);
			SignatureSupport.signObject(message, parameters);
			Element root = BackingDom.of(message);
			withoutLineBreaks(root.getElementsByTagNameNS(Saml.DSIG_NS, "SignatureValue").item(0));
			return SerializeSupport.nodeToString(root);
		}
		catch (XmlRefusedException | SecurityException | MarshallingException | SignatureException ex) {
			throw new IllegalArgumentException("not a message that can be signed: " + ex.getMessage(), ex);
		}
	}

	/**
	 * Removes line breaks. XML Security breaks lines with CR LF, and the CR would be
	 * written as a character reference, which some base64 decoders reject. SignatureValue
	 * is not itself signed.
	 */
	private static void withoutLineBreaks(Node value) {
		value.setTextContent(value.getTextContent().replaceAll("\\s", ""));
	}

	private static String deflated(String xml) {
		Deflater deflater = new Deflater(Deflater.DEFAULT_COMPRESSION, true);
		ByteArrayOutputStream bytes = new ByteArrayOutputStream(1024);
		try (DeflaterOutputStream out = new DeflaterOutputStream(bytes, deflater)) {
			out.write(xml.getBytes(StandardCharsets.UTF_8));
		}
		catch (IOException ex) {
			throw new IllegalStateException("a request could not be deflated into memory", ex);
		}
		finally {
			deflater.end();
		}
		return Base64.getEncoder().encodeToString(bytes.toByteArray());
	}

	private static String sign(String query, PrivateKey key) {
		try {
			Signature signature = Signature.getInstance("SHA256withRSA");
			signature.initSign(key);
			signature.update(query.getBytes(StandardCharsets.US_ASCII));
			return Base64.getEncoder().encodeToString(signature.sign());
		}
		catch (GeneralSecurityException ex) {
			throw new IllegalStateException("the request could not be signed with RSA and SHA-256", ex);
		}
	}

	private static String encode(String value) {
		return URLEncoder.encode(value, StandardCharsets.UTF_8);
	}

}
