package org.campanile.storage.jpa;

import java.sql.SQLException;
import java.time.Duration;
import java.util.Properties;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.SQLExceptionOverride;
import com.zaxxer.hikari.metrics.micrometer.MicrometerMetricsTrackerFactory;
import com.zaxxer.hikari.util.DriverDataSource;
import io.micrometer.core.instrument.MeterRegistry;

import org.campanile.store.StoreSettings;

/** The connection pool of a node and the settings of its connections. */
final class Pool {

	/** The minimum that HikariCP allows. */
	private static final Duration MIN_WAIT = Duration.ofMillis(250);

	/** Closes connections to a server that accepts only reads. */
	private static final SQLExceptionOverride READ_ONLY = new SQLExceptionOverride() {

		@java.lang.Override
		public Override adjudicate(SQLException failure) {
			return DatabaseFailures.READ_ONLY.equals(failure.getSQLState()) ? Override.MUST_EVICT
					: Override.CONTINUE_EVICT;
		}

	};

	private Pool() {
	}

	/**
	 * Opens no connection yet: the server may be down. Connections use autocommit.
	 */
	static HikariDataSource open(DataSource server, JpaStorageProperties properties, StoreSettings settings,
			MeterRegistry meters) {
		HikariConfig config = new HikariConfig();
		config.setPoolName("campanile");
		config.setDataSource(server);
		config.setMaximumPoolSize(properties.poolSize());
		config.setAutoCommit(true);
		// At another isolation level, which may be the default of the role, a statement
		// fails, or misses what was added, if another one changes the same row.
		config.setTransactionIsolation("TRANSACTION_READ_COMMITTED");
		config.setInitializationFailTimeout(-1);
		// An exhausted pool fails before the deadline, which also covers the statement.
		long wait = Math.max(settings.deadline().toMillis() * 3 / 4, MIN_WAIT.toMillis());
		config.setConnectionTimeout(wait);
		config.setValidationTimeout(MIN_WAIT.toMillis());
		config.setKeepaliveTime(Duration.ofSeconds(30).toMillis());
		config.setExceptionOverride(READ_ONLY);
		config.setMetricsTrackerFactory(new MicrometerMetricsTrackerFactory(meters));
		return new HikariDataSource(config);
	}

	/** The source of the pool's connections. */
	static ReconnectingDataSource server(JpaStorageProperties properties, StoreSettings settings) {
		Properties driver = driver(properties);
		// Plans made while the tables were small must not be kept: tables grow faster
		// than the statistics, and every statement has an index in whose order it stops
		// with the page; bitmaps and parallel workers would read all rows first.
		driver.setProperty("options",
				"-c statement_timeout=" + settings.deadline().toMillis()
						+ " -c enable_seqscan=off -c enable_bitmapscan=off -c max_parallel_workers_per_gather=0"
						+ " -c jit=off -c lock_timeout=0");
		return new ReconnectingDataSource(new DriverDataSource(properties.requireUrl(), null, driver,
				properties.username(), properties.password()));
	}

	/** The driver's settings; options of the URL override them. */
	static Properties driver(JpaStorageProperties properties) {
		Properties driver = new Properties();
		driver.setProperty("ApplicationName", "campanile");
		driver.setProperty("connectTimeout", Integer.toString(seconds(properties.connectTimeout())));
		driver.setProperty("loginTimeout", Integer.toString(seconds(properties.connectTimeout()) * 2));
		driver.setProperty("socketTimeout", Integer.toString(seconds(properties.socketTimeout())));
		driver.setProperty("cancelSignalTimeout", "1");
		driver.setProperty("tcpKeepAlive", "true");
		driver.setProperty("logServerErrorDetail", "false");
		// After a failover even a single name may lead to a standby for a while.
		driver.setProperty("targetServerType", "primary");
		return driver;
	}

	/** The driver needs whole seconds. */
	private static int seconds(Duration duration) {
		return Math.toIntExact(duration.plusMillis(999).toSeconds());
	}

}
