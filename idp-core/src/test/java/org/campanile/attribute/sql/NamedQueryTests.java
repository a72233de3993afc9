package org.campanile.attribute.sql;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class NamedQueryTests {

	@Test
	void whenReadThenEachNameIsAParameterInItsPlace() {
		NamedQuery query = NamedQuery.parse("SELECT a FROM t WHERE u = :username AND (m=:mail OR x = :username);");
		assertThat(query.sql()).isEqualTo("SELECT a FROM t WHERE u = ? AND (m=? OR x = ?)");
		assertThat(query.names()).containsExactly("username", "mail", "username");
	}

	@Test
	void whenColonsStandElsewhereThenTheyStay() {
		String text = "SELECT ':a', \":b\", c::text, 'it''s :d', $$ :e $$, $q$ :f $q$ -- :g\n, h /* :i */ FROM t WHERE u = ";
		NamedQuery query = NamedQuery.parse(text + ":username");
		assertThat(query.sql()).isEqualTo(text + "?");
		assertThat(query.names()).containsExactly("username");
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "SELECT 1", "SELECT ':username'", "DELETE FROM t WHERE u = :username",
			"SELECT a FROM t WHERE u = ?", "SELECT a FROM t WHERE u = :username; DROP TABLE t",
			"UPDATE t SET a = :username" })
	void whenItIsNoQueryOfAUserThenItIsRefused(String text) {
		assertThatIllegalArgumentException().isThrownBy(() -> NamedQuery.parse(text));
	}

}
