package org.campanile.attribute.sql;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import org.campanile.attribute.AttributeSource;
import org.campanile.attribute.SourceQuery;
import org.campanile.attribute.SourceUnavailableException;
import org.campanile.attribute.SourceValues;
import org.campanile.attribute.UnfitValueException;
import org.campanile.attribute.UnusableAnswerException;
import org.campanile.testkit.attribute.AttributeSourceContract;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class SqlSourceTests extends AttributeSourceContract {

	@AutoClose
	private static EmbeddedPostgres database;

	@TempDir
	Path drivers;

	private boolean stopped;

	@BeforeAll
	static void start() throws Exception {
		database = EmbeddedPostgres.start();
		try (Connection connection = database.getPostgresDatabase().getConnection();
				Statement statement = connection.createStatement()) {
			statement.execute("CREATE ROLE hr LOGIN PASSWORD '" + SECRET + "'");
			statement
				.execute("CREATE TABLE people (uid text, mail text, grp text, photo bytea, tags text[], boss boolean)");
			statement.execute("GRANT ALL ON people TO hr");
			statement.execute("INSERT INTO people(uid, grp) SELECT 'many', 'g' || n FROM generate_series(1, 1001) n");
			statement.execute("INSERT INTO people VALUES ('typed', NULL, NULL, '\\x00ff', '{a,b,NULL}', true)");
			try (PreparedStatement insert = connection.prepareStatement("INSERT INTO people VALUES (?, ?, ?)")) {
				for (Map.Entry<String, List<String>> user : USERS.entrySet()) {
					List<String> groups = user.getValue().subList(1, user.getValue().size());
					for (String group : groups.isEmpty() ? List.of("") : groups) {
						insert.setString(1, user.getKey());
						insert.setString(2, user.getValue().getFirst());
						insert.setString(3, group.isEmpty() ? null : group);
						insert.execute();
					}
				}
			}
		}
	}

	@BeforeEach
	void allow() throws Exception {
		alter("LOGIN");
	}

	@AfterEach
	void restore() throws Exception {
		if (stopped) {
			alter("LOGIN");
		}
	}

	private static void alter(String what) throws Exception {
		try (Connection connection = database.getPostgresDatabase().getConnection();
				Statement statement = connection.createStatement()) {
			statement.execute("ALTER ROLE hr " + what);
		}
	}

	@Override
	protected AttributeSource open() throws Exception {
		return open("SELECT mail, grp AS ou FROM people WHERE uid = :username", MAIL, GROUPS);
	}

	private AttributeSource open(String query, String... attributes) throws Exception {
		return new SqlSource(ID,
				new SqlSource.Settings("jdbc:postgresql://127.0.0.1:" + database.getPort() + "/postgres",
						Optional.of("hr"), Optional.of(SECRET), NamedQuery.parse(query), Set.of(attributes), 3,
						Duration.ofSeconds(2)),
				drivers);
	}

	/** Blocks the role and closes its connections, because all tests share one server. */
	@Override
	protected void stop() throws Exception {
		stopped = true;
		alter("NOLOGIN");
		try (Connection connection = database.getPostgresDatabase().getConnection();
				Statement statement = connection.createStatement();
				ResultSet ended = statement.executeQuery(
						"SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE usename = 'hr'")) {
			while (ended.next()) {
				assertThat(ended.getBoolean(1)).isTrue();
			}
		}
	}

	@Test
	void whenColumnsAreArraysBytesOrBooleansThenTheyAreValues() throws Exception {
		try (AttributeSource source = open("SELECT photo, tags, boss FROM people WHERE uid = :username", "photo",
				"tags", "boss")) {
			SourceValues values = source.read(query("typed"));
			assertThat(values.bytes("photo")).containsExactly(new byte[] { 0, (byte) 0xFF });
			assertThat(values.texts("tags")).containsExactly("a", "b");
			assertThat(values.texts("boss")).containsExactly("true");
		}
	}

	@Test
	void whenAValueIsNoTextThenOnlyThatAnswerIsUnusable() throws Exception {
		try (AttributeSource source = open("SELECT ARRAY[ARRAY[uid]] AS mail FROM people WHERE uid = :username",
				MAIL)) {
			assertThatExceptionOfType(UnusableAnswerException.class).isThrownBy(() -> source.read(query("alice")))
				.withMessage(
						"a value of the column mail cannot be read as text (SQLState 2202E); cast it in the query");
		}
	}

	@Test
	void whenTheQueryWritesThenTheDatabaseRefuses() throws Exception {
		String query = "WITH gone AS (DELETE FROM people WHERE uid = :username RETURNING mail) SELECT mail FROM gone";
		try (AttributeSource source = open(query, MAIL)) {
			assertThatExceptionOfType(SourceUnavailableException.class).isThrownBy(() -> source.read(query("alice")))
				.withMessageContaining("read-only");
		}
		assertThat(read("alice").texts(MAIL)).isNotEmpty();
	}

	@Test
	void whenAColumnIsMissingThenTheProbeSaysWhich() throws Exception {
		try (AttributeSource source = open("SELECT mail FROM people WHERE uid = :username", MAIL, "phone")) {
			assertThatExceptionOfType(SourceUnavailableException.class).isThrownBy(source::probe)
				.withMessageContaining("no column phone");
		}
	}

	@Test
	void whenTheTableIsMissingThenTheProbeSaysSo() throws Exception {
		try (AttributeSource source = open("SELECT mail FROM persons WHERE uid = :username", MAIL)) {
			assertThatExceptionOfType(SourceUnavailableException.class).isThrownBy(source::probe)
				.withMessageContaining("persons");
		}
	}

	@Test
	void whenAUsersValueDoesNotFitThenOnlyThatAnswerIsUnusable() throws Exception {
		try (AttributeSource source = open(
				"SELECT mail FROM people WHERE length(uid) = CAST(:username AS integer) AND uid = 'bob'", MAIL)) {
			assertThatExceptionOfType(UnfitValueException.class).isThrownBy(() -> source.read(query("no-number")))
				.withMessageContaining("SQLState 22P02")
				.withMessageNotContaining("no-number");
			assertThat(source.read(query("3")).texts(MAIL)).containsExactly("bob@hr.example.edu");
		}
	}

	@Test
	void whenAValueInTheRowDoesNotFitThenOnlyThatAnswerIsUnusable() throws Exception {
		try (AttributeSource source = open(
				"SELECT DISTINCT mail, CAST(mail AS date) AS left_on FROM people WHERE uid = :username", MAIL)) {
			assertThatExceptionOfType(UnfitValueException.class).isThrownBy(() -> source.read(query("alice")))
				.withMessageContaining("SQLState 22007")
				.withMessageNotContaining("alice");
			assertThat(source.read(query("typed")).bytes(MAIL)).isEmpty();
		}
	}

	@Test
	void whenTheQueryIsSlowThenItIsGivenUp() throws Exception {
		try (AttributeSource source = open("SELECT mail, pg_sleep(60) FROM people WHERE uid = :username", MAIL)) {
			assertThatExceptionOfType(SourceUnavailableException.class).isThrownBy(() -> source.read(query("bob")));
		}
	}

	/** A driver may log a URL that it cannot read, as PostgreSQL's does. */
	@ParameterizedTest
	@ValueSource(strings = { "jdbc:postgresql://me:s3cret@db/hr", "jdbc:postgresql://db/hr?user=me&password=s3cret",
			"jdbc:sqlserver://db:1433; user=me; Password = s3cret", "jdbc:oracle:thin:me/s3cret@//db:1521/hr" })
	void whenTheUrlContainsAPasswordThenItIsRefusedAndNotQuoted(String url) {
		assertThatIllegalArgumentException().isThrownBy(() -> SqlSource.requireDriver(url, drivers))
			.withMessage("contains a password, which logs would show; set username and password");
	}

	@ParameterizedTest
	@ValueSource(strings = { "jdbc:nothing:thin:@//db:1521/hr", "jdbc:nothing://db:1433;user=me@db",
			"jdbc:nothing://db:3306/hr?user=me@db", "jdbc:nothing://db/hr?sslpassword=s3cret",
			"jdbc:nothing://me@one:3306,me@two:3306/hr" })
	void whenTheUrlContainsNoPasswordOfTheRoleThenOnlyTheDriverIsMissing(String url) {
		assertThatIllegalArgumentException().isThrownBy(() -> SqlSource.requireDriver(url, drivers))
			.withMessageContaining("lib/");
	}

	@Test
	void whenThereIsNoDriverThenThatIsSaid() {
		assertThatIllegalArgumentException().isThrownBy(() -> SqlSource.requireDriver("jdbc:nothing:x", drivers))
			.withMessageContaining("lib/");
	}

	@ParameterizedTest
	@ValueSource(strings = { "org.example.NotThere", "org.campanile.attribute.sql.SqlSource", "no class name" })
	void whenADriverCannotBeLoadedThenThatIsSaidAndOthersServe(String driver) throws Exception {
		try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(drivers.resolve("broken.jar")))) {
			jar.putNextEntry(new JarEntry("META-INF/services/java.sql.Driver"));
			jar.write(driver.getBytes(StandardCharsets.UTF_8));
		}
		assertThatIllegalArgumentException().isThrownBy(() -> SqlSource.requireDriver("jdbc:nothing:x", drivers))
			.withMessageContaining("lib/")
			.withMessageContaining("that can be loaded")
			.withMessageContaining(driver.startsWith("no") ? "broken.jar" : driver);
		assertThatCode(() -> SqlSource.requireDriver("jdbc:postgresql://x/y", drivers)).doesNotThrowAnyException();
	}

	@Test
	void whenADriverIsOfALaterJavaThenThatIsSaid() throws Exception {
		try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(drivers.resolve("later.jar")))) {
			jar.putNextEntry(new JarEntry("META-INF/services/java.sql.Driver"));
			jar.write("Later".getBytes(StandardCharsets.UTF_8));
			jar.putNextEntry(new JarEntry("Later.class"));
			jar.write(new byte[] { (byte) 0xCA, (byte) 0xFE, (byte) 0xBA, (byte) 0xBE, 0, 0, 0, (byte) 200, 0, 1 });
		}
		assertThatIllegalArgumentException().isThrownBy(() -> SqlSource.requireDriver("jdbc:nothing:x", drivers))
			.withMessageContaining("Later");
	}

	private static SourceQuery query(String username) {
		return new SourceQuery(Map.of(SourceQuery.USERNAME, username));
	}

}
