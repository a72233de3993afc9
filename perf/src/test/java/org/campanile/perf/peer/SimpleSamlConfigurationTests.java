package org.campanile.perf.peer;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import org.campanile.perf.environment.Campus;
import org.campanile.perf.load.VirtualServiceProvider;
import org.campanile.perf.peer.PeerSystem.PeopleDirectory;
import org.campanile.perf.peer.PeerSystem.ReleasedAttribute;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class SimpleSamlConfigurationTests {

	@TempDir
	private Path folder;

	private SimpleSamlConfiguration configuration;

	@BeforeEach
	void write() throws Exception {
		configuration = new SimpleSamlConfiguration(folder, "http://127.0.0.1:8080/simplesaml/",
				new PeopleDirectory("ldap://127.0.0.1:10389", "dc=example,dc=edu", "cn=reader,dc=example,dc=edu",
						"o'clock\\"),
				"Y2VydA==", "secret");
		configuration.write();
	}

	@Test
	void whenWrittenThenAllThatItWritesLiesInItsFolder() throws Exception {
		assertThat(folder.resolve("config.php")).content()
			.startsWith("<?php\n$config = [\n")
			.contains("'baseurlpath' => 'http://127.0.0.1:8080/simplesaml/'")
			.contains("'metadatadir' => '" + folder + "/metadata/'")
			.contains("'tempdir' => '" + folder + "/tmp'")
			.contains("'session.phpsession.savepath' => '" + configuration.sessions() + "'")
			.contains("'store.type' => 'phpsession'");
		assertThat(configuration.sessions()).isDirectory();
	}

	@Test
	void whenThePasswordHoldsQuotesThenPhpReadsTheSame() {
		assertThat(folder.resolve("authsources.php")).content()
			.contains("0 => 'ldap:LDAP'")
			.contains("'hostname' => 'ldap://127.0.0.1:10389'")
			.contains("'search.password' => 'o\\'clock\\\\'");
	}

	@Test
	void whenTheServiceIsInstructedThenTheResponseAloneIsSignedAndTheAssertionEncrypted() throws Exception {
		String service = Files.readString(folder.resolve("metadata/saml20-sp-remote.php"));

		assertThat(service).contains("'" + VirtualServiceProvider.ENTITY_ID + "' => [")
			.contains("'AssertionConsumerService' => '" + VirtualServiceProvider.ASSERTION_CONSUMER_SERVICE + "'")
			.contains("'saml20.sign.response' => true")
			.contains("'saml20.sign.assertion' => false")
			.contains("'assertion.encryption' => true")
			.contains("'X509Certificate' => 'Y2VydA=='");
	}

	@Test
	void whenAttributesAreReadThenEachIsReportedUnderItsStandardName() {
		assertThat(configuration.authentication().get("attributes"))
			.asInstanceOf(org.assertj.core.api.InstanceOfAssertFactories.list(String.class))
			.containsExactlyInAnyOrderElementsOf(Campus.RELEASED);
		assertThat(folder.resolve("metadata/saml20-idp-hosted.php")).content()
			.contains("'" + configuration.entityId() + "' => [")
			.contains("'mail' => 'urn:oid:0.9.2342.19200300.100.1.3'");
		assertThat(List.of(ReleasedAttribute.values())).extracting(ReleasedAttribute::samlName).doesNotHaveDuplicates();
	}

	@Test
	void whenTheProviderIsDescribedThenItSignsByRsaAndSha256() {
		Map<String, Object> provider = configuration.identityProvider();

		assertThat(provider).containsEntry("signature.algorithm", "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256")
			.containsEntry("saml20.sign.assertion", false);
	}

}
