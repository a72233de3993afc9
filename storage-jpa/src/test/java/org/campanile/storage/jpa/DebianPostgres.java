package org.campanile.storage.jpa;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

import org.campanile.testkit.Polling;
import org.campanile.testkit.process.Ports;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A server of the distribution's PostgreSQL on loopback, with its data in its own folder.
 * PostgreSQL refuses to run as root; in that case it runs as the user nobody.
 */
final class DebianPostgres implements AutoCloseable {

	private static final Path INSTALLED = Path.of("/usr/lib/postgresql");

	private static final boolean ROOT = "root".equals(System.getProperty("user.name"));

	private final Path programs;

	private final Path folder;

	private final int port;

	private Process process;

	DebianPostgres() throws Exception {
		this.programs = programs();
		this.folder = Files.createTempDirectory("campanile-postgresql");
		if (ROOT) {
			Files.setOwner(folder,
					FileSystems.getDefault().getUserPrincipalLookupService().lookupPrincipalByName("nobody"));
		}
		this.port = Ports.free();
		Process init = run("initdb", "-D", data(), "-U", "postgres", "-A", "trust", "-E", "UTF8");
		assertThat(init.waitFor()).as("initdb; see %s", folder.resolve("initdb.log")).isZero();
		this.process = launch();
		awaitUp();
	}

	private static Path programs() throws IOException {
		try (Stream<Path> versions = Files.list(INSTALLED)) {
			return versions.map(version -> version.resolve("bin"))
				.filter(bin -> Files.isExecutable(bin.resolve("postgres")))
				.max(Comparator.naturalOrder())
				.orElseThrow(() -> new IOException("no PostgreSQL in " + INSTALLED));
		}
	}

	private String data() {
		return folder.resolve("data").toString();
	}

	private Process run(String program, String... arguments) throws IOException {
		List<String> command = new ArrayList<>();
		if (ROOT) {
			command.addAll(List.of("setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups", "--"));
		}
		command.add(programs.resolve(program).toString());
		command.addAll(List.of(arguments));
		return new ProcessBuilder(command).directory(folder.toFile())
			.redirectErrorStream(true)
			.redirectOutput(ProcessBuilder.Redirect.appendTo(folder.resolve(program + ".log").toFile()))
			.start();
	}

	private Process launch() throws IOException {
		return run("postgres", "-D", data(), "-p", Integer.toString(port), "-c", "listen_addresses=127.0.0.1", "-c",
				"unix_socket_directories=", "-c", "shared_preload_libraries=pg_stat_statements", "-c",
				"wal_writer_delay=10s", "-c", "fsync=on");
	}

	int port() {
		return port;
	}

	/** Stops the server with a fast shutdown, which closes all connections. */
	void stop() throws Exception {
		Process signal = new ProcessBuilder("kill", "-INT", Long.toString(process.pid())).start();
		assertThat(signal.waitFor()).isZero();
		process.waitFor();
	}

	/** Kills all processes of the server at once, like a failure of the machine. */
	void kill() {
		List<ProcessHandle> all = new ArrayList<>(process.descendants().toList());
		process.destroyForcibly();
		all.forEach(ProcessHandle::destroyForcibly);
		process.onExit().join();
		for (ProcessHandle child : all) {
			child.onExit().join();
		}
	}

	void start() throws Exception {
		process = launch();
		awaitUp();
	}

	private void awaitUp() throws Exception {
		Polling.until(Duration.ofSeconds(30), () -> {
			assertThat(process.isAlive()).as("postgres runs; see %s", folder.resolve("postgres.log")).isTrue();
			try (Connection connection = DriverManager.getConnection(Postgres.url(port, "postgres"), "postgres", "")) {
				return connection.isValid(1);
			}
			catch (SQLException ex) {
				return false;
			}
		});
	}

	@Override
	public void close() throws IOException {
		kill();
		try (Stream<Path> files = Files.walk(folder)) {
			for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
				Files.delete(file);
			}
		}
	}

}
