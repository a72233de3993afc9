package org.campanile.demo.servers;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.campanile.testkit.Polling;
import org.campanile.testkit.nginx.Front;
import org.campanile.testkit.nginx.Nginx;
import org.campanile.testkit.process.Ports;
import org.campanile.testkit.servers.Installed;
import org.campanile.testkit.servers.Stopping;
import org.campanile.web.command.Campanile;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A thousand connections send nearly all of a request body and stall. A server with a
 * small heap survives this and keeps serving other clients, directly and behind nginx.
 * Prints the heap usage over time.
 */
@Timeout(300)
class StalledBodiesServersIT {

	private static final int CONNECTIONS = 1000;

	@TempDir
	private static Path folder;

	private static final Ports PORTS = new Ports();

	private static final int DIRECT = PORTS.near(0);

	private static final Pattern MANAGEMENT = Pattern.compile("Management +(http://localhost:[0-9]+/actuator)");

	private static final int HEAP_MEBIBYTES = 192;

	private static final String BARS = "▁▂▃▄▅▆▇█";

	private static final Front FRONT = Front.plain(PORTS.near(0));

	private static final HttpClient CLIENT = HttpClient.newHttpClient();

	private static Process server;

	private static URI metrics = URI.create("");

	private static Nginx nginx;

	@BeforeAll
	static void start() throws Exception {
		Installed.NGINX.path();
		Path home = Files.createDirectories(folder.resolve("home"));
		server = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
				"-Xmx" + HEAP_MEBIBYTES + "m", "-XX:+ExitOnOutOfMemoryError", "--enable-native-access=ALL-UNNAMED",
				"-cp", System.getProperty("java.class.path"), Campanile.class.getName(), "demo", "--port",
				Integer.toString(DIRECT), "--home", home.toString())
			.redirectErrorStream(true)
			.redirectOutput(folder.resolve("server.log").toFile())
			.start();
		Path log = folder.resolve("server.log");
		Matcher management = MANAGEMENT.matcher("");
		while (!management.reset(Files.readString(log)).find()) {
			assertThat(server.isAlive()).as(Files.readString(log)).isTrue();
			LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(200));
		}
		metrics = URI.create(management.group(1) + "/prometheus");
		nginx = Nginx.start(folder.resolve("nginx"), FRONT, List.of("127.0.0.1:" + DIRECT));
	}

	@AfterAll
	static void stop() throws Exception {
		Stopping.all(nginx, () -> {
			if (server != null) {
				server.destroyForcibly();
			}
		});
		CLIENT.close();
	}

	@ParameterizedTest
	@CsvSource({ "false, /profile/SAML2/POST/SLO", "false, /profile/SAML2/SOAP/SLO", "false, /profile/SAML2/POST/SSO",
			"false, /login", "true, /profile/SAML2/POST/SLO", "true, /login" })
	void whenAThousandBodiesStallThenTheServerLivesAndServesOthers(boolean proxy, String path) throws Exception {
		int port = proxy ? FRONT.port() : DIRECT;
		byte[] request = ("POST /idp" + path + " HTTP/1.1\r\nHost: localhost\r\n"
				+ "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: " + 256 * 1024
				+ "\r\n\r\nSAMLRequest=" + "A".repeat(255 * 1024))
			.getBytes(StandardCharsets.US_ASCII);
		ConcurrentLinkedQueue<Socket> sockets = new ConcurrentLinkedQueue<>();
		try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
			List<Future<String>> answers = new ArrayList<>();
			for (int i = 0; i < CONNECTIONS; i++) {
				answers.add(clients.submit(() -> send(port, request, sockets)));
			}
			Map<String, Integer> counts = new TreeMap<>();
			List<Long> heap = new ArrayList<>();
			for (Future<String> answer : answers) {
				while (!answer.isDone()) {
					awaitServed(port);
					heap.add(usedHeapMebibytes());
				}
				counts.merge(answer.get(), 1, Integer::sum);
			}
			System.out.println(curve((proxy ? "nginx " : "direct ") + path, heap));
			awaitServed(port);
			assertThat(server.isAlive()).isTrue();
			assertThat(counts).as("refused unread").containsKey(proxy ? "429" : "503");
			assertThat(counts.keySet()).as("waited for, refused, or closed").isSubsetOf("408", "429", "503", "");
		}
		finally {
			for (Socket socket : sockets) {
				socket.close();
			}
		}
	}

	/**
	 * Returns the response status; empty if the connection was closed without a response.
	 */
	private static String send(int port, byte[] request, ConcurrentLinkedQueue<Socket> sockets) {
		try {
			Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
			sockets.add(socket);
			socket.getOutputStream().write(request);
			byte[] start = socket.getInputStream().readNBytes("HTTP/1.1 ".length() + 3);
			return new String(start, StandardCharsets.US_ASCII).replaceFirst("HTTP/1\\.1 ", "");
		}
		catch (IOException refused) {
			// The server answered and closed the connection before the whole body had
			// been sent.
			return "";
		}
	}

	private static long usedHeapMebibytes() throws IOException, InterruptedException {
		double bytes = CLIENT.send(HttpRequest.newBuilder(metrics).build(), BodyHandlers.ofLines())
			.body()
			.filter(line -> line.startsWith("jvm_memory_used_bytes") && line.contains("area=\"heap\""))
			.mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' '))))
			.sum();
		assertThat(bytes).as("%s", metrics).isPositive();
		return Math.round(bytes / 1024 / 1024);
	}

	/** Draws at most 60 bars; each is the maximum of its share of the samples. */
	private static String curve(String name, List<Long> heap) {
		int bars = Math.min(60, heap.size());
		StringBuilder curve = new StringBuilder();
		for (int i = 0; i < bars; i++) {
			long most = Collections.max(heap.subList(heap.size() * i / bars, heap.size() * (i + 1) / bars));
			curve.append(BARS.charAt((int) Math.min(most * BARS.length() / HEAP_MEBIBYTES, BARS.length() - 1)));
		}
		LongSummaryStatistics used = heap.stream().mapToLong(Long::longValue).summaryStatistics();
		return "%s: heap %s %d to %d of %d MiB".formatted(name, curve, used.getMin(), used.getMax(), HEAP_MEBIBYTES);
	}

	/**
	 * Tries again only if there is no answer, as a kept connection may just be closed.
	 */
	private static void awaitServed(int port) {
		HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/idp/demo")).build();
		Polling.until(() -> {
			assertThat(CLIENT.send(request, BodyHandlers.discarding()).statusCode()).isEqualTo(200);
			return true;
		});
	}

}
