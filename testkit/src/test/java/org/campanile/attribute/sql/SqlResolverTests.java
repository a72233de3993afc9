package org.campanile.attribute.sql;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import org.campanile.attribute.SourceValues;
import org.campanile.authn.Verdict;
import org.campanile.authn.resolver.UserResolver.ResolvedUser;
import org.campanile.authn.resolver.UserResolver.ResolverUnavailableException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests a resolver of users in a database. Its "hash" is the password written backwards.
 */
class SqlResolverTests {

	private static EmbeddedPostgres database;

	private static SqlResolver resolver;

	@BeforeAll
	static void start() throws Exception {
		database = EmbeddedPostgres.start();
		try (Connection connection = database.getPostgresDatabase().getConnection();
				Statement statement = connection.createStatement()) {
			statement.execute("CREATE TABLE guests (login text, uid text, mail text, hash text)");
			statement.execute("INSERT INTO guests VALUES ('ann', 'g1', 'ann@example.org', 'terces'), "
					+ "('two', 'g2', NULL, 'terces'), ('two', 'g3', NULL, 'terces'), ('none', 'g4', NULL, NULL)");
		}
		resolver = resolver("SELECT uid, mail, hash FROM guests WHERE login = :username");
	}

	@AfterAll
	static void end() throws Exception {
		resolver.close();
		database.close();
	}

	private static SqlResolver resolver(String query) {
		SqlSource source = new SqlSource("guests",
				new SqlSource.Settings(database.getJdbcUrl("postgres", "postgres"), Optional.empty(), Optional.empty(),
						NamedQuery.parse(query), Set.of("uid", "mail", "hash"), 2, Duration.ofSeconds(10)),
				Path.of("none"));
		return new SqlResolver(source, "uid", "hash",
				(password, hash) -> new StringBuilder(password).reverse().toString().equals(hash), "decoy");
	}

	@Test
	void whenAUserIsThereThenFoundWithoutTheHash() throws Exception {
		ResolvedUser ann = resolver.find("ann").orElseThrow();
		assertThat(ann.principal()).isEqualTo("g1");
		assertThat(ann.values().texts("mail")).containsExactly("ann@example.org");
		assertThat(ann.values().texts("hash")).isEmpty();
		assertThat(ann.values().texts("HASH")).isEmpty();
	}

	@Test
	void whenThePasswordBelongsToTheHashThenRight() throws Exception {
		ResolvedUser ann = resolver.find("ann").orElseThrow();
		assertThat(resolver.check(ann, "secret")).isEmpty();
		assertThat(resolver.check(ann, "terces")).contains(Verdict.Reason.BAD_CREDENTIALS);
		assertThat(resolver.check(resolver.find("none").orElseThrow(), "secret")).as("without a hash")
			.contains(Verdict.Reason.BAD_CREDENTIALS);
	}

	/** Users may have been looked up long before the check. */
	@Test
	void whenSomebodyElseHasTheLoginNameSinceThenThatPasswordIsNotOfTheFormerOne() throws Exception {
		ResolvedUser former = new ResolvedUser("g0", "ann", "", SourceValues.NONE);
		assertThat(resolver.check(former, "secret")).contains(Verdict.Reason.BAD_CREDENTIALS);
	}

	@Test
	void whenNobodyOrSeveralAreMeantThenNobodyIsFound() throws Exception {
		assertThat(resolver.find("nobody")).isEmpty();
		assertThat(resolver.find("two")).isEmpty();
		assertThat(resolver.find("' OR true --")).isEmpty();
		resolver.checkDecoy("secret");
	}

	@Test
	void whenTheQueryCannotProcessALoginNameThenNobodyIsFound() throws Exception {
		try (SqlResolver numbers = resolver(
				"SELECT uid, mail, hash FROM guests WHERE length(login) = CAST(:username AS integer) AND uid = 'g1'")) {
			assertThat(numbers.find("3")).isPresent();
			assertThat(numbers.find("no-number")).isEmpty();
			ResolvedUser user = new ResolvedUser("g1", "no-number", "", SourceValues.NONE);
			assertThat(numbers.check(user, "secret")).contains(Verdict.Reason.BAD_CREDENTIALS);
		}
	}

	@Test
	void whenTheQueryFailsThenThatIsNoAnswer() {
		try (SqlResolver faulty = resolver("SELECT uid FROM nowhere WHERE login = :username")) {
			assertThat(faulty.fault()).isPresent();
			assertThatExceptionOfType(ResolverUnavailableException.class).isThrownBy(() -> faulty.find("ann"));
		}
	}

}
