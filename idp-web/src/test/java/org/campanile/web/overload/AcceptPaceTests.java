package org.campanile.web.overload;

import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

import org.apache.catalina.LifecycleException;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.startup.Tomcat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

@Timeout(60)
class AcceptPaceTests {

	private static final int LIMIT = 3;

	private static final Duration VERY_LONG = Duration.ofMinutes(10);

	private final AtomicLong waiting = new AtomicLong();

	private final AtomicInteger looks = new AtomicInteger();

	@Test
	void whenFewWaitForAProcessorThenAcceptedAtOnce() {
		waiting.set(LIMIT);
		AcceptPace pace = pace(VERY_LONG);
		pace.await(() -> true);
		assertThat(pace.pausedSeconds()).isZero();
	}

	@Test
	void whenManyWaitThenUntilFewDo() {
		waiting.set(LIMIT + 1);
		AcceptPace pace = pace(VERY_LONG);
		pace.await(() -> {
			if (looks.incrementAndGet() == 5) {
				waiting.set(0);
			}
			return true;
		});
		assertThat(looks).hasValue(5);
		assertThat(pace.pausedSeconds()).isPositive();
	}

	@Test
	void whenManyKeepWaitingThenAConnectionIsAcceptedAnyway() {
		waiting.set(LIMIT + 1);
		AcceptPace pace = pace(Duration.ofMillis(5));
		pace.await(() -> true);
		assertThat(pace.pausedSeconds()).isGreaterThanOrEqualTo(0.005);
	}

	@Test
	void whenStoppingThenThePauseEnds() {
		waiting.set(LIMIT + 1);
		pace(VERY_LONG).await(() -> looks.incrementAndGet() < 3);
		assertThat(looks).hasValue(3);
	}

	/**
	 * A connection not yet accepted may carry a password, whereas requests that begin a
	 * sign-on are refused early.
	 */
	@ParameterizedTest
	@CsvSource({ "NEW, 500, 128, false", "NEW, 500, 129, true", "SESSION, 128, 5, false", "SESSION, 129, 5, true",
			"UNDER_WAY, 129, 5, true", "SESSION, 500, 4, false", "LOGIN, 500, 128, false", "LOGIN, 500, 129, true" })
	void whenTheProcessorsAreBusyThenAcceptingPausesOnlyIfManyWait(RequestKind kind, int crowd, int runnable,
			boolean paused) {
		Admission full = new Admission(
				Map.of(Priority.WORK, new Permits(() -> 0), Priority.LOGIN, new Permits(() -> 0)), Long.MAX_VALUE,
				Long.MAX_VALUE, 0, () -> 0);
		for (int i = 0; i < crowd; i++) {
			full.enqueue(kind, 1);
		}
		AcceptPace pace = AcceptPace.of(new Processors(() -> runnable, 4, 4, () -> 0), full);
		pace.await(() -> true);
		assertThat(pace.pausedSeconds() > 0).isEqualTo(paused);
	}

	@Test
	void whenManyWaitInATomcatThenAcceptingPausesUntilFewDo(@TempDir Path folder)
			throws LifecycleException, IOException, InterruptedException, ExecutionException {
		CompletableFuture<Void> accepting = new CompletableFuture<>();
		AtomicReference<CountDownLatch> held = new AtomicReference<>(new CountDownLatch(1));
		AcceptPace pace = new AcceptPace(() -> {
			boolean crowded = waiting.get() > LIMIT;
			if (crowded) {
				held.get().countDown();
			}
			else {
				accepting.complete(null);
			}
			return crowded;
		}, VERY_LONG);
		PacedHttpProtocol protocol = new PacedHttpProtocol();
		protocol.setPace(pace);
		protocol.setAddress(InetAddress.getLoopbackAddress());
		protocol.setPort(0);
		Connector connector = new Connector(protocol);
		Tomcat tomcat = new Tomcat();
		tomcat.setBaseDir(folder.toString());
		tomcat.setConnector(connector);
		tomcat.addContext("", null);
		tomcat.start();
		try (HttpClient client = HttpClient.newHttpClient(); HttpClient another = HttpClient.newHttpClient()) {
			HttpRequest request = HttpRequest
				.newBuilder(URI.create("http://" + InetAddress.getLoopbackAddress().getHostAddress() + ":"
						+ connector.getLocalPort() + "/"))
				.build();
			accepting.get();
			// The acceptor is already waiting for the first connection, which is
			// therefore accepted.
			waiting.set(LIMIT + 1);
			assertThat(client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode()).isEqualTo(404);

			CompletableFuture<HttpResponse<Void>> answer = another.sendAsync(request,
					HttpResponse.BodyHandlers.discarding());
			CountDownLatch looks = new CountDownLatch(50);
			held.set(looks);
			looks.await();
			assertThat(answer).isNotDone();

			waiting.set(0);

			assertThat(answer.get().statusCode()).isEqualTo(404);
			assertThat(pace.pausedSeconds()).isPositive();
		}
		finally {
			tomcat.stop();
			tomcat.destroy();
		}
	}

	private AcceptPace pace(Duration longest) {
		return new AcceptPace(() -> waiting.get() > LIMIT, longest);
	}

}
