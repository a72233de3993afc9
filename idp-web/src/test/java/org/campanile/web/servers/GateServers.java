package org.campanile.web.servers;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServletRequest;
import org.springframework.context.support.GenericApplicationContext;

import org.campanile.testkit.MutableClock;
import org.campanile.testkit.Polling;
import org.campanile.testkit.browser.Browser;
import org.campanile.testkit.browser.Page;
import org.campanile.testkit.process.ChildProcess;
import org.campanile.testkit.process.Ports;
import org.campanile.testkit.servers.Installed;
import org.campanile.web.testkit.TestIdp;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

/**
 * An identity provider, and three web servers in front of an application that shows what
 * it receives.
 */
final class GateServers implements AutoCloseable {

	/** Headers by which applications may be led to another page or method. */
	static final Set<String> MISLEADING = Set.of("x-original-url", "x-rewrite-url", "x-http-method-override",
			"x-http-method", "x-method-override");

	/** Headers from which applications may take the client's address, or their own. */
	static final List<String> FORWARDED = List.of("Forwarded", "X-Forwarded-For", "X-Forwarded-Host",
			"X-Forwarded-Port", "X-Forwarded-Prefix", "X-Forwarded-Proto", "X-Forwarded-Server", "X-Real-IP");

	/** A site where every page is permitted. */
	static final String LAX = "http://lax.example.edu";

	/** A header name that applications cannot confuse with another one. */
	private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9-]+");

	/** An address where nothing listens. */
	private static final String DEAD = "127.0.0.1:1";

	final MutableClock clock = new MutableClock(Instant.now());

	final TestIdp idp;

	/** The upgrades with which requests for a cookie have arrived at the node. */
	private final List<String> upgrades = new CopyOnWriteArrayList<>();

	private final Path folder;

	private final List<Integer> ports = Ports.free(WebServer.values().length);

	private final HttpServer application;

	private final List<ChildProcess> processes = new ArrayList<>();

	/** A web server with the gate. */
	enum WebServer {

		NGINX, CADDY, APACHE;

		String id() {
			return name().toLowerCase(Locale.ROOT);
		}

		/** Returns the name of the gate's cookie. */
		String cookie() {
			return "campanile-gate-" + id();
		}

	}

	GateServers(Path folder) throws IOException {
		this.folder = folder;
		// Apache's workers run as another user.
		Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
		application = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
		application.createContext("/", GateServers::show);
		application.start();
		List<String> settings = new ArrayList<>(List.of("campanile.http.trusted-proxies=127.0.0.1",
				"campanile.authentication.failure-step=0", "campanile.gate.sites.lax.urls=" + LAX,
				"campanile.access.rules[0].protocols=gate", "campanile.access.rules[0].services=lax",
				"campanile.access.rules[1].protocols=gate", "campanile.access.rules[1].paths=/open",
				"campanile.access.rules[1].basic=true", "campanile.access.rules[2].protocols=gate",
				"campanile.access.rules[2].paths=/staff", "campanile.access.rules[2].attributes.uid=alice",
				"campanile.access.rules[3].name=closed", "campanile.access.rules[3].protocols=gate",
				"campanile.access.rules[3].effect=deny", "campanile.access.rules[3].missing=Staff only."));
		for (WebServer server : WebServer.values()) {
			String site = "campanile.gate.sites." + server.id() + '.';
			settings
				.addAll(List.of(site + "urls=" + origin(server), site + "release=mail", site + "headers.X-Mail=mail"));
		}
		idp = TestIdp.start(TestIdp.newHome(), context -> {
			TestIdp.clock(clock).initialize(context);
			register(upgrades, context);
		}, settings.toArray(String[]::new));
	}

	private static void register(List<String> upgrades, GenericApplicationContext context) {
		context.registerBean("upgrades", Filter.class, () -> (request, response, chain) -> {
			if (request instanceof HttpServletRequest asked && asked.getRequestURI().endsWith("/gate/handover")) {
				upgrades.add(Collections.list(asked.getHeaders("Upgrade")).toString());
			}
			chain.doFilter(request, response);
		});
	}

	/** Responds with the headers and body that the application received. */
	private static void show(HttpExchange exchange) throws IOException {
		Headers received = exchange.getRequestHeaders();
		byte[] body = ("user=" + received.get("X-Remote-User") + " mail=" + received.get("X-Mail") + " method="
				+ exchange.getRequestMethod() + " body=" + new String(exchange.getRequestBody().readAllBytes(), UTF_8)
				+ " cookie=" + received.get("Cookie") + " upgrade=" + received.get("Upgrade") + " authorization="
				+ received.get("Authorization") + " forwarded="
				+ FORWARDED.stream().map(name -> name + ':' + received.get(name)).toList() + " misleading="
				+ received.keySet().stream().filter(GateServers::misleads).sorted().toList())
			.getBytes(UTF_8);
		boolean head = exchange.getRequestMethod().equals("HEAD");
		exchange.sendResponseHeaders(200, head ? -1 : body.length);
		if (!head) {
			exchange.getResponseBody().write(body);
		}
		exchange.close();
	}

	private static boolean misleads(String header) {
		return MISLEADING.contains(header.toLowerCase(Locale.ROOT)) || !PLAIN.matcher(header).matches();
	}

	private void keep(WebServer server, String signal, String... command) throws IOException {
		processes.add(ChildProcess.kept(server.id(), signal, List.of(command), folder.resolve(server.id() + ".out")));
	}

	private String node() {
		return "127.0.0.1:" + URI.create(idp.baseUrl()).getPort();
	}

	/** Returns a file of {@code deploy/gate}, with the addresses of this test. */
	private String shipped(WebServer server, String file) throws IOException {
		return Files.readString(Path.of("../deploy/gate", file))
			.replace("127.0.0.1:8090", "127.0.0.1:" + application.getAddress().getPort())
			.replace("https://wiki.example.edu", origin(server))
			.replace("10.0.0.11:8080", node())
			.replace("10.0.0.12:8080", DEAD);
	}

	private Path nginx() throws IOException {
		String site = shipped(WebServer.NGINX, "nginx.conf")
			.replace("listen 443 ssl;", "listen " + authority(WebServer.NGINX) + ";")
			.replaceAll("(?m)^ *ssl_certificate.*\\R", "")
			.replace("server_name wiki.example.edu", "server_name 127.0.0.1")
			.replace("/run/nginx-campanile-gate", cache().toString())
			.replace("inactive=10s", "inactive=10m");
		return Files.writeString(folder.resolve("nginx.conf"), """
				daemon off;
				pid %1$s/nginx.pid;
				error_log %1$s/nginx.log;
				user root;
				events { }
				http {
				    access_log off;
				    client_body_temp_path %1$s/body;
				    proxy_temp_path %1$s/proxy;
				    fastcgi_temp_path %1$s/fastcgi;
				    uwsgi_temp_path %1$s/uwsgi;
				    scgi_temp_path %1$s/scgi;
				    %2$s
				}
				""".formatted(folder, site));
	}

	private Path caddy() throws IOException {
		return Files.writeString(folder.resolve("Caddyfile"),
				"{\n\tadmin off\n\tauto_https off\n}\n" + shipped(WebServer.CADDY, "Caddyfile")
					.replace("wiki.example.edu {", origin(WebServer.CADDY) + " {\n\tbind 127.0.0.1"));
	}

	private Path apache() throws IOException {
		Path script = Files.writeString(folder.resolve("campanile-gate.lua"),
				shipped(WebServer.APACHE, "campanile-gate.lua").replace(
						"{ { \"10.0.0.11\", 8080 }, { \"10.0.0.12\", 8080 } }",
						"{ { \"127.0.0.1\", " + URI.create(idp.baseUrl()).getPort() + " }, { \"127.0.0.1\", 1 } }"));
		String site = shipped(WebServer.APACHE, "apache.conf").replace("*:443", authority(WebServer.APACHE))
			.replaceAll("(?m)^ *SSL.*\\R", "")
			.replace("ServerName wiki.example.edu", "ServerName 127.0.0.1")
			.replace("X-Forwarded-Host wiki.example.edu", "X-Forwarded-Host 127.0.0.1")
			.replace("/etc/apache2/campanile/campanile-gate.lua", script.toString());
		StringBuilder modules = new StringBuilder();
		for (String module : List.of("mpm_event", "authz_core", "lua", "headers", "setenvif", "proxy", "proxy_http",
				"proxy_balancer", "slotmem_shm", "lbmethod_byrequests")) {
			modules.append("LoadModule %1$s_module /usr/lib/apache2/modules/mod_%1$s.so%n".formatted(module));
		}
		return Files.writeString(folder.resolve("httpd.conf"), """
				ServerRoot %1$s
				ServerName 127.0.0.1
				PidFile %1$s/httpd.pid
				DefaultRuntimeDir %1$s
				ErrorLog %1$s/httpd.log
				Listen %2$s
				User www-data
				Group www-data
				%3$s
				%4$s
				""".formatted(folder, authority(WebServer.APACHE), modules, site));
	}

	/** Starts the web servers and waits until they answer. */
	void start() throws IOException {
		keep(WebServer.NGINX, "QUIT", Installed.NGINX.path().toString(), "-p", folder.toString(), "-c",
				nginx().toString());
		keep(WebServer.CADDY, "TERM", Installed.ENV.path().toString(), "HOME=" + folder,
				Installed.CADDY.path().toString(), "run", "--config", caddy().toString(), "--adapter", "caddyfile");
		Installed.LUA_SOCKET.path();
		keep(WebServer.APACHE, "TERM", Installed.APACHE.path().toString(), "-DFOREGROUND", "-f", apache().toString());
		for (WebServer server : WebServer.values()) {
			try {
				Polling.until(Duration.ofSeconds(20), () -> answers(server));
			}
			catch (AssertionError ex) {
				throw new AssertionError(server + " does not answer: " + logs(), ex);
			}
		}
	}

	private boolean answers(WebServer server) {
		try {
			return new Browser().get(origin(server) + "/open").status() > 0;
		}
		catch (RuntimeException notYet) {
			return false;
		}
	}

	String logs() throws IOException {
		StringBuilder text = new StringBuilder();
		for (String log : List.of("nginx.out", "nginx.log", "caddy.out", "apache.out", "httpd.log")) {
			Path file = folder.resolve(log);
			text.append(log).append(": ").append(Files.exists(file) ? Files.readString(file) : "none").append('\n');
		}
		return text.toString();
	}

	private Path cache() {
		return folder.resolve("cache");
	}

	/** Returns the content of all files that nginx has cached. */
	String cached() throws IOException {
		StringBuilder text = new StringBuilder();
		try (Stream<Path> files = Files.walk(cache())) {
			for (Path file : files.filter(Files::isRegularFile).toList()) {
				text.append(Files.readString(file, ISO_8859_1));
			}
		}
		return text.toString();
	}

	String authority(WebServer server) {
		return "127.0.0.1:" + ports.get(server.ordinal());
	}

	String origin(WebServer server) {
		return "http://" + authority(server);
	}

	/** Returns a browser in which the user has signed in. */
	Browser signedIn(WebServer server, String user) {
		Browser browser = new Browser().withHeader("Accept", "text/html");
		signIn(browser, server, "/open", user);
		return browser;
	}

	Page signIn(Browser browser, WebServer server, String path, String user) {
		Page login = browser.open(origin(server) + path);
		return browser.submit(login.loginForm().with("j_username", user).with("j_password", user + "-demo"));
	}

	/** Signs a user in, and returns the gate's cookie as a browser would send it. */
	String cookie(WebServer server, String user) {
		return server.cookie() + '=' + signedIn(server, user).cookie(server.cookie()).orElseThrow().value();
	}

	/** Sends a request, and returns the whole response. */
	String send(WebServer server, String request, String host, String... headers) throws IOException {
		try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), ports.get(server.ordinal()))) {
			socket.setSoTimeout(20_000);
			socket.getOutputStream()
				.write((request + " HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n"
						+ String.join("\r\n", headers) + "\r\n\r\n")
					.getBytes(UTF_8));
			return new String(socket.getInputStream().readAllBytes(), UTF_8);
		}
	}

	/** Asks for a cookie; returns the upgrades with which that arrived at the node. */
	List<String> upgrades(WebServer server, String headers) throws IOException {
		upgrades.clear();
		send(server, "GET /.campanile/gate?code=none", authority(server), headers);
		return List.copyOf(upgrades);
	}

	@Override
	public void close() {
		processes.reversed().forEach(ChildProcess::close);
		application.stop(0);
		idp.close();
	}

}
