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

import javax.net.ssl.SSLContext;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import org.campanile.testkit.Polling;
import org.campanile.testkit.nginx.Front;
import org.campanile.testkit.process.Ports;
import org.campanile.testkit.servers.Installed;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The files of {@code deploy/nginx}, installed as an administrator would, in front of a
 * node that answers at once.
 */
@Timeout(120)
abstract class DeployedNginx {

	static final Path DEPLOYED = Path.of("..", "deploy", "nginx").toAbsolutePath().normalize();

	static final String LOGIN = "GET /idp/login HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";

	static final int ANSWER_TIMEOUT = 30_000;

	private static final byte[] PAGE = "<p>Sign in</p>".repeat(100).getBytes(StandardCharsets.US_ASCII);

	@TempDir
	Path folder;

	final Ports ports = new Ports();

	final int port = ports.near(0);

	final int plainPort = ports.near(0);

	HttpServer node;

	SSLContext trust;

	Front.Tls tls;

	@Nullable Process nginx;

	/** The size of the head of the last request that the node received. */
	volatile int head;

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
		node.stop(0);
		if (nginx != null) {
			nginx.destroy();
			nginx.waitFor();
		}
	}

	static void assertHeaders(Map<String, String> answer, String status) {
		assertHeadersWithoutTls(answer, status);
		assertThat(answer).containsEntry("strict-transport-security", "max-age=31536000");
	}

	static void assertHeadersWithoutTls(Map<String, String> answer, String status) {
		assertThat(answer).containsEntry("status", status)
			.containsEntry("x-content-type-options", "nosniff")
			.containsEntry("cache-control", "no-store")
			.containsEntry("referrer-policy", "no-referrer");
		assertThat(answer.get("content-security-policy")).contains("default-src 'none'", "frame-ancestors 'none'");
		assertThat(answer.get("server")).isEqualTo("nginx");
	}

	/**
	 * Returns header fields by lower-case name; the values of a repeated field are
	 * joined.
	 */
	Map<String, String> exchange(String request) throws IOException {
		return exchange(open(), request);
	}

	Map<String, String> plainly(String request) throws IOException {
		return exchange(new Socket(InetAddress.getLoopbackAddress(), plainPort), request);
	}

	static Map<String, String> exchange(Socket connection, String request) throws IOException {
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

	Socket open() throws IOException {
		return trust.getSocketFactory().createSocket(InetAddress.getLoopbackAddress(), port);
	}

	void answer(HttpExchange exchange) throws IOException {
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
			exchange.getResponseHeaders().set("Content-Type", "text/html");
			exchange.sendResponseHeaders(200, PAGE.length);
			exchange.getResponseBody().write(PAGE);
		}
	}

	/**
	 * Returns the site configuration with test values, and with its includes expanded so
	 * that tests can change them.
	 */
	String deployed() throws IOException {
		String site = Files.readString(DEPLOYED.resolve("campanile.conf"))
			.replace("/etc/ssl/certs/login.example.edu.pem", tls.certificate().toString())
			.replace("/etc/ssl/private/login.example.edu.key", tls.key().toString())
			.replace("/var/log/nginx/", folder + "/")
			// This machine may have no IPv6, and needs ports of its own.
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

	void run(String site) throws Exception {
		Process started = nginx(site);
		nginx = started;
		Polling.until(() -> !started.isAlive() || !Ports.isFree(port));
		assertThat(started.isAlive()).isTrue();
	}

	Process nginx(String site, String... options) throws IOException {
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
				    # As in the nginx.conf of Debian 13 and 12.
				    server_tokens build;
				    gzip on;
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
