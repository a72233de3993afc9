package org.campanile.perf.peer;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;

import org.campanile.perf.environment.Campus;
import org.campanile.perf.load.TargetPreset;
import org.campanile.perf.load.VirtualServiceProvider;
import org.campanile.perf.peer.PeerSystem.ReleasedAttribute;
import org.springframework.core.io.ClassPathResource;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * The realm that Keycloak imports at its first start: the directory, and the service as a
 * SAML client. It is configured to do what Campanile does by default: an RSA-2048 key,
 * the response signed and the assertion not, encryption by AES-128-GCM under RSA-OAEP, a
 * transient name identifier, no client scopes that would add roles, and no counting of
 * wrong passwords. People are copied into the database at their first sign-on, as
 * Keycloak's console proposes.
 *
 * @param directory address of the directory
 * @param certificate the service's certificate for encryption: base64 of DER
 */
record KeycloakRealm(URI directory, String certificate) {

	static final String NAME = "campus";

	/** The part of the realm that is the same in all runs. */
	private static final String TEMPLATE = "keycloak-realm.json";

	private static final JsonMapper JSON = JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

	/** Keycloak's names of the attributes for which it has columns. */
	private static final Map<ReleasedAttribute, String> OWN_NAMES = Map.of(ReleasedAttribute.UID, "username",
			ReleasedAttribute.MAIL, "email", ReleasedAttribute.SURNAME, "lastName", ReleasedAttribute.GIVEN_NAME,
			"firstName");

	static KeycloakRealm of(URI directory, VirtualServiceProvider serviceProvider) throws IOException {
		return new KeycloakRealm(directory, serviceProvider.certificate());
	}

	void write(Path file) throws IOException {
		JSON.writeValue(file, realm());
	}

	ObjectNode realm() throws IOException {
		try (InputStream template = new ClassPathResource(TEMPLATE, KeycloakRealm.class).getInputStream()) {
			ObjectNode realm = (ObjectNode) JSON.readTree(template);
			fillIn((ObjectNode) realm.at("/components/org.keycloak.storage.UserStorageProvider/0"));
			client((ObjectNode) realm.at("/clients/0"));
			return realm;
		}
	}

	private void fillIn(ObjectNode federation) {
		ObjectNode settings = (ObjectNode) federation.at("/config");
		settings.putArray("connectionUrl").add(directory.toString());
		settings.putArray("bindDn").add(Campus.SERVICE_DN);
		settings.putArray("bindCredential").add(Campus.SERVICE_PASSWORD);
		settings.putArray("usersDn").add(Campus.BASE_DN);
		for (ReleasedAttribute attribute : ReleasedAttribute.values()) {
			ObjectNode mapper = federation.withObject("/subComponents")
				.withArray("org.keycloak.storage.ldap.mappers.LDAPStorageMapper")
				.addObject()
				.put("name", attribute.ldapName())
				.put("providerId", "user-attribute-ldap-mapper");
			ObjectNode mapping = mapper.putObject("config");
			mapping.putArray("ldap.attribute").add(attribute.ldapName());
			mapping.putArray("user.model.attribute").add(nameInKeycloak(attribute));
			mapping.putArray("is.mandatory.in.ldap").add(Boolean.toString(attribute == ReleasedAttribute.UID));
			mapping.putArray("read.only").add("true");
			// The console proposes true for a directory that is only read, except for the
			// username.
			mapping.putArray("always.read.value.from.ldap").add(Boolean.toString(attribute != ReleasedAttribute.UID));
		}
	}

	private void client(ObjectNode client) {
		client.put("clientId", VirtualServiceProvider.ENTITY_ID);
		client.putArray("redirectUris").add(VirtualServiceProvider.ASSERTION_CONSUMER_SERVICE);
		((ObjectNode) client.at("/attributes"))
			.put("saml_assertion_consumer_url_post", VirtualServiceProvider.ASSERTION_CONSUMER_SERVICE)
			.put("saml_idp_initiated_sso_url_name", TargetPreset.KEYCLOAK_CLIENT)
			.put("saml.encryption.certificate", certificate);
		for (ReleasedAttribute attribute : ReleasedAttribute.values()) {
			client.withArray("protocolMappers")
				.addObject()
				.put("name", attribute.ldapName())
				.put("protocol", "saml")
				.put("protocolMapper", "saml-user-attribute-mapper")
				.putObject("config")
				.put("user.attribute", nameInKeycloak(attribute))
				.put("attribute.name", attribute.samlName())
				.put("attribute.nameformat", "URI Reference")
				.put("friendly.name", attribute.ldapName());
		}
	}

	private static String nameInKeycloak(ReleasedAttribute attribute) {
		return OWN_NAMES.getOrDefault(attribute, attribute.ldapName());
	}

}
