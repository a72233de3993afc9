package org.campanile.web.overload;

import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;

import org.campanile.testkit.Polling;
import org.campanile.testkit.browser.Browser;
import org.campanile.testkit.browser.ForeignService;
import org.campanile.testkit.browser.Page;
import org.campanile.testkit.directory.TestAuthority;
import org.campanile.testkit.serviceprovider.AuthnRequestOptions;
import org.campanile.testkit.serviceprovider.RedirectRequest;
import org.campanile.web.page.Pages;
import org.campanile.web.sso.SessionCookie;
import org.campanile.web.testkit.TestIdp;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.tomcat.TomcatWebServer;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.context.ApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;

@Timeout(120)
class EarlyRefusalTests {

	private static final AuthnRequestOptions PLAIN = AuthnRequestOptions.PLAIN;

	private static final String PATH = "/idp/profile/SAML2/Redirect/SSO";

	private static final AtomicBoolean needed = new AtomicBoolean();

	@AutoClose
	private static TestIdp idp;

	private static ForeignService service;

	private final Browser browser = new Browser();

	private final AtomicLong now = new AtomicLong();

	private final AtomicInteger runnable = new AtomicInteger(9);

	@BeforeAll
	static void start() {
		Path home = TestIdp.newHome();
		service = ForeignService
			.at("one.example.org", Clock.systemUTC(), metadata -> metadata.withAuthnRequestsSigned(false))
			.registered(home);
		idp = start(home);
	}

	@BeforeEach
	void notNeeded() {
		needed.set(false);
	}

	/**
	 * Starts a server that refuses early while {@code needed} is set, however few
	 * requests wait.
	 */
	private static TestIdp start(Path home, String... settings) {
		List<ApplicationContext> contexts = new ArrayList<>();
		TestIdp started = TestIdp.start(home, contexts::add, settings);
		TomcatWebServer server = (TomcatWebServer) Objects
			.requireNonNull(((ServletWebServerApplicationContext) contexts.getFirst()).getWebServer());
		((PacedHttpProtocol) server.getTomcat().getConnector().getProtocolHandler())
			.setEarlyRefusal(refusal(started, needed::get));
		return started;
	}

	private static EarlyRefusal refusal(TestIdp started, BooleanSupplier needed) {
		return new EarlyRefusal(needed, Set.of(PATH), started.bean(SessionCookie.class)::mayBeIn,
				started.bean(Pages.class), started.bean(BusyPage.class),
				() -> started.bean(OverloadMetrics.class).countRefused(RequestKind.NEW));
	}

	@Test
	void whenARequestBeginsASignOnThenItGetsTheSamePageAsLater() {
		needed.set(true);
		long before = idp.bean(OverloadMetrics.class).refused(RequestKind.NEW);
		RedirectRequest request = service.redirect(idp, PLAIN);
		Page page = browser.withHeader("Accept-Language", "fr-CH;q=0.7, de;q=0.9").get(request.url());
		assertThat(page.status()).isEqualTo(503);
		assertThat(Integer.parseInt(page.header("retry-after"))).isBetween(2, 8);
		assertThat(page.header("refresh")).isEqualTo(page.header("retry-after"));
		assertThat(page.header("content-type")).isEqualTo("text/html;charset=UTF-8");
		assertThat(page.header("content-language")).isEqualTo("de");
		assertThat(page.header("cache-control")).isEqualTo("no-store");
		assertThat(page.header("content-security-policy")).contains("default-src 'none'");
		assertThat(page.header("x-content-type-options")).isEqualTo("nosniff");
		assertThat(page.header("referrer-policy")).isEqualTo("no-referrer");
		assertThat(page.headers().allValues("permissions-policy")).containsExactly(Pages.PERMISSIONS_POLICY);
		assertThat(page.text("h1")).isEqualTo("Im Moment ist sehr viel los");
		assertThat(page.text("code")).isEqualTo("OVERLOADED");
		assertThat(idp.bean(OverloadMetrics.class).refused(RequestKind.NEW)).isEqualTo(before + 1);

		needed.set(false);
		Page answer = browser.login(browser.open(request.url()), "alice", "alice-demo");
		assertThat(service.read(idp, answer, request.id()).success().values("uid")).containsExactly("alice");
	}

	@Test
	void whenASignOnHasBegunThenItContinues() {
		RedirectRequest request = service.redirect(idp, PLAIN);
		Page form = browser.open(request.url());
		needed.set(true);
		Page answer = browser.login(form, "alice", "alice-demo");
		assertThat(service.read(idp, answer, request.id()).success().values("uid")).containsExactly("alice");
		RedirectRequest another = service.redirect(idp, PLAIN);
		assertThat(service.read(idp, browser.get(another.url()), another.id()).success().values("uid"))
			.as("with a session")
			.containsExactly("alice");
	}

	@Test
	void whenTheUserChoseALanguageThenTheRequestIsParsed() throws IOException {
		needed.set(true);
		assertThat(send(get(PATH + "?lang=fr", ""))).startsWith("HTTP/1.1 400");
		assertThat(send(get(PATH, "Cookie: " + languageCookie() + "=fr\r\n"))).startsWith("HTTP/1.1 400");
		assertThat(send(get(PATH, "Cookie: _ga=1\r\n"))).startsWith("HTTP/1.1 503");
	}

	private static String languageCookie() {
		Browser chooser = new Browser();
		chooser.get(idp.baseUrl() + "/profile/Logout?lang=fr");
		return chooser.cookies().getFirst().name();
	}

	@ParameterizedTest
	@ValueSource(strings = { "POST " + PATH + " HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n",
			"GET " + PATH + " HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\nx",
			"GET " + PATH + " HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
			"GET " + PATH + "/ HTTP/1.1\r\nHost: a\r\n\r\n", "GET /idp/metadata HTTP/1.1\r\nHost: a\r\n\r\n",
			"GET http://a" + PATH + " HTTP/1.1\r\nHost: a\r\n\r\n", "GET " + PATH + " HTTP/1.0\r\n\r\n",
			"GET " + PATH + "?a b HTTP/1.1\r\nHost: a\r\n\r\n", "GET " + PATH + " HTTP/1.1\r\nHost: a\r\n b: c\r\n\r\n",
			"GET " + PATH + "\r\n\r\n", "\r\n\r\n", " HTTP/1.1\r\n\r\n", "GET HTTP/1.1\r\n\r\n",
			"GET  HTTP/1.1\r\nHost: a\r\n\r\n", "GET " + PATH + " HTTP/1.1\r\nHost\r\n\r\n", "GET \r\n\r\n" })
	void whenARequestIsAnyOtherThenItIsParsed(String request) throws IOException {
		needed.set(true);
		assertThat(send(request)).doesNotStartWith("HTTP/1.1 503");
	}

	@Test
	void whenTwoRequestsArriveTogetherThenTheyAreParsed() throws IOException {
		needed.set(true);
		assertThat(send(get(PATH, "") + get(PATH, ""))).startsWith("HTTP/1.1 400");
	}

	@Test
	void whenARequestArrivesInPiecesThenItIsParsed() throws IOException {
		needed.set(true);
		String request = get(PATH, "X-Long: " + "x".repeat(20_000) + "\r\n");
		try (Socket socket = connect()) {
			for (int at = 0; at < request.length(); at += 5_000) {
				String piece = request.substring(at, Math.min(at + 5_000, request.length()));
				socket.getOutputStream().write(piece.getBytes(StandardCharsets.US_ASCII));
			}
			assertThat(read(socket)).startsWith("HTTP/1.1 400");
		}
	}

	@Test
	void whenTheFirstRequestOfAConnectionWasServedThenTheNextMayBeRefused() {
		String first = "HEAD /idp/metadata HTTP/1.1\r\nHost: localhost\r\n\r\n";
		// If Tomcat is still reading after the first response, it serves the next request
		// as usual.
		Polling.until(() -> {
			needed.set(false);
			try (Socket socket = connect()) {
				socket.getOutputStream().write(first.getBytes(StandardCharsets.US_ASCII));
				assertThat(head(socket)).startsWith("HTTP/1.1 200");
				needed.set(true);
				socket.getOutputStream().write(get(PATH, "").getBytes(StandardCharsets.US_ASCII));
				String answer = read(socket);
				return answer.startsWith("HTTP/1.1 503") && answer.endsWith("</html>");
			}
		});
	}

	@Test
	void whenTheNodeHasTlsThenItRefusesEarlyToo() throws IOException, GeneralSecurityException {
		Path home = TestIdp.newHome();
		new TestAuthority(home).issueForLoopback(home);
		try (TestIdp secure = start(home, "server.ssl.certificate=file:" + home.resolve("server.pem"),
				"server.ssl.certificate-private-key=file:" + home.resolve("server.key"),
				"management.server.ssl.enabled=false")) {
			SSLContext context = SSLContext.getInstance("TLS");
			context.init(null, new TrustManager[] { new TrustAll() }, null);
			for (boolean early : new boolean[] { true, false }) {
				needed.set(early);
				try (Socket socket = context.getSocketFactory()
					.createSocket("localhost", URI.create(secure.baseUrl()).getPort())) {
					socket.getOutputStream().write(get(PATH, "").getBytes(StandardCharsets.US_ASCII));
					assertThat(read(socket)).startsWith(early ? "HTTP/1.1 503" : "HTTP/1.1 400").endsWith("</html>");
				}
			}
		}
	}

	@Test
	void whenOneHasWaitedLongAndTheProcessorsAreBusyThenNeeded() {
		Admission admission = full();
		BooleanSupplier refused = needed(admission, 1_000);
		assertThat(refused.getAsBoolean()).as("nobody waits").isFalse();
		admission.enqueue(RequestKind.SESSION, 1);
		Waiter first = admission.enqueue(RequestKind.NEW, 1);
		now.set(666_666_666);
		assertThat(refused.getAsBoolean()).isFalse();
		now.incrementAndGet();
		assertThat(refused.getAsBoolean()).isTrue();
		runnable.set(8);
		now.addAndGet(50_000_000);
		assertThat(refused.getAsBoolean()).as("something else is slow").isFalse();
		runnable.set(9);
		admission.giveUp(first);
		assertThat(refused.getAsBoolean()).as("nobody waits any more").isFalse();
	}

	@ParameterizedTest
	@CsvSource({ "10000, 400", "1000, 250" })
	void whenMoreWaitThanAreServedThenNeeded(int connections, int most) {
		Admission admission = full();
		BooleanSupplier refused = needed(admission, connections);
		for (int waiting = 0; waiting < most; waiting++) {
			admission.enqueue(RequestKind.NEW, 1);
		}
		assertThat(refused.getAsBoolean()).isFalse();
		admission.enqueue(RequestKind.NEW, 1);
		assertThat(refused.getAsBoolean()).isTrue();
	}

	/** The server's own one, with its endpoints. */
	@ParameterizedTest
	@CsvSource({ "/idp/profile/SAML2/Redirect/SSO?SAMLRequest=x, true", "/idp/profile/SAML2/Unsolicited/SSO, true",
			"/idp/login, false", "/idp/profile/Logout, false", "/profile/SAML2/Redirect/SSO, false" })
	void whenAnEndpointBeginsASignOnThenItsRequestsAreAnswered(String target, boolean answered) {
		byte[] request = get(target, "").getBytes(StandardCharsets.US_ASCII);
		EarlyRefusal own = idp.bean(EarlyRefusal.class);
		assertThat(own.isNeeded()).isFalse();
		assertThat(own.answer(request, request.length).isPresent()).isEqualTo(answered);
	}

	@Test
	void whenTheLanguagesAreTooManyThenThePageIsInTheDefaultOne() throws IOException {
		needed.set(true);
		assertThat(send(get(PATH, "Accept-Language: de\r\n"))).contains("Content-Language: de");
		assertThat(send(get(PATH, "Accept-Language: de," + "x,".repeat(200) + "\r\n"))).startsWith("HTTP/1.1 503")
			.contains("Content-Language: en");
	}

	private Admission full() {
		return new Admission(Map.of(Priority.WORK, new Permits(() -> 0), Priority.LOGIN, new Permits(() -> 0)),
				Long.MAX_VALUE, Long.MAX_VALUE, 0, now::get);
	}

	private BooleanSupplier needed(Admission admission, int connections) {
		return EarlyRefusal.needed(admission, new Processors(runnable::get, 8, 4, now::get), Duration.ofSeconds(1), 1,
				connections);
	}

	private static String get(String target, String headers) {
		return "GET " + target + " HTTP/1.1\r\nHost: localhost\r\n" + headers + "Connection: close\r\n\r\n";
	}

	private static Socket connect() throws IOException {
		return new Socket("localhost", URI.create(idp.baseUrl()).getPort());
	}

	private static String send(String request) throws IOException {
		try (Socket socket = connect()) {
			socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
			socket.shutdownOutput();
			return read(socket);
		}
	}

	private static String read(Socket socket) throws IOException {
		return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
	}

	private static String head(Socket socket) throws IOException {
		StringBuilder head = new StringBuilder();
		int next = socket.getInputStream().read();
		while (next >= 0 && head.indexOf("\r\n\r\n") < 0) {
			head.append((char) next);
			next = head.indexOf("\r\n\r\n") < 0 ? socket.getInputStream().read() : -1;
		}
		return head.toString();
	}

	private static final class TrustAll implements X509TrustManager {

		@Override
		public void checkClientTrusted(X509Certificate[] chain, String type) {
			throw new IllegalStateException("a client only");
		}

		@Override
		public void checkServerTrusted(X509Certificate[] chain, String type) {
			// The certificate is from the test's own authority.
		}

		@Override
		public X509Certificate[] getAcceptedIssuers() {
			return new X509Certificate[0];
		}

	}

}
