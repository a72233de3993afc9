package org.campanile.saml.crypto;

import java.security.spec.MGF1ParameterSpec;
import java.util.Optional;

import javax.crypto.spec.OAEPParameterSpec;
import javax.crypto.spec.PSource;

import org.jspecify.annotations.Nullable;

/**
 * The key transport algorithms that are allowed (XML Encryption 1.1, 5.5); RSA PKCS #1
 * v1.5 is not.
 */
public enum KeyTransport {

	/**
	 * Supported by nearly every service. SHA-1 in OAEP is not a weakness, because OAEP
	 * does not depend on collision resistance.
	 */
	RSA_OAEP_MGF1P("http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p", "http://www.w3.org/2000/09/xmldsig#sha1", null,
			new OAEPParameterSpec("SHA-1", "MGF1", MGF1ParameterSpec.SHA1, PSource.PSpecified.DEFAULT)),

	/** The algorithm for services that list no other. */
	RSA_OAEP("http://www.w3.org/2009/xmlenc11#rsa-oaep", "http://www.w3.org/2001/04/xmlenc#sha256",
			"http://www.w3.org/2009/xmlenc11#mgf1sha256",
			new OAEPParameterSpec("SHA-256", "MGF1", MGF1ParameterSpec.SHA256, PSource.PSpecified.DEFAULT));

	private final String uri;

	private final String digestUri;

	private final @Nullable String maskUri;

	private final OAEPParameterSpec parameters;

	KeyTransport(String uri, String digestUri, @Nullable String maskUri, OAEPParameterSpec parameters) {
		this.uri = uri;
		this.digestUri = digestUri;
		this.maskUri = maskUri;
		this.parameters = parameters;
	}

	/** The algorithm's URI. */
	public String uri() {
		return uri;
	}

	/** The URI of the digest inside OAEP. */
	public String digestUri() {
		return digestUri;
	}

	/**
	 * The URI of the mask generation function, if the algorithm does not determine it.
	 */
	public Optional<String> maskUri() {
		return Optional.ofNullable(maskUri);
	}

	OAEPParameterSpec parameters() {
		return parameters;
	}

}
