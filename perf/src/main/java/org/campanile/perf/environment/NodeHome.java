package org.campanile.perf.environment;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

import org.campanile.perf.load.Target;
import org.campanile.perf.load.VirtualServiceProvider;
import org.campanile.saml.crypto.CredentialLoader;
import org.campanile.saml.crypto.CredentialSettings;
import org.campanile.saml.crypto.CryptoProvider;
import org.campanile.saml.crypto.KeyType;
import org.jspecify.annotations.Nullable;

/**
 * The home folder that the nodes of a system share, written as an administrator would.
 *
 * @param folder with {@code application.yaml}, {@code metadata/} and {@code credentials/}
 */
record NodeHome(Path folder) {

	private static final List<String> SHARED = List.of("application.yaml", "metadata", "credentials", "services");

	/**
	 * Writes the home folder.
	 * @param baseUrl the public address
	 * @param proxied whether a proxy on loopback stands in front
	 * @param directoryUrl the address at which nodes reach the directory
	 * @param certificate the authority that nodes trust for the directory; null without
	 * TLS
	 * @param pages the pages behind the gate; empty without a gate
	 */
	static NodeHome write(Path folder, String baseUrl, boolean proxied, URI directoryUrl, @Nullable Path certificate,
			VirtualServiceProvider service, Optional<GatedPages> pages) throws IOException {
		Files.createDirectories(folder.resolve("metadata"));
		Files.copy(service.metadata(), folder.resolve("metadata").resolve("service.xml"),
				StandardCopyOption.REPLACE_EXISTING);
		Files.writeString(Files.createDirectories(folder.resolve("services")).resolve("service.yaml"), """
				# It never listens, and so cannot be notified of a logout.
				url: %s
				release: [%s]
				logout: { channel: none }
				""".formatted(Target.CAS_SERVICE, String.join(", ", Campus.RELEASED)));
		Files.writeString(folder.resolve("application.yaml"),
				configuration(baseUrl, proxied || pages.isPresent(), directoryUrl, certificate)
						+ pages.map(GatedPages::configuration).orElse(""));
		makeSigningKey(folder.resolve("credentials"));
		return new NodeHome(folder);
	}

	/** Creates the signing key in advance, as a first start is not measured. */
	private static void makeSigningKey(Path credentials) {
		new CredentialLoader(credentials, new CredentialSettings("signing.pem", KeyType.RSA_2048), "localhost",
				CryptoProvider.installed(), InstantSource.system(), new SecureRandom())
			.load();
	}

	private static String configuration(String baseUrl, boolean behindProxy, URI directoryUrl,
			@Nullable Path certificate) {
		return """
				campanile:
				  base-url: %s
				  scopes: [%s]
				  ldap:
				    urls: [%s]
				%s    bind-dn: %s
				    bind-password: %s
				    base-dn: %s
				  release:
				    rules:
				      - name: measured
				        services: [%s]
				        attributes: [%s]
				  authentication:
				    throttle:
				      # All people come from one address here.
				      address-tries: 1000000
				  session:
				    # Those stored before a long measurement are there until its end.
				    idle-timeout: 10h
				    lifetime: 10h
				  storage:
				    memory:
				      max-sessions: 12000000
				      max-marks: 12000000
				%s""".formatted(baseUrl, Campus.SCOPE, directoryUrl,
				certificate == null ? "" : "    trusted-certificates: " + certificate.toAbsolutePath() + "\n",
				Campus.SERVICE_DN, Campus.SERVICE_PASSWORD, Campus.BASE_DN, VirtualServiceProvider.ENTITY_ID,
				String.join(", ", Campus.RELEASED), behindProxy ? "  http:\n    trusted-proxies: [127.0.0.1]\n" : "");
	}

	/** Creates the home folder of one node, with links to the shared files. */
	Path ofNode(Path home) throws IOException {
		Files.createDirectories(home);
		for (String part : SHARED) {
			Files.createSymbolicLink(home.resolve(part), folder.resolve(part).toAbsolutePath());
		}
		return home;
	}

}
