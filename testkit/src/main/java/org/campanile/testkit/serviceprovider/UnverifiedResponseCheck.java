package org.campanile.testkit.serviceprovider;

import java.io.ByteArrayInputStream;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

import org.campanile.saml.StatusCode;
import org.campanile.saml.crypto.BlockCipher;
import org.campanile.saml.crypto.CryptoProvider;
import org.campanile.saml.crypto.CryptoProviderChoice;
import org.campanile.saml.crypto.KeyTransport;
import org.campanile.saml.relyingparty.EncryptionKey;
import org.jspecify.annotations.Nullable;

/**
 * Checks status, audience, request and user of a response, whose assertion it decrypts,
 * in a third of the time of {@link ServiceProvider#decode}: for loads in which not every
 * signature can be verified. It checks neither signatures nor times, and builds no
 * document. Thread-safe.
 */
public final class UnverifiedResponseCheck {

	/** Shared, because its creation loads a library and runs a self-test. */
	private static final CryptoProvider CRYPTO = CryptoProvider.of(CryptoProviderChoice.AUTO, new SecureRandom());

	private static final String PROTOCOL = "urn:oasis:names:tc:SAML:2.0:protocol";

	private static final String ASSERTION = "urn:oasis:names:tc:SAML:2.0:assertion";

	private static final Set<String> GCM = Set.of(BlockCipher.AES_128_GCM.uri(), BlockCipher.AES_256_GCM.uri());

	private static final int IV_BYTES = 12;

	private static final int TAG_BITS = 128;

	private final XMLInputFactory readers = XMLInputFactory.newDefaultFactory();

	private final PrivateKey key;

	private final String audience;

	private final Optional<String> userAttribute;

	/**
	 * @param userAttribute the name or friendly name of the attribute that identifies the
	 * user; empty if the name identifier does
	 */
	public UnverifiedResponseCheck(ServiceProvider provider, Optional<String> userAttribute) {
		this.key = CRYPTO.prepared(provider.keys().privateKey());
		this.audience = provider.entityId();
		this.userAttribute = userAttribute;
		readers.setProperty(XMLInputFactory.SUPPORT_DTD, false);
		readers.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
	}

	/**
	 * Whether the response is correct.
	 * @param samlResponse the value of the form field
	 * @param requestId the ID of the AuthnRequest that it must answer; null if there was
	 * none
	 * @param user accepts the names of the correct user; the assertion must have at least
	 * one name, and all must be accepted
	 * @return false also if this check cannot read the response, for example an algorithm
	 * of another server; {@link ServiceProvider#decode} finds out
	 */
	public boolean isRight(String samlResponse, @Nullable String requestId, Predicate<String> user) {
		try {
			Envelope envelope = envelope(Base64.getMimeDecoder().decode(samlResponse));
			String answered = requestId == null ? "" : requestId;
			if (!envelope.isResponse || !envelope.success || !envelope.inResponseTo.equals(answered)) {
				return false;
			}
			Optional<byte[]> assertion = envelope.encrypted.decrypted(key);
			return assertion.isPresent() && assertion(assertion.get()).isFor(audience, answered, user);
		}
		catch (XMLStreamException | GeneralSecurityException | IllegalArgumentException ex) {
			// ServiceProvider.decode reports the fault.
			return false;
		}
	}

	private Envelope envelope(byte[] xml) throws XMLStreamException {
		XMLStreamReader reader = readers.createXMLStreamReader(new ByteArrayInputStream(xml));
		Envelope envelope = new Envelope();
		while (reader.hasNext()) {
			switch (reader.next()) {
				case XMLStreamConstants.START_ELEMENT -> envelope.begin(reader);
				case XMLStreamConstants.END_ELEMENT -> envelope.end(reader);
				default -> {
				}
			}
		}
		return envelope;
	}

	private Assertion assertion(byte[] xml) throws XMLStreamException {
		XMLStreamReader reader = readers.createXMLStreamReader(new ByteArrayInputStream(xml));
		Assertion assertion = new Assertion(userAttribute);
		while (reader.hasNext()) {
			switch (reader.next()) {
				case XMLStreamConstants.START_ELEMENT -> assertion.begin(reader);
				case XMLStreamConstants.END_ELEMENT -> assertion.end(reader);
				default -> {
				}
			}
		}
		return assertion;
	}

	private static String attribute(XMLStreamReader reader, String name) {
		String value = reader.getAttributeValue(null, name);
		return value == null ? "" : value;
	}

	/** The parts of a response outside its assertion. Used by one thread. */
	private static final class Envelope {

		private boolean begun;

		private boolean isResponse;

		private String inResponseTo = "";

		private boolean success;

		private boolean hasStatus;

		private final Encrypted encrypted = new Encrypted();

		void begin(XMLStreamReader reader) throws XMLStreamException {
			String name = reader.getLocalName();
			boolean protocol = PROTOCOL.equals(reader.getNamespaceURI());
			if (!begun) {
				begun = true;
				isResponse = protocol && name.equals("Response");
				inResponseTo = attribute(reader, "InResponseTo");
			}
			if (protocol) {
				if (name.equals("StatusCode") && !hasStatus) {
					hasStatus = true;
					success = StatusCode.SUCCESS.topLevel().equals(attribute(reader, "Value"));
				}
			}
			else {
				encrypted.begin(reader, name);
			}
		}

		void end(XMLStreamReader reader) {
			encrypted.end(reader.getLocalName());
		}

	}

	/**
	 * The encrypted assertion of a response (XML Encryption 1.1). Used by one thread.
	 */
	private static final class Encrypted {

		private int count;

		private int plain;

		private boolean inKey;

		private String cipher = "";

		private String transport = "";

		private String digest = "";

		private String mask = "";

		private byte[] data = new byte[0];

		private byte[] wrapped = new byte[0];

		void begin(XMLStreamReader reader, String name) throws XMLStreamException {
			switch (name) {
				case "EncryptedAssertion" -> count++;
				case "Assertion" -> plain++;
				case "EncryptedKey" -> inKey = true;
				case "EncryptionMethod" -> method(attribute(reader, "Algorithm"));
				case "DigestMethod" -> digest = inKey ? attribute(reader, "Algorithm") : digest;
				case "MGF" -> mask = attribute(reader, "Algorithm");
				case "CipherValue" -> value(Base64.getMimeDecoder().decode(reader.getElementText()));
				default -> {
				}
			}
		}

		void end(String name) {
			if (name.equals("EncryptedKey")) {
				inKey = false;
			}
		}

		private void method(String algorithm) {
			if (inKey) {
				transport = algorithm;
			}
			else {
				cipher = algorithm;
			}
		}

		private void value(byte[] bytes) {
			if (inKey) {
				wrapped = bytes;
			}
			else {
				data = bytes;
			}
		}

		/**
		 * Returns the decrypted assertion; empty unless exactly one assertion is
		 * encrypted, no other is in clear, and the algorithms match.
		 */
		Optional<byte[]> decrypted(PrivateKey key) throws GeneralSecurityException {
			Optional<String> stated = Optional.of(mask).filter(uri -> !uri.isEmpty());
			Optional<KeyTransport> known = KeyTransport
				.of(new EncryptionKey.Method(transport, Optional.of(digest), stated));
			if (count != 1 || plain > 0 || known.isEmpty() || !GCM.contains(cipher) || data.length < IV_BYTES) {
				return Optional.empty();
			}
			Cipher aes = Cipher.getInstance("AES/GCM/NoPadding");
			aes.init(Cipher.DECRYPT_MODE, new SecretKeySpec(CRYPTO.unwrap(known.get(), key, wrapped), "AES"),
					new GCMParameterSpec(TAG_BITS, data, 0, IV_BYTES));
			return Optional.of(aes.doFinal(data, IV_BYTES, data.length - IV_BYTES));
		}

	}

	/** The parts of an assertion. Used by one thread. */
	private static final class Assertion {

		private final Optional<String> userAttribute;

		private final List<String> users = new ArrayList<>();

		private final List<String> answered = new ArrayList<>();

		private final List<String> audiences = new ArrayList<>();

		private int count;

		private boolean inSubject;

		private boolean inUser;

		Assertion(Optional<String> userAttribute) {
			this.userAttribute = userAttribute;
		}

		void begin(XMLStreamReader reader) throws XMLStreamException {
			if (!ASSERTION.equals(reader.getNamespaceURI())) {
				return;
			}
			switch (reader.getLocalName()) {
				case "Assertion" -> count++;
				case "Subject" -> inSubject = true;
				case "SubjectConfirmationData" -> answered.add(attribute(reader, "InResponseTo"));
				case "Audience" -> audiences.add(reader.getElementText().strip());
				case "Attribute" -> inUser = userAttribute.filter(name -> name.equals(attribute(reader, "Name"))
						|| name.equals(attribute(reader, "FriendlyName")))
					.isPresent();
				case "NameID" -> {
					if (inSubject && userAttribute.isEmpty()) {
						users.add(reader.getElementText());
					}
				}
				case "AttributeValue" -> {
					if (inUser) {
						users.add(reader.getElementText());
					}
				}
				default -> {
				}
			}
		}

		void end(XMLStreamReader reader) {
			switch (reader.getLocalName()) {
				case "Subject" -> inSubject = false;
				case "Attribute" -> inUser = false;
				default -> {
				}
			}
		}

		boolean isFor(String audience, String request, Predicate<String> user) {
			return count == 1 && audiences.equals(List.of(audience)) && answered.equals(List.of(request))
					&& !users.isEmpty() && users.stream().allMatch(user);
		}

	}

}
