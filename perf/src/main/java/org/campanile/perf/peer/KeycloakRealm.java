package org.campanile.perf.peer;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.campanile.perf.load.TargetPreset;
import org.campanile.perf.load.VirtualServiceProvider;
import org.campanile.perf.peer.PeerSystem.PeopleDirectory;
import org.campanile.perf.peer.PeerSystem.ReleasedAttribute;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * The realm that is imported at Keycloak's first start: the directory, and the one
 * service as a SAML client. It does what Campanile does by default: an RSA-2048 key, the
 * response signed and the assertion not, encryption by AES-128-GCM under RSA-OAEP, a
 * transient name, and no counting of wrong passwords.
 *
 * @param directory the people
 * @param certificate of the service, for encryption: base64 of DER
 * @param importUsers whether people are copied into Keycloak's database at their first
 * sign-on, as its console proposes; else every request reads them from the directory
 */
record KeycloakRealm(PeopleDirectory directory, String certificate, boolean importUsers) {

	static final String NAME = "campus";

	/** Names the service in the address by which a sign-on without a request begins. */
	static final String CLIENT_URL_NAME = TargetPreset.KEYCLOAK_CLIENT;

	private static final JsonMapper JSON = JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

	/** What Keycloak calls the attributes that it has columns for. */
	private static final Map<ReleasedAttribute, String> OWN_NAMES = Map.of(ReleasedAttribute.UID, "username",
			ReleasedAttribute.MAIL, "email", ReleasedAttribute.SURNAME, "lastName", ReleasedAttribute.GIVEN_NAME,
			"firstName");

	static KeycloakRealm of(PeopleDirectory directory, VirtualServiceProvider serviceProvider, boolean importUsers)
			throws IOException {
		return new KeycloakRealm(directory, ServiceCertificate.forEncryption(serviceProvider.metadata()), importUsers);
	}

	void write(Path file) {
		JSON.writeValue(file, realm());
	}

	String json() {
		return JSON.writeValueAsString(realm());
	}

	private Map<String, Object> realm() {
		Map<String, Object> realm = new LinkedHashMap<>();
		realm.put("realm", NAME);
		realm.put("enabled", true);
		realm.put("sslRequired", "none");
		realm.put("bruteForceProtected", false);
		realm.put("registrationAllowed", false);
		realm.put("clients", List.of(client()));
		realm.put("components", Map.of("org.keycloak.storage.UserStorageProvider", List.of(federation())));
		return realm;
	}

	private Map<String, Object> federation() {
		Map<String, Object> federation = new LinkedHashMap<>();
		federation.put("name", "directory");
		federation.put("providerId", "ldap");
		Map<String, List<String>> settings = new LinkedHashMap<>();
		settings.put("enabled", List.of("true"));
		settings.put("priority", List.of("0"));
		settings.put("vendor", List.of("other"));
		settings.put("editMode", List.of("READ_ONLY"));
		settings.put("importEnabled", List.of(Boolean.toString(importUsers)));
		settings.put("syncRegistrations", List.of("false"));
		settings.put("connectionUrl", List.of(directory.url()));
		settings.put("connectionPooling", List.of("true"));
		settings.put("authType", List.of("simple"));
		settings.put("bindDn", List.of(directory.bindDn()));
		settings.put("bindCredential", List.of(directory.bindPassword()));
		settings.put("usersDn", List.of(directory.baseDn()));
		settings.put("searchScope", List.of("2"));
		settings.put("usernameLDAPAttribute", List.of("uid"));
		settings.put("rdnLDAPAttribute", List.of("uid"));
		settings.put("uuidLDAPAttribute", List.of("entryUUID"));
		settings.put("userObjectClasses", List.of("inetOrgPerson"));
		settings.put("trustEmail", List.of("true"));
		settings.put("pagination", List.of("false"));
		settings.put("cachePolicy", List.of("DEFAULT"));
		settings.put("fullSyncPeriod", List.of("-1"));
		settings.put("changedSyncPeriod", List.of("-1"));
		federation.put("config", settings);
		federation.put("subComponents", Map.of("org.keycloak.storage.ldap.mappers.LDAPStorageMapper",
				Stream.of(ReleasedAttribute.values()).map(KeycloakRealm::directoryMapper).toList()));
		return federation;
	}

	private static Map<String, Object> directoryMapper(ReleasedAttribute attribute) {
		Map<String, Object> mapper = new LinkedHashMap<>();
		mapper.put("name", attribute.ldapName());
		mapper.put("providerId", "user-attribute-ldap-mapper");
		Map<String, List<String>> settings = new LinkedHashMap<>();
		settings.put("ldap.attribute", List.of(attribute.ldapName()));
		settings.put("user.model.attribute", List.of(nameInKeycloak(attribute)));
		settings.put("is.mandatory.in.ldap", List.of(Boolean.toString(attribute == ReleasedAttribute.UID)));
		settings.put("read.only", List.of("true"));
		// As the console proposes for a directory that is only read, except for the
		// username.
		settings.put("always.read.value.from.ldap", List.of(Boolean.toString(attribute != ReleasedAttribute.UID)));
		mapper.put("config", settings);
		return mapper;
	}

	private Map<String, Object> client() {
		Map<String, Object> client = new LinkedHashMap<>();
		client.put("clientId", VirtualServiceProvider.ENTITY_ID);
		client.put("protocol", "saml");
		client.put("enabled", true);
		client.put("frontchannelLogout", true);
		client.put("fullScopeAllowed", false);
		client.put("redirectUris", List.of(VirtualServiceProvider.ASSERTION_CONSUMER_SERVICE));
		// Or the roles of people would be told as well.
		client.put("defaultClientScopes", List.of());
		client.put("optionalClientScopes", List.of());
		Map<String, String> settings = new LinkedHashMap<>();
		settings.put("saml_assertion_consumer_url_post", VirtualServiceProvider.ASSERTION_CONSUMER_SERVICE);
		settings.put("saml_idp_initiated_sso_url_name", CLIENT_URL_NAME);
		settings.put("saml.force.post.binding", "true");
		settings.put("saml.authnstatement", "true");
		settings.put("saml.client.signature", "false");
		settings.put("saml.server.signature", "true");
		settings.put("saml.assertion.signature", "false");
		settings.put("saml.signature.algorithm", "RSA_SHA256");
		settings.put("saml_signature_canonicalization_method", "http://www.w3.org/2001/10/xml-exc-c14n#");
		settings.put("saml.server.signature.keyinfo.ext", "false");
		settings.put("saml.encrypt", "true");
		settings.put("saml.encryption.certificate", certificate);
		settings.put("saml.encryption.algorithm", "http://www.w3.org/2009/xmlenc11#aes128-gcm");
		settings.put("saml.encryption.keyAlgorithm", "http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p");
		settings.put("saml_force_name_id_format", "true");
		settings.put("saml_name_id_format", "transient");
		client.put("attributes", settings);
		client.put("protocolMappers", Stream.of(ReleasedAttribute.values()).map(KeycloakRealm::samlMapper).toList());
		return client;
	}

	private static Map<String, Object> samlMapper(ReleasedAttribute attribute) {
		Map<String, Object> mapper = new LinkedHashMap<>();
		mapper.put("name", attribute.ldapName());
		mapper.put("protocol", "saml");
		mapper.put("protocolMapper", "saml-user-attribute-mapper");
		Map<String, String> settings = new LinkedHashMap<>();
		settings.put("user.attribute", nameInKeycloak(attribute));
		settings.put("attribute.name", attribute.samlName());
		settings.put("attribute.nameformat", "URI Reference");
		settings.put("friendly.name", attribute.ldapName());
		mapper.put("config", settings);
		return mapper;
	}

	private static String nameInKeycloak(ReleasedAttribute attribute) {
		return OWN_NAMES.getOrDefault(attribute, attribute.ldapName());
	}

}
