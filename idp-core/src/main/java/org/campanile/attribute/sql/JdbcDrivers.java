package org.campanile.attribute.sql;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Properties;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.logging.Logger;

import javax.sql.DataSource;

import org.jspecify.annotations.Nullable;

/**
 * The JDBC drivers of this server, and those in the {@code lib} folder of its home. They
 * are looked for there and not registered for the whole process.
 */
final class JdbcDrivers {

	private final List<Driver> drivers = new ArrayList<>();

	/** The reasons why drivers could not be loaded. */
	private final List<String> broken = new ArrayList<>();

	/**
	 * @param folder of further jars; need not exist
	 */
	JdbcDrivers(Path folder) {
		ClassLoader own = JdbcDrivers.class.getClassLoader();
		URL[] jars = jars(folder);
		// Never closed: drivers load classes for as long as the server runs.
		ClassLoader loader = jars.length == 0 ? own : new URLClassLoader("jdbc-drivers", jars, own);
		Iterator<Driver> found = ServiceLoader.load(Driver.class, loader).iterator();
		boolean more;
		do {
			more = loadNext(found);
		}
		while (more);
	}

	/** A broken driver must not hide the others. */
	private boolean loadNext(Iterator<Driver> found) {
		try {
			if (!found.hasNext()) {
				return false;
			}
			drivers.add(found.next());
		}
		catch (ServiceConfigurationError | LinkageError ex) {
			broken.add(String.valueOf(ex.getMessage()));
		}
		return true;
	}

	private static URL[] jars(Path folder) {
		if (!Files.isDirectory(folder)) {
			return new URL[0];
		}
		try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*.jar")) {
			List<URL> jars = new ArrayList<>();
			for (Path file : files) {
				jars.add(url(file));
			}
			return jars.toArray(URL[]::new);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(folder + ": cannot be read", ex);
		}
	}

	private static URL url(Path file) throws MalformedURLException {
		return file.toUri().toURL();
	}

	/**
	 * The driver for a URL.
	 * @throws IllegalArgumentException if there is none
	 */
	Driver driver(String url) {
		for (Driver driver : drivers) {
			try {
				if (driver.acceptsURL(url)) {
					return driver;
				}
			}
			catch (SQLException ex) {
				throw new IllegalArgumentException(
						"the driver " + driver.getClass().getName() + " refuses it: " + ex.getMessage(), ex);
			}
		}
		if (!broken.isEmpty()) {
			throw new IllegalArgumentException("there is no JDBC driver for it that can be loaded ("
					+ String.join("; ", broken) + "); replace the driver's jar in lib/ of the home folder");
		}
		throw new IllegalArgumentException(
				"there is no JDBC driver for it; put the driver's jar into lib/ of the home folder");
	}

	/** Connections of one driver that is not registered. */
	static DataSource dataSource(Driver driver, String url, Properties properties) {
		return new DriverConnections(driver, url, properties);
	}

	private record DriverConnections(Driver driver, String url, Properties properties) implements DataSource {

		@Override
		public Connection getConnection() throws SQLException {
			Connection connection = driver.connect(url, properties);
			if (connection == null) {
				throw new SQLException("the driver does not take the URL");
			}
			return connection;
		}

		@Override
		public Connection getConnection(String username, String password) throws SQLException {
			throw new SQLFeatureNotSupportedException();
		}

		@Override
		public @Nullable PrintWriter getLogWriter() {
			return null;
		}

		@Override
		public void setLogWriter(@Nullable PrintWriter out) {
		}

		@Override
		public void setLoginTimeout(int seconds) {
		}

		@Override
		public int getLoginTimeout() {
			return 0;
		}

		@Override
		public Logger getParentLogger() throws SQLFeatureNotSupportedException {
			throw new SQLFeatureNotSupportedException();
		}

		@Override
		public <T> T unwrap(Class<T> type) throws SQLException {
			throw new SQLException("wraps nothing");
		}

		@Override
		public boolean isWrapperFor(Class<?> type) {
			return false;
		}

		@Override
		public String toString() {
			return "DriverConnections[" + driver.getClass().getName() + "]";
		}

	}

}
