package org.campanile.perf.load;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

class ProtectedPagesTests {

	private static final String PAGE = "/page/17";

	private static final String PERSON = "u000042";

	private final HttpClient http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

	@TempDir
	private Path folder;

	private ProtectedPages pages;

	private FakeIssuer issuer;

	@BeforeEach
	void open() throws IOException {
		this.pages = ProtectedPages.listen(Set.of("law", "music"));
		this.issuer = issuer("credentials");
		pages.open(issuer.service(), Files.write(folder.resolve("idp.xml"), issuer.metadata()));
	}

	@AfterEach
	void close() {
		http.close();
		pages.close();
	}

	@Test
	void whenNobodyHasSignedOnThenSentAwayWithANewRequest() throws Exception {
		HttpResponse<String> first = get(PAGE, "");
		HttpResponse<String> second = get(PAGE, ProtectedPages.SESSION_COOKIE + "=guessed");

		assertThat(first.statusCode()).isEqualTo(302);
		assertThat(second.statusCode()).isEqualTo(302);
		assertThat(location(first)).startsWith("https://idp.example.edu/idp/")
			.contains("SAMLRequest=")
			.contains("RelayState=%2Fpage%2F17");
		assertThat(requestId(first)).isNotEqualTo(requestId(second));
	}

	@Test
	void whenAnswerIsSoundThenThePageOf14KilobytesHoldsTheName() throws Exception {
		String request = requestId(get(PAGE, ""));

		HttpResponse<String> answered = answer(issuer.successWithin("law", PERSON, request), request, PAGE);

		assertThat(answered.statusCode()).isEqualTo(303);
		assertThat(location(answered)).isEqualTo(PAGE);
		HttpResponse<String> page = get(location(answered), cookie(answered));
		assertThat(page.statusCode()).isEqualTo(200);
		assertThat(page.headers().firstValue("Content-Type")).contains("text/html; charset=utf-8");
		assertThat(page.body().getBytes(StandardCharsets.UTF_8)).hasSize(14_336);
		assertThat(page.body()).startsWith("<!doctype html>")
			.contains("Page 17")
			.contains(PERSON)
			.endsWith("</html>\n");
		assertThat(get("/page/3", cookie(answered)).body()).as("the session is good for all").contains("Page 3");
	}

	@Test
	void whenOrganizationalUnitIsAnotherThenForbidden() throws Exception {
		String request = requestId(get(PAGE, ""));

		assertRefused(answer(issuer.successWithin("theology", PERSON, request), request, PAGE), 403, PERSON);
	}

	@Test
	void whenNoOrganizationalUnitIsGivenThenForbidden() throws Exception {
		String request = requestId(get(PAGE, ""));

		assertRefused(answer(issuer.success(PERSON, request), request, PAGE), 403, PERSON);
	}

	@Test
	void whenAnswerIsForgedThenRefusedAndTheRequestStillWaits() throws Exception {
		String request = requestId(get(PAGE, ""));
		String sound = issuer.successWithin("law", PERSON, request);
		FakeIssuer stranger = issuer("stranger");

		assertRefused(answer(FakeIdentityProvider.spoilt(sound), request, PAGE), 400, "signature");
		assertRefused(answer(stranger.successWithin("law", PERSON, request), request, PAGE), 400, "signature");
		assertThat(answer(sound, request, PAGE).statusCode()).isEqualTo(303);
	}

	@Test
	void whenAnswerComesAgainThenRefused() throws Exception {
		String request = requestId(get(PAGE, ""));
		String sound = issuer.successWithin("law", PERSON, request);

		assertThat(answer(sound, request, PAGE).statusCode()).isEqualTo(303);
		assertRefused(answer(sound, request, PAGE), 400, "wrong-in-response-to");
	}

	@Test
	void whenAnswerIsToAnothersRequestThenRefused() throws Exception {
		String request = requestId(get(PAGE, ""));
		String others = requestId(get(PAGE, ""));

		assertRefused(answer(issuer.successWithin("law", PERSON, others), request, PAGE), 400, "wrong-in-response-to");
		assertRefused(answer(issuer.successWithin("law", PERSON, null), request, PAGE), 400, "wrong-in-response-to");
		assertRefused(answer(issuer.successWithin("law", PERSON, "_invented"), "_invented", PAGE), 400,
				"wrong-in-response-to");
		assertRefused(answer(issuer.successWithin("law", PERSON, request), "", PAGE), 400, "wrong-in-response-to");
	}

	@Test
	void whenAssertionIsForAnotherKeyThenRefused() throws Exception {
		String request = requestId(get(PAGE, ""));
		FakeIssuer other = new FakeIssuer(folder.resolve("credentials"),
				VirtualServiceProvider.in(folder.resolve("other"), issuer.service().assertionConsumerService()));

		assertRefused(answer(other.successWithin("law", PERSON, request), request, PAGE), 400, "undecryptable");
	}

	@Test
	void whenAnswerIsForAnotherAddressThenRefused() throws Exception {
		String request = requestId(get(PAGE, ""));
		FakeIssuer elsewhere = new FakeIssuer(folder.resolve("credentials"),
				new VirtualServiceProvider(issuer.service().folder()));

		assertThat(answer(elsewhere.successWithin("law", PERSON, request), request, PAGE).statusCode()).isEqualTo(400);
	}

	@Test
	void whenStatusIsNotSuccessThenRefused() throws Exception {
		String request = requestId(get(PAGE, ""));

		assertRefused(answer(issuer.refusal(request), request, PAGE), 400, "saml-");
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "https://evil.example.com/", "//evil.example.com/", "/page/100", "/acs" })
	void whenRelayStateIsNoPageThenRefused(String state) throws Exception {
		String request = requestId(get(PAGE, ""));

		assertRefused(answer(issuer.successWithin("law", PERSON, request), request, state), 400, "relay-state");
	}

	@Test
	void whenNotAskedAsExpectedThenSaid() throws Exception {
		assertThat(get("/page/100", "").statusCode()).isEqualTo(404);
		assertThat(get("/", "").statusCode()).isEqualTo(404);
		assertThat(get("/acs", "").statusCode()).isEqualTo(405);
		assertThat(post(PAGE, "", "").statusCode()).isEqualTo(405);
		assertThat(post("/acs", "RelayState=%zz", "").statusCode()).isEqualTo(400);
		assertThat(post("/acs", "x".repeat((1 << 20) + 10_000), "").statusCode()).isEqualTo(413);
	}

	@Test
	void whenNotOpenedThenUnavailable() throws Exception {
		try (ProtectedPages closed = ProtectedPages.listen(Set.of("law"))) {
			assertThat(http
				.send(HttpRequest.newBuilder(closed.address().resolve(PAGE)).build(),
						HttpResponse.BodyHandlers.ofString())
				.statusCode()).isEqualTo(503);
			assertThatIOException()
				.isThrownBy(
						() -> closed.open(issuer.service(), Files.writeString(folder.resolve("none.xml"), "<none/>")))
				.withMessageContaining("none.xml");
		}
	}

	@Test
	void whenAnyPageWillDoThenEachVisitBeginsAtAnother() {
		URI any = ProtectedPages.anyPage(pages.address());
		Target target = TargetPreset.CAMPANILE.target("http://localhost", folder, issuer.service()).atService(any, any);

		Set<String> begun = IntStream.range(0, 5_000)
			.mapToObj(visit -> target.measurementStart())
			.collect(Collectors.toSet());

		assertThat(begun).hasSizeGreaterThan(90)
			.hasSizeLessThanOrEqualTo(100)
			.allMatch(start -> start.matches("http://127\\.0\\.0\\.1:\\d+/page/\\d{1,2}"));
	}

	private FakeIssuer issuer(String credentials) throws IOException {
		return new FakeIssuer(folder.resolve(credentials), VirtualServiceProvider.in(folder.resolve("sp"),
				ProtectedPages.assertionConsumerService(pages.address())));
	}

	/** And nothing is left of it that would open a page. */
	private static void assertRefused(HttpResponse<String> response, int status, String words) {
		assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
		assertThat(response.body()).contains(words);
		assertThat(response.headers().firstValue("Set-Cookie")).isEmpty();
	}

	private HttpResponse<String> get(String path, String cookie) throws IOException, InterruptedException {
		return http.send(request(path, cookie).build(), HttpResponse.BodyHandlers.ofString());
	}

	private HttpResponse<String> answer(String samlResponse, String requestId, String state)
			throws IOException, InterruptedException {
		return post("/acs", "SAMLResponse=" + encoded(samlResponse) + "&RelayState=" + encoded(state),
				"other=1; " + ProtectedPages.REQUEST_COOKIE + "=" + requestId);
	}

	private HttpResponse<String> post(String path, String form, String cookie)
			throws IOException, InterruptedException {
		return http.send(request(path, cookie).POST(HttpRequest.BodyPublishers.ofString(form)).build(),
				HttpResponse.BodyHandlers.ofString());
	}

	private HttpRequest.Builder request(String path, String cookie) {
		HttpRequest.Builder request = HttpRequest.newBuilder(pages.address().resolve(path));
		return cookie.isEmpty() ? request : request.header("Cookie", cookie);
	}

	private static String location(HttpResponse<String> response) {
		return response.headers().firstValue("Location").orElseThrow();
	}

	private static String cookie(HttpResponse<String> response) {
		return response.headers().firstValue("Set-Cookie").orElseThrow().split(";")[0];
	}

	private static String requestId(HttpResponse<String> response) {
		String cookie = cookie(response);
		assertThat(cookie).startsWith(ProtectedPages.REQUEST_COOKIE + "=_");
		return cookie.substring(cookie.indexOf('=') + 1);
	}

	private static String encoded(String text) {
		return URLEncoder.encode(text, StandardCharsets.UTF_8);
	}

}
