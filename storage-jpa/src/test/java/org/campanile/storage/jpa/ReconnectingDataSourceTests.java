package org.campanile.storage.jpa;

import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariDataSource;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.campanile.store.StoreSettings;
import org.campanile.testkit.Polling;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

@Timeout(60)
class ReconnectingDataSourceTests {

	private final Queue<SQLException> failures = new ConcurrentLinkedQueue<>();

	private final AtomicInteger closed = new AtomicInteger();

	private final Connection connection = (Connection) Proxy.newProxyInstance(getClass().getClassLoader(),
			new Class<?>[] { Connection.class }, (proxy, method, arguments) -> switch (method.getName()) {
				case "equals" -> proxy == arguments[0];
				case "hashCode", "getNetworkTimeout", "getTransactionIsolation" -> 1;
				case "isValid", "getAutoCommit" -> true;
				case "isReadOnly", "isClosed" -> false;
				case "prepareStatement" -> throw away("25006");
				case "close" -> closed.incrementAndGet() < 0 ? proxy : null;
				default -> null;
			});

	private final ReconnectingDataSource source = new ReconnectingDataSource(stub(DataSource.class, () -> {
		SQLException failure = failures.poll();
		if (failure != null) {
			throw failure;
		}
		return connection;
	}));

	@Test
	void whenTheServerIsAwayThenItIsAskedUntilItIsBack() throws Exception {
		failures.addAll(List.of(away("08001"), away("08006"), away("57P03"), away("53300")));
		assertThat(source.getConnection()).isSameAs(connection);
		assertThat(failures).isEmpty();
		assertThat(source.failure()).isEmpty();
	}

	@ParameterizedTest
	@ValueSource(strings = { "28P01", "3D000", "42501", "08004", "08P01" })
	void whenWaitingFailsThenTheReasonIsReportedAtOnce(String state) throws Exception {
		failures.addAll(List.of(away(state), away("08001")));
		assertThatExceptionOfType(SQLException.class).isThrownBy(source::getConnection)
			.satisfies(failure -> assertThat(failure.getSQLState()).isEqualTo(state));
		assertThat(failures).as("not asked again").hasSize(1);
		assertThat(source.failure().map(SQLException::getSQLState)).contains(state);
	}

	/**
	 * HikariCP itself would pause longer after each failure, and continue after it is
	 * closed.
	 */
	@Test
	void whenThePoolIsOverItThenItAsksOnceAndItsThreadEndsWithIt() throws Exception {
		failures.addAll(List.of(away("08001"), away("08001"), away("08001")));
		AtomicInteger asked = new AtomicInteger();
		Queue<Thread> adders = new ConcurrentLinkedQueue<>();
		DataSource counted = stub(DataSource.class, () -> {
			asked.incrementAndGet();
			adders.add(Thread.currentThread());
			return source.getConnection();
		});
		try (HikariDataSource pool = Pool.open(counted,
				Postgres.properties("jdbc:postgresql://localhost/x", 1, Duration.ofSeconds(1), Duration.ofSeconds(1)),
				new StoreSettings(Duration.ofSeconds(1)), new SimpleMeterRegistry())) {
			Polling.until(Duration.ofSeconds(60), failures::isEmpty);
			assertThat(asked).hasValue(1);
			for (int i = 0; i < 1_000; i++) {
				failures.add(away("08001"));
			}
			pool.getHikariPoolMXBean().softEvictConnections();
			source.close();
		}
		for (Thread adder : adders) {
			adder.join();
		}
		assertThat(failures).as("it ended though the server is away").isNotEmpty();
	}

	/** The server may have become a standby, which HikariCP does not notice. */
	@Test
	void whenTheServerAcceptsOnlyReadsThenThePoolClosesTheConnection() throws Exception {
		try (HikariDataSource pool = Pool.open(source,
				Postgres.properties("jdbc:postgresql://localhost/x", 1, Duration.ofSeconds(1), Duration.ofSeconds(1)),
				Postgres.PATIENT, new SimpleMeterRegistry())) {
			try (Connection used = pool.getConnection()) {
				assertThatExceptionOfType(SQLException.class).isThrownBy(() -> used.prepareStatement("INSERT"));
			}
			Polling.until(() -> closed.get() > 0);
		}
	}

	@Test
	void whenClosedThenAConnectionThatComesLateIsClosed() {
		source.close();
		assertThatExceptionOfType(SQLException.class).isThrownBy(source::getConnection);
		assertThat(closed).hasValue(1);
	}

	private static <T> T stub(Class<T> type, Callable<Connection> connections) {
		return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] { type },
				(proxy, method, arguments) -> switch (method.getName()) {
					case "getConnection" -> connections.call();
					case "getLoginTimeout" -> 1;
					default -> null;
				}));
	}

	private static SQLException away(String state) {
		return new SQLException("away", state);
	}

}
