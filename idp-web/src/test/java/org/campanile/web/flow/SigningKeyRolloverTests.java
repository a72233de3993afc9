package org.campanile.web.flow;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.Base64;

import org.campanile.testkit.serviceprovider.AuthnRequestOptions;
import org.campanile.testkit.serviceprovider.InResponseToCheck;
import org.campanile.testkit.serviceprovider.RedirectRequest;
import org.campanile.testkit.serviceprovider.ResponseExpectations;
import org.campanile.testkit.serviceprovider.ResponseRejectedException;
import org.campanile.testkit.serviceprovider.ServiceProviderKeys;
import org.campanile.testkit.serviceprovider.TrustedIdentityProvider;
import org.campanile.testkit.browser.Browser;
import org.campanile.testkit.browser.ForeignService;
import org.campanile.testkit.browser.Page;
import org.campanile.web.testkit.TestIdp;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.util.FileSystemUtils;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests the exchange of the signing key as in docs/configuration.md, step by step, each
 * with a restart.
 */
class SigningKeyRolloverTests {

	private static final String NEW = "signing-2027.pem";

	private final ForeignService service = ForeignService.at("sp.example.org", InstantSource.system());

	@TempDir
	private Path credentials;

	@Test
	void whenAKeyIsPublishedBeforeItSignsThenAServiceThatReadsMetadataLateNoticesNothing() throws Exception {
		TrustedIdentityProvider before;
		TrustedIdentityProvider between;
		try (TestIdp idp = start()) {
			before = trusted(idp);
			assertThat(before.signingKeys()).hasSize(1);
			assertSignedOn(idp, before);
		}
		ServiceProviderKeys added = ServiceProviderKeys.generate("login", InstantSource.system(), new SecureRandom());
		Files.writeString(credentials.resolve(NEW), pem("PRIVATE KEY", added.privateKey().getEncoded())
				+ pem("CERTIFICATE", added.certificate().getEncoded()));
		try (TestIdp idp = start()) {
			between = trusted(idp);
			assertThat(between.signingKeys()).containsExactlyInAnyOrder(before.signingKeys().getFirst(),
					added.certificate().getPublicKey());
			assertSignedOn(idp, before);
		}
		try (TestIdp idp = start("campanile.credentials.signing=" + NEW)) {
			assertSignedOn(idp, between);
			assertThat(trusted(idp).signingKeys()).containsExactlyInAnyOrderElementsOf(between.signingKeys());
			assertThatExceptionOfType(ResponseRejectedException.class).as("the new key signs")
				.isThrownBy(() -> signOn(idp, before));
		}
		Files.delete(credentials.resolve("signing.pem"));
		try (TestIdp idp = start("campanile.credentials.signing=" + NEW)) {
			assertThat(trusted(idp).signingKeys()).containsExactly(added.certificate().getPublicKey());
			assertSignedOn(idp, between);
		}
	}

	/** Starts a server with the current credentials, and keeps those that it adds. */
	private TestIdp start(String... settings) throws IOException {
		Path home = TestIdp.newHome();
		FileSystemUtils.deleteRecursively(home.resolve("credentials"));
		FileSystemUtils.copyRecursively(credentials, home.resolve("credentials"));
		service.registered(home);
		String[] all = java.util.Arrays.copyOf(settings, settings.length + 1);
		all[settings.length] = "campanile.entity-id=https://login.example.org/idp";
		TestIdp idp = TestIdp.start(home, all);
		FileSystemUtils.copyRecursively(home.resolve("credentials"), credentials);
		return idp;
	}

	private void assertSignedOn(TestIdp idp, TrustedIdentityProvider trusted) throws ResponseRejectedException {
		assertThat(signOn(idp, trusted)).isEqualTo("alice");
	}

	private String signOn(TestIdp idp, TrustedIdentityProvider trusted) throws ResponseRejectedException {
		Browser browser = new Browser();
		RedirectRequest request = service.redirect(idp, AuthnRequestOptions.PLAIN);
		Page page = browser.login(browser.open(request.url()), "alice", "alice-demo");
		return service.provider()
			.decode(page.samlResponse(),
					ResponseExpectations.of(trusted, service.acs(), InResponseToCheck.to(request.id())))
			.success()
			.values("uid")
			.getFirst();
	}

	private static TrustedIdentityProvider trusted(TestIdp idp) {
		return TrustedIdentityProvider
			.of(new Browser().get(idp.baseUrl() + "/metadata").body().getBytes(StandardCharsets.UTF_8));
	}

	private static String pem(String type, byte[] content) {
		return "-----BEGIN " + type + "-----\n" + Base64.getMimeEncoder(64, new byte[] { '\n' }).encodeToString(content)
				+ "\n-----END " + type + "-----\n";
	}

}
