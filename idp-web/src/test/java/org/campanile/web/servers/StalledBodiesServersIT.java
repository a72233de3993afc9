package org.campanile.web.servers;

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
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.campanile.web.cluster.Front;
import org.campanile.web.cluster.Nginx;
import org.campanile.web.cluster.Ports;
import org.campanile.web.command.Campanile;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A thousand connections send nearly all of a body and stall. A server with a small heap
 * survives it and serves others meanwhile, directly and behind nginx. Prints how much of
 * the heap was used, as a curve over time.
 */
@Timeout(300)
class StalledBodiesServersIT {

	private static final int CONNECTIONS = 1000;

	@TempDir
	private static Path folder;

	private static final Ports PORTS = new Ports();

	private static final int DIRECT = PORTS.near(0);

	private static final int MANAGEMENT = PORTS.near(0);

	private static final int HEAP_MEGABYTES = 192;

	private static final String BARS = "▁▂▃▄▅▆▇█";

	private static final Front FRONT = Front.plain(PORTS.near(0));

	private static final HttpClient CLIENT = HttpClient.newHttpClient();

	private static Process server;

	private static Nginx nginx;

	@BeforeAll
	static void start() throws Exception {
		Installed.NGINX.path();
		Path home = Files.createDirectories(folder.resolve("home"));
		Files.writeString(home.resolve("application.yaml"), "management: {server: {port: " + MANAGEMENT + "}}\n");
		server = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
				"-Xmx" + HEAP_MEGABYTES + "m",
				"-XX:+ExitOnOutOfMemoryError", "--enable-native-access=ALL-UNNAMED", "-cp",
				System.getProperty("java.class.path"), Campanile.class.getName(), "demo", "--port",
				Integer.toString(DIRECT), "--home", home.toString())
			.redirectErrorStream(true)
			.redirectOutput(folder.resolve("server.log").toFile())
			.start();
		while (!isServed(DIRECT)) {
			assertThat(server.isAlive()).as(Files.readString(folder.resolve("server.log"))).isTrue();
			LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(200));
		}
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
			long start = System.nanoTime();
			List<Integer> heap = new ArrayList<>();
			for (Future<String> answer : answers) {
				while (!answer.isDone()) {
					assertThat(isServed(port)).isTrue();
					if (System.nanoTime() - start > heap.size() * TimeUnit.MILLISECONDS.toNanos(250)) {
						heap.add(usedHeapMegabytes());
					}
				}
				counts.merge(answer.get(), 1, Integer::sum);
			}
			System.out.println(curve((proxy ? "nginx " : "direct ") + path, heap));
			assertThat(isServed(port)).isTrue();
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

	/** The status of the answer; empty if the connection was closed without one. */
	private static String send(int port, byte[] request, ConcurrentLinkedQueue<Socket> sockets) {
		try {
			Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
			sockets.add(socket);
			socket.getOutputStream().write(request);
			byte[] start = socket.getInputStream().readNBytes("HTTP/1.1 ".length() + 3);
			return new String(start, StandardCharsets.US_ASCII).replaceFirst("HTTP/1\\.1 ", "");
		}
		catch (IOException refused) {
			// With an answer, before all of the body was sent.
			return "";
		}
	}

	private static int usedHeapMegabytes() throws IOException, InterruptedException {
		URI metrics = URI.create("http://127.0.0.1:" + MANAGEMENT + "/actuator/prometheus");
		double bytes = CLIENT.send(HttpRequest.newBuilder(metrics).build(), BodyHandlers.ofLines())
			.body()
			.filter(line -> line.startsWith("jvm_memory_used_bytes") && line.contains("area=\"heap\""))
			.mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' '))))
			.sum();
		return (int) (bytes / 1_000_000);
	}

	private static String curve(String name, List<Integer> megabytes) {
		StringBuilder bars = new StringBuilder();
		megabytes
			.forEach(used -> bars.append(BARS.charAt(Math.min(used * BARS.length() / HEAP_MEGABYTES, BARS.length() - 1))));
		IntSummaryStatistics used = megabytes.stream().mapToInt(Integer::intValue).summaryStatistics();
		return "%s, heap each quarter of a second: %s %d to %d of %d MB".formatted(name, bars, used.getMin(), used.getMax(),
				HEAP_MEGABYTES);
	}

	private static boolean isServed(int port) throws InterruptedException {
		try {
			return CLIENT
				.send(HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/idp/demo")).build(),
						BodyHandlers.discarding())
				.statusCode() == 200;
		}
		catch (IOException notYet) {
			return false;
		}
	}

}
