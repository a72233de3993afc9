package org.campanile.demo.servers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import org.campanile.testkit.process.ClusterStore;
import org.campanile.testkit.servers.Installed;

/**
 * Debian's PostgreSQL with a database of its own and its default durability. It refuses
 * to run as root, and then runs as Debian's user {@code postgres}.
 */
final class PostgresClusterStore implements ClusterStore {

	private static final Path VERSIONS = Path.of("/usr/lib/postgresql");

	private static final String NO_PASSWORD = "";

	private final Path programs;

	private final Path folder;

	private final int port;

	private @Nullable Process process;

	private PostgresClusterStore(Path programs, Path folder, int port) {
		this.programs = programs;
		this.folder = folder;
		this.port = port;
	}

	/**
	 * Creates a database and starts its server.
	 * @param folder an empty folder for the database alone
	 */
	static PostgresClusterStore start(Path folder, int port) throws IOException {
		PostgresClusterStore postgres = new PostgresClusterStore(programs(), folder, port);
		if (isRoot()) {
			for (Path parent = folder.getParent(); parent != null
					&& parent.startsWith(System.getProperty("java.io.tmpdir")); parent = parent.getParent()) {
				if (Files.getOwner(parent).getName().equals(System.getProperty("user.name"))
						&& !parent.equals(Path.of(System.getProperty("java.io.tmpdir")))) {
					Files.setPosixFilePermissions(parent, PosixFilePermissions.fromString("rwxr-xr-x"));
				}
			}
			postgres.run(List.of(Installed.CHOWN.path().toString(), "postgres", folder.toString()));
		}
		postgres.run(postgres.asItsUser("initdb", "-D", folder.resolve("data").toString(), "-U", "postgres", "-A",
				"trust", "--no-instructions"));
		postgres.begin();
		return postgres;
	}

	/** Starts the server, and waits until it accepts connections. */
	void begin() throws IOException {
		Process started = launch(asItsUser("postgres", "-D", folder.resolve("data").toString(), "-p",
				Integer.toString(port), "-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories="));
		process = started;
		for (int i = 0; i < 1_200; i++) {
			try (Connection connection = DriverManager.getConnection(url(), "postgres", NO_PASSWORD)) {
				if (connection.isValid(1)) {
					return;
				}
			}
			catch (SQLException notYet) {
				pause(started);
			}
		}
		throw new AssertionError("PostgreSQL did not start:\n" + Files.readString(log()));
	}

	/**
	 * Stops the server as for a restart by an administrator, which breaks connections.
	 */
	void end() {
		Process running = process;
		if (running == null) {
			return;
		}
		// Fast shutdown: SIGINT goes to the server itself, not to the program that
		// switched the user.
		try {
			String pid = Files.readAllLines(folder.resolve("data").resolve("postmaster.pid")).getFirst();
			new ProcessBuilder("kill", "-INT", pid).start().onExit().join();
		}
		catch (IOException ex) {
			running.destroy();
		}
		try {
			if (!running.waitFor(30, TimeUnit.SECONDS)) {
				running.descendants().forEach(ProcessHandle::destroyForcibly);
				running.destroyForcibly();
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	@Override
	public Map<String, String> settings(int node) {
		return Map.of("campanile.storage.type", "jpa", "campanile.storage.jpa.url", url(),
				"campanile.storage.jpa.username", "postgres");
	}

	@Override
	public String describe() {
		return "PostgreSQL of " + programs;
	}

	@Override
	public void close() {
		end();
	}

	private String url() {
		return "jdbc:postgresql://127.0.0.1:" + port + "/postgres";
	}

	private Path log() {
		return folder.resolveSibling("postgresql.log");
	}

	private List<String> asItsUser(String program, String... arguments) {
		List<String> command = new ArrayList<>(List.of(Installed.SETSID.path().toString()));
		if (isRoot()) {
			command.addAll(List.of(Installed.RUNUSER.path().toString(), "-u", "postgres", "--"));
		}
		command.add(programs.resolve(program).toString());
		command.addAll(List.of(arguments));
		return command;
	}

	private void run(List<String> command) throws IOException {
		if (launch(command).onExit().join().exitValue() != 0) {
			throw new IOException(command + " failed:\n" + Files.readString(log()));
		}
	}

	private Process launch(List<String> command) throws IOException {
		return new ProcessBuilder(command).directory(Path.of("/").toFile())
			.redirectErrorStream(true)
			.redirectOutput(ProcessBuilder.Redirect.appendTo(log().toFile()))
			.start();
	}

	private static void pause(Process started) {
		try {
			if (started.waitFor(50, TimeUnit.MILLISECONDS)) {
				throw new AssertionError("PostgreSQL ended");
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new AssertionError(ex);
		}
	}

	private static boolean isRoot() {
		return "root".equals(System.getProperty("user.name"));
	}

	/** Returns the programs of the newest installed version. */
	private static Path programs() {
		try (Stream<Path> versions = Files.exists(VERSIONS) ? Files.list(VERSIONS) : Stream.empty()) {
			return versions.filter(version -> Files.isExecutable(version.resolve("bin").resolve("postgres")))
				.max(Comparator.comparing(version -> Integer.valueOf(String.valueOf(version.getFileName()))))
				.map(version -> version.resolve("bin"))
				.orElseThrow(() -> new AssertionError(
						VERSIONS + " holds no PostgreSQL; install Debian's package postgresql"));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
