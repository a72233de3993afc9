package org.campanile.web.command;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;

import org.springframework.context.ConfigurableApplicationContext;
import picocli.CommandLine.Command;

import org.campanile.web.directory.TrainingUsers;
import org.campanile.web.saml.TrainingBrowser;

/**
 * The training run of {@code bin/campanile aot}, during which the JDK records the classes
 * that a start and the first logins need: starts a server, signs users in and stops.
 * Writes only to a temporary folder.
 */
@Command(name = "train", hidden = true,
		description = "Starts a server, signs users in and stops, to train the JDK's " + "AOT cache.")
final class TrainCommand implements Callable<Integer> {

	/** Enough to profile the methods of a login, not only to load its classes. */
	private static final int LOGINS = 1_000;

	private static final String PASSWORD = "training";

	private static final String CONFIGURATION = """
			campanile:
			  scopes: example.edu
			  release:
			    rules:
			      - name: training
			        services: ["*"]
			        bundle: eduperson-basics
			""";

	@Override
	public Integer call() throws Exception {
		Cleanup cleanup = new Cleanup();
		try {
			Path home = cleanup.temporaryFolder("campanile-training");
			Files.writeString(home.resolve("application.yaml"), CONFIGURATION);
			Files.writeString(Files.createDirectories(home.resolve("metadata")).resolve("service.xml"),
					TrainingBrowser.metadata(home.resolve("service")));
			TrainingUsers users = cleanup.add(TrainingUsers.start(PASSWORD));
			String baseUrl = "http://localhost:" + freePort() + "/idp";
			Server server = new Server(home, "").with("campanile.base-url", baseUrl)
				.with("campanile.http.drain", "0s")
				.with("management.server.port", 0)
				.with("logging.level.campanile", "WARN")
				.with("logging.level.org.campanile", "WARN");
			users.settings().forEach(server::with);
			ConfigurableApplicationContext context = server.start();
			try (TrainingBrowser browser = new TrainingBrowser(baseUrl)) {
				for (int login = 0; login < LOGINS; login++) {
					browser.signIn(TrainingUsers.USER, PASSWORD);
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

	private static int freePort() throws IOException {
		try (ServerSocket probe = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
			return probe.getLocalPort();
		}
	}

}
