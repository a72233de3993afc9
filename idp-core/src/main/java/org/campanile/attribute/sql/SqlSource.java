package org.campanile.attribute.sql;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Array;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.sql.Types;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import org.jspecify.annotations.Nullable;

import org.campanile.attribute.AttributeSource;
import org.campanile.attribute.SourceQuery;
import org.campanile.attribute.SourceUnavailableException;
import org.campanile.attribute.SourceValues;
import org.campanile.attribute.UnfitValueException;
import org.campanile.attribute.UnusableAnswerException;

/**
 * A database, asked with one prepared query. Columns are attributes by their label, rows
 * are values, each value once; an SQL array is several values. Reads in read-only
 * transactions that are rolled back. Thread-safe.
 */
public final class SqlSource implements AttributeSource {

	/** The largest number of rows of an answer; more cannot belong to one user. */
	static final int MAX_ROWS = 1_000;

	/** The largest size of an answer, in bytes; a session holds far less. */
	static final int MAX_SIZE = 262_144;

	private static final Duration SHORTEST_WAIT = Duration.ofMillis(250);

	/** The class of SQLState for values that the query cannot process (ISO 9075-2). */
	private static final String DATA_EXCEPTION = "22";

	private static final String CONNECTION_EXCEPTION = "08";

	/** Matches a password as a parameter, or before the host as drivers accept it. */
	private static final Pattern PASSWORD = Pattern
		.compile("(?i)[?&;:(,]\\s*password[1-3]?\\s*=|//[^/?;]*:(?![0-9]+,)[^/?;]*@|:[^:/@?;=]+/[^:/@?;=]+@");

	private final String id;

	private final Settings settings;

	private final HikariDataSource pool;

	/**
	 * The settings of queries to the database.
	 *
	 * @param url the JDBC URL
	 * @param username the role to connect as; empty: as the URL says
	 * @param password its password, never printed
	 * @param attributes the labels of the columns to take
	 * @param poolSize connections at most
	 * @param timeout how long an answer may take
	 */
	public record Settings(String url, Optional<String> username, Optional<String> password, NamedQuery query,
			Set<String> attributes, int poolSize, Duration timeout) {

		public Settings {
			attributes = Set.copyOf(attributes);
		}

		@Override
		public String toString() {
			return "Settings[" + attributes + "]";
		}

	}

	/**
	 * Opens no connection yet.
	 * @param drivers a folder of JDBC drivers besides those on the class path; need not
	 * exist
	 * @throws IllegalArgumentException if there is no driver for the URL
	 */
	public SqlSource(String id, Settings settings, Path drivers) {
		Driver driver = new JdbcDrivers(drivers).driver(settings.url());
		this.id = id;
		this.settings = settings;
		HikariConfig config = new HikariConfig();
		config.setPoolName("source-" + id);
		config.setDataSource(JdbcDrivers.dataSource(driver, settings.url(), properties(settings)));
		config.setMaximumPoolSize(settings.poolSize());
		config.setMinimumIdle(0);
		config.setInitializationFailTimeout(-1);
		config.setConnectionTimeout(Math.max(SHORTEST_WAIT.toMillis(), settings.timeout().toMillis()));
		config.setValidationTimeout(Math.max(SHORTEST_WAIT.toMillis(), settings.timeout().toMillis() / 2));
		config.setReadOnly(true);
		// Read-only applies to transactions, which drivers begin only this way.
		config.setAutoCommit(false);
		this.pool = new HikariDataSource(config);
	}

	/**
	 * Requires a driver for a URL, and a URL without a password.
	 * @throws IllegalArgumentException if there is none; the message does not quote the
	 * URL
	 */
	public static void requireDriver(String url, Path drivers) {
		// Before the driver, which may log a URL that it cannot read.
		if (PASSWORD.matcher(url).find()) {
			throw new IllegalArgumentException("contains a password, which logs would show; set username and password");
		}
		new JdbcDrivers(drivers).driver(url);
	}

	private static Properties properties(Settings settings) {
		Properties properties = new Properties();
		settings.username().ifPresent(name -> properties.setProperty("user", name));
		settings.password().ifPresent(password -> properties.setProperty("password", password));
		if (settings.url().startsWith("jdbc:postgresql:")) {
			// Without these settings, a server that vanished would hold a connection for
			// hours.
			properties.setProperty("connectTimeout", String.valueOf(seconds(settings.timeout())));
			properties.setProperty("loginTimeout", String.valueOf(seconds(settings.timeout())));
			properties.setProperty("socketTimeout", String.valueOf(seconds(settings.timeout()) + 1));
			properties.setProperty("ApplicationName", "campanile");
		}
		return properties;
	}

	private static int seconds(Duration timeout) {
		return Math.toIntExact(Math.max(1, timeout.plusMillis(999).toSeconds()));
	}

	@Override
	public String id() {
		return id;
	}

	@Override
	public Set<String> provides() {
		return settings.attributes();
	}

	@Override
	public Set<String> parameters() {
		return new TreeSet<>(settings.query().names());
	}

	@Override
	public SourceValues read(SourceQuery query) throws SourceUnavailableException {
		return ask(query);
	}

	/** Runs the query without a user, which also checks tables, rights and columns. */
	@Override
	public void probe() throws SourceUnavailableException {
		ask(null);
	}

	private SourceValues ask(@Nullable SourceQuery query) throws SourceUnavailableException {
		try (Connection connection = pool.getConnection();
				PreparedStatement statement = connection.prepareStatement(settings.query().sql())) {
			statement.setQueryTimeout(seconds(settings.timeout()));
			statement.setMaxRows(MAX_ROWS + 1);
			List<String> names = settings.query().names();
			for (int i = 0; i < names.size(); i++) {
				if (query == null) {
					statement.setNull(i + 1, Types.VARCHAR);
				}
				else {
					statement.setString(i + 1, query.get(names.get(i)));
				}
			}
			try (ResultSet rows = statement.executeQuery()) {
				return values(rows);
			}
		}
		catch (SQLException ex) {
			if (query != null && Objects.requireNonNullElse(ex.getSQLState(), "").startsWith(DATA_EXCEPTION)) {
				// The driver's own message may quote the value, which is personal data.
				throw new UnfitValueException(id, "a value of the user or of the user's rows does not fit the query "
						+ "(SQLState " + ex.getSQLState() + "); correct the value, or the query", ex);
			}
			throw new SourceUnavailableException(id, reason(ex), ex);
		}
	}

	private static String reason(SQLException ex) {
		Throwable root = ex;
		while (root.getCause() != null) {
			root = root.getCause();
		}
		String first = String.valueOf(ex.getMessage()).lines().findFirst().orElse("");
		return root == ex ? first : first + " (" + root.getMessage() + ")";
	}

	private SourceValues values(ResultSet rows) throws SQLException, SourceUnavailableException {
		Map<String, Integer> columns = columns(rows.getMetaData());
		Map<String, Set<Value>> values = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
		columns.keySet().forEach(name -> values.put(name, new LinkedHashSet<>()));
		int size = 0;
		for (int row = 1; rows.next(); row++) {
			if (row > MAX_ROWS) {
				throw new UnusableAnswerException(id, "the query gives more than " + MAX_ROWS + " rows for a user");
			}
			for (Map.Entry<String, Integer> column : columns.entrySet()) {
				for (byte[] value : readable(rows, column.getKey(), column.getValue())) {
					size += value.length;
					Objects.requireNonNull(values.get(column.getKey())).add(new Value(value));
				}
			}
			if (size > MAX_SIZE) {
				throw new UnusableAnswerException(id, "the query gives more than " + MAX_SIZE + " bytes for a user");
			}
		}
		return name -> values.getOrDefault(name, Set.of()).stream().map(Value::bytes).toList();
	}

	private Map<String, Integer> columns(ResultSetMetaData data) throws SQLException, SourceUnavailableException {
		Map<String, Integer> columns = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
		for (int i = 1; i <= data.getColumnCount(); i++) {
			columns.putIfAbsent(data.getColumnLabel(i), i);
		}
		for (String attribute : settings.attributes()) {
			if (!columns.containsKey(attribute)) {
				throw new SourceUnavailableException(id, "the query has no column " + attribute + "; its columns are "
						+ String.join(", ", columns.keySet()) + "; name one with AS");
			}
		}
		Set<String> wanted = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
		wanted.addAll(settings.attributes());
		columns.keySet().retainAll(wanted);
		return columns;
	}

	private List<byte[]> readable(ResultSet rows, String name, int column)
			throws SQLException, UnusableAnswerException {
		try {
			return cell(rows, column);
		}
		catch (SQLTimeoutException ex) {
			throw ex;
		}
		catch (SQLException ex) {
			String state = Objects.requireNonNullElse(ex.getSQLState(), "");
			if (state.startsWith(CONNECTION_EXCEPTION)) {
				throw ex;
			}
			// The driver's own message may quote the value, which is personal data.
			throw new UnusableAnswerException(id, "a value of the column " + name + " cannot be read as text (SQLState "
					+ state + "); cast it in the query", ex);
		}
	}

	private static List<byte[]> cell(ResultSet rows, int column) throws SQLException {
		int type = rows.getMetaData().getColumnType(column);
		List<byte[]> values = new ArrayList<>();
		switch (type) {
			case Types.BINARY, Types.VARBINARY, Types.LONGVARBINARY, Types.BLOB -> add(values, rows.getBytes(column));
			case Types.BIT, Types.BOOLEAN -> {
				boolean value = rows.getBoolean(column);
				add(values, rows.wasNull() ? null : bytes(String.valueOf(value)));
			}
			case Types.ARRAY -> {
				Array array = rows.getArray(column);
				if (array != null) {
					Object elements = array.getArray();
					for (int i = 0; i < java.lang.reflect.Array.getLength(elements); i++) {
						add(values, bytes(element(java.lang.reflect.Array.get(elements, i))));
					}
				}
			}
			default -> add(values, bytes(rows.getString(column)));
		}
		return values;
	}

	private static @Nullable String element(@Nullable Object element) throws SQLException {
		if (element != null && element.getClass().isArray()) {
			throw new SQLDataException("an array of arrays", "2202E");
		}
		return element == null ? null : element.toString();
	}

	private static byte @Nullable [] bytes(@Nullable String text) {
		return text == null ? null : text.getBytes(StandardCharsets.UTF_8);
	}

	private static void add(List<byte[]> values, byte @Nullable [] value) {
		if (value != null && value.length > 0) {
			values.add(value);
		}
	}

	@Override
	public void close() {
		pool.close();
	}

	/** Bytes compared by content. */
	private record Value(byte[] bytes) {

		@Override
		public boolean equals(@Nullable Object other) {
			return other instanceof Value value && java.util.Arrays.equals(bytes, value.bytes);
		}

		@Override
		public int hashCode() {
			return java.util.Arrays.hashCode(bytes);
		}

	}

}
