package org.campanile.perf.peer;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.List;

import org.campanile.perf.environment.Campus;
import org.campanile.perf.load.VirtualServiceProvider;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;

class KeycloakRealmTests {

	private static final URI DIRECTORY = URI.create("ldap://127.0.0.1:10389");

	private static final JsonNode REALM = realm();

	private static JsonNode realm() {
		try {
			return new KeycloakRealm(DIRECTORY, "Y2VydA==").realm();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static JsonNode federation(JsonNode realm) {
		return realm.get("components").get("org.keycloak.storage.UserStorageProvider").get(0);
	}

	@Test
	void whenImportedThenNobodyIsShutOutForWrongPasswords() {
		assertThat(REALM.get("bruteForceProtected").asBoolean(true)).isFalse();
		assertThat(REALM.get("enabled").asBoolean()).isTrue();
	}

	@Test
	void whenTheServiceIsInstructedThenItSignsTheResponseAloneAndEncryptsAsWeDo() {
		JsonNode client = REALM.get("clients").get(0);

		assertThat(client.get("clientId").asString()).isEqualTo(VirtualServiceProvider.ENTITY_ID);
		JsonNode settings = client.get("attributes");
		assertThat(settings.get("saml.server.signature").asString()).isEqualTo("true");
		assertThat(settings.get("saml.assertion.signature").asString()).isEqualTo("false");
		assertThat(settings.get("saml.signature.algorithm").asString()).isEqualTo("RSA_SHA256");
		assertThat(settings.get("saml.encrypt").asString()).isEqualTo("true");
		assertThat(settings.get("saml.encryption.certificate").asString()).isEqualTo("Y2VydA==");
		assertThat(settings.get("saml.encryption.algorithm").asString()).endsWith("#aes128-gcm");
		assertThat(settings.get("saml_assertion_consumer_url_post").asString())
			.isEqualTo(VirtualServiceProvider.ASSERTION_CONSUMER_SERVICE);
		assertThat(settings.get("saml_name_id_format").asString()).isEqualTo("transient");
	}

	@Test
	void whenThePeopleAreFederatedThenTheDirectoryIsOnlyRead() {
		JsonNode settings = federation(REALM).get("config");

		assertThat(settings.get("connectionUrl").get(0).asString()).isEqualTo("ldap://127.0.0.1:10389");
		assertThat(settings.get("bindCredential").get(0).asString()).isEqualTo(Campus.SERVICE_PASSWORD);
		assertThat(settings.get("editMode").get(0).asString()).isEqualTo("READ_ONLY");
		assertThat(settings.get("importEnabled").get(0).asString()).isEqualTo("true");
	}

	@Test
	void whenAttributesAreMappedThenEveryReleasedOneGoesFromTheDirectoryToTheService() {
		List<String> read = federation(REALM).get("subComponents")
			.get("org.keycloak.storage.ldap.mappers.LDAPStorageMapper")
			.valueStream()
			.map(mapper -> mapper.get("config").get("ldap.attribute").get(0).asString())
			.toList();
		List<String> told = REALM.get("clients")
			.get(0)
			.get("protocolMappers")
			.valueStream()
			.map(mapper -> mapper.get("config").get("friendly.name").asString())
			.toList();

		assertThat(read).containsExactlyInAnyOrderElementsOf(Campus.RELEASED);
		assertThat(told).containsExactlyInAnyOrderElementsOf(Campus.RELEASED);
	}

	@Test
	void whenKeycloakHasAColumnForAnAttributeThenItIsKeptThere() {
		assertThat(federation(REALM).get("subComponents")
			.get("org.keycloak.storage.ldap.mappers.LDAPStorageMapper")
			.valueStream()
			.filter(mapper -> mapper.get("name").asString().equals("mail"))
			.map(mapper -> mapper.get("config").get("user.model.attribute").get(0).asString()))
			.containsExactly("email");
	}

}
