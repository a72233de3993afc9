package org.campanile.perf.peer;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import org.campanile.perf.environment.Campus;
import org.campanile.perf.load.VirtualServiceProvider;
import org.campanile.perf.peer.PeerSystem.ReleasedAttribute;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

class SimpleSamlConfigurationTests {

	@TempDir
	private Path folder;

	private SimpleSamlConfiguration configuration;

	@BeforeEach
	void write() throws Exception {
		configuration = new SimpleSamlConfiguration(folder, "http://127.0.0.1:8080/simplesaml/",
				URI.create("ldap://127.0.0.1:10389"), "Y2VydA==", "o'clock\\ \"");
		configuration.write();
	}

	@Test
	void whenWrittenThenAllThatItWritesLiesInItsFolder() throws Exception {
		JsonNode settings = read("config.php", "config");
		assertThat(settings.get("baseurlpath").asString()).isEqualTo("http://127.0.0.1:8080/simplesaml/");
		assertThat(settings.get("metadatadir").asString()).isEqualTo(folder + "/metadata/");
		assertThat(settings.get("tempdir").asString()).isEqualTo(folder + "/tmp");
		assertThat(settings.get("session.phpsession.savepath").asString())
			.isEqualTo(configuration.sessions().toString());
		assertThat(settings.get("store.type").asString()).isEqualTo("phpsession");
		assertThat(configuration.sessions()).isDirectory();
	}

	@Test
	void whenTextHoldsQuotesThenPhpReadsTheSame() throws Exception {
		assertThat(read("config.php", "config").get("secretsalt").asString()).isEqualTo("o'clock\\ \"");
		JsonNode source = read("authsources.php", "config").get("directory");
		assertThat(source.get("0").asString()).isEqualTo("ldap:LDAP");
		assertThat(source.get("hostname").asString()).isEqualTo("ldap://127.0.0.1:10389");
		assertThat(source.get("search.password").asString()).isEqualTo(Campus.SERVICE_PASSWORD);
	}

	@Test
	void whenTheServiceIsInstructedThenTheResponseAloneIsSignedAndTheAssertionEncrypted() throws Exception {
		JsonNode service = read("metadata/saml20-sp-remote.php", "metadata").get(VirtualServiceProvider.ENTITY_ID);

		assertThat(service.get("AssertionConsumerService").asString())
			.isEqualTo(VirtualServiceProvider.ASSERTION_CONSUMER_SERVICE);
		assertThat(service.get("saml20.sign.response").asBoolean()).isTrue();
		assertThat(service.get("saml20.sign.assertion").asBoolean(true)).isFalse();
		assertThat(service.get("assertion.encryption").asBoolean()).isTrue();
		assertThat(service.get("keys").get(0).get("X509Certificate").asString()).isEqualTo("Y2VydA==");
	}

	@Test
	void whenAttributesAreReadThenEachIsReportedUnderItsStandardName() throws Exception {
		assertThat(configuration.authentication().get("attributes"))
			.asInstanceOf(org.assertj.core.api.InstanceOfAssertFactories.list(String.class))
			.containsExactlyInAnyOrderElementsOf(Campus.RELEASED);
		JsonNode names = read("metadata/saml20-idp-hosted.php", "metadata").get(configuration.entityId())
			.get("authproc")
			.get("100");
		assertThat(names.get("mail").asString()).isEqualTo("urn:oid:0.9.2342.19200300.100.1.3");
		assertThat(List.of(ReleasedAttribute.values())).extracting(ReleasedAttribute::samlName).doesNotHaveDuplicates();
	}

	@Test
	void whenTheProviderIsDescribedThenItSignsByRsaAndSha256() {
		Map<String, Object> provider = configuration.identityProvider();

		assertThat(provider).containsEntry("signature.algorithm", "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256")
			.containsEntry("saml20.sign.assertion", false);
	}

	/** Returns the JSON that PHP would decode from a file. */
	private JsonNode read(String file, String variable) throws IOException {
		String php = Files.readString(folder.resolve(file));
		String before = "<?php\n$" + variable + " = json_decode(<<<'JSON'\n";
		String after = "\nJSON, true);\n";
		assertThat(php).startsWith(before).endsWith(after);
		return new JsonMapper().readTree(php.substring(before.length(), php.length() - after.length()));
	}

}
