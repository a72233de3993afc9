package org.campanile.storage.jpa;

import java.time.Instant;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests the query plans of look-ups when one identity has very many sessions. */
class JpaPlanTests {

	private static final String HASH = "decode(repeat('ab', 16), 'hex')";

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void whenOneIdentityHasTensOfThousandsThenAPageReadsNoMoreThanAPage(boolean analyzed) throws Exception {
		Postgres.clear();
		Postgres.execute("INSERT INTO campanile_session SELECT sha256(CAST(i AS text)::bytea), " + HASH
				+ ", 1, now(), now() + interval '10h', now() + interval '1h', '\\x00' FROM generate_series(1, 30000) i");
		Postgres.execute("INSERT INTO campanile_session_service SELECT key, substr(key, 1, 16), " + HASH
				+ ", '\\x00' FROM campanile_session");
		Postgres.execute("INSERT INTO campanile_record SELECT 'pgt', key, " + HASH
				+ ", 1, now() + interval '10h', '\\x00' FROM campanile_session");
		if (analyzed) {
			Postgres.execute("ANALYZE campanile_session, campanile_session_service, campanile_record");
		}
		Instant now = Instant.now();
		Database.Binding page = parameters -> parameters.hex("ab".repeat(16)).hex("").live(now).number(100);
		assertNoMoreThanAPage(SessionStatements.BY_PRINCIPAL, page);
		assertNoMoreThanAPage(SessionStatements.BY_IDENTIFIER, page);
		assertNoMoreThanAPage(JpaRecordStore.BY_OWNER.replace(":owner", HASH)
			.replace(":kind", "'pgt'")
			.replace(":after", "'\\x'")
			.replace(":now", "now()")
			.replace(":limit", "100"), parameters -> {
			});
		Postgres.clear();
	}

	private static void assertNoMoreThanAPage(String statement, Database.Binding binding) throws Exception {
		String plan = Postgres.node(0)
			.query("explaining", "EXPLAIN (ANALYZE, TIMING OFF, COSTS OFF) " + statement, binding, rows -> {
				StringBuilder lines = new StringBuilder();
				while (rows.next()) {
					lines.append(rows.getString(1)).append('\n');
				}
				return lines.toString();
			});
		assertThat(plan).doesNotContain("Seq Scan", "Parallel").doesNotContainPattern("rows=[0-9]{4,}");
	}

}
