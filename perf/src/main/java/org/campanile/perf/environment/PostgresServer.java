package org.campanile.perf.environment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

import org.campanile.perf.process.Programs;
import org.campanile.testkit.process.ChildProcess;
import org.campanile.testkit.process.Ports;
import org.campanile.testkit.process.Program;
import org.campanile.testkit.process.TrialDatabase;
import org.springframework.util.FileSystemUtils;

/**
 * A PostgreSQL of its own, which forces its log to disk as one with people's sessions
 * does. Debian's is used if it is installed, else the embedded one.
 */
abstract class PostgresServer implements AutoCloseable {

	/** Settings that override PostgreSQL's defaults, wherever it comes from. */
	static final Map<String, String> CONFIGURATION = Map.of("listen_addresses", "127.0.0.1", "unix_socket_directories",
			"", "fsync", "on", "synchronous_commit", "on", "full_page_writes", "on", "shared_buffers", "256MB",
			"max_wal_size", "2GB", "max_connections", "100");

	static final String USER = "postgres";

	private static final List<String> REPORTED = List.of("fsync", "synchronous_commit", "full_page_writes",
			"wal_sync_method", "shared_buffers");

	private static final String NO_PASSWORD = "";

	/**
	 * Starts a server; returns when it answers.
	 * @param folder for its files
	 */
	static PostgresServer start(Path folder, Ports ports) throws IOException {
		Files.createDirectories(folder);
		Optional<Path> programs = DebianPostgres.programs();
		if (programs.isPresent()) {
			return DebianPostgres.start(programs.get(), folder, ports.near(0));
		}
		return EmbeddedPostgresServer.start(folder, ports.near(0));
	}

	/** Returns the port on which it listens, on loopback. */
	abstract int port();

	/** Returns the process id of the server, or of its parent. */
	abstract long pid();

	@Override
	public abstract void close() throws IOException;

	/** Returns its version and the settings that make it durable. */
	Map<String, String> settings() throws IOException {
		Map<String, String> settings = new LinkedHashMap<>();
		settings.put("PostgreSQL version", asked("show server_version"));
		for (String name : REPORTED) {
			settings.put(name, asked("show " + name));
		}
		return settings;
	}

	/** Returns the bytes of the tables and indexes of sessions. */
	long storedBytes() throws IOException {
		return Long.parseLong(asked("select coalesce(sum(pg_total_relation_size(oid)), 0) from pg_class "
				+ "where relkind = 'r' and relname in ('campanile_session', 'campanile_session_service')"));
	}

	/** Returns the bytes ever written to the write-ahead log. */
	double loggedBytes() throws IOException {
		return Double.parseDouble(asked("select pg_current_wal_insert_lsn() - '0/0'"));
	}

	/**
	 * Updates the statistics, so that queries are planned as in a database that has long
	 * had this size.
	 */
	void analyze() throws IOException {
		try (Connection connection = connect(); Statement statement = connection.createStatement()) {
			statement.execute("vacuum (analyze)");
		}
		catch (SQLException ex) {
			throw new IOException("PostgreSQL: " + ex.getMessage(), ex);
		}
	}

	private String asked(String query) throws IOException {
		try (Connection connection = connect();
				Statement statement = connection.createStatement();
				ResultSet result = statement.executeQuery(query)) {
			result.next();
			return String.valueOf(result.getString(1));
		}
		catch (SQLException ex) {
			throw new IOException("PostgreSQL: " + ex.getMessage(), ex);
		}
	}

	/** Connects to the server directly, not through a relay. */
	final Connection connect() throws SQLException {
		return DriverManager.getConnection(url(port()), USER, NO_PASSWORD);
	}

	/** Returns the address of the database behind a port of loopback. */
	static String url(int port) {
		return "jdbc:postgresql://127.0.0.1:" + port + "/postgres";
	}

	/**
	 * Debian's PostgreSQL with a database of its own. It refuses to run as root; started
	 * by root, it runs as Debian's user {@code postgres}, in a folder that this user can
	 * reach.
	 */
	static final class DebianPostgres extends PostgresServer {

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

		/** Returns the folder of the newest installed version's programs, if any. */
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
			// The folder is not below the results, as that user may not be able to reach
			// those.
			Path folder = Files.createTempDirectory("campanile-postgresql");
			Path output = log.resolve("output.log");
			ChildProcess process = null;
			try {
				if (Programs.isRoot()) {
					Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
					Files.setOwner(folder,
							folder.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName(USER));
				}
				Path data = folder.resolve("data");
				Programs.run(asItsUser(programs.resolve("initdb"), "-D", data.toString(), "-U", USER, "-A", "trust",
						"--no-instructions"), output);
				List<String> command = asItsUser(programs.resolve("postgres"), "-D", data.toString(), "-p",
						Integer.toString(port));
				CONFIGURATION.forEach((key, value) -> command.addAll(List.of("-c", key + "=" + value)));
				// SIGINT requests PostgreSQL's fast shutdown.
				process = ChildProcess.kept("postgresql", "INT", command, output);
				DebianPostgres started = new DebianPostgres(process, folder, port);
				Programs.awaitPort("PostgreSQL", port, process::isAlive, output, START_PATIENCE);
				started.awaitAnswer(output);
				return started;
			}
			catch (IOException ex) {
				if (process != null) {
					process.close();
				}
				FileSystemUtils.deleteRecursively(folder);
				throw ex;
			}
		}

		/** Waits until it accepts connections, as it listens before it does. */
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
						throw new IOException("PostgreSQL does not answer" + Programs.lastLines(output), ex);
					}
					Programs.pause("PostgreSQL");
				}
			}
		}

		private static List<String> asItsUser(Path program, String... arguments) {
			List<String> command = new ArrayList<>();
			if (Programs.isRoot()) {
				// setpriv replaces itself by the server; runuser would stay its parent
				// and pass no signals on.
				command.addAll(List.of(OTHER_USER.require().toString(), "--reuid=" + USER, "--regid=" + USER,
						"--init-groups", "--"));
			}
			command.add(program.toString());
			command.addAll(List.of(arguments));
			return command;
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
			FileSystemUtils.deleteRecursively(folder);
		}

	}

	/** The embedded PostgreSQL, used where none is installed. */
	private static final class EmbeddedPostgresServer extends PostgresServer {

		private final TrialDatabase database;

		private EmbeddedPostgresServer(TrialDatabase database) {
			this.database = database;
		}

		static EmbeddedPostgresServer start(Path folder, int port) throws IOException {
			try {
				return new EmbeddedPostgresServer(TrialDatabase.start(folder, port, CONFIGURATION));
			}
			catch (IOException ex) {
				throw new IOException(
						ex.getMessage() + "; install Debian's package postgresql, or run this as an ordinary user", ex);
			}
		}

		@Override
		int port() {
			return database.port();
		}

		@Override
		long pid() {
			return database.pid();
		}

		@Override
		public void close() {
			database.close();
		}

	}

}
