package org.campanile.demo.servers;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Predicate;

import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

import org.campanile.demo.cluster.Node;
import org.campanile.saml.binding.BindingLimits;
import org.campanile.saml.binding.SoapDecoder;
import org.campanile.testkit.Polling;
import org.campanile.testkit.browser.Browser;
import org.campanile.testkit.browser.ForeignService;
import org.campanile.testkit.browser.Form;
import org.campanile.testkit.browser.Page;
import org.campanile.testkit.servers.Stopping;
import org.campanile.testkit.serviceprovider.InResponseToCheck;
import org.campanile.testkit.serviceprovider.LogoutSubject;
import org.campanile.testkit.serviceprovider.ResponseExpectations;
import org.campanile.testkit.serviceprovider.SoapRequest;
import org.campanile.testkit.serviceprovider.TrustedIdentityProvider;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Three nodes behind Debian's nginx, with each store that nodes can share: what users do
 * on one node takes effect on the others, and forwarding headers sent by clients are
 * ignored.
 */
@ParameterizedClass
@EnumSource
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ClusterServersIT {

	private static final int CLIENTS = 32;

	/** How often something is tried that a store's missed deadline can spoil. */
	private static final int TRIES = 5;

	@TempDir
	private static Path folder;

	private static ProxiedCluster cluster;

	private static Node a;

	private static Node b;

	private static Node c;

	private final ProxiedCluster.Kind kind;

	ClusterServersIT(ProxiedCluster.Kind kind) {
		this.kind = kind;
	}

	@BeforeParameterizedClassInvocation
	static void start(ProxiedCluster.Kind kind) throws IOException {
		cluster = ProxiedCluster.start(Files.createDirectories(folder.resolve(kind.name())), kind);
		a = cluster.node(0);
		b = cluster.node(1);
		c = cluster.node(2);
	}

	@AfterParameterizedClassInvocation
	static void stop() {
		Stopping.all(cluster);
	}

	@Test
	@Order(1)
	void whenAPersonSignsInAtOneNodeThenTheOthersKnowThemUntilTheySignOutAtAThird() {
		Visitor person = new Visitor(cluster);
		assertThat(Visitor.signedOn(person.login(a, person.begin(a)))).isTrue();
		assertThat(Visitor.signedOn(person.begin(b))).isTrue();
		Visitor thief = person.copy();
		Page out = person.open(c, cluster.baseUrl() + "/profile/Logout");
		assertThat(out.status()).isEqualTo(200);
		for (Node node : cluster.nodes()) {
			assertThat(Visitor.signedOn(thief.copy().begin(node))).as(node.name()).isFalse();
			assertThat(thief.copy().begin(node).loginForm()).isNotNull();
		}
	}

	@Test
	@Order(1)
	void whenAPersonComesThroughTheProxyThenAnyNodeAnswers() {
		Browser browser = new Browser();
		Page arrived = browser.login(cluster.signOnLink(), "bob", "bob-demo");
		assertThat(Visitor.signedOn(arrived)).isTrue();
		for (int i = 0; i < 9; i++) {
			assertThat(Visitor.signedOn(browser.open(cluster.signOnLink()))).isTrue();
		}
		browser.open(cluster.baseUrl() + "/profile/Logout");
		assertThat(browser.open(cluster.signOnLink()).formWith("j_username")).isPresent();
	}

	@Test
	@Order(1)
	void whenALoginBeganOnOneNodeThenItEndsOnAnother() {
		Visitor person = new Visitor(cluster);
		Page form = person.begin(a);
		assertThat(Visitor.signedOn(person.login(b, form))).isTrue();
	}

	@Test
	@Order(1)
	void whenARequestIsReplayedOnThreeNodesAtOnceThenOneIsAnswered() throws Exception {
		Visitor person = new Visitor(cluster);
		assertThat(Visitor.signedOn(person.login(a, person.begin(a)))).isTrue();
		List<Page> pages = conclusive(() -> {
			String request = cluster.signedRequest();
			List<Callable<Page>> replays = new ArrayList<>();
			for (int i = 0; i < CLIENTS; i++) {
				Node node = cluster.node(i);
				Visitor copy = person.copy();
				replays.add(() -> copy.open(node, request));
			}
			return replays;
		}, Visitor::signedOn);
		assertThat(pages.stream().filter(Visitor::signedOn)).as(kind.name()).hasSize(1);
		assertThat(pages.stream().filter(page -> page.status() == 400)).hasSize(CLIENTS - 1);
	}

	@Test
	@Order(1)
	void whenALoginIsSentToThreeNodesAtOnceThenOneResponse() throws Exception {
		List<Page> pages = conclusive(() -> {
			Visitor person = new Visitor(cluster);
			Page form = person.open(a, cluster.signedRequest());
			List<Callable<Page>> logins = new ArrayList<>();
			for (Node node : cluster.nodes()) {
				Visitor copy = person.copy();
				logins.add(() -> copy.login(node, form));
			}
			return logins;
		}, Visitor::signedOn);
		assertThat(pages.stream().filter(Visitor::signedOn)).as(kind.name()).hasSize(1);
		assertThat(pages.stream().filter(page -> page.text("code").startsWith("REQUEST_REPLAYED-")))
			.hasSize(cluster.nodes().size() - 1);
	}

	/**
	 * The pending AuthnRequest, which may be answered only once, is kept in the store.
	 */
	@Test
	@Order(1)
	void whenAResponseIsReplayedOnThreeNodesAtOnceThenOneIsTaken() throws Exception {
		List<Page> pages = conclusive(() -> {
			Visitor person = new Visitor(cluster);
			Page form = person.open(a, cluster.baseUrl() + "/demo/sign-in");
			Form response = person.login(a, form).formWith("SAMLResponse").orElseThrow();
			List<Callable<Page>> replays = new ArrayList<>();
			for (int i = 0; i < CLIENTS; i++) {
				Node node = cluster.node(i);
				Visitor copy = person.copy();
				replays.add(() -> copy.browser().send(response.to(cluster.at(node, response.action()))));
			}
			return replays;
		}, page -> page.status() == 200);
		assertThat(pages.stream().filter(page -> page.status() == 200)).hasSize(1);
		assertThat(pages.stream().filter(page -> page.status() == 400)).hasSize(CLIENTS - 1);
	}

	/**
	 * The logout request identifies the session by NameID and session index, without a
	 * cookie.
	 */
	@Test
	@Order(1)
	void whenAServiceAsksANodeForALogoutThenTheSessionThatBeganOnAnotherIsDeadOnAll() throws Exception {
		Visitor other = new Visitor(cluster);
		assertThat(Visitor.signedOn(other.login(c, other.begin(c)))).isTrue();
		TrustedIdentityProvider trusted = TrustedIdentityProvider
			.of(other.open(c, cluster.baseUrl() + "/metadata").body().getBytes(StandardCharsets.UTF_8));
		Visitor person = new Visitor(cluster);
		SoapRequest request = logout(person, trusted);
		HttpResponse<byte[]> answer = soap(b, request);
		// A store that misses its deadline leaves a logout incomplete.
		for (int i = 1; !isComplete(answer, request, trusted); i++) {
			assertThat(i).as("%s, %s", answer, new String(answer.body(), StandardCharsets.UTF_8)).isLessThan(TRIES);
			person = new Visitor(cluster);
			request = logout(person, trusted);
			answer = soap(b, request);
		}
		for (Node node : cluster.nodes()) {
			assertThat(person.copy().begin(node).loginForm()).as(node.name()).isNotNull();
			assertThat(Visitor.signedOn(other.copy().begin(node))).as("another session of theirs").isTrue();
		}
		assertThat(soap(c, request).statusCode()).as("replayed").isEqualTo(400);
	}

	@Test
	@Order(1)
	void whenAClientClaimsAnotherAddressThenUrlsAndTheAuditLogStayAsTheyAre() throws Exception {
		String[] claims = { "Host: evil.example", "X-Forwarded-For: 6.6.6.6", "X-Forwarded-Host: evil.example",
				"X-Forwarded-Proto: https", "X-Forwarded-Port: 666", "X-Forwarded-Prefix: /evil",
				"Forwarded: for=6.6.6.6;host=evil.example;proto=https", "X-Real-IP: 6.6.6.6" };
		String target = "/idp/profile/SAML2/Unsolicited/SSO?providerId=https://nobody.example.edu/";
		String plain = "/idp/profile/SAML2/Unsolicited/SSO?" + URI.create(cluster.signOnLink()).getRawQuery();
		for (int port : List.of(URI.create(cluster.baseUrl()).getPort(), URI.create(a.address()).getPort())) {
			for (String page : List.of(plain, "/idp/demo/sign-in", "/idp/", "/idp/metadata", "/idp/login")) {
				assertThat(RawRequests.send("127.0.0.7", port, request("GET", page, claims))).as(page)
					.startsWith("HTTP/1.1 ")
					.doesNotContain("evil", "6.6.6.6", ":666");
			}
			RawRequests.send("127.0.0.7", port, request("GET", target, claims));
		}
		Polling.until(() -> log().lines().filter(line -> line.contains("SERVICE_UNKNOWN")).count() == 2);
		assertThat(log().lines().filter(line -> line.contains("SERVICE_UNKNOWN")))
			.allSatisfy(line -> assertThat(line).contains("address=127.0.0.7").doesNotContain("6.6.6.6"));
	}

	@Test
	@Order(1)
	void whenARequestCouldBeReadInTwoWaysThenItIsRefused() throws Exception {
		int proxy = URI.create(cluster.baseUrl()).getPort();
		int node = URI.create(a.address()).getPort();
		String smuggled = "GET /idp/smuggled HTTP/1.1\r\nHost: localhost\r\n\r\n";
		for (int port : List.of(proxy, node)) {
			for (String head : List.of("Content-Length: 4\r\nTransfer-Encoding: chunked\r\n",
					"Transfer-Encoding: chunked\r\nContent-Length: 4\r\n",
					"Transfer-Encoding: xchunked\r\nContent-Length: 4\r\n", "Transfer-Encoding: chunked, identity\r\n",
					"Content-Length: 4\r\nContent-Length: 5\r\n", "Content-Length: +4\r\n",
					"Transfer-Encoding : chunked\r\n", "Content-Length: 4, 4\r\n")) {
				String answer = RawRequests.send("127.0.0.1", port,
						"POST /idp/profile/SAML2/POST/SSO HTTP/1.1\r\nHost: localhost\r\n" + head + "\r\n0\r\n\r\n"
								+ smuggled);
				assertThat(answer).as("port %s, %s", port, head).matches("(?s)HTTP/1.1 (400|501) .*");
				assertThat(answer.split("HTTP/1\\.1 ", -1)).as("one answer to %s", head).hasSize(2);
			}
			// nginx accepts a bare LF as the end of a line, and rewrites the request.
			String answer = RawRequests.send("127.0.0.1", port,
					"POST /idp/profile/SAML2/POST/SSO HTTP/1.1\nHost: localhost\n"
							+ "Transfer-Encoding: chunked\nContent-Length: 4\n\n0\r\n\r\n" + smuggled);
			assertThat(answer).startsWith("HTTP/1.1 400").doesNotContain("HTTP/1.1 404");
		}
		assertThat(Files.readString(cluster.accessLog())).doesNotContain("/smuggled");
	}

	@Test
	@Order(1)
	void whenABodyIsTooLargeThenRefusedAndLater() {
		Browser browser = new Browser();
		Page page = browser.send(Form.post(cluster.baseUrl() + "/profile/SAML2/POST/SSO",
				java.util.Map.of("SAMLRequest", "A".repeat(600_000))));
		assertThat(page.status()).isEqualTo(413);
		assertThat(Visitor.signedOn(browser.login(cluster.signOnLink(), "carol", "carol-demo"))).isTrue();
	}

	/** Runs last because it kills a node. */
	@Test
	@Order(2)
	void whenTheNodeThatALoginBeganOnIsKilledThenItEndsOnAnother() throws Exception {
		Visitor person = new Visitor(cluster);
		Page form = person.begin(c);
		c.kill();
		c.awaitEnd(java.time.Duration.ofSeconds(10));
		// At first, its share of a store may answer too late.
		Polling.until(() -> Visitor.signedOn(person.login(b, form)));
		Polling.until(() -> {
			Browser other = new Browser();
			Page login = other.open(cluster.signOnLink());
			return login.status() == 200 && Visitor.signedOn(other.login(login, "alice", "alice-demo"));
		});
	}

	/**
	 * Signs a user in at a node, and returns the service's request to end that session.
	 */
	private static SoapRequest logout(Visitor person, TrustedIdentityProvider trusted) throws Exception {
		ForeignService service = cluster.service();
		Page arrived = person.login(a, person.begin(a));
		LogoutSubject subject = LogoutSubject.of(service.provider()
			.decode(arrived.samlResponse(),
					ResponseExpectations.of(trusted, service.acs(), InResponseToCheck.unsolicited()))
			.success());
		return service.provider().logout().soap(cluster.baseUrl() + "/profile/SAML2/SOAP/SLO", subject);
	}

	/** Sends it again if the store missed its deadline. */
	private static HttpResponse<byte[]> soap(Node node, SoapRequest request) throws Exception {
		try (HttpClient client = HttpClient.newHttpClient()) {
			HttpRequest sent = HttpRequest.newBuilder(cluster.at(node, request.url()))
				.header("Content-Type", "text/xml")
				.POST(BodyPublishers.ofByteArray(request.envelope()))
				.build();
			HttpResponse<byte[]> answer = client.send(sent, BodyHandlers.ofByteArray());
			for (int i = 1; answer.statusCode() == 503 && i < TRIES; i++) {
				answer = client.send(sent, BodyHandlers.ofByteArray());
			}
			return answer;
		}
	}

	private static boolean isComplete(HttpResponse<byte[]> answer, SoapRequest request, TrustedIdentityProvider trusted)
			throws Exception {
		return answer.statusCode() == 200 && cluster.service()
			.provider()
			.logout()
			.decodeResponse(new SoapDecoder(BindingLimits.DEFAULTS).decodeResponse(answer.body()), trusted, "",
					InResponseToCheck.to(request.id()))
			.complete();
	}

	private static String request(String method, String target, String... headers) {
		return method + " " + target + " HTTP/1.1\r\n" + String.join("\r\n", headers) + "\r\nConnection: close\r\n\r\n";
	}

	/** Returns the logs of all nodes. */
	private static String log() {
		StringBuilder text = new StringBuilder();
		for (Node node : cluster.nodes()) {
			try {
				text.append(Files.readString(node.log()));
			}
			catch (IOException ex) {
				throw new java.io.UncheckedIOException(ex);
			}
		}
		return text.toString();
	}

	/**
	 * Sends requests at once of which one is to be answered. If a store misses its
	 * deadline, none may be, or one is refused for that reason; then others are sent.
	 */
	private static List<Page> conclusive(Callable<List<Callable<Page>>> requests, Predicate<Page> answered)
			throws Exception {
		for (int i = 1;; i++) {
			List<Page> pages = atOnce(requests.call());
			long count = pages.stream().filter(answered).count();
			if (count > 1 || count == 1 && pages.stream().noneMatch(page -> page.status() == 503) || i == TRIES) {
				return pages;
			}
		}
	}

	private static <T> List<T> atOnce(List<Callable<T>> tasks) throws Exception {
		try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
			List<T> results = new ArrayList<>();
			for (Future<T> future : executor.invokeAll(tasks)) {
				results.add(future.get());
			}
			return results;
		}
	}

}
