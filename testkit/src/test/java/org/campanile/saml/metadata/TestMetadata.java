package org.campanile.saml.metadata;

import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;

/** Metadata for tests, as text. */
final class TestMetadata {

	static final String MD = "urn:oasis:names:tc:SAML:2.0:metadata";

	static final String POST = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST";

	static final String PROTOCOL = "urn:oasis:names:tc:SAML:2.0:protocol";

	private TestMetadata() {
	}

	static String id(int number) {
		return "https://sp" + number + ".example.org/shibboleth";
	}

	/** An EntityDescriptor that declares its namespace. */
	static String service(String entityId) {
		return service(entityId, " xmlns='" + MD + "'", "");
	}

	static String service(String entityId, String attributes, String roleContent) {
		return "<EntityDescriptor entityID='" + entityId + "'" + attributes + ">" + role("", roleContent)
				+ "</EntityDescriptor>";
	}

	static String role(String attributes, String content) {
		return "<SPSSODescriptor protocolSupportEnumeration='" + PROTOCOL + "'" + attributes + ">" + content
				+ consumer("https://sp.example.org/acs", 1) + "</SPSSODescriptor>";
	}

	static String consumer(String location, int index) {
		return "<AssertionConsumerService Binding='" + POST + "' Location='" + location + "' index='" + index + "'/>";
	}

	static String group(String content) {
		return group("", content);
	}

	static String group(String attributes, String content) {
		return "<EntitiesDescriptor xmlns='" + MD + "'" + attributes + ">" + content + "</EntitiesDescriptor>";
	}

	static String member(String entityId) {
		return service(entityId, "", "");
	}

	static String members(int count) {
		StringBuilder xml = new StringBuilder();
		for (int i = 0; i < count; i++) {
			xml.append(member(id(i))).append('\n');
		}
		return xml.toString();
	}

	static KeyPair keys(String algorithm, int bits) {
		try {
			KeyPairGenerator generator = KeyPairGenerator.getInstance(algorithm);
			generator.initialize(bits);
			return generator.generateKeyPair();
		}
		catch (NoSuchAlgorithmException ex) {
			throw new IllegalStateException(ex);
		}
	}

	static String base64(byte[] bytes) {
		return Base64.getMimeEncoder().encodeToString(bytes);
	}

}
