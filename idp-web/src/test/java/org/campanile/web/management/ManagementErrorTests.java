package org.campanile.web.management;

import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;

import org.campanile.web.management.AdministeredIdp.Answer;
import org.campanile.web.testkit.LogLines;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.web.annotation.WebEndpoint;

import static org.assertj.core.api.Assertions.assertThat;

/** Every error on the management port must be reported as JSON, to every client. */
class ManagementErrorTests {

	@AutoClose
	private static AdministeredIdp admin;

	@BeforeAll
	static void start() {
		admin = new AdministeredIdp("campanile.name-id.persistent=stored",
				"management.endpoints.web.exposure.include=health,info,prometheus,sessions,persistentids,faulty");
	}

	/** An endpoint that fails with an unexpected exception. */
	@WebEndpoint(id = "faulty")
	static class FaultyEndpoint {

		@ReadOperation
		String read() {
			throw new IllegalStateException("planted");
		}

	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', value = { "GET | /nothing | 404 | there is no such endpoint; /actuator lists",
			"GET | /../nothing | 400 | cannot be read", "POST | /sessions | 405 | POST is not possible here; use ",
			"POST | /health | 405 | use GET", "PUT | /prometheus | 405 | PUT is not possible here; use GET",
			"GET | /sessions?principal=a&limit=many | 400 | limit: not a value of that kind",
			"GET | /persistentids | 400 | give service and value", "GET | /sessions/%00 | 400 | cannot be read",
			"GET | /;a/sessions | 400 | cannot be read", "GET | /faulty | 500 | the server failed (status 500)" })
	void whenARequestFailsThenJsonWithTheReason(String method, String path, int status, String reason) {
		assertJson(AdministeredIdp.send(admin.request(path).method(method, BodyPublishers.noBody()).build()), status,
				reason);
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', value = { "/nothing | 404 | no such endpoint", "/sessions | 406 | responses are JSON",
			"/sessions/%00 | 400 | cannot be read", "/;a/sessions | 400 | cannot be read" })
	void whenABrowserAsksThenJsonToo(String path, int status, String reason) {
		assertJson(AdministeredIdp.send(admin.request(path).header("Accept", "text/html").build()), status, reason);
	}

	@Test
	void whenTheTokenIsMissingOrAPageAsksThenJson() {
		HttpRequest without = HttpRequest.newBuilder(URI.create(admin.idp.managementUrl() + "/sessions"))
			.header("Accept", "text/html")
			.build();
		assertJson(AdministeredIdp.send(without), 401, "the token is missing or wrong");
		HttpRequest page = admin.request("/sessions/alice").header("Origin", "https://evil.example").DELETE().build();
		assertJson(AdministeredIdp.send(page), 403, "not allowed for a page in a browser");
	}

	@Test
	void whenTheMethodIsWrongThenTheRightOnesAreNamed() {
		assertThat(admin.send("PUT", "/sessions").headers().firstValue("Allow").orElse("")).contains("GET", "DELETE");
	}

	@Test
	void whenAPathIsUnknownThenThePublicPortsAuditLogIsLeftAlone() {
		try (LogLines audit = LogLines.audit()) {
			admin.get("/nothing");
			URI outside = URI.create(admin.idp.managementUrl().replace("/actuator", "/nothing"));
			assertJson(AdministeredIdp.send(HttpRequest.newBuilder(outside).build()), 404, "no such endpoint");
			assertThat(audit.lines()).isEmpty();
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "/nothing", "/profile/SAML2/Redirect/SSO" })
	void whenThePublicPortIsAskedThenPagesStayPages(String path) {
		HttpRequest request = HttpRequest.newBuilder(URI.create(admin.idp.baseUrl() + path)).build();
		Answer answer = AdministeredIdp.send(request);
		assertThat(answer.status()).isBetween(400, 404);
		assertThat(answer.headers().firstValue("Content-Type").orElse("")).startsWith("text/html");
	}

	private static void assertJson(Answer answer, int status, String reason) {
		assertThat(answer.status()).isEqualTo(status);
		assertThat(answer.headers().firstValue("Content-Type").orElse("")).startsWith("application/json");
		assertThat(answer.text("error")).contains(reason);
		assertThat(answer.body()).doesNotContain("planted", "Exception", "\tat ", "<");
	}

}
