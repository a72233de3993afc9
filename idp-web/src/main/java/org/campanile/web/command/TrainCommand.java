package org.campanile.web.command;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.security.cert.CertificateEncodingException;
import java.time.InstantSource;
import java.util.Base64;
import java.util.concurrent.Callable;

import org.campanile.directory.TrainingDirectory;
import org.campanile.saml.crypto.CredentialLoader;
import org.campanile.saml.crypto.CredentialSettings;
import org.campanile.saml.crypto.CryptoProvider;
import org.campanile.saml.crypto.KeyType;
import org.springframework.context.ConfigurableApplicationContext;
import picocli.CommandLine.Command;

/**
 * What {@code bin/campanile aot} runs while the JDK watches which classes a start and the
 * first logins need: a server, people signing in, the end. Writes nothing but a temporary
 * folder.
 */
@Command(name = "train", hidden = true, description = "Starts a server, signs in, ends: for the JDK's AOT cache.")
final class TrainCommand implements Callable<Integer> {

	/** Enough for the methods of a login to be profiled, not only its classes loaded. */
	private static final int LOGINS = 1_000;

	private static final String PASSWORD = "training";

	private static final String CONFIGURATION = """
			campanile:
			  scopes: example.edu
			  ldap:
			    base-dn: %s
			  release:
			    rules:
			      - name: training
			        services: ["*"]
			        bundle: eduperson-basics
			""".formatted(TrainingDirectory.BASE_DN);

	@Override
	public Integer call() throws Exception {
		Cleanup cleanup = new Cleanup();
		try {
			Path home = cleanup.temporaryFolder("campanile-training");
			Files.writeString(home.resolve("application.yaml"), CONFIGURATION);
			Files.writeString(Files.createDirectories(home.resolve("metadata")).resolve("service.xml"),
					TrainingBrowser.metadata(certificate(home.resolve("service"))));
			TrainingDirectory directory = cleanup.add(TrainingDirectory.start(PASSWORD));
			String baseUrl = "http://localhost:" + freePort() + "/idp";
			Server server = new Server(home, "").with("campanile.base-url", baseUrl)
				.with("campanile.ldap.urls", directory.url())
				.with("campanile.http.drain", "0s")
				.with("management.server.port", 0)
				.with("logging.level.campanile", "WARN")
				.with("logging.level.org.campanile", "WARN");
			ConfigurableApplicationContext context = server.start();
			try (TrainingBrowser browser = new TrainingBrowser(baseUrl)) {
				for (int login = 0; login < LOGINS; login++) {
					browser.signIn(TrainingDirectory.USER, PASSWORD);
				}
			}
			finally {
				context.close();
			}
		}
		finally {
			cleanup.run();
		}
		return 0;
	}

	/** What assertions for the service are encrypted to; nobody reads them. */
	private static String certificate(Path folder) throws IOException, CertificateEncodingException {
		CredentialLoader loader = new CredentialLoader(Files.createDirectories(folder),
				new CredentialSettings("service.pem", KeyType.RSA_3072), "training", CryptoProvider.installed(),
				InstantSource.system(), new SecureRandom());
		return Base64.getEncoder().encodeToString(loader.load().signing().certificate().getEncoded());
	}

	private static int freePort() throws IOException {
		try (ServerSocket probe = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
			return probe.getLocalPort();
		}
	}

}
