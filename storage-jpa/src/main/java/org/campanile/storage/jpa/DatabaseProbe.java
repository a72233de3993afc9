package org.campanile.storage.jpa;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

import org.campanile.store.StoreReach;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.MigrationInfo;
import org.flywaydb.core.api.MigrationInfoService;
import org.flywaydb.core.api.MigrationState;

/**
 * Tries the database without changing it: whether it accepts the role, and whether its
 * tables exist, or can be created. For one thread, one use.
 */
final class DatabaseProbe {

	private static final String URL = JpaStorageProperties.PREFIX + "url: ";

	private static final String ROLE = JpaStorageProperties.PREFIX + "username: ";

	/**
	 * The query of the privileges, each with a call of its own: with a list of privileges
	 * in one call, any of them would suffice.
	 */
	private static final String PRIVILEGES = "SELECT coalesce(bool_and(has_table_privilege(t.oid, 'SELECT') "
			+ "AND has_table_privilege(t.oid, 'INSERT') AND has_table_privilege(t.oid, 'UPDATE') "
			+ "AND has_table_privilege(t.oid, 'DELETE')), false) FROM pg_class t WHERE t.relkind = 'r' "
			+ "AND t.relname LIKE 'campanile%' AND t.relname <> '" + Schema.HISTORY
			+ "' AND pg_table_is_visible(t.oid)";

	private final JpaStorageProperties properties;

	private final List<String> answers = new ArrayList<>();

	private final List<String> faults = new ArrayList<>();

	DatabaseProbe(JpaStorageProperties properties) {
		this.properties = properties;
	}

	StoreReach run() {
		try (Connection connection = Schema.connect(properties)) {
			connection.setReadOnly(true);
			Schema.requireVersion(connection);
			answers.add(properties.address() + " accepts the role " + properties.username());
			if (test(connection, "SELECT pg_is_in_recovery()")) {
				faults.add(URL + properties.address() + " is a standby, which accepts no writes; remove"
						+ " targetServerType from the URL");
			}
			else {
				tables(connection);
			}
		}
		catch (SQLException | FlywayException ex) {
			faults.add(fault(ex));
		}
		return new StoreReach(answers, faults);
	}

	private String fault(Exception failure) {
		String state = String.valueOf(DatabaseFailures.sqlState(failure));
		String key = switch (state) {
			case "28P01", "28000" -> JpaStorageProperties.PREFIX + "password, " + ROLE;
			case "42501" -> ROLE;
			default -> URL;
		};
		return key + properties.address() + ": " + (state.equals("0A000")
				? "the server is older than PostgreSQL 14; use a newer one" : DatabaseFailures.reason(failure));
	}

	private void tables(Connection connection) throws SQLException {
		boolean made = test(connection, "SELECT to_regclass('" + Schema.HISTORY + "') IS NOT NULL");
		MigrationInfoService migrations = new Schema(properties).info();
		for (MigrationInfo migration : migrations.all()) {
			if (migration.getState().isFailed()) {
				faults.add(URL + properties.address() + " has tables whose change to version " + migration.getVersion()
						+ " failed; restore them from a backup, or ask for help with " + Schema.HISTORY);
				return;
			}
			if (migration.getState() == MigrationState.FUTURE_SUCCESS) {
				faults.add(URL + properties.address() + " has tables of a later version of Campanile ("
						+ migration.getVersion() + "); use that version, or another database");
				return;
			}
		}
		boolean current = made && migrations.pending().length == 0;
		if (!current && !test(connection, "SELECT coalesce(has_schema_privilege(current_schema(), 'CREATE'), false)")) {
			faults.add(ROLE + properties.username() + " may not create tables in " + properties.address()
					+ "; make it the owner of the database, or grant it CREATE on the schema");
		}
		else if (!current) {
			answers.add(properties.address()
					+ (made ? " has tables of an earlier version, which will be migrated at the start"
							: " has no tables yet; the first start creates them"));
		}
		else if (!test(connection, PRIVILEGES)) {
			faults.add(ROLE + properties.username() + " may not read and write all tables campanile_* in "
					+ properties.address() + "; make it their owner");
		}
		else {
			answers.add(properties.address() + " has the tables of this version");
		}
	}

	private static boolean test(Connection connection, String query) throws SQLException {
		try (Statement statement = connection.createStatement(); ResultSet answer = statement.executeQuery(query)) {
			return answer.next() && answer.getBoolean(1);
		}
	}

}
