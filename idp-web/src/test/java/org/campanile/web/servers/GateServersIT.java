package org.campanile.web.servers;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import com.sun.net.httpserver.HttpServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import org.campanile.testkit.FreePort;
import org.campanile.testkit.Polling;
import org.campanile.testkit.browser.Browser;
import org.campanile.testkit.browser.Page;
import org.campanile.testkit.process.ChildProcess;
import org.campanile.testkit.servers.Installed;
import org.campanile.web.testkit.TestIdp;

import static org.assertj.core.api.Assertions.assertThat;

/** The gate behind real web servers, with the files of {@code deploy/gate}. */
@Timeout(180)
class GateServersIT {

	@TempDir
	private static Path folder;

	private static TestIdp idp;

	private static HttpServer application;

	private static ChildProcess nginx;

	private static ChildProcess caddy;

	private static int nginxPort;

	private static int caddyPort;

	/** A web server with the gate. */
	enum WebServer {

		NGINX, CADDY;

		String origin() {
			return "http://127.0.0.1:" + (this == NGINX ? nginxPort : caddyPort);
		}

	}

	@BeforeAll
	static void start() throws Exception {
		List<Integer> ports = FreePort.find(2);
		nginxPort = ports.get(0);
		caddyPort = ports.get(1);
		// Shows what it is told of the user.
		application = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
		application.createContext("/", exchange -> {
			byte[] body = ("user=" + exchange.getRequestHeaders().get("X-Remote-User") + " mail="
					+ exchange.getRequestHeaders().get("X-Mail") + " method=" + exchange.getRequestMethod())
				.getBytes(StandardCharsets.UTF_8);
			exchange.sendResponseHeaders(200, body.length);
			exchange.getResponseBody().write(body);
			exchange.close();
		});
		application.start();
		idp = TestIdp.start(TestIdp.newHome(), "campanile.http.trusted-proxies=127.0.0.1",
				"campanile.gate.sites.nginx.urls=" + WebServer.NGINX.origin(),
				"campanile.gate.sites.nginx.release=mail", "campanile.gate.sites.nginx.headers.X-Mail=mail",
				"campanile.gate.sites.caddy.urls=" + WebServer.CADDY.origin(),
				"campanile.gate.sites.caddy.release=mail", "campanile.gate.sites.caddy.headers.X-Mail=mail",
				"campanile.access.rules[0].protocols=gate", "campanile.access.rules[0].paths=/open",
				"campanile.access.rules[1].protocols=gate", "campanile.access.rules[1].paths=/staff",
				"campanile.access.rules[1].attributes.uid=alice", "campanile.access.rules[2].name=closed",
				"campanile.access.rules[2].protocols=gate", "campanile.access.rules[2].effect=deny",
				"campanile.access.rules[2].missing=Staff only.");
		String idpAddress = idp.baseUrl().replaceAll("http://localhost(:[0-9]+)/idp", "127.0.0.1$1");
		String app = "127.0.0.1:" + application.getAddress().getPort();
		String site = Files.readString(Path.of("../deploy/gate/nginx.conf"))
			.replace("listen 443 ssl;", "listen 127.0.0.1:" + nginxPort + ";")
			.replaceAll("(?m)^ *(ssl_certificate.*|server_name.*|server 10\\.0\\.0\\.12.*)\\R", "")
			.replace("10.0.0.11:8080", idpAddress)
			.replace("127.0.0.1:8081", app)
			.replace("/var/cache/nginx/campanile-gate", folder.resolve("cache").toString());
		Path conf = Files.writeString(folder.resolve("nginx.conf"), """
				daemon off;
				pid %1$s/nginx.pid;
				error_log %1$s/error.log;
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
		nginx = ChildProcess.kept("nginx", "QUIT",
				List.of(Installed.NGINX.path().toString(), "-p", folder.toString(), "-c", conf.toString()),
				folder.resolve("nginx.log"));
		Path caddyfile = Files.writeString(folder.resolve("Caddyfile"),
				"{\n\tadmin off\n\tauto_https off\n}\n" + Files.readString(Path.of("../deploy/gate/Caddyfile"))
					.replace("wiki.example.edu {", "http://127.0.0.1:" + caddyPort + " {\n\tbind 127.0.0.1")
					.replace("10.0.0.11:8080 10.0.0.12:8080", idpAddress)
					.replace("127.0.0.1:8081", app));
		caddy = ChildProcess.kept("caddy", "TERM", List.of(Installed.ENV.path().toString(), "HOME=" + folder,
				Installed.CADDY.path().toString(), "run", "--config", caddyfile.toString(), "--adapter", "caddyfile"),
				folder.resolve("caddy.log"));
		for (WebServer server : WebServer.values()) {
			try {
				Polling.until(Duration.ofSeconds(20), () -> answers(server));
			}
			catch (AssertionError ex) {
				throw new AssertionError(server + " does not answer: " + logs(), ex);
			}
		}
	}

	private static String logs() throws IOException {
		StringBuilder text = new StringBuilder();
		for (String log : List.of("nginx.log", "error.log", "caddy.log")) {
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
	static void stop() throws IOException {
		nginx.close();
		caddy.close();
		application.stop(0);
		idp.close();
	}

	@ParameterizedTest
	@EnumSource(WebServer.class)
	void whenAUserOpensAPageThenTheApplicationLearnsWho(WebServer server) {
		Browser browser = browser();
		Page page = signIn(browser, server, "/open/page?a=b", "alice");
		assertThat(page.url().toString()).isEqualTo(server.origin() + "/open/page?a=b");
		assertThat(page.body()).isEqualTo("user=[alice] mail=[alice@example.edu] method=GET");
		assertThat(browser.get(server.origin() + "/staff").body()).startsWith("user=[alice]");
	}

	@ParameterizedTest
	@EnumSource(WebServer.class)
	void whenTheRulesDoNotLetInThenAPageSaysWhy(WebServer server) {
		Browser browser = browser();
		signIn(browser, server, "/open", "bob");
		Page denied = browser.get(server.origin() + "/staff/");
		assertThat(denied.status()).isEqualTo(403);
		assertThat(denied.body()).contains("Staff only.").contains("ACCESS_DENIED-");
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
