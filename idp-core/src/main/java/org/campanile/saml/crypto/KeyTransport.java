package org.campanile.saml.crypto;

import java.security.spec.MGF1ParameterSpec;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Function;

import javax.crypto.spec.OAEPParameterSpec;
import javax.crypto.spec.PSource;

import org.campanile.saml.relyingparty.EncryptionKey;

/**
 * RSA-OAEP with its parameters, the only key transport that is allowed (XML Encryption
 * 1.1, 5.5.2); RSA PKCS #1 v1.5 is not.
 *
 * @param uri the algorithm's URI
 * @param digest the digest inside OAEP
 * @param mask the digest inside MGF1, the mask generation function
 */
public record KeyTransport(String uri, Digest digest, Digest mask) {

	private static final String OAEP_MGF1P = "http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p";

	private static final String OAEP = "http://www.w3.org/2009/xmlenc11#rsa-oaep";

	/**
	 * Supported by nearly every service. SHA-1 in OAEP is not a weakness, because OAEP
	 * does not depend on collision resistance.
	 */
	public static final KeyTransport RSA_OAEP_MGF1P = new KeyTransport(OAEP_MGF1P, Digest.SHA_1, Digest.SHA_1);

	/**
	 * The algorithm for services that list no other. A method without parameters leaves
	 * them to us, as the response states them.
	 */
	public static final KeyTransport RSA_OAEP = new KeyTransport(OAEP, Digest.SHA_256, Digest.SHA_256);

	/**
	 * Returns the key transport of a method that a service lists. If it lists only one of
	 * the parameters, the other has the default of XML Encryption, SHA-1.
	 * @return empty for another algorithm, or for parameters that are not supported
	 */
	public static Optional<KeyTransport> of(EncryptionKey.Method method) {
		return switch (method.algorithm()) {
			case OAEP_MGF1P -> withParameters(method).filter(transport -> transport.mask == Digest.SHA_1);
			case OAEP ->
				method.digest().isEmpty() && method.mask().isEmpty() ? Optional.of(RSA_OAEP) : withParameters(method);
			default -> Optional.empty();
		};
	}

	private static Optional<KeyTransport> withParameters(EncryptionKey.Method method) {
		Optional<Digest> digest = supported(method.digest(), Digest::uri);
		Optional<Digest> mask = supported(method.mask(), Digest::maskUri);
		return digest.isEmpty() || mask.isEmpty() ? Optional.empty()
				: Optional.of(new KeyTransport(method.algorithm(), digest.get(), mask.get()));
	}

	private static Optional<Digest> supported(Optional<String> listed, Function<Digest, String> uri) {
		return listed.isEmpty() ? Optional.of(Digest.SHA_1)
				: Arrays.stream(Digest.values()).filter(digest -> uri.apply(digest).equals(listed.get())).findFirst();
	}

	/** The URI of the digest inside OAEP. */
	public String digestUri() {
		return digest.uri();
	}

	/**
	 * The URI of the mask generation function, if the algorithm does not determine it.
	 */
	public Optional<String> maskUri() {
		return uri.equals(OAEP_MGF1P) ? Optional.empty() : Optional.of(mask.maskUri());
	}

	OAEPParameterSpec parameters() {
		return new OAEPParameterSpec(digest.jcaName(), "MGF1", new MGF1ParameterSpec(mask.jcaName()),
				PSource.PSpecified.DEFAULT);
	}

	/** A digest of RSA-OAEP. */
	public enum Digest {

		SHA_1("SHA-1", "http://www.w3.org/2000/09/xmldsig#sha1", "http://www.w3.org/2009/xmlenc11#mgf1sha1"),

		SHA_256("SHA-256", "http://www.w3.org/2001/04/xmlenc#sha256", "http://www.w3.org/2009/xmlenc11#mgf1sha256"),

		SHA_384("SHA-384", "http://www.w3.org/2001/04/xmldsig-more#sha384",
				"http://www.w3.org/2009/xmlenc11#mgf1sha384"),

		SHA_512("SHA-512", "http://www.w3.org/2001/04/xmlenc#sha512", "http://www.w3.org/2009/xmlenc11#mgf1sha512");

		private final String jcaName;

		private final String uri;

		private final String maskUri;

		Digest(String jcaName, String uri, String maskUri) {
			this.jcaName = jcaName;
			this.uri = uri;
			this.maskUri = maskUri;
		}

		String jcaName() {
			return jcaName;
		}

		String uri() {
			return uri;
		}

		/** The URI of MGF1 with this digest. */
		String maskUri() {
			return maskUri;
		}

	}

}
