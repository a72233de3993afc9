package org.campanile.web.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.function.Supplier;

import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import org.springframework.boot.ssl.pem.PemSslStoreBundle;
import org.springframework.boot.ssl.pem.PemSslStoreDetails;

import org.campanile.testkit.browser.Browser;
import org.campanile.testkit.browser.Page;
import org.campanile.testkit.browser.RunningIdp;
import org.campanile.testkit.directory.TestAuthority;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A CAS service at an HTTPS address of this machine, which records requests from the
 * server and sends its own.
 */
public final class CasApp implements AutoCloseable {

	/** The tickets of the logout requests received, in order. */
	public final List<String> loggedOut = new CopyOnWriteArrayList<>();

	/** The proxy-granting tickets received, by their IOU. */
	public final Map<String, String> granted = new ConcurrentHashMap<>();

	/** The status with which proxy callbacks are answered. */
	public volatile Supplier<Integer> callbackStatus = () -> 200;

	private final String name;

	private final HttpsServer server;

	private CasApp(String name, HttpsServer server) {
		this.name = name;
		this.server = server;
	}

	/**
	 * Starts a service.
	 * @param folder the folder of its certificate, from
	 * {@link TestAuthority#issueForLoopback}
	 */
	public static CasApp start(String name, Path folder) {
		try {
			HttpsServer server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
			KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
			keys.init(
					new PemSslStoreBundle(
							PemSslStoreDetails.forCertificate(folder.resolve("server.pem").toUri().toString())
								.withPrivateKey(folder.resolve("server.key").toUri().toString()),
							null)
						.getKeyStore(),
					null);
			SSLContext tls = SSLContext.getInstance("TLS");
			tls.init(keys.getKeyManagers(), null, null);
			server.setHttpsConfigurator(new HttpsConfigurator(tls));
			server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
			CasApp app = new CasApp(name, server);
			server.createContext("/", app::serve);
			server.start();
			return app;
		}
		catch (IOException | GeneralSecurityException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private void serve(HttpExchange exchange) throws IOException {
		String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
		String query = exchange.getRequestURI().getQuery();
		int status = 200;
		if (body.startsWith("logoutRequest=")) {
			loggedOut.add(URLDecoder.decode(body, StandardCharsets.UTF_8)
				.replaceAll("(?s).*<samlp:SessionIndex>(.*)</samlp:SessionIndex>.*", "$1"));
		}
		else if (query != null && query.contains("pgtIou=")) {
			status = callbackStatus.get();
			granted.put(query.replaceAll(".*pgtIou=([^&]*).*", "$1"), query.replaceAll(".*pgtId=([^&]*).*", "$1"));
		}
		exchange.getResponseHeaders().set("Location", "/elsewhere");
		exchange.sendResponseHeaders(status, -1);
		exchange.close();
	}

	/** Returns the service URL. */
	public String url() {
		return "https://127.0.0.1:" + server.getAddress().getPort() + "/" + name;
	}

	/**
	 * Registers the service.
	 * @param more further lines of its registration file
	 */
	public CasApp registered(Path home, String... more) {
		try {
			Files.createDirectories(home.resolve("services"));
			Files.writeString(home.resolve("services").resolve(name + ".yaml"),
					"prefix: " + url() + "\n" + String.join("\n", more) + "\n");
			return this;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/** Signs in with a password, and returns the ticket. */
	public String signIn(RunningIdp idp, Browser browser, String user) {
		Page page = browser
			.send(browser.open(login(idp)).loginForm().with("j_username", user).with("j_password", user + "-demo"));
		return ticket(page);
	}

	/** Signs on with the browser's session, and returns the ticket. */
	public String signOn(RunningIdp idp, Browser browser) {
		return ticket(browser.get(login(idp)));
	}

	private String ticket(Page page) {
		assertThat(page.status()).isEqualTo(303);
		assertThat(page.location().toString()).startsWith(url() + "?ticket=ST-");
		return page.location().toString().replaceAll(".*ticket=", "");
	}

	/** Returns the URL at which a sign-on begins. */
	public String login(RunningIdp idp) {
		return idp.baseUrl() + "/cas/login?service=" + encoded(url());
	}

	/**
	 * Returns the server's response to a validation request.
	 * @param more further parameters, each preceded by an ampersand
	 */
	public String validate(RunningIdp idp, String endpoint, String ticket, String more) {
		return new Browser()
			.get(idp.baseUrl() + "/cas/" + endpoint + "?service=" + encoded(url()) + "&ticket=" + ticket + more)
			.body();
	}

	/** Encodes a value for a query. */
	public static String encoded(String text) {
		return URLEncoder.encode(text, StandardCharsets.UTF_8);
	}

	@Override
	public void close() {
		server.stop(0);
	}

}
