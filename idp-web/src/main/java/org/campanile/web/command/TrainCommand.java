package org.campanile.web.command;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;

import org.jspecify.annotations.Nullable;
import org.springframework.context.ConfigurableApplicationContext;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

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

	/** The number of times the training takes the paths that few users take. */
	private static final int WANDERINGS = 30;

	private static final String PASSWORD = "training";

	private static final String CONFIGURATION = """
			campanile:
			  scopes: example.edu
			  release:
			    rules:
			      - name: training
			        services: ["*"]
			        bundle: eduperson-basics
			  authentication.throttle: {user-tries: 1000, address-tries: 1000}
			  gate:
			    sites:
			      training:
			        urls: [%s]
			""".formatted(TrainingBrowser.GATED);

	@Option(names = "--home", paramLabel = "DIR",
			description = "The home folder whose kind of store the server is trained with.")
	private @Nullable Path like;

	// By default enough for what is loaded only after some calls.
	@Option(names = "--logins", paramLabel = "N", description = "How many logins; by default ${DEFAULT-VALUE}.")
	private int logins = 40;

	@Override
	public Integer call() throws Exception {
		Cleanup cleanup = new Cleanup();
		try {
			Path home = cleanup.temporaryFolder("campanile-training");
			Files.writeString(home.resolve("application.yaml"), CONFIGURATION);
			Files.writeString(Files.createDirectories(home.resolve("metadata")).resolve("service.xml"),
					TrainingBrowser.metadata(home.resolve("service")));
			Files.writeString(Files.createDirectories(home.resolve("services")).resolve("training.yaml"),
					TrainingBrowser.casService());
			TrainingUsers users = cleanup.add(TrainingUsers.start(PASSWORD));
			String baseUrl = "http://localhost:" + freePort() + "/idp";
			Server server = new Server(home, "").with("campanile.base-url", baseUrl)
				.with("campanile.http.drain", "0s")
				.with("management.server.port", 0)
				// Variables of the environment may name the database in use.
				.with("campanile.storage.type", "memory")
				.with("campanile.storage.durable.type", "memory")
				.with("campanile.factors.enabled", false)
				.with("logging.level.campanile", "WARN")
				.with("logging.level.org.campanile", "WARN");
			users.settings().forEach(server::with);
			if (like != null && isHazelcast(like)) {
				server.with("campanile.storage.type", "hazelcast")
					.with("campanile.storage.hazelcast.cluster-name", home.getFileName())
					.with("campanile.storage.hazelcast.bind-address", "127.0.0.1")
					.with("campanile.storage.hazelcast.port", freePort());
			}
			ConfigurableApplicationContext context = server.start();
			try (TrainingBrowser browser = new TrainingBrowser(baseUrl)) {
				for (int login = 0; login < logins; login++) {
					browser.signIn(TrainingUsers.USER, PASSWORD);
					if (login < WANDERINGS) {
						browser.wander(TrainingUsers.USER, PASSWORD);
					}
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

	/**
	 * Whether the store is Hazelcast. One member alone is enough to train with it; a
	 * database could only be trained with the one in use.
	 */
	private static boolean isHazelcast(Path home) {
		return new Server(home, "").read().chosenStores().containsKey("hazelcast");
	}

	private static int freePort() throws IOException {
		try (ServerSocket probe = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
			return probe.getLocalPort();
		}
	}

}
