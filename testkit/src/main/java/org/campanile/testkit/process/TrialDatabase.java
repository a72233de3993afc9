package org.campanile.testkit.process;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import io.zonky.test.db.postgres.util.ArchUtils;

/**
 * A real PostgreSQL server on loopback, with all its files in a temporary folder. It
 * flushes its log to disk like a production database, so that trials show realistic
 * behaviour, including speed.
 */
public final class TrialDatabase implements ClusterStore {

	/**
	 * Stops the server with INT, its fast shutdown, once this process's end of the pipe
	 * closes.
	 */
	private static final String WATCH = "cat >/dev/null; kill -s INT \"$(head -n 1 \"$1\")\" 2>/dev/null";

	private static final String LOG = "output.log";

	private final EmbeddedPostgres server;

	private final ChildProcess watcher;

	private final long pid;

	private TrialDatabase(EmbeddedPostgres server, ChildProcess watcher, long pid) {
		this.server = server;
		this.watcher = watcher;
		this.pid = pid;
	}

	/**
	 * Starts it; takes some seconds.
	 * @param folder the folder for program, data and log
	 * @throws IOException with a message of one line that says what to do
	 */
	public static TrialDatabase start(Path folder, Ports ports) throws IOException {
		try {
			return start(folder, ports.near(0),
					Map.of("listen_addresses", "127.0.0.1", "unix_socket_directories", "", "fsync", "on",
							"synchronous_commit", "on", "full_page_writes", "on", "shared_buffers", "32MB",
							"max_connections", "60"));
		}
		catch (FileNotFoundException ex) {
			throw ex;
		}
		catch (IOException ex) {
			throw new IOException(ex.getMessage()
					+ "; run the demo as an ordinary user, or give campanile.storage.jpa.url of a server that runs"
					+ tail(folder.resolve(LOG)), ex);
		}
	}

	/**
	 * Starts it with further settings.
	 * @param configuration settings of PostgreSQL by name
	 */
	public static TrialDatabase start(Path folder, int port, Map<String, String> configuration) throws IOException {
		Files.createDirectories(folder);
		Path log = folder.resolve(LOG);
		ProcessBuilder.Redirect output = ProcessBuilder.Redirect.appendTo(log.toFile());
		Path data = folder.resolve("data");
		Path pidFile = data.resolve("postmaster.pid");
		// The watcher starts before the server, which detaches itself from this process.
		ChildProcess watcher = ChildProcess.start("postgresql", List.of("sh", "-c", WATCH, "sh", pidFile.toString()),
				log);
		try {
			EmbeddedPostgres.Builder builder = EmbeddedPostgres.builder()
				.setPgBinaryResolver(TrialDatabase::program)
				.setOverrideWorkingDirectory(folder.resolve("program").toFile())
				.setDataDirectory(data)
				.setCleanDataDirectory(true)
				.setRegisterShutdownHook(false)
				.setPort(port)
				.setPGStartupWait(Duration.ofSeconds(60))
				.setOutputRedirector(output)
				.setErrorRedirector(output);
			configuration.forEach(builder::setServerConfig);
			EmbeddedPostgres server = builder.start();
			return new TrialDatabase(server, watcher, Long.parseLong(Files.readAllLines(pidFile).getFirst().strip()));
		}
		catch (ExceptionInInitializerError ex) {
			// Thrown by the library if the archive is missing.
			watcher.close();
			Throwable cause = ex.getCause() == null ? ex : ex.getCause();
			FileNotFoundException missing = new FileNotFoundException(
					"PostgreSQL does not start here: " + cause.getMessage());
			missing.initCause(ex);
			throw missing;
		}
		catch (IOException | IllegalStateException | AssertionError ex) {
			watcher.close();
			throw new IOException("PostgreSQL does not start here: " + ex.getMessage(), ex);
		}
	}

	/** Returns the port on which the server listens. */
	public int port() {
		return server.getPort();
	}

	/** Returns the id of the process of which the server is a descendant. */
	public long pid() {
		return pid;
	}

	/** The archive with the program, from the class path. */
	private static InputStream program(String system, String machine) throws IOException {
		String archive = "postgres-" + system.toLowerCase(Locale.ROOT) + "-" + ArchUtils.normalize(machine) + ".txz";
		InputStream found = TrialDatabase.class.getClassLoader().getResourceAsStream(archive);
		if (found == null) {
			throw new IOException(archive + " is not there; it comes with the demo for Linux on x86-64 and ARM; start "
					+ "the demo with bin/campanile");
		}
		return found;
	}

	@Override
	public Map<String, String> settings(int node) {
		return Map.of("campanile.storage.type", "jpa", "campanile.storage.jpa.url",
				"jdbc:postgresql://127.0.0.1:" + server.getPort() + "/postgres", "campanile.storage.jpa.username",
				"postgres");
	}

	@Override
	public String describe() {
		return "PostgreSQL on port " + server.getPort() + " (embedded; fsync=on, synchronous_commit=on)";
	}

	@Override
	public void close() {
		watcher.kill();
		try {
			server.close();
		}
		catch (IOException ex) {
			throw new UncheckedIOException("PostgreSQL did not stop", ex);
		}
	}

	private static String tail(Path log) throws IOException {
		List<String> lines = Files.exists(log) ? Files.readAllLines(log) : List.of();
		return lines.isEmpty() ? "" : System.lineSeparator()
				+ String.join(System.lineSeparator(), lines.subList(Math.max(0, lines.size() - 5), lines.size()));
	}

}
