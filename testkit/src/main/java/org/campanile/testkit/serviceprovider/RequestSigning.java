package org.campanile.testkit.serviceprovider;

import java.nio.charset.StandardCharsets;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;

import net.shibboleth.utilities.java.support.xml.SerializeSupport;
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

/** Adds an enveloped signature to a message (SAML Core 5.4). */
final class RequestSigning {

	private RequestSigning() {
	}

	/**
	 * Signs with RSA and SHA-256, and includes the certificate.
	 * @throws XmlRefusedException if the document is not a message that can be signed
	 */
	public static String sign(String xml, PrivateKey key, X509Certificate certificate) throws XmlRefusedException {
		OpenSaml openSaml = OpenSaml.get();
		SignableSAMLObject message = openSaml.unmarshall(
				openSaml.parse(xml.getBytes(StandardCharsets.UTF_8)).getDocumentElement(), SignableSAMLObject.class);
		X509KeyInfoGeneratorFactory keyInfo = new X509KeyInfoGeneratorFactory();
		keyInfo.setEmitEntityCertificate(true);
		SignatureSigningParameters parameters = new SignatureSigningParameters();
		parameters.setSigningCredential(new BasicX509Credential(certificate, key));
		parameters.setSignatureAlgorithm(SignatureConstants.ALGO_ID_SIGNATURE_RSA_SHA256);
		parameters.setSignatureReferenceDigestMethod(SignatureConstants.ALGO_ID_DIGEST_SHA256);
		parameters.setSignatureCanonicalizationAlgorithm(SignatureConstants.ALGO_ID_C14N_EXCL_OMIT_COMMENTS);
		parameters.setKeyInfoGenerator(keyInfo.newInstance());
		try {
			SignatureSupport.signObject(message, parameters);
		}
		catch (SecurityException | MarshallingException | SignatureException ex) {
			throw new XmlRefusedException("cannot be signed: " + ex.getMessage(), ex);
		}
		Element root = BackingDom.of(message);
		withoutLineBreaks(root.getElementsByTagNameNS(Saml.DSIG_NS, "SignatureValue").item(0));
		return SerializeSupport.nodeToString(root);
	}

	/**
	 * Removes line breaks. XML Security breaks lines with CR LF, and the CR would be
	 * written as a character reference, which some base64 decoders reject. SignatureValue
	 * is not itself signed.
	 */
	private static void withoutLineBreaks(Node value) {
		value.setTextContent(value.getTextContent().replaceAll("\\s", ""));
	}

}
