package org.campanile.demo;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import org.campanile.demo.cluster.DemoCluster;
import org.campanile.testkit.process.ClusterStore;
import org.campanile.testkit.process.HazelcastMembers;
import org.campanile.testkit.process.MissingProgramException;
import org.campanile.testkit.process.Ports;
import org.campanile.testkit.process.Program;
import org.campanile.testkit.process.TrialDatabase;
import org.campanile.web.command.Campanile;
import org.campanile.web.command.Cleanup;
import org.campanile.web.command.ContributedCommand;
import org.campanile.web.command.Server;
import org.campanile.web.command.StartFailure;
import org.campanile.web.lifecycle.StartProgress;

/** {@code campanile demo}: everything embedded, nothing to configure. */
@Command(name = "demo",
		description = "Starts a complete demo: directory with users, server, demo services. Ends with Ctrl-C.",
		mixinStandardHelpOptions = true, exitCodeListHeading = "%nExit codes:%n",
		exitCodeList = { "1:the demo could not start", "2:the command line is wrong", "130:ended by Ctrl-C, as usual" },
		footerHeading = "%nExamples:%n", footer = { "  campanile demo",
				"  campanile demo --port 8090 --home demo-files", "  campanile demo --cluster 3 --store jpa" })
public final class DemoCommand implements ContributedCommand {

	private static final int MAX_NODES = 9;

	@Option(names = "--port", paramLabel = "N", defaultValue = "8080",
			description = "The port, 1 to 65535 (default: ${DEFAULT-VALUE}).")
	private int port;

	@Option(names = "--home", paramLabel = "DIR",
			description = "Keeps the demo's files there, and reads DIR/metadata/*.xml and DIR/application.yaml; "
					+ "without it everything is deleted at the end.")
	private @Nullable Path home;

	@Option(names = "--store", paramLabel = "STORE", defaultValue = "memory", converter = StoreKind.Converter.class,
			description = "Where sessions are stored: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}). "
					+ "PostgreSQL (jpa) and Hazelcast are included.")
	private StoreKind store = StoreKind.MEMORY;

	@Option(names = "--cluster", paramLabel = "N",
			description = "Starts N nodes, 2 to 9, behind nginx, with --store jpa or hazelcast.")
	private @Nullable Integer cluster;

	@Spec
	private CommandSpec spec = CommandSpec.create();

	private final List<Program> clusterPrograms;

	public DemoCommand() {
		this(DemoCluster.PROGRAMS);
	}

	/**
	 * @param clusterPrograms the programs that a cluster needs on this machine
	 */
	DemoCommand(List<Program> clusterPrograms) {
		this.clusterPrograms = List.copyOf(clusterPrograms);
	}

	@Override
	public Integer call() throws IOException {
		Optional<String> refusal = refusal();
		if (refusal.isPresent()) {
			spec.commandLine().getErr().println(refusal.get());
			return spec.exitCodeOnInvalidInput();
		}
		if (!Ports.isFree(port)) {
			// Checked before anything is created or logged; the server itself would
			// notice it only at the end.
			spec.commandLine().getErr().println(StartFailure.portTaken(port));
			return spec.exitCodeOnExecutionException();
		}
		Cleanup cleanup = new Cleanup();
		// This level applies until a server configures logging, which may not happen in
		// this process.
		if (LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME) instanceof Logger root) {
			root.setLevel(Level.WARN);
		}
		try {
			Path folder = home == null ? cleanup.temporaryFolder("campanile-demo") : home.toAbsolutePath();
			Files.createDirectories(folder.resolve("metadata"));
			if (!Files.isWritable(folder)) {
				spec.commandLine()
					.getErr()
					.println("No permission to write " + folder + "; choose another with --home");
				return spec.exitCodeOnExecutionException();
			}
			if (cluster == null) {
				startOne(folder, cleanup);
				return Campanile.KEEP_RUNNING;
			}
			clusterPrograms.forEach(Program::require);
			return new ClusterDemo(spec.commandLine().getOut(), cleanup).run(folder, port, cluster, store);
		}
		catch (MissingProgramException ex) {
			cleanup.run();
			spec.commandLine().getErr().println(ex.getMessage());
			return spec.exitCodeOnExecutionException();
		}
		catch (IOException | RuntimeException ex) {
			cleanup.run();
			throw ex;
		}
	}

	private Optional<String> refusal() {
		if (port < 1 || port > 65_535) {
			return Optional.of("--port: " + port + " is not a port; 1 to 65535");
		}
		if (cluster == null) {
			return Optional.empty();
		}
		if (cluster < 2 || cluster > MAX_NODES) {
			return Optional.of("--cluster: " + cluster + " is not a number of nodes; 2 to " + MAX_NODES);
		}
		if (store == StoreKind.MEMORY) {
			return Optional.of("--cluster: with the memory store each node has only its own sessions, so users would "
					+ "have to sign in again and again behind a proxy; add --store jpa or --store hazelcast");
		}
		return Optional.empty();
	}

	private void startOne(Path folder, Cleanup cleanup) throws IOException {
		Map<String, String> storage = Map.of();
		String described = "memory";
		if (store != StoreKind.MEMORY) {
			ClusterStore started = cleanup.add(startStore(store, 1, new Ports(), cleanup));
			storage = started.settings(1);
			described = started.describe();
		}
		// Runs after the server has closed, as that still writes to its store and its
		// home.
		SpringApplication.getShutdownHandlers().add(cleanup::run);
		String baseUrl = "http://localhost:" + port + "/idp";
		Server server = new Server(folder, "classpath:demo.yaml").with("campanile.base-url", baseUrl)
			.with("campanile.http.drain", "0s")
			.with("management.server.port", managementPort());
		storage.forEach(server::with);
		ConfigurableApplicationContext context = server.start();
		try {
			context.getBean(StartProgress.class).awaitReady();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			return;
		}
		PrintWriter out = spec.commandLine().getOut();
		new Welcome(out).print(baseUrl, folder, described, () -> out.println("  Management      http://localhost:"
				+ context.getEnvironment().getProperty("local.management.port", "") + "/actuator"));
	}

	/** Starts the store that the nodes share. */
	static ClusterStore startStore(StoreKind kind, int nodes, Ports ports, Cleanup cleanup) throws IOException {
		return switch (kind) {
			case JPA -> TrialDatabase.start(cleanup.temporaryFolder("campanile-postgresql"), ports);
			case HAZELCAST -> HazelcastMembers.of(nodes, ports);
			case MEMORY -> throw new IllegalArgumentException("memory is not shared");
		};
	}

	/** Returns the next port if it is free, otherwise any. */
	private int managementPort() {
		return port < 65_535 && Ports.isFree(port + 1) ? port + 1 : 0;
	}

}
