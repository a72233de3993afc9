package org.campanile.web.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;

import org.campanile.web.cluster.Ports;
import org.springframework.context.ConfigurableApplicationContext;
import picocli.CommandLine.Command;

/**
 * What {@code bin/campanile aot} runs while the JDK watches which classes a start and the
 * first logins need: the demo's server, people signing in, the end. Writes nothing but a
 * temporary folder.
 */
@Command(name = "train", hidden = true, description = "Starts a server, signs in, ends: for the JDK's AOT cache.")
final class TrainCommand implements Callable<Integer> {

	/** Enough for the methods of a login to be profiled, not only its classes loaded. */
	private static final int LOGINS = 1_000;

	@Override
	public Integer call() throws IOException, InterruptedException {
		Cleanup cleanup = new Cleanup();
		try {
			Path home = cleanup.temporaryFolder("campanile-training");
			Files.createDirectories(home.resolve("metadata"));
			String baseUrl = "http://localhost:" + new Ports().near(0) + "/idp";
			Server server = new Server(home, "classpath:demo.yaml").with("campanile.base-url", baseUrl)
				.with("campanile.http.drain", "0s")
				.with("management.server.port", 0)
				.with("logging.level.campanile", "WARN")
				.with("logging.level.org.campanile", "WARN");
			ConfigurableApplicationContext context = server.start();
			try (TrainingBrowser browser = new TrainingBrowser(baseUrl)) {
				for (int login = 0; login < LOGINS; login++) {
					browser.signIn();
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

}
