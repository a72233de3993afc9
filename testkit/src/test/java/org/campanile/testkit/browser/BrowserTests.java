package org.campanile.testkit.browser;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class BrowserTests {

	private final Browser browser = new Browser();

	private HttpServer server;

	private String origin;

	@BeforeEach
	void start() throws IOException {
		server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
		origin = "http://127.0.0.1:" + server.getAddress().getPort();
		server.createContext("/set", exchange -> {
			exchange.getResponseHeaders()
				.put("Set-Cookie", List.of("lax=1; Path=/; HttpOnly; SameSite=Lax", "strict=2; Path=/; SameSite=Strict",
						"none=3; Path=/; Secure; SameSite=None", "deep=4; Path=/deep", "bare=5"));
			exchange.getResponseHeaders().set("Location", "/cookies");
			answer(exchange, 303, "");
		});
		server.createContext("/unset", exchange -> {
			exchange.getResponseHeaders().set("Set-Cookie", "lax=; Path=/; Max-Age=0");
			answer(exchange, 200, "");
		});
		server.createContext("/cookies",
				exchange -> answer(exchange, 200, "[" + exchange.getRequestHeaders().getFirst("Cookie") + "]"));
		server.createContext("/loop", exchange -> {
			exchange.getResponseHeaders().set("Location", "/loop");
			answer(exchange, 302, "");
		});
		server.createContext("/login", exchange -> answer(exchange, 200, """
				<title>Sign in</title><form method="post" action="echo?flow=7"><input type="hidden" name="_csrf"
				value="a&amp;b"><input name="j_username" value="old"><input type="password" name="j_password">
				<input type="checkbox" name="shared" value="on"><button name="b">Go</button></form>"""));
		server.createContext("/echo", exchange -> answer(exchange, 200, exchange.getRequestURI() + " "
				+ new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8)));
		server.start();
	}

	@AfterEach
	void stop() {
		server.stop(0);
	}

	@Test
	void whenCookiesAreSetThenKeptAndSentAsTheirPathAndSiteAllow() {
		assertThat(browser.get(origin + "/set").status()).isEqualTo(303);
		assertThat(browser.open(origin + "/cookies").body()).isEqualTo("[lax=1; strict=2; none=3; bare=5]");
		Form form = Form.post(origin + "/cookies", Map.of());
		assertThat(browser.send(form).body()).isEqualTo("[lax=1; strict=2; none=3; bare=5]");
		assertThat(browser.sendCrossSite(form).body()).isEqualTo("[none=3]");
		assertThat(browser.submitCrossSite(Form.post(origin + "/set", Map.of())).body())
			.isEqualTo("[lax=1; none=3; bare=5]");
		assertThat(browser.cookie("lax").orElseThrow().httpOnly()).isTrue();
	}

	@Test
	void whenCookiesAreRemovedTamperedOrClearedThenNotSentAsBefore() {
		browser.open(origin + "/set");
		browser.open(origin + "/unset");
		browser.tamper("strict", "x");
		Browser copy = browser.copy();
		browser.clear();
		assertThat(copy.open(origin + "/cookies").body()).isEqualTo("[strict=x; none=3; bare=5]");
		assertThat(browser.open(origin + "/cookies").body()).isEqualTo("[null]");
	}

	@Test
	void whenTheLoginFormIsSentThenWithItsHiddenFieldsAndWithoutItsButtons() {
		Page echo = browser.login(origin + "/login", "älice", "p&w");
		assertThat(echo.body()).isEqualTo("/echo?flow=7 _csrf=a%26b&j_username=%C3%A4lice&j_password=p%26w");
	}

	@Test
	void whenRedirectedWithoutEndThenSaid() {
		assertThatExceptionOfType(AssertionError.class).isThrownBy(() -> browser.open(origin + "/loop"))
			.withMessageContaining("redirected more than 10 times");
	}

	private static void answer(HttpExchange exchange, int status, String body) throws IOException {
		byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
		exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
		exchange.getResponseBody().write(bytes);
		exchange.close();
	}

}
