package org.campanile.storage.jpa;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.function.Function;

import com.zaxxer.hikari.HikariDataSource;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.persistence.PersistenceException;
import org.hibernate.SessionFactory;
import org.hibernate.StatelessSession;
import org.hibernate.cfg.JdbcSettings;
import org.hibernate.cfg.QuerySettings;
import org.hibernate.cfg.SchemaToolingSettings;
import org.hibernate.jpa.HibernatePersistenceConfiguration;
import org.hibernate.resource.jdbc.spi.PhysicalConnectionHandlingMode;

import org.campanile.store.StoreSettings;
import org.campanile.store.StoreUnavailableException;

/**
 * Access to the database: a pool, a schema, and on top Hibernate for entities, plain JDBC
 * for the statements of every sign-on. Starts while the server is down. Each operation
 * uses a connection only for its statement and commits with it, so a statement costs one
 * round trip. Thread-safe.
 */
final class Database implements AutoCloseable {

	private final ReconnectingDataSource server;

	private final HikariDataSource pool;

	private final Schema schema;

	private final SessionFactory sessions;

	/** Sets the parameters of a statement. */
	@FunctionalInterface
	interface Binding {

		void bind(Parameters parameters) throws SQLException;

	}

	/** Reads the rows that a statement returned; the first is not yet current. */
	@FunctionalInterface
	interface Reading<T> {

		T read(ResultSet rows) throws SQLException;

	}

	Database(JpaStorageProperties properties, StoreSettings settings, MeterRegistry meters) {
		this(Pool.server(properties, settings), properties, settings, meters);
	}

	/**
	 * @param server the source of the pool's connections, closed with this
	 */
	Database(ReconnectingDataSource server, JpaStorageProperties properties, StoreSettings settings,
			MeterRegistry meters) {
		this.server = server;
		this.pool = Pool.open(server, properties, settings, meters);
		this.schema = new Schema(properties);
		this.sessions = new HibernatePersistenceConfiguration("campanile")
			.managedClasses(PersistentIdEntity.class, ConsentEntity.class, RecordEntity.class)
			.property(JdbcSettings.JAKARTA_NON_JTA_DATASOURCE, pool)
			.property(JdbcSettings.JAKARTA_HBM2DDL_DB_NAME, "PostgreSQL")
			.property(JdbcSettings.JAKARTA_HBM2DDL_DB_MAJOR_VERSION, "14")
			.property(JdbcSettings.CONNECTION_HANDLING,
					PhysicalConnectionHandlingMode.DELAYED_ACQUISITION_AND_HOLD.name())
			.property(JdbcSettings.ALLOW_METADATA_ON_BOOT, "false")
			.property(JdbcSettings.LOG_JDBC_ERRORS, "false")
			.property(JdbcSettings.LOG_JDBC_WARNINGS, "false")
			.property(SchemaToolingSettings.HBM2DDL_AUTO, "none")
			.property("hibernate.allow_update_outside_transaction", "true")
			.property(QuerySettings.QUERY_STARTUP_CHECKING, "false")
			.createEntityManagerFactory();
	}

	/** Creates the tables unless they exist; logs any obstacle. */
	void prepare() {
		schema.prepare();
	}

	boolean isReady() {
		return schema.isReady();
	}

	/**
	 * Executes one statement that returns rows, and commits.
	 * @param operation its description, for messages
	 */
	<T> T query(String operation, String sql, Binding binding, Reading<T> reading) throws StoreUnavailableException {
		schema.requireReady(operation);
		try (Connection connection = pool.getConnection();
				PreparedStatement statement = connection.prepareStatement(sql)) {
			binding.bind(new Parameters(statement));
			try (ResultSet rows = statement.executeQuery()) {
				return reading.read(rows);
			}
		}
		catch (SQLException ex) {
			throw DatabaseFailures.unavailable(operation, cause(ex));
		}
	}

	/**
	 * @param operation its description, for messages
	 * @param work uses the session exclusively; each of its statements commits
	 */
	<T> T call(String operation, Function<StatelessSession, T> work) throws StoreUnavailableException {
		schema.requireReady(operation);
		try (StatelessSession session = sessions.openStatelessSession()) {
			return work.apply(session);
		}
		catch (PersistenceException | IllegalStateException ex) {
			throw DatabaseFailures.unavailable(operation, cause(ex));
		}
	}

	/**
	 * Like {@link #call}, on a connection of its own: long work must not take one of the
	 * pool's from requests.
	 */
	<T> T callApart(String operation, Function<StatelessSession, T> work) throws StoreUnavailableException {
		schema.requireReady(operation);
		try (Connection connection = server.getConnection();
				StatelessSession session = sessions.openStatelessSession(connection)) {
			return work.apply(session);
		}
		catch (SQLException | PersistenceException | IllegalStateException ex) {
			throw DatabaseFailures.unavailable(operation, ex);
		}
	}

	/** An exhausted pool does not know why the server gives no connections. */
	private Throwable cause(Exception failure) {
		return DatabaseFailures.isPoolExhausted(failure)
				? server.failure().<Throwable>map(Function.identity()).orElse(failure) : failure;
	}

	@Override
	public void close() {
		sessions.close();
		server.close();
		pool.close();
	}

}
