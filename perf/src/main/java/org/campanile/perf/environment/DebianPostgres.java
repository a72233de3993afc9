package org.campanile.perf.environment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

import org.campanile.testkit.process.ChildProcess;
import org.campanile.testkit.process.Program;

/**
 * Debian's PostgreSQL with a database of its own. It refuses to be root's, and is then
 * that of Debian's user {@code postgres}, in a folder that this user can reach.
 */
final class DebianPostgres extends PostgresServer {

	private static final Path VERSIONS = Path.of("/usr/lib/postgresql");

	private static final Program OTHER_USER = new Program("setpriv", "util-linux");

	private static final Duration START_PATIENCE = Duration.ofSeconds(60);

	private final ChildProcess process;

	private final Path folder;

	private final int port;

	private DebianPostgres(ChildProcess process, Path folder, int port) {
		this.process = process;
		this.folder = folder;
		this.port = port;
	}

	/** Those of the newest version that is installed. */
	static Optional<Path> programs() throws IOException {
		if (!Files.isDirectory(VERSIONS)) {
			return Optional.empty();
		}
		try (Stream<Path> versions = Files.list(VERSIONS)) {
			return versions.map(version -> version.resolve("bin"))
				.filter(bin -> Files.isExecutable(bin.resolve("postgres")))
				.max(Comparator.comparingInt(bin -> Integer.parseInt(String.valueOf(bin.getName(3)))));
		}
	}

	static DebianPostgres start(Path programs, Path log, int port) throws IOException {
		// Not below the results, where its user may not go.
		Path folder = Files.createTempDirectory("campanile-postgresql");
		Path output = log.resolve("output.log");
		ChildProcess process = null;
		try {
			if (isRoot()) {
				Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
				Files.setOwner(folder,
						folder.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName(USER));
			}
			Path data = folder.resolve("data");
			run(asItsUser(programs.resolve("initdb"), "-D", data.toString(), "-U", USER, "-A", "trust",
					"--no-instructions"), output);
			List<String> command = asItsUser(programs.resolve("postgres"), "-D", data.toString(), "-p",
					Integer.toString(port));
			CONFIGURATION.forEach((key, value) -> command.addAll(List.of("-c", key + "=" + value)));
			// INT is its fast shutdown.
			process = ChildProcess.kept("postgresql", "INT", command, output);
			DebianPostgres started = new DebianPostgres(process, folder, port);
			Listening.await("PostgreSQL", port, process::isAlive, output, START_PATIENCE);
			started.awaitAnswer(output);
			return started;
		}
		catch (IOException ex) {
			if (process != null) {
				process.close();
			}
			Folders.delete(folder);
			throw ex;
		}
	}

	/** It listens before it lets anybody in. */
	private void awaitAnswer(Path output) throws IOException {
		long end = System.nanoTime() + START_PATIENCE.toNanos();
		while (true) {
			try (Connection connection = connect()) {
				if (connection.isValid(1)) {
					return;
				}
			}
			catch (SQLException ex) {
				if (System.nanoTime() > end || !process.isAlive()) {
					throw new IOException("PostgreSQL does not answer: " + Files.readString(output).strip(), ex);
				}
				Listening.pause("PostgreSQL");
			}
		}
	}

	private static List<String> asItsUser(Path program, String... arguments) {
		List<String> command = new ArrayList<>();
		if (isRoot()) {
			// Becomes the server, where runuser would stay above it and pass no signals
			// on.
			command.addAll(List.of(OTHER_USER.require().toString(), "--reuid=" + USER, "--regid=" + USER,
					"--init-groups", "--"));
		}
		command.add(program.toString());
		command.addAll(List.of(arguments));
		return command;
	}

	private static void run(List<String> command, Path output) throws IOException {
		Process process = new ProcessBuilder(command).directory(Path.of("/").toFile())
			.redirectErrorStream(true)
			.redirectOutput(ProcessBuilder.Redirect.appendTo(output.toFile()))
			.start();
		if (process.onExit().join().exitValue() != 0) {
			throw new IOException(String.join(" ", command) + " failed: " + Files.readString(output).strip());
		}
	}

	private static boolean isRoot() {
		return "root".equals(System.getProperty("user.name"));
	}

	@Override
	int port() {
		return port;
	}

	@Override
	long pid() {
		return process.pid();
	}

	@Override
	public void close() throws IOException {
		process.close();
		Folders.delete(folder);
	}

}
