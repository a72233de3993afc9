package org.campanile.demo.servers;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.campanile.demo.cluster.Front;
import org.campanile.testkit.process.Ports;
import org.campanile.testkit.servers.Installed;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The files of {@code deploy/nginx}, as an administrator installs them, in front of a
 * node that answers at once.
 */
@Timeout(120)
class DeployedNginxServersIT {

	private static final Path DEPLOYED = Path.of("..", "deploy", "nginx").toAbsolutePath().normalize();

	private static final String LOGIN = "GET /idp/login HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";

	private static final String LARGE = "POST /idp/profile/SAML2/SOAP/SLO HTTP/1.1\r\nHost: a\r\nConnection: close\r\n"
			+ "Content-Length: 10000\r\n\r\n" + "a".repeat(10_000);

	/** Announces a large body, and sends one byte of it. */
	private static final String STALLED = "POST /idp/profile/SAML2/POST/SLO HTTP/1.1\r\nHost: a\r\n"
			+ "Content-Length: 200000\r\n\r\na";

	/** {@code server.max-http-request-header-size} of a node. */
	private static final int NODE_HEAD = 32 * 1024;

	/** Far more than nginx permits here. */
	private static final int MOST_STALLED = 100;

	private static final int ANSWER_TIMEOUT = 30_000;

	@TempDir
	private Path folder;

	private final Ports ports = new Ports();

	private final int port = ports.near(0);

	private final int plainPort = ports.near(0);

	private final List<Socket> sockets = new ArrayList<>();

	private HttpServer node;

	private SSLContext trust;

	private Front.Tls tls;

	private @Nullable Process nginx;

	/** Of the last request that the node saw. */
	private volatile int head;

	@BeforeEach
	void start() throws Exception {
		node = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 512);
		node.createContext("/", this::answer);
		node.start();
		tls = FrontCertificate.make(folder);
		trust = FrontCertificate.trusting(tls.certificate());
	}

	@AfterEach
	void stop() throws Exception {
		for (Socket socket : sockets) {
			socket.close();
		}
		node.stop(0);
		if (nginx != null) {
			nginx.destroy();
			nginx.waitFor();
		}
	}

	@Test
	void whenNodesNameAndCertificateAreFilledInThenNginxTakesThem() throws Exception {
		Process test = nginx(deployed(), "-t");
		String said = new String(test.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
		assertThat(test.waitFor()).as(said).isZero();
		assertThat(said).contains("test is successful").doesNotContain("[warn]");
	}

	@ParameterizedTest
	@ValueSource(strings = { "400 GARBAGE\r\n\r\n", "400 GET /idp/login HTTP/1.1\r\n\r\n",
			"400 POST /idp/login HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n",
			"400 POST /idp/login HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip\r\n\r\n",
			"400 POST /idp/login HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nnone\r\n",
			"404 GET / HTTP/1.1\r\nHost: a\r\n\r\n", "404 GET /actuator/health HTTP/1.1\r\nHost: a\r\n\r\n",
			"405 TRACE /idp/login HTTP/1.1\r\nHost: a\r\n\r\n",
			"413 POST /idp/login HTTP/1.1\r\nHost: a\r\nContent-Length: 262145\r\n\r\n" })
	void whenNginxAnswersItselfThenWithTheHeadersOfEveryPage(String expected) throws Exception {
		run(deployed());
		assertHeaders(exchange(expected.substring(4)), expected.substring(0, 3));
	}

	@Test
	void whenTheHeadIsTooLargeThenWithTheHeadersOfEveryPage() throws Exception {
		run(deployed());
		assertHeaders(exchange("GET /idp/" + "a".repeat(32_000) + " HTTP/1.1\r\nHost: a\r\n\r\n"), "414");
		assertHeaders(exchange("GET /idp/ HTTP/1.1\r\nHost: a\r\nX: " + "a".repeat(32_000) + "\r\n\r\n"), "400");
	}

	@ParameterizedTest
	@ValueSource(strings = { "GET /idp/%1$s HTTP/1.1\r\nHost: a\r\n\r\n",
			"GET /idp/login HTTP/1.1\r\nHost: a\r\nCookie: %1$s\r\n\r\n",
			"GET /idp/%2$s HTTP/1.1\r\nHost: a\r\nCookie: %2$s\r\n\r\n",
			"GET /idp/login HTTP/1.1\r\nHost: a\r\nA: %3$s\r\nB: %3$s\r\nC: %3$s\r\nD: %3$s\r\n\r\n" })
	void whenTheHeadIsLargeThenNginxTakesNoMoreThanANode(String request) throws Exception {
		run(deployed());
		assertThat(Files.readString(Path.of("../idp-web/src/main/resources/application.yaml")))
			.contains("max-http-request-header-size: 32KB");
		for (int size = 28_000; size < 80_000; size += 2000) {
			int seen = seen(request.formatted("a".repeat(size), "a".repeat(size / 2), "a".repeat(size / 4)));
			assertThat(seen).as("%s bytes", size).isBetween(size <= 30_000 ? size : 0, NODE_HEAD);
		}
	}

	/** How large the head was that the node saw, 0 if nginx refused it. */
	private int seen(String request) {
		head = 0;
		try {
			exchange(request);
		}
		catch (IOException ex) {
			// nginx does not always read what it refuses.
		}
		return head;
	}

	@Test
	void whenSomebodyComesWithoutTlsThenWithTheHeadersOfEveryPageButThatOfTls() throws Exception {
		run(deployed());
		Map<String, String> redirect = plainly(LOGIN);
		assertHeadersWithoutTls(redirect, "301");
		assertThat(redirect).containsEntry("location", "https://login.example.edu/idp/login");
		Map<String, String> refused = plainly("GET /idp/login HTTP/1.1\r\n\r\n");
		assertHeadersWithoutTls(refused, "400");
		assertThat(List.of(redirect, refused)).noneMatch(answer -> answer.containsKey("strict-transport-security"));
	}

	/** The limits reckon with one request at a time on each connection. */
	@Test
	void whenAClientPrefersHttp2ThenItIsServedByHttp11() throws Exception {
		run(deployed());
		try (SSLSocket socket = (SSLSocket) open()) {
			SSLParameters parameters = socket.getSSLParameters();
			parameters.setApplicationProtocols(new String[] { "h2", "http/1.1" });
			socket.setSSLParameters(parameters);
			socket.startHandshake();
			assertThat(socket.getApplicationProtocol()).isEqualTo("http/1.1");
		}
	}

	@Test
	void whenNoNodeAnswersThenWithTheHeadersOfEveryPage() throws Exception {
		run(deployed());
		node.stop(0);
		Map<String, String> answer = exchange(LOGIN);
		assertHeaders(answer, "503");
		assertThat(answer).containsEntry("retry-after", "5").containsEntry("refresh", "5");
	}

	@Test
	void whenANodeAnswersThenItsHeadersStayAsTheyAreAndStandThereOnce() throws Exception {
		run(deployed());
		Map<String, String> answer = exchange(LOGIN);
		assertThat(answer).containsEntry("status", "200")
			.containsEntry("content-security-policy", "default-src 'none'; the node's")
			.containsEntry("cache-control", "no-cache, the node's")
			.containsEntry("x-content-type-options", "nosniff");
	}

	@Test
	void whenABodyIsAsLargeAsANodeTakesThenItPasses() throws Exception {
		run(deployed());
		assertThat(exchange("POST /idp/login HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 262144\r\n\r\n"
				+ "a".repeat(262_144)))
			.containsEntry("status", "200");
	}

	@ParameterizedTest
	@ValueSource(strings = { "192.0.2.1", "2001:db8:a0a:a0a:%x::a0a", "::ffff:192.0.2.1" })
	void whenOneClientSendsTooManyRequestsThenTheRestIsAskedToComeAgain(String client) throws Exception {
		run(fewer(behindAnother(deployed())));
		// One at once, and those of the burst.
		for (int i = 0; i < 1 + 20; i++) {
			assertThat(exchange(from(client, i, LOGIN))).as("request %s", i).containsEntry("status", "200");
		}
		Map<String, String> answer = exchange(from(client, 21, LOGIN));
		assertHeaders(answer, "429");
		assertThat(answer).containsEntry("retry-after", "5");
		assertThat(exchange(from(client, 22, LOGIN.replace("login", "profile/Logout")))).as("logout is not limited")
			.containsEntry("status", "200");
	}

	@ParameterizedTest
	@ValueSource(strings = { "10.10.10.%d", "2001:db8:a0a:%x::1", "::ffff:10.10.10.%d" })
	void whenClientsAreOfDifferentNetworksThenEachHasItsOwnLimits(String clients) throws Exception {
		run(fewer(behindAnother(deployed())));
		for (int i = 0; i < 50; i++) {
			assertThat(exchange(from(clients, i, LOGIN))).as("client %s", i).containsEntry("status", "200");
		}
	}

	@Test
	void whenOneClientIsExemptThenNothingIsLimited() throws Exception {
		run(fewer(deployed()).replace("# 10.0.0.4 0;", "127.0.0.1 0;"));
		for (int i = 0; i < 50; i++) {
			assertThat(exchange(LOGIN)).containsEntry("status", "200");
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "192.0.2.1", "2001:db8:a0a:a0a:%x::a0a" })
	void whenOneClientHasTooManyRequestsUnderWayThenTheRestIsAskedToComeAgain(String client) throws Exception {
		run(fewer(behindAnother(deployed())));
		stallUntilRefused(client, STALLED.replace("200000", "100"),
				"GET /idp/profile/Logout HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
	}

	@ParameterizedTest
	@ValueSource(strings = { "POST /idp/login HTTP/1.1\r\nHost: a\r\nContent-Length: 10000\r\n\r\na",
			"POST /idp/login HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n",
			"GET /idp/login HTTP/1.1\r\nHost: a\r\nContent-Length: 10000\r\n\r\na",
			"GET /idp/login HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n" })
	void whenLargeBodiesStallThenMoreOfThemAreRefusedAndSmallOnesPass(String stalled) throws Exception {
		run(fewer(deployed()).replace("# 10.0.0.4 0;", "127.0.0.1 0;"));
		stallUntilRefused("", stalled, LARGE);
		assertThat(exchange("POST /idp/login HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 9000\r\n\r\n"
				+ "a".repeat(9000)))
			.containsEntry("status", "200");
		assertThat(exchange(LOGIN)).containsEntry("status", "200");
	}

	@ParameterizedTest
	@ValueSource(strings = { "192.0.2.1", "2001:db8:a0a:a0a:%x::a0a" })
	void whenOneClientHasManyLargeBodiesUnderWayThenItsOthersAreRefused(String client) throws Exception {
		run(fewer(behindAnother(deployed())));
		stallUntilRefused(client, STALLED, LARGE);
		// Refused for this client, not because all clients together have too many.
		assertThat(Files.readString(folder.resolve("error.log")))
			.contains("limiting connections by zone \"campanile_client_large_bodies\"")
			.doesNotContain("by zone \"campanile_large_bodies\"");
	}

	@Test
	void whenTheBaseUrlHasNoPathThenTheLoginPageIsLimitedToo() throws Exception {
		run(fewer(deployed()).replace("location /idp {", "location /login {"));
		String login = LOGIN.replace("/idp/login", "/login");
		for (int i = 0; i < 1 + 20; i++) {
			assertThat(exchange(login)).as("request %s", i).containsEntry("status", "200");
		}
		assertHeaders(exchange(login), "429");
	}

	/**
	 * Begins requests that do not end until that one is refused, one after the other:
	 * nginx counts a request when it has read its head, and one that was itself refused
	 * takes no place.
	 */
	private void stallUntilRefused(String client, String stalled, String request) throws Exception {
		Map<String, String> answer = exchange(from(client, 0, request));
		assertThat(answer).as("before any stalls").containsEntry("status", "200");
		for (int i = 0; i < MOST_STALLED && !"429".equals(answer.get("status")); i++) {
			Socket socket = open();
			sockets.add(socket);
			socket.getOutputStream().write(from(client, i, stalled).getBytes(StandardCharsets.US_ASCII));
			answer = exchange(from(client, i, request));
		}
		assertHeaders(answer, "429");
	}

	/**
	 * A request of the client's, or of one of its addresses, for {@link #behindAnother}.
	 */
	private static String from(String client, int address, String request) {
		return request.replaceFirst("\r\n", "\r\nX-Real-IP: " + client.formatted(address) + "\r\n");
	}

	/** With another proxy in front, which says who the client is. */
	private static String behindAnother(String site) {
		return "set_real_ip_from 127.0.0.1;\nreal_ip_header X-Real-IP;\n" + site;
	}

	private static void assertHeaders(Map<String, String> answer, String status) {
		assertHeadersWithoutTls(answer, status);
		assertThat(answer).containsEntry("strict-transport-security", "max-age=31536000");
	}

	private static void assertHeadersWithoutTls(Map<String, String> answer, String status) {
		assertThat(answer).containsEntry("status", status)
			.containsEntry("x-content-type-options", "nosniff")
			.containsEntry("cache-control", "no-store")
			.containsEntry("referrer-policy", "no-referrer");
		assertThat(answer.get("content-security-policy")).contains("default-src 'none'", "frame-ancestors 'none'");
		assertThat(answer.get("server")).isEqualTo("nginx");
	}

	/** Header fields by name, in lower case, with the values of a repeated one joined. */
	private Map<String, String> exchange(String request) throws IOException {
		return exchange(open(), request);
	}

	private Map<String, String> plainly(String request) throws IOException {
		return exchange(new Socket(InetAddress.getLoopbackAddress(), plainPort), request);
	}

	private static Map<String, String> exchange(Socket connection, String request) throws IOException {
		try (Socket socket = connection) {
			socket.setSoTimeout(ANSWER_TIMEOUT);
			socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
			StringBuilder head = new StringBuilder();
			while (head.indexOf("\r\n\r\n") < 0) {
				int read = socket.getInputStream().read();
				assertThat(read).as("closed after: " + head).isNotNegative();
				head.append((char) read);
			}
			Map<String, String> fields = new TreeMap<>();
			for (String line : head.toString().strip().split("\r\n")) {
				int colon = line.indexOf(':');
				if (line.startsWith("HTTP/1.1 ")) {
					fields.put("status", line.substring(9, 12));
				}
				else {
					fields.merge(line.substring(0, colon).toLowerCase(Locale.ROOT), line.substring(colon + 1).strip(),
							(one, other) -> one + " AND " + other);
				}
			}
			return fields;
		}
	}

	private Socket open() throws IOException {
		return trust.getSocketFactory().createSocket(InetAddress.getLoopbackAddress(), port);
	}

	private void answer(HttpExchange exchange) throws IOException {
		try (exchange) {
			int fields = exchange.getRequestHeaders()
				.entrySet()
				.stream()
				.flatMap(field -> field.getValue().stream().map(value -> field.getKey() + ": " + value + "\r\n"))
				.mapToInt(String::length)
				.sum();
			head = fields
					+ (exchange.getRequestMethod() + " " + exchange.getRequestURI() + " HTTP/1.1\r\n\r\n").length();
			exchange.getRequestBody().readAllBytes();
			exchange.getResponseHeaders().set("Content-Security-Policy", "default-src 'none'; the node's");
			exchange.getResponseHeaders().set("Cache-Control", "no-cache, the node's");
			exchange.getResponseHeaders().set("X-Content-Type-Options", "nosniff");
			exchange.sendResponseHeaders(200, -1);
		}
	}

	/** The site, filled in, with the other files in it, so that they can be varied. */
	private String deployed() throws IOException {
		String site = Files.readString(DEPLOYED.resolve("campanile.conf"))
			.replace("/etc/ssl/certs/login.example.edu.pem", tls.certificate().toString())
			.replace("/etc/ssl/private/login.example.edu.key", tls.key().toString())
			.replace("/var/log/nginx/", folder + "/")
			// This machine may have no IPv6, and the ports of its own.
			.replaceAll("listen \\[::\\]:[^;]*;", "")
			.replace("listen 443", "listen 127.0.0.1:" + port)
			.replace("listen 80", "listen 127.0.0.1:" + plainPort)
			.replaceAll("10\\.0\\.0\\.1[123]:8080", "127.0.0.1:" + node.getAddress().getPort());
		for (String file : List.of("campanile-http.conf", "campanile-tls.conf", "campanile-server.conf")) {
			site = site.replace("include /etc/nginx/campanile/" + file + ";", Files.readString(DEPLOYED.resolve(file)));
		}
		assertThat(site).doesNotContain("/etc/ssl/", "/var/log/", "listen 443", "/etc/nginx/campanile/campanile-");
		return site;
	}

	private static String fewer(String site) {
		String fewer = site.replace("campanile_connections 1000;", "campanile_connections 10;")
			.replace("campanile_large_bodies 512;", "campanile_large_bodies 5;")
			.replace("campanile_client_large_bodies 64;", "campanile_client_large_bodies 3;")
			.replace("rate=100r/s", "rate=1r/m")
			.replace("burst=1000", "burst=20");
		assertThat(fewer).contains("connections 10;", "bodies 5;", "bodies 3;", "rate=1r/m", "burst=20");
		return fewer;
	}

	private void run(String site) throws Exception {
		Process started = nginx(site);
		nginx = started;
		while (started.isAlive() && Ports.isFree(port)) {
			LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
		}
		assertThat(started.isAlive()).isTrue();
	}

	private Process nginx(String site, String... options) throws IOException {
		Files.writeString(folder.resolve("site.conf"), site);
		String user = "root".equals(System.getProperty("user.name")) ? "user root;\n" : "";
		Path configuration = Files.writeString(folder.resolve("nginx.conf"), user + """
				daemon off;
				pid %1$s/nginx.pid;
				events {
				}
				http {
				    client_body_temp_path %1$s/body;
				    proxy_temp_path %1$s/proxy;
				    fastcgi_temp_path %1$s/fastcgi;
				    uwsgi_temp_path %1$s/uwsgi;
				    scgi_temp_path %1$s/scgi;
				    include %1$s/site.conf;
				}
				""".formatted(folder));
		List<String> command = new ArrayList<>(List.of(Installed.NGINX.path().toString(), "-e",
				folder.resolve("error.log").toString(), "-p", folder.toString(), "-c", configuration.toString()));
		command.addAll(List.of(options));
		ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
		if (options.length == 0) {
			builder.redirectOutput(folder.resolve("output.log").toFile());
		}
		return builder.start();
	}

}
