package org.campanile.http;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Collections;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

import com.sun.net.httpserver.HttpServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.campanile.attribute.Tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

@Timeout(30)
class OutgoingHttpTests {

	/** The most sign-ons to one service that a session records. */
	private static final int AT_ONCE = 100;

	private final OutgoingHttp http = new OutgoingHttp(Tls.context(Optional.empty()));

	private final AtomicInteger requests = new AtomicInteger();

	private final CountDownLatch over = new CountDownLatch(1);

	private final CountDownLatch all = new CountDownLatch(AT_ONCE);

	private HttpServer server;

	@BeforeEach
	void start() throws IOException {
		server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), AT_ONCE);
		server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
		server.createContext("/", exchange -> {
			requests.incrementAndGet();
			exchange.getResponseHeaders().set("Set-Cookie", "a=b");
			exchange.sendResponseHeaders(exchange.getRequestHeaders().containsKey("Cookie") ? 400 : 200, -1);
			exchange.close();
		});
		server.createContext("/endless", exchange -> {
			exchange.sendResponseHeaders(200, 0);
			byte[] much = new byte[1000];
			while (over.getCount() > 0) {
				exchange.getResponseBody().write(much);
			}
		});
		server.createContext("/slowly", exchange -> {
			exchange.sendResponseHeaders(200, 0);
			while (over.getCount() > 0) {
				exchange.getResponseBody().write(1);
				exchange.getResponseBody().flush();
				LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
			}
		});
		server.createContext("/together", exchange -> {
			all.countDown();
			try {
				all.await();
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
			exchange.sendResponseHeaders(200, -1);
			exchange.close();
		});
		server.start();
	}

	@AfterEach
	void stop() throws IOException {
		over.countDown();
		http.close();
		server.stop(0);
	}

	@Test
	void whenTheHostIsNamedThenItMayBeInside() throws Exception {
		assertThat(send(url("localhost"), true).status()).isEqualTo(200);
		assertThat(send(url("localhost"), true).status()).as("no cookie is sent back").isEqualTo(200);
	}

	@ParameterizedTest
	@ValueSource(strings = { "localhost", "127.0.0.1", "127.1.2.3", "[::1]", "[::ffff:127.0.0.1]", "0.0.0.0",
			"2130706433", "0x7f.1" })
	void whenTheHostIsNotNamedThenNothingInsideIsReached(String host) {
		assertThatExceptionOfType(IOException.class).isThrownBy(() -> send(url(host), false));
		assertThat(requests).hasValue(0);
	}

	@ParameterizedTest
	@ValueSource(strings = { "10.1.2.3", "172.31.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1",
			"100.127.255.255", "192.0.0.8", "198.19.0.1", "224.0.0.1", "240.0.0.1", "255.255.255.255", "0.1.2.3",
			"fc00::1", "fdff::1", "fe80::1", "ff02::1", "::", "64:ff9b::a01:203", "2002:a01:203::1", "2001::1" })
	void whenAnAddressIsOfSpecialUseThenItIsInside(String address) throws Exception {
		assertThat(PublicDnsResolver.isInternal(InetAddress.getByName(address))).isTrue();
	}

	@ParameterizedTest
	@ValueSource(strings = { "1.1.1.1", "9.255.255.255", "100.63.255.255", "100.128.0.1", "172.32.0.1", "198.20.0.1",
			"223.255.255.255", "2001:4860:4860::8888", "2606:4700::1111", "fbff::1" })
	void whenAnAddressIsPublicThenItIsOutside(String address) throws Exception {
		assertThat(PublicDnsResolver.isInternal(InetAddress.getByName(address))).isFalse();
	}

	/** The timeout applies to the whole response, not to each byte of it. */
	@Test
	void whenTheAnswerTricklesThenItIsGivenUpInTime() {
		assertThatExceptionOfType(IOException.class)
			.isThrownBy(() -> http.send(OutgoingHttp.Request.get(url("localhost") + "slowly", true),
					Duration.ofMillis(500), Integer.MAX_VALUE - 16))
			.withMessage("no answer within 500 ms");
	}

	@Test
	void whenTheAnswerHasNoEndThenItIsGivenUpAtTheLimit() {
		assertThatExceptionOfType(IOException.class)
			.isThrownBy(() -> http.send(OutgoingHttp.Request.get(url("localhost") + "endless", true),
					Duration.ofSeconds(20), 5000))
			.withMessageContaining("longer than 5000 bytes");
	}

	/** Otherwise a logout at a slow service would not end all of its sessions in time. */
	@Test
	void whenOneServerIsSentManyRequestsThenNoneWaitsForAnother() throws Exception {
		Callable<Integer> request = () -> http
			.send(OutgoingHttp.Request.get(url("localhost") + "together", true), Duration.ofSeconds(20), 1000)
			.status();
		try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
			assertThat(threads.invokeAll(Collections.nCopies(AT_ONCE, request))).extracting(Future::resultNow)
				.containsOnly(200);
		}
	}

	private OutgoingHttp.Response send(String url, boolean named) throws Exception {
		return http.send(OutgoingHttp.Request.get(url, named), Duration.ofSeconds(5), 1000);
	}

	private String url(String host) {
		return "http://" + host + ":" + server.getAddress().getPort() + "/";
	}

}
