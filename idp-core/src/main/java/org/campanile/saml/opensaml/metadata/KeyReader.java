package org.campanile.saml.opensaml.metadata;

import java.security.PublicKey;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.RSAPublicKey;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import org.jspecify.annotations.Nullable;
import org.opensaml.saml.saml2.metadata.EncryptionMethod;
import org.opensaml.saml.saml2.metadata.KeyDescriptor;
import org.opensaml.security.credential.UsageType;
import org.opensaml.xmlsec.encryption.OAEPparams;
import org.w3c.dom.Element;

import org.campanile.saml.crypto.EncryptionChooser;
import org.campanile.saml.opensaml.Dom;
import org.campanile.saml.relyingparty.EncryptionKey;
import org.campanile.saml.xml.Namespaces;
import org.campanile.xml.XmlNamespace;

/**
 * Reads a service's keys (SAML Metadata 2.4.1.1). A key without {@code use} is for both;
 * weak and unreadable ones are dropped with a remark.
 */
final class KeyReader {

	/**
	 * The largest accepted RSA key; with larger keys a single verification would take
	 * seconds.
	 */
	private static final int MAX_RSA_BITS = 16_384;

	private static final int MIN_EC_BITS = 256;

	private final List<String> remarks;

	private final Set<PublicKey> signing = new LinkedHashSet<>();

	private final Map<PublicKey, EncryptionKey> encryption = new LinkedHashMap<>();

	private boolean encryptionExpected;

	KeyReader(List<String> remarks) {
		this.remarks = remarks;
	}

	void read(List<KeyDescriptor> descriptors) {
		for (KeyDescriptor descriptor : descriptors) {
			encryptionExpected |= descriptor.getUse() == UsageType.ENCRYPTION;
			if (descriptor.getKeyInfo() == null) {
				remarks.add("a KeyDescriptor without KeyInfo dropped");
				continue;
			}
			for (PublicKey key : new KeyInfoReader(remarks).keys(descriptor.getKeyInfo())) {
				Optional<String> weakness = weakness(key);
				if (weakness.isPresent()) {
					remarks.add("a key dropped: " + weakness.get());
				}
				else {
					take(key, descriptor);
				}
			}
		}
	}

	List<PublicKey> signingKeys() {
		return List.copyOf(signing);
	}

	List<EncryptionKey> encryptionKeys() {
		return List.copyOf(encryption.values());
	}

	/**
	 * Whether there are keys with {@code use="encryption"}, and every one was dropped.
	 */
	boolean encryptionKeysUnusable() {
		return encryptionExpected && encryption.isEmpty();
	}

	private void take(PublicKey key, KeyDescriptor descriptor) {
		@Nullable UsageType use = descriptor.getUse();
		if (use != UsageType.ENCRYPTION) {
			signing.add(key);
		}
		if (use == UsageType.SIGNING) {
			return;
		}
		if (key instanceof RSAPublicKey) {
			encryption.putIfAbsent(key, new EncryptionKey(key, methods(descriptor)));
		}
		else if (use == UsageType.ENCRYPTION) {
			remarks.add("an encryption key dropped: " + key.getAlgorithm()
					+ " keys cannot be encrypted to, only RSA keys can");
		}
	}

	private static List<EncryptionKey.Method> methods(KeyDescriptor descriptor) {
		return descriptor.getEncryptionMethods().stream().map(KeyReader::method).flatMap(Optional::stream).toList();
	}

	/**
	 * Returns a method with its parameters (XML Encryption 1.1, 5.5.2); empty if it names
	 * no algorithm, or has OAEPparams, which are not supported.
	 */
	private static Optional<EncryptionKey.Method> method(EncryptionMethod method) {
		@Nullable String algorithm = method.getAlgorithm();
		@Nullable OAEPparams label = method.getOAEPparams();
		@Nullable Element element = method.getDOM();
		if (algorithm == null || algorithm.isBlank() || element == null
				|| label != null && !ServiceReader.text(label).isEmpty()) {
			return Optional.empty();
		}
		Optional<String> digest = parameter(element, Namespaces.DS, "DigestMethod");
		Optional<String> mask = parameter(element, Namespaces.XENC11, "MGF");
		return Optional.of(new EncryptionKey.Method(algorithm.strip(), digest, mask));
	}

	private static Optional<String> parameter(Element method, XmlNamespace namespace, String name) {
		return Dom.children(method)
			.stream()
			.filter(child -> Dom.is(child, namespace.uri(), name))
			.map(child -> child.getAttribute("Algorithm").strip())
			.findFirst();
	}

	private static Optional<String> weakness(PublicKey key) {
		if (key instanceof RSAPublicKey rsa) {
			int bits = rsa.getModulus().bitLength();
			return bits >= EncryptionChooser.MIN_RSA_BITS && bits <= MAX_RSA_BITS ? Optional.empty()
					: Optional.of("RSA of " + bits + " bits, where " + EncryptionChooser.MIN_RSA_BITS + " to "
							+ MAX_RSA_BITS + " are allowed");
		}
		if (key instanceof ECPublicKey ec) {
			int bits = ec.getParams().getCurve().getField().getFieldSize();
			return bits >= MIN_EC_BITS ? Optional.empty()
					: Optional.of("EC of " + bits + " bits, where at least " + MIN_EC_BITS + " are needed");
		}
		return Optional.of("algorithm " + key.getAlgorithm() + " is not supported");
	}

}
