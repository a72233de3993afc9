package org.campanile.saml.request;

import java.security.GeneralSecurityException;
import java.security.PublicKey;
import java.security.Signature;
import java.security.interfaces.ECPublicKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.campanile.saml.FaultCode;
import org.campanile.saml.SamlFault;
import org.campanile.saml.binding.InboundMessage.RedirectSignature;
import org.campanile.saml.binding.InboundMessage;
import org.campanile.saml.message.RequestSignature;
import org.campanile.saml.message.RequestSignatureAlgorithm;
import org.campanile.saml.message.SignaturePolicy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The signature of the Redirect binding (SAML Bindings 3.4.4.1). */
public final class DetachedSignature implements RequestSignature {

	private static final Logger logger = LoggerFactory.getLogger(DetachedSignature.class);

	private final RedirectSignature signature;

	DetachedSignature(RedirectSignature signature) {
		this.signature = signature;
	}

	/** Returns all signatures of a message: detached and enveloped. */
	public static List<RequestSignature> all(InboundMessage message, Optional<RequestSignature> enveloped) {
		List<RequestSignature> signatures = new ArrayList<>();
		message.signature().map(DetachedSignature::new).ifPresent(signatures::add);
		enveloped.ifPresent(signatures::add);
		return signatures;
	}

	@Override
	public void verify(SignaturePolicy policy) throws SamlFault {
		RequestSignatureAlgorithm algorithm = SignaturePolicy.known(signature.algorithm());
		policy.requireAllowed(algorithm);
		try {
			for (PublicKey key : policy.keysFor(algorithm)) {
				if (verifies(algorithm, key)) {
					return;
				}
			}
		}
		catch (RuntimeException ex) {
			throw SamlFault.local(FaultCode.SIGNATURE_INVALID, "the verifier failed: " + ex, ex);
		}
		throw SamlFault.local(FaultCode.SIGNATURE_INVALID,
				"the signature of the query verifies with none of the signing keys in the service's metadata");
	}

	/** An unusable key must not prevent later ones from being tried. */
	private boolean verifies(RequestSignatureAlgorithm algorithm, PublicKey key) {
		try {
			Signature verifier = Signature.getInstance(jcaName(algorithm, key));
			verifier.initVerify(key);
			verifier.update(signature.signedBytes());
			return verifier.verify(signature.value());
		}
		catch (GeneralSecurityException ex) {
			logger.debug("A {} signature could not be checked with one of the service's keys: {}", algorithm,
					ex.toString());
			return false;
		}
	}

	/**
	 * Returns the JCA name of the algorithm. In XML Signature an ECDSA signature is two
	 * numbers of fixed length, and some senders use that form here; most send DER, as
	 * produced by their library.
	 */
	private String jcaName(RequestSignatureAlgorithm algorithm, PublicKey key) {
		if (key instanceof ECPublicKey ec && algorithm.isElliptic()) {
			int bytes = (ec.getParams().getOrder().bitLength() + 7) / 8;
			return algorithm.jcaName() + (signature.value().length == 2 * bytes ? "inP1363Format" : "");
		}
		return algorithm.jcaName();
	}

}
