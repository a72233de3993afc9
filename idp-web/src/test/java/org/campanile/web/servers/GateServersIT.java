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
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpServer;
import org.assertj.core.api.AutoCloseableSoftAssertions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import org.campanile.testkit.FreePort;
import org.campanile.testkit.MutableClock;
import org.campanile.testkit.Polling;
import org.campanile.testkit.browser.Browser;
import org.campanile.testkit.browser.Cookie;
import org.campanile.testkit.browser.Form;
import org.campanile.testkit.browser.Page;
import org.campanile.testkit.process.ChildProcess;
import org.campanile.testkit.servers.Installed;
import org.campanile.web.testkit.LogLines;
import org.campanile.web.testkit.TestIdp;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

/** The gate behind real web servers, by the files of {@code deploy/gate}. */
@Timeout(180)
class GateServersIT {

	/** What applications may take for another page or method. */
	private static final Set<String> MISLEADING = Set.of("x-original-url", "x-rewrite-url", "x-http-method-override",
			"x-http-method", "x-method-override");

	/** The name of a header that no application takes for another. */
	private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9-]+");

	/** Of the names of headers (RFC 9110, 5.6.2), beside letters, digits and hyphens. */
	private static final String ODD = "!#$%&'*+.^_`|~";

	/** Where nobody answers. */
	private static final String DEAD = "127.0.0.1:1";

	private static final String BOB = "user=[bob] mail=[bob@example.edu]";

	private static final String LAX = "http://lax.example.edu";

	@TempDir
	private static Path folder;

	private static MutableClock clock;

	private static TestIdp idp;

	private static HttpServer application;

	private static Map<WebServer, Integer> ports = Map.of();

	private static final List<ChildProcess> processes = new ArrayList<>();

	/** A web server with the gate. */
	enum WebServer {

		NGINX, CADDY, APACHE;

		String id() {
			return name().toLowerCase(Locale.ROOT);
		}

		String origin() {
			return "http://127.0.0.1:" + ports.get(this);
		}

	}

	@BeforeAll
	static void start() throws Exception {
		List<Integer> free = FreePort.find(3);
		ports = Map.of(WebServer.NGINX, free.get(0), WebServer.CADDY, free.get(1), WebServer.APACHE, free.get(2));
		// Apache's workers run as another user.
		Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
		// Shows the headers it receives.
		application = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
		application.createContext("/", exchange -> {
			Headers received = exchange.getRequestHeaders();
			byte[] body = ("user=" + received.get("X-Remote-User") + " mail=" + received.get("X-Mail") + " method="
					+ exchange.getRequestMethod() + " body="
					+ new String(exchange.getRequestBody().readAllBytes(), UTF_8) + " cookie=" + received.get("Cookie")
					+ " upgrade=" + received.get("Upgrade") + " misleading="
					+ received.keySet().stream().filter(GateServersIT::misleads).sorted().toList())
				.getBytes(UTF_8);
			boolean head = exchange.getRequestMethod().equals("HEAD");
			exchange.sendResponseHeaders(200, head ? -1 : body.length);
			if (!head) {
				exchange.getResponseBody().write(body);
			}
			exchange.close();
		});
		application.start();
		clock = new MutableClock(Instant.now());
		List<String> settings = new ArrayList<>(
				List.of("campanile.http.trusted-proxies=127.0.0.1", "campanile.authentication.failure-step=0",
						"campanile.gate.sites.lax.urls=" + LAX, "campanile.access.rules[0].protocols=gate",
						"campanile.access.rules[0].services=lax", "campanile.access.rules[1].protocols=gate",
						"campanile.access.rules[1].paths=/open", "campanile.access.rules[1].basic=true", "campanile.access.rules[2].protocols=gate",
						"campanile.access.rules[2].paths=/staff", "campanile.access.rules[2].attributes.uid=alice",
						"campanile.access.rules[3].name=closed", "campanile.access.rules[3].protocols=gate",
						"campanile.access.rules[3].effect=deny", "campanile.access.rules[3].missing=Staff only."));
		for (WebServer server : WebServer.values()) {
			String site = "campanile.gate.sites." + server.id() + '.';
			settings.addAll(List.of(site + "urls=" + server.origin(), site + "release=mail",
					site + "headers.X-Mail=mail"));
		}
		idp = TestIdp.start(TestIdp.newHome(), TestIdp.clock(clock), settings.toArray(String[]::new));
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

	private static boolean misleads(String header) {
		return MISLEADING.contains(header.toLowerCase(Locale.ROOT)) || !PLAIN.matcher(header).matches();
	}

	private static void keep(WebServer server, String signal, String... command) throws IOException {
		processes.add(ChildProcess.kept(server.id(), signal, List.of(command), folder.resolve(server.id() + ".out")));
	}

	private static String node() {
		return "127.0.0.1:" + URI.create(idp.baseUrl()).getPort();
	}

	private static String shipped(String file) throws IOException {
		return Files.readString(Path.of("../deploy/gate", file))
			.replace("127.0.0.1:8081", "127.0.0.1:" + application.getAddress().getPort());
	}

	private static Path nginx() throws IOException {
		String site = shipped("nginx.conf").replace("listen 443 ssl;", "listen " + authority(WebServer.NGINX) + ";")
			.replaceAll("(?m)^ *ssl_certificate.*\\R", "")
			.replace("server_name wiki.example.edu", "server_name 127.0.0.1")
			.replace("https://wiki.example.edu", WebServer.NGINX.origin())
			.replace("10.0.0.11:8080", node())
			.replace("10.0.0.12:8080", DEAD)
			.replace("/var/cache/nginx/campanile-gate", folder.resolve("cache").toString());
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

	private static Path caddy() throws IOException {
		return Files.writeString(folder.resolve("Caddyfile"),
				"{\n\tadmin off\n\tauto_https off\n}\n" + shipped("Caddyfile")
					.replace("wiki.example.edu {", WebServer.CADDY.origin() + " {\n\tbind 127.0.0.1")
					.replace("10.0.0.11:8080", node())
					.replace("10.0.0.12:8080", DEAD));
	}

	private static Path apache() throws IOException {
		Path script = Files.writeString(folder.resolve("campanile-gate.lua"),
				shipped("campanile-gate.lua").replace("{ { \"10.0.0.11\", 8080 }, { \"10.0.0.12\", 8080 } }",
						"{ { \"127.0.0.1\", " + URI.create(idp.baseUrl()).getPort() + " }, { \"127.0.0.1\", 1 } }"));
		String site = shipped("apache.conf").replace("*:443", authority(WebServer.APACHE))
			.replaceAll("(?m)^ *SSL.*\\R", "")
			.replace("ServerName wiki.example.edu", "ServerName 127.0.0.1")
			.replace("https://wiki.example.edu", WebServer.APACHE.origin())
			.replace("10.0.0.11:8080", node())
			.replace("10.0.0.12:8080", DEAD)
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

	private static String authority(WebServer server) {
		return "127.0.0.1:" + ports.get(server);
	}

	private static String logs() throws IOException {
		StringBuilder text = new StringBuilder();
		for (String log : List.of("nginx.out", "nginx.log", "caddy.out", "apache.out", "httpd.log")) {
			Path file = folder.resolve(log);
			text.append(log).append(": ").append(Files.exists(file) ? Files.readString(file) : "none").append('\n');
		}
		return text.toString();
	}

	private static boolean answers(WebServer server) {
		try {
			return new Browser().get(server.origin() + "/open").status() > 0;
		}
		catch (RuntimeException notYet) {
			return false;
		}
	}

	@AfterAll
	static void stop() {
		processes.reversed().forEach(ChildProcess::close);
		application.stop(0);
		idp.close();
	}

	@ParameterizedTest
	@EnumSource(WebServer.class)
	void whenAUserOpensAPageThenTheApplicationLearnsWho(WebServer server) throws IOException {
		Browser browser = browser();
		Page page = signIn(browser, server, "/open/page?a=b", "alice");
		assertThat(page.url().toString()).as(page.body()).isEqualTo(server.origin() + "/open/page?a=b");
		assertThat(page.body()).as(logs()).startsWith("user=[alice] mail=[alice@example.edu] method=GET body=");
		assertThat(browser.get(server.origin() + "/staff").body()).startsWith("user=[alice]");
	}

	@ParameterizedTest
	@EnumSource(WebServer.class)
	void whenTheRulesDoNotLetInThenAPageSaysWhy(WebServer server) {
		Browser browser = browser();
		signIn(browser, server, "/open", "bob");
		try (LogLines audit = LogLines.audit()) {
			Page denied = browser.get(server.origin() + "/staff/");
			assertThat(denied.status()).isEqualTo(403);
			assertThat(denied.body()).contains("Staff only.").contains("ACCESS_DENIED-");
			assertThat(audit.lines()).singleElement().asString().contains("code=" + denied.text("code"));
		}
		for (String disguised : List.of("/open/../staff", "//staff", "/open/%2e%2e/staff", "/%73taff",
				"/open/..;/staff", "/open%2f..%2fstaff", "/open/.%2e/staff")) {
			assertThat(browser.get(server.origin() + disguised).status()).as(disguised).isIn(400, 403, 404);
		}
	}

	@ParameterizedTest
	@EnumSource(WebServer.class)
	void whenAClientNamesAUserItselfThenThatNeverArrives(WebServer server) {
		Browser browser = browser();
		signIn(browser, server, "/open", "bob");
		Page page = browser.withHeader("X-Remote-User", "alice")
			.withHeader("X-Mail", "alice@example.edu")
			.get(server.origin() + "/open");
		assertThat(page.body()).startsWith("user=[bob] mail=[bob@example.edu]");
		for (String misleading : MISLEADING) {
			Page answer = browser.copy().withHeader(misleading, "/staff").get(server.origin() + "/open");
			assertThat(answer.body()).as(misleading).startsWith("user=[bob]").endsWith("misleading=[]");
		}
	}

	/** Which PHP, WSGI and CGI may take for the gate's, or for another method. */
	@ParameterizedTest
	@EnumSource(WebServer.class)
	void whenAClientSendsANameThatIsReadAsAnotherThenItNeverArrives(WebServer server) throws IOException {
		String cookie = signedIn(server, "bob");
		try (AutoCloseableSoftAssertions softly = new AutoCloseableSoftAssertions()) {
			for (String name : names()) {
				String sent = name + ": alice";
				softly.assertThat(open(server, cookie, sent)).as(sent).contains(BOB).endsWith("misleading=[]");
			}
		}
	}

	/** Proxies remove the headers that it names. */
	@ParameterizedTest
	@EnumSource(WebServer.class)
	void whenConnectionNamesTheHeadersOfTheGateThenTheyArrive(WebServer server) throws IOException {
		String cookie = signedIn(server, "bob");
		try (AutoCloseableSoftAssertions softly = new AutoCloseableSoftAssertions()) {
			for (String sent : List.of("Connection: X-Remote-User, X-Mail", "connection: x-remote-user,x-mail",
					"Connection: X-Mail\r\nConnection: upgrade, X-Remote-User", "Connection: X-Remote-User;X-Mail",
					"Proxy-Connection: X-Remote-User, X-Mail",
					"Connection: Upgrade, X-Remote-User, X-Mail\r\nUpgrade: websocket")) {
				softly.assertThat(open(server, cookie, sent)).as(sent).contains(BOB).endsWith("misleading=[]");
			}
		}
	}

	@ParameterizedTest
	@EnumSource(WebServer.class)
	void whenConnectionNamesThemAndAClientSendsItsOwnThenTheyAreTheGates(WebServer server) throws IOException {
		String cookie = signedIn(server, "bob");
		try (AutoCloseableSoftAssertions softly = new AutoCloseableSoftAssertions()) {
			for (String name : names()) {
				String sent = "Connection: X-Remote-User, X-Mail\r\nX-Remote-User: alice\r\n" + name + ": alice";
				softly.assertThat(open(server, cookie, sent)).as(sent).contains(BOB).endsWith("misleading=[]");
			}
		}
	}

	/** The gate would not be asked about what follows. */
	@ParameterizedTest
	@EnumSource(WebServer.class)
	void whenAClientWantsToChangeToHttp2ThenTheApplicationDoesNotLearn(WebServer server) throws IOException {
		String cookie = signedIn(server, "bob");
		try (AutoCloseableSoftAssertions softly = new AutoCloseableSoftAssertions()) {
			for (String upgrade : List.of("h2c", "H2C", "h2c, websocket", "h2c\r\nUpgrade: websocket",
					"websocket\r\nUpgrade: h2c")) {
				String sent = "Connection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: AAMAAABk\r\nUpgrade: " + upgrade;
				softly.assertThat(open(server, cookie, sent)).as(sent).contains(BOB, "upgrade=null");
			}
		}
	}

	@Test
	void whenABrowserOpensAWebSocketThenCaddyPassesItOn() throws IOException {
		assertThat(open(WebServer.CADDY, signedIn(WebServer.CADDY, "bob"),
				"Connection: keep-alive, Upgrade\r\nUpgrade: websocket"))
			.contains(BOB, "upgrade=[websocket]");
	}

	private static List<String> names() {
		return Stream
			.concat(Stream.of("X_Remote-User", "X-Remote_User", "x_remote-user", "X.Remote_User", "X_Mail",
					"X_HTTP_Method_Override", "X-HTTP_Method-Override"),
					ODD.chars().mapToObj(odd -> "X-Remote-User".replace('-', (char) odd)))
			.toList();
	}

	/** The cookie of a user who has signed in. */
	private static String signedIn(WebServer server, String user) {
		Browser browser = browser();
		signIn(browser, server, "/open", user);
		String name = "campanile-gate-" + server.id();
		return name + '=' + browser.cookie(name).orElseThrow().value();
	}

	/** The answer to a request with further lines. */
	private static String open(WebServer server, String cookie, String lines) throws IOException {
		String answer = raw(server, "GET /open HTTP/1.1\r\nHost: " + authority(server) + "\r\nCookie: " + cookie
				+ "\r\nConnection: close\r\n" + lines + "\r\n\r\n");
		return answer.strip();
	}

	/** Of a site where more is permitted. */
	@ParameterizedTest
	@EnumSource(WebServer.class)
	void whenAClientNamesTheHostOfAnotherSiteThenTheRulesOfThisOneHold(WebServer server) throws Exception {
		String answer = raw(server, "GET /staff/x HTTP/1.1\r\nHost: lax.example.edu\r\nAccept: text/html\r\n"
				+ "Connection: close\r\n\r\n");
		assertThat(answer).doesNotContain("user=", "lax.example.edu%2F");
		assertThat(raw(server, "GET " + LAX + "/staff/x HTTP/1.1\r\nHost: lax.example.edu\r\nAccept: text/html\r\n"
				+ "Connection: close\r\n\r\n"))
			.doesNotContain("user=", "lax.example.edu%2F");
	}

	private static String raw(WebServer server, String request) throws IOException {
		try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), Objects.requireNonNull(ports.get(server)))) {
			socket.setSoTimeout(20_000);
			socket.getOutputStream().write(request.getBytes(UTF_8));
			return new String(socket.getInputStream().readAllBytes(), UTF_8);
		}
	}

	@ParameterizedTest
	@EnumSource(WebServer.class)
	void whenAFormIsSentThenItArrivesWithTheApplicationsCookiesAlone(WebServer server) {
		Browser browser = browser();
		signIn(browser, server, "/open", "bob");
		browser.put(new Cookie("app", "its-own", "127.0.0.1", "/", Map.of()));
		assertThat(browser.send(Form.post(server.origin() + "/open/form", Map.of("a", "b"))).body())
			.startsWith("user=[bob] mail=[bob@example.edu] method=POST body=a=b cookie=[")
			.contains("app=its-own")
			.doesNotContainPattern("campanile-[a-z-]+=[^;\\]]");
	}

	@ParameterizedTest
	@EnumSource(WebServer.class)
	void whenAskedByHeadThenAsByGet(WebServer server) throws IOException {
		Browser browser = browser();
		signIn(browser, server, "/open", "bob");
		String cookie = "campanile-gate-" + server.id();
		for (String expected : List.of("200 /open", "403 /staff")) {
			assertThat(raw(server,
					"HEAD " + expected.substring(4) + " HTTP/1.1\r\nHost: 127.0.0.1:" + ports.get(server)
							+ "\r\nCookie: " + cookie + "=" + browser.cookie(cookie).orElseThrow().value()
							+ "\r\nConnection: close\r\n\r\n"))
				.startsWith("HTTP/1.1 " + expected.substring(0, 3));
		}
	}

	/** The cookie is renewed by the answer to a page of the application. */
	@ParameterizedTest
	@EnumSource(WebServer.class)
	void whenTheCookieIsAgedThenItIsRenewedAndALogoutClosesTheSite(WebServer server) {
		Browser browser = browser();
		signIn(browser, server, "/open", "alice");
		String name = "campanile-gate-" + server.id();
		String first = browser.cookie(name).orElseThrow().value();
		clock.advance(Duration.ofSeconds(61));
		assertThat(browser.get(server.origin() + "/open/aged").body()).startsWith("user=[alice]");
		assertThat(browser.cookie(name).orElseThrow().value()).isNotEqualTo(first);
		assertThat(browser.open(idp.baseUrl() + "/profile/Logout").body()).contains(server.id());
		clock.advance(Duration.ofSeconds(61));
		assertThat(browser.open(server.origin() + "/open/closed").loginForm()).isNotNull();
	}

	@ParameterizedTest
	@EnumSource(WebServer.class)
	void whenAProgramSendsAPasswordThenItPassesAndIsAskedForOneOtherwise(WebServer server) {
		assertThat(program("alice:alice-demo").get(server.origin() + "/open").body()).startsWith("user=[alice]");
		Page refused = program("carol:wrong").get(server.origin() + "/open");
		assertThat(refused.status()).isEqualTo(401);
		assertThat(refused.header("WWW-Authenticate")).startsWith("Basic realm=");
	}

	private static Browser program(String credentials) {
		return new Browser().withHeader("Authorization",
				"Basic " + Base64.getEncoder().encodeToString(credentials.getBytes(UTF_8)));
	}

	@ParameterizedTest
	@EnumSource(WebServer.class)
	void whenAClientDescribesAnotherPageThenThatIsNotBelieved(WebServer server) {
		Browser browser = browser();
		signIn(browser, server, "/open", "bob");
		for (String header : List.of("X-Original-URL", "X-Forwarded-Uri")) {
			String value = header.equals("X-Original-URL") ? server.origin() + "/open" : "/open";
			assertThat(browser.copy().withHeader(header, value).get(server.origin() + "/staff").status()).as(header)
				.isEqualTo(403);
		}
	}

	@ParameterizedTest
	@EnumSource(WebServer.class)
	void whenAProgramAsksThenItIsToldAndNotSentToTheLogin(WebServer server) {
		Browser program = new Browser().withHeader("Accept", "application/json");
		assertThat(program.get(server.origin() + "/open").status()).isEqualTo(401);
	}

	private static Browser browser() {
		return new Browser().withHeader("Accept", "text/html");
	}

	private static Page signIn(Browser browser, WebServer server, String path, String user) {
		Page login = browser.open(server.origin() + path);
		return browser.submit(login.loginForm().with("j_username", user).with("j_password", user + "-demo"));
	}

}
