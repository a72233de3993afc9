package org.campanile.perf.environment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.campanile.testkit.process.Ports;

/**
 * A PostgreSQL of its own, which forces its log to disk as one with people's sessions
 * does: Debian's if it is installed, else the embedded one.
 */
abstract class PostgresServer implements AutoCloseable {

	/** Settings over PostgreSQL's own, the same wherever it comes from. */
	static final Map<String, String> CONFIGURATION = Map.of("listen_addresses", "127.0.0.1", "unix_socket_directories",
			"", "fsync", "on", "synchronous_commit", "on", "full_page_writes", "on", "shared_buffers", "256MB",
			"max_wal_size", "2GB", "max_connections", "100");

	static final String USER = "postgres";

	private static final List<String> TOLD = List.of("fsync", "synchronous_commit", "full_page_writes",
			"wal_sync_method", "shared_buffers");

	private static final String NO_PASSWORD = "";

	/**
	 * Starts it; returns when it answers.
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

	/** Where it listens, on loopback. */
	abstract int port();

	/** The process whose descendants it is. */
	abstract long pid();

	@Override
	public abstract void close() throws IOException;

	/** Its version, and what makes it durable. */
	Map<String, String> settings() throws IOException {
		Map<String, String> settings = new LinkedHashMap<>();
		settings.put("PostgreSQL version", asked("show server_version"));
		for (String name : TOLD) {
			settings.put(name, asked("show " + name));
		}
		return settings;
	}

	/** Bytes of the tables and indexes of sessions. */
	long storedBytes() throws IOException {
		return Long.parseLong(asked("select coalesce(sum(pg_total_relation_size(oid)), 0) from pg_class "
				+ "where relkind = 'r' and relname in ('campanile_session', 'campanile_session_service')"));
	}

	/** Planned as in a database that has been so full for some time. */
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

	/** Past any relay. */
	final Connection connect() throws SQLException {
		return DriverManager.getConnection(url(port()), USER, NO_PASSWORD);
	}

	/** The address of the database behind a port of loopback. */
	static String url(int port) {
		return "jdbc:postgresql://127.0.0.1:" + port + "/postgres";
	}

}
