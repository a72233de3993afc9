package org.campanile.web.attack;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import com.sun.net.httpserver.HttpServer;
import org.campanile.testkit.saml.TestAuthnRequests;
import org.campanile.testkit.serviceprovider.AuthnRequestOptions;
import org.campanile.testkit.serviceprovider.InResponseToCheck;
import org.campanile.testkit.browser.Browser;
import org.campanile.testkit.browser.ForeignService;
import org.campanile.testkit.browser.Form;
import org.campanile.web.testkit.LogLines;
import org.campanile.testkit.browser.Page;
import org.campanile.web.testkit.TestIdp;
import org.jsoup.nodes.Element;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A running server with two services and a browser in which Alice is signed in. It
 * watches the audit log, and a second HTTP server that no attack may cause to be
 * contacted.
 */
final class AttackedIdp implements AutoCloseable {

	static final String SESSION = "campanile-session";

	private static final Pattern CODE = Pattern.compile("[A-Z_]+-[2-9A-Z]{6}");

	private final Server server;

	private final boolean shared;

	private final LogLines audit;

	private final LogLines everything;

	private final Browser alice = new Browser();

	private final HttpServer elsewhere;

	private final AtomicInteger visits = new AtomicInteger();

	private AttackedIdp(Server server, boolean shared) {
		this.server = server;
		this.shared = shared;
		try {
			this.elsewhere = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		elsewhere.createContext("/", exchange -> {
			visits.incrementAndGet();
			exchange.sendResponseHeaders(404, -1);
			exchange.close();
		});
		elsewhere.start();
		this.audit = LogLines.audit();
		this.everything = LogLines.all();
		signIn(alice, "alice");
	}

	/**
	 * Uses the server that all test classes in the JVM share, as attacks must not change
	 * its state.
	 */
	static AttackedIdp start() {
		return new AttackedIdp(Server.SHARED, true);
	}

	/** Starts a server for the caller alone. */
	static AttackedIdp start(String... settings) {
		return new AttackedIdp(Server.start(settings), false);
	}

	TestIdp idp() {
		return server.idp;
	}

	/** Returns a service that does not sign its requests. */
	ForeignService open() {
		return server.open;
	}

	/** Returns a service that must sign its requests. */
	ForeignService signing() {
		return server.signing;
	}

	LogLines audit() {
		return audit;
	}

	void forgetLog() {
		audit.forget();
		everything.forget();
	}

	/** Returns the browser in which Alice is signed in. */
	Browser alice() {
		return alice;
	}

	/** Returns a URL at another server that counts its requests. */
	String elsewhere(String path) {
		return "http://127.0.0.1:" + elsewhere.getAddress().getPort() + path;
	}

	String redirectUrl() {
		return server.idp.baseUrl() + "/profile/SAML2/Redirect/SSO";
	}

	String postUrl() {
		return server.idp.baseUrl() + "/profile/SAML2/POST/SSO";
	}

	/**
	 * Starts a sign-on to the service that does not sign requests, up to the login page.
	 */
	Page loginPage(Browser browser) {
		return browser.open(server.open.redirect(server.idp, AuthnRequestOptions.PLAIN).url());
	}

	/**
	 * Signs in to the service that does not sign requests, up to the page with the
	 * response.
	 */
	Page signIn(Browser browser, String username) {
		Page page = browser.login(loginPage(browser), username, username + "-demo");
		assertThat(page.formWith("SAMLResponse")).as(page.toString()).isPresent();
		return page;
	}

	/** Returns a valid request of the service that does not sign requests. */
	TestAuthnRequests.Builder request() {
		return TestAuthnRequests.authnRequest(Instant.now()).issuer(server.open.entityId()).acsUrl(server.open.acs());
	}

	/** Returns a valid request of the service that signs, for the given endpoint. */
	TestAuthnRequests.Builder signed(String endpoint) {
		return TestAuthnRequests.authnRequest(Instant.now())
			.issuer(server.signing.entityId())
			.acsUrl(server.signing.acs())
			.destination(endpoint)
			.signedBy(server.signing.keys());
	}

	/** Sends a query to the HTTP-Redirect endpoint from Alice's browser. */
	Page redirect(String query) {
		forgetLog();
		return alice.get(redirectUrl() + '?' + query);
	}

	/** Posts XML to the HTTP-POST endpoint from Alice's browser, up to the answer. */
	Page post(String xml) {
		return postField(
				java.util.Base64.getEncoder().encodeToString(xml.getBytes(java.nio.charset.StandardCharsets.UTF_8)));
	}

	Page postField(String samlRequest) {
		return post(Map.of("SAMLRequest", samlRequest));
	}

	Page post(Map<String, String> fields) {
		forgetLog();
		return alice.submitCrossSite(Form.post(postUrl(), fields));
	}

	/** Asserts that a page carries a valid response to one of the services. */
	void assertAnswered(Page page) {
		assertThat(page.formWith("SAMLResponse")).as(page.toString()).isPresent();
		String action = page.samlForm().action().toString();
		ForeignService service = action.equals(server.open.acs()) ? server.open : server.signing;
		InResponseToCheck any = inResponseTo -> inResponseTo != null;
		assertThat(service.read(server.idp, page, any).success()).isNotNull();
	}

	/**
	 * Asserts a plain error page with this status, nothing sent to a service, no new
	 * session cookie, and one audit line with the code on the page.
	 * @param reason the start of the code
	 */
	void assertRefused(Page page, int status, String reason) {
		assertPlain(page, status);
		String code = page.text("code");
		assertThat(code).as(page.toString()).matches(CODE).startsWith(reason + '-');
		assertThat(audit.lines()).hasSize(1).first().asString().contains(" code=" + code + ' ');
		// A spoofed X-Forwarded-For is reported to the administrator once.
		assertThat(everything.lines()).as("all lines of the log")
			.filteredOn(line -> !line.startsWith("campanile.http.trusted-proxies: "))
			.isEqualTo(audit.lines());
	}

	/**
	 * Asserts that a request meant for another server was refused: the error page is the
	 * usual one, its code has no random part, and nothing is logged.
	 */
	void assertStray(Page page, int status, String reason) {
		assertPlain(page, status);
		assertThat(page.text("code")).as(page.toString()).isEqualTo(reason);
		assertThat(everything.lines()).as("all lines of the log").isEmpty();
	}

	/** Asserts a plain error page with this status, which reveals no internals. */
	void assertPlain(Page page, int status) {
		assertThat(page.status()).as(page.toString()).isEqualTo(status);
		assertThat(page.header("content-type")).startsWith("text/html");
		assertThat(page.forms()).isEmpty();
		assertThat(page.document().select("meta[http-equiv]")).isEmpty();
		assertOnlyScripts(page, "problem.js");
		assertThat(page.body()).doesNotContain("Exception", "org.campanile", "org.apache", "java.", "\tat ");
		assertThat(page.headers().firstValue("location")).isEmpty();
		assertThat(page.cookies()).noneMatch(cookie -> cookie.name().contains("session"));
		assertHeaders(page);
		assertThat(visits).as("connections to elsewhere").hasValue(0);
	}

	/**
	 * Asserts that a page has exactly these scripts, unmodified, and that its policy
	 * allows no others.
	 * @param names files beside the templates
	 */
	static void assertOnlyScripts(Page page, String... names) {
		assertThat(page.document().select("script[src]")).isEmpty();
		assertThat(page.document().select("script").stream().map(Element::data))
			.containsExactlyInAnyOrderElementsOf(Stream.of(names).map(AttackedIdp::script).toList());
		Matcher allowed = Pattern.compile("; script-src ([^;]*);").matcher(page.header("content-security-policy"));
		assertThat(allowed.find() ? List.of(allowed.group(1).split(" ")) : List.<String>of()).hasSize(names.length)
			.allMatch(source -> source.startsWith("'sha256-"));
	}

	private static String script(String file) {
		String name = "/org/campanile/web/page/" + file;
		try (InputStream in = Objects.requireNonNull(Page.class.getResourceAsStream(name), name)) {
			return new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/** Asserts the headers that every page must have. */
	static void assertHeaders(Page page) {
		assertThat(page.header("cache-control")).as(page.toString()).contains("no-store");
		assertThat(page.header("x-content-type-options")).isEqualTo("nosniff");
		assertThat(page.header("content-security-policy")).contains("default-src 'none'", "frame-ancestors 'none'")
			.doesNotContain("unsafe");
		assertThat(page.header("referrer-policy")).isEqualTo("no-referrer");
		assertThat(page.headers().firstValue("server")).isEmpty();
		assertThat(page.headers().firstValue("x-powered-by")).isEmpty();
	}

	/**
	 * Returns the reason in the code of the only audit line, or an empty string if there
	 * is not exactly one line.
	 */
	String auditedReason() {
		Matcher code = Pattern.compile(" code=([A-Z_]+)-").matcher(String.join("\n", audit.lines()));
		return audit.lines().size() == 1 && code.find() ? code.group(1) : "";
	}

	/** Asserts that Alice is still signed in, as a new request needs no password. */
	void assertSessionUnchanged() {
		assertThat(
				alice.get(server.open.redirect(server.idp, AuthnRequestOptions.PLAIN).url()).formWith("SAMLResponse"))
			.isPresent();
	}

	@Override
	public void close() {
		audit.close();
		everything.close();
		elsewhere.stop(0);
		if (!shared) {
			server.idp.close();
		}
	}

	private record Server(TestIdp idp, ForeignService open, ForeignService signing) {

		private static final Server SHARED = shared();

		private static Server shared() {
			Server server = start();
			Runtime.getRuntime().addShutdownHook(new Thread(server.idp::close));
			return server;
		}

		private static Server start(String... settings) {
			Path home = TestIdp.newHome();
			ForeignService open = ForeignService
				.at("open.example.org", InstantSource.system(), service -> service.withAuthnRequestsSigned(false))
				.registered(home);
			ForeignService signing = ForeignService.at("signing.example.org", InstantSource.system()).registered(home);
			List<String> all = new ArrayList<>(List.of("campanile.authentication.failure-step=0",
					"campanile.authentication.throttle.user-tries=100000",
					"campanile.authentication.throttle.address-tries=100000"));
			all.addAll(List.of(settings));
			return new Server(TestIdp.start(home, all.toArray(String[]::new)), open, signing);
		}

	}

}
