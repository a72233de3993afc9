package org.campanile.saml.opensaml;

import java.security.PublicKey;
import java.util.Optional;

import org.apache.xml.security.signature.Reference;
import org.campanile.saml.FaultCode;
import org.campanile.saml.SamlFault;
import org.campanile.saml.message.RequestSignature;
import org.campanile.saml.message.SignaturePolicy;
import org.opensaml.saml.common.SignableSAMLObject;
import org.opensaml.saml.security.impl.SAMLSignatureProfileValidator;
import org.opensaml.security.credential.BasicCredential;
import org.opensaml.xmlsec.signature.Signature;
import org.opensaml.xmlsec.signature.support.SignatureException;
import org.opensaml.xmlsec.signature.support.SignatureValidator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A signature inside the XML (SAML Core 5) whose form was checked. */
final class EnvelopedSignature implements RequestSignature {

	private static final Logger logger = LoggerFactory.getLogger(EnvelopedSignature.class);

	private final SignatureShape shape;

	private final Signature signature;

	private EnvelopedSignature(SignatureShape shape, Signature signature) {
		this.shape = shape;
		this.signature = signature;
	}

	/**
	 * The signature of a message.
	 * @param shape its form; empty if the message is not signed
	 */
	static Optional<RequestSignature> of(Optional<SignatureShape> shape, SignableSAMLObject message) throws SamlFault {
		if (shape.isEmpty()) {
			return Optional.empty();
		}
		Signature signature = message.getSignature();
		if (signature == null) {
			throw SamlFault.local(FaultCode.SIGNATURE_INVALID, "the Signature could not be read");
		}
		return Optional.of(new EnvelopedSignature(shape.get(), signature));
	}

	@Override
	public void verify(SignaturePolicy policy) throws SamlFault {
		policy.requireAllowed(shape.algorithm());
		policy.requireAllowedDigest(shape.digest());
		if (shape.inclusive().isPresent()) {
			policy.requireInclusiveAllowed(shape.inclusive().get());
		}
		try {
			(shape.inclusive().isPresent() ? new InclusiveProfileValidator() : new SAMLSignatureProfileValidator())
				.validate(signature);
			for (PublicKey key : policy.keysFor(shape.algorithm())) {
				if (verifies(key)) {
					return;
				}
			}
		}
		catch (SignatureException | RuntimeException ex) {
			throw SamlFault.local(FaultCode.SIGNATURE_INVALID, "the verifier refused or failed: " + ex.getMessage(),
					ex);
		}
		throw SamlFault.local(FaultCode.SIGNATURE_INVALID,
				"the XML signature verifies with none of the signing keys in the service's metadata");
	}

	/**
	 * The same exception reports a signature that does not verify and a failure of the
	 * verifier.
	 */
	private boolean verifies(PublicKey key) {
		try {
			SignatureValidator.validate(signature, new BasicCredential(key));
			return true;
		}
		catch (SignatureException ex) {
			logger.debug("An XML signature does not verify with one of the service's keys: {}", ex.toString());
			return false;
		}
	}

	/**
	 * OpenSAML's checks without that of the transforms, which refuses inclusive
	 * canonicalization; {@link SignatureShape} has checked the transforms.
	 */
	private static final class InclusiveProfileValidator extends SAMLSignatureProfileValidator {

		@Override
		protected void validateTransforms(Reference reference) {
		}

	}

}
