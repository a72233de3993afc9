package org.campanile.storage.jpa;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;

import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.MigrationInfoService;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.campanile.store.StoreUnavailableException;

/**
 * The tables, created and migrated by Flyway before the first use. While the server is
 * down, operations fail, and {@link #prepare()} is retried. Thread-safe.
 */
final class Schema {

	private static final Logger logger = LoggerFactory.getLogger(Schema.class);

	/** The name of Flyway's history table. */
	static final String HISTORY = "campanile_schema_history";

	private static final int OLDEST_SERVER = 140_000;

	/**
	 * The timeout of a migration, in seconds. Long, because a migration may rewrite a
	 * table.
	 */
	private static final int MIGRATION_TIMEOUT_SECONDS = 600;

	private final JpaStorageProperties properties;

	private volatile boolean ready;

	private volatile String problem = "its schema has not been checked yet";

	Schema(JpaStorageProperties properties) {
		this.properties = properties;
	}

	boolean isReady() {
		return ready;
	}

	void requireReady(String operation) throws StoreUnavailableException {
		if (!ready) {
			throw new StoreUnavailableException("PostgreSQL: " + operation + ": not ready: " + problem);
		}
	}

	/** Creates or migrates the tables; does nothing once they are current. */
	synchronized void prepare() {
		if (ready) {
			return;
		}
		try {
			requireVersion();
			flyway().migrate();
			ready = true;
			logger.info("PostgreSQL is ready: {}", properties.address());
		}
		catch (SQLException | FlywayException ex) {
			report(DatabaseFailures.reason(ex));
			logger.debug("Why PostgreSQL is not ready", ex);
		}
	}

	private Flyway flyway() {
		Properties driver = Pool.driver(properties);
		driver.setProperty("socketTimeout", Integer.toString(MIGRATION_TIMEOUT_SECONDS));
		return flyway(driver);
	}

	/** The state of the migrations, read with the normal time limits. */
	MigrationInfoService info() {
		return flyway(Pool.driver(properties)).info();
	}

	private Flyway flyway(Properties driver) {
		return Flyway.configure(Schema.class.getClassLoader())
			.dataSource(properties.url(), properties.username(), properties.password())
			.jdbcProperties(asMap(driver))
			.locations("classpath:org/campanile/storage/jpa/migration")
			.table(HISTORY)
			// The database may contain tables of other applications.
			.baselineOnMigrate(true)
			.baselineVersion("0")
			.cleanDisabled(true)
			.load();
	}

	private void requireVersion() throws SQLException {
		try (Connection connection = connect(properties)) {
			requireVersion(connection);
		}
	}

	/** A separate connection, outside any pool. */
	static Connection connect(JpaStorageProperties properties) throws SQLException {
		Properties driver = Pool.driver(properties);
		driver.setProperty("user", properties.username());
		driver.setProperty("password", properties.password());
		return DriverManager.getConnection(properties.url(), driver);
	}

	static void requireVersion(Connection connection) throws SQLException {
		try (Statement statement = connection.createStatement();
				ResultSet version = statement.executeQuery("SELECT current_setting('server_version_num')")) {
			version.next();
			if (version.getInt(1) < OLDEST_SERVER) {
				throw new SQLException("too old", "0A000");
			}
		}
	}

	/** Logs each reason once, however often it recurs. */
	private void report(String reason) {
		if (!reason.equals(problem)) {
			problem = reason;
			logger.error("{}url: {}: {}; retried every second; no user can sign in until then",
					JpaStorageProperties.PREFIX, properties.address(), reason);
		}
	}

	private static java.util.Map<String, String> asMap(Properties properties) {
		java.util.Map<String, String> map = new java.util.HashMap<>();
		properties.stringPropertyNames().forEach(name -> map.put(name, properties.getProperty(name)));
		return map;
	}

}
