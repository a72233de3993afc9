package org.campanile.web.command;

import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;

import org.jspecify.annotations.Nullable;
import org.springframework.context.ConfigurableApplicationContext;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import org.campanile.directory.embedded.DemoPerson;

/** {@code campanile demo}: everything embedded, nothing to configure. */
@Command(name = "demo", description = "Starts a complete demo: directory with people, server, demo services.",
		mixinStandardHelpOptions = true)
final class DemoCommand implements Callable<Integer> {

	@Option(names = "--port", paramLabel = "N", defaultValue = "8080",
			description = "The port, 1 to 65535 (default: ${DEFAULT-VALUE}).")
	private int port;

	@Option(names = "--home", paramLabel = "DIR",
			description = "Keeps what the demo writes, and reads DIR/metadata/*.xml and DIR/application.yaml; without "
					+ "it everything is forgotten at the end.")
	private @Nullable Path home;

	@Spec
	private CommandSpec spec = CommandSpec.create();

	@Override
	public Integer call() throws IOException {
		if (port < 1 || port > 65_535) {
			spec.commandLine().getErr().println("--port: " + port + " is no port; 1 to 65535");
			return spec.exitCodeOnInvalidInput();
		}
		if (!isFree(port)) {
			// Found out before anything is made or logged, where the server would find it
			// out last.
			spec.commandLine().getErr().println(StartFailure.portTaken(port));
			return spec.exitCodeOnExecutionException();
		}
		Path folder = home == null ? temporaryHome() : home.toAbsolutePath();
		Files.createDirectories(folder.resolve("metadata"));
		if (!Files.isWritable(folder)) {
			spec.commandLine().getErr().println("No permission to write " + folder + "; choose another with --home");
			return spec.exitCodeOnExecutionException();
		}
		String baseUrl = "http://localhost:" + port + "/idp";
		ConfigurableApplicationContext context = new Server(folder, "classpath:demo.yaml")
			.with("campanile.base-url", baseUrl)
			.with("management.server.port", managementPort())
			.start();
		print(baseUrl, folder, context.getEnvironment().getProperty("local.management.port", ""));
		return Campanile.KEEP_RUNNING;
	}

	private static Path temporaryHome() throws IOException {
		Path folder = Files.createTempDirectory("campanile-demo");
		Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(folder)));
		return folder;
	}

	private static void delete(Path folder) {
		try {
			org.springframework.util.FileSystemUtils.deleteRecursively(folder);
		}
		catch (IOException ex) {
			// The system clears its temporary folder in time; at the end of the process
			// there is nobody to tell.
			Thread.yield();
		}
	}

	/** The next port if it is free, else any. */
	private int managementPort() {
		return port < 65_535 && isFree(port + 1) ? port + 1 : 0;
	}

	private static boolean isFree(int port) {
		try (ServerSocket probe = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
			return probe.isBound();
		}
		catch (IOException ex) {
			return false;
		}
	}

	private void print(String baseUrl, Path folder, String managementPort) {
		PrintWriter out = spec.commandLine().getOut();
		out.println();
		out.println("Campanile's demo is ready.");
		out.println();
		out.println("  Open            " + baseUrl + "/demo");
		out.println("  Server          " + baseUrl);
		out.println("  Its metadata    " + baseUrl + "/metadata");
		out.println("  Your services   put their metadata into " + folder.resolve("metadata"));
		out.println("  Management      http://localhost:" + managementPort + "/actuator");
		out.println();
		out.println("  Sign in as");
		DemoPerson.all()
			.forEach(person -> out.printf("    %-12s %-18s %s%n", person.username(), person.password(),
					person.description()));
		out.println();
		out.println("Stop it with Ctrl-C.");
		out.flush();
	}

}
