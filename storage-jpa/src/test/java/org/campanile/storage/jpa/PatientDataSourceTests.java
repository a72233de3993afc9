package org.campanile.storage.jpa;

import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

import javax.sql.DataSource;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

@Timeout(60)
class PatientDataSourceTests {

	private static final Connection CONNECTION = (Connection) Proxy.newProxyInstance(
			PatientDataSourceTests.class.getClassLoader(), new Class<?>[] { Connection.class },
			(proxy, method, arguments) -> switch (method.getName()) {
				case "equals" -> proxy == arguments[0];
				case "hashCode" -> 1;
				default -> "a connection";
			});

	private final Deque<SQLException> failures = new ArrayDeque<>();

	private final PatientDataSource source = new PatientDataSource((DataSource) Proxy.newProxyInstance(
			getClass().getClassLoader(), new Class<?>[] { DataSource.class }, (proxy, method, arguments) -> {
				if (failures.isEmpty()) {
					return CONNECTION;
				}
				throw failures.remove();
			}));

	@Test
	void whenTheServerIsAwayThenItIsAskedUntilItIsBack() throws Exception {
		failures.addAll(List.of(away("08001"), away("08006"), away("57P03"), away("53300")));
		assertThat(source.getConnection()).isSameAs(CONNECTION);
		assertThat(failures).isEmpty();
		assertThat(source.failure()).isEmpty();
	}

	@ParameterizedTest
	@ValueSource(strings = { "28P01", "3D000", "42501" })
	void whenWaitingIsInVainThenTheReasonIsToldAtOnce(String state) throws Exception {
		failures.addAll(List.of(away(state), away("08001")));
		assertThatExceptionOfType(SQLException.class).isThrownBy(source::getConnection)
			.satisfies(failure -> assertThat(failure.getSQLState()).isEqualTo(state));
		assertThat(failures).as("not asked again").hasSize(1);
		assertThat(source.failure().map(SQLException::getSQLState)).contains(state);
	}

	@Test
	void whenThePoolIsClosedThenNobodyWaitsOn() {
		failures.add(away("08001"));
		Thread.currentThread().interrupt();
		assertThatExceptionOfType(SQLException.class).isThrownBy(source::getConnection);
		assertThat(Thread.interrupted()).isTrue();
		assertThat(source.failure().map(SQLException::getSQLState)).contains("08001");
	}

	private static SQLException away(String state) {
		return new SQLException("away", state);
	}

}
