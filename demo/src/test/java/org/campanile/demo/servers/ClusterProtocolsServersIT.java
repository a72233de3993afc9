package org.campanile.demo.servers;

import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;

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
import org.campanile.testkit.browser.Browser;
import org.campanile.testkit.browser.Page;
import org.campanile.testkit.process.Ports;
import org.campanile.testkit.servers.Stopping;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * CAS and the gate on three nodes, with each store that nodes can share: a ticket is
 * accepted once in the whole cluster, and one session serves all protocols.
 */
@ParameterizedClass
@EnumSource
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ClusterProtocolsServersIT {

	private static final int CLIENTS = 32;

	private static final String APP = "http://app.example.edu/";

	private static final String WIKI = "http://wiki.example.edu";

	@TempDir
	private static Path folder;

	private static ProxiedCluster cluster;

	private static Node a;

	private static Node b;

	private static Node c;

	ClusterProtocolsServersIT(ProxiedCluster.Kind kind) {
	}

	@BeforeParameterizedClassInvocation
	static void start(ProxiedCluster.Kind kind) throws IOException {
		Path own = Files.createDirectories(folder.resolve(kind.name()));
		Path services = Files.createDirectories(own.resolve("home/services"));
		Files.writeString(services.resolve("app.yaml"),
				"prefix: " + APP + "\nname: Seminar\nlogout: {channel: none}\n");
		cluster = ProxiedCluster.start(own, kind, new Ports(), null, Map.of("campanile.gate.sites.wiki.urls", WIKI,
				"campanile.gate.sites.wiki.name", "Wiki", "campanile.access.deny-by-default", "none"));
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
	void whenATicketIsValidatedOnThreeNodesAtOnceThenItCountsOnce() throws Exception {
		Visitor person = new Visitor(cluster);
		person.login(a, person.begin(a));
		for (int round = 0; round < 5; round++) {
			List<String> answers = validatedByAll(ticket(person, cluster.node(round)));
			assertThat(answers).hasSize(CLIENTS);
			assertThat(answers.stream().filter(answer -> answer.contains("<cas:user>alice</cas:user>"))).hasSize(1);
			assertThat(answers.stream().filter(answer -> answer.contains("INVALID_TICKET"))).hasSize(CLIENTS - 1);
		}
	}

	@Test
	@Order(1)
	void whenOneBrowserUsesThreeProtocolsThenOneLogoutPageNamesAllAndEachHasItsAuditLine() {
		Visitor person = new Visitor(cluster);
		Set<String> before = log().lines().collect(Collectors.toSet());
		assertThat(Visitor.signedOn(person.login(a, person.begin(a)))).isTrue();
		assertThat(validate(c, ticket(person, b))).contains("<cas:user>alice</cas:user>");
		Browser site = new Browser();
		assertThat(check(site, c).status()).isEqualTo(401);
		Page handed = redeem(site, a, person.open(b, check(site, c).header("x-gate-login")));
		assertThat(handed.status()).isEqualTo(302);
		for (Node node : cluster.nodes()) {
			assertThat(check(site, node).header("x-remote-user")).isEqualTo("alice");
		}
		Page out = person.open(b, cluster.baseUrl() + "/profile/Logout");
		assertThat(out.texts("main li").toString()).contains("sp.example.org").contains("Seminar").contains("Wiki");
		for (Node node : cluster.nodes()) {
			assertThat(person.copy().open(node, login()).loginForm()).as(node.name()).isNotNull();
		}
		List<String> lines = log().lines().filter(line -> !before.contains(line)).toList();
		assertThat(lines.stream().filter(line -> line.contains("event=SIGN_ON "))).hasSize(3)
			.anySatisfy(line -> assertThat(line).contains("sp.example.org"))
			.anySatisfy(line -> assertThat(line).contains("app"))
			.anySatisfy(line -> assertThat(line).contains("wiki"));
		assertThat(lines.stream().filter(line -> line.contains("event=LOGOUT "))).hasSize(1);
	}

	/** Runs last because it kills a node. */
	@Test
	@Order(2)
	void whenTheNodeThatIssuedATicketIsKilledThenAnotherValidatesItOnce() throws Exception {
		Visitor person = new Visitor(cluster);
		person.login(c, person.begin(c));
		String first = ticket(person, c);
		String second = ticket(person, c);
		CountDownLatch asked = new CountDownLatch(CLIENTS / 2);
		List<Future<String>> validations = new ArrayList<>();
		try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
			for (int i = 0; i < CLIENTS; i++) {
				Node node = cluster.node(i);
				validations.add(executor.submit(() -> {
					asked.countDown();
					return validate(node, first);
				}));
			}
			asked.await();
			c.kill();
			c.awaitEnd(Duration.ofSeconds(10));
		}
		List<String> answers = validations.stream()
			.filter(validation -> validation.state() == Future.State.SUCCESS)
			.map(Future::resultNow)
			.toList();
		assertThat(answers.stream().filter(answer -> answer.contains("<cas:user>"))).hasSizeLessThanOrEqualTo(1);
		assertThat(validate(b, second)).contains("<cas:user>alice</cas:user>");
		assertThat(validate(a, second)).contains("INVALID_TICKET");
	}

	private static List<String> validatedByAll(String ticket) throws Exception {
		List<Callable<String>> validations = new ArrayList<>();
		for (int i = 0; i < CLIENTS; i++) {
			Node node = cluster.node(i);
			validations.add(() -> validate(node, ticket));
		}
		try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
			List<String> answers = new ArrayList<>();
			for (Future<String> future : executor.invokeAll(validations)) {
				answers.add(future.get());
			}
			return answers;
		}
	}

	private static String login() {
		return cluster.baseUrl() + "/cas/login?service=" + URLEncoder.encode(APP, StandardCharsets.UTF_8);
	}

	/** Signs on with the browser's existing session, and returns the ticket. */
	private static String ticket(Visitor person, Node node) {
		Page page = person.browser().get(cluster.at(node, login()));
		assertThat(page.status()).isEqualTo(303);
		assertThat(page.location().toString()).startsWith(APP + "?ticket=ST-");
		return page.location().toString().replaceAll(".*ticket=", "");
	}

	private static String validate(Node node, String ticket) {
		return new Browser().get(cluster.at(node, cluster.baseUrl() + "/cas/serviceValidate?ticket=" + ticket
				+ "&service=" + URLEncoder.encode(APP, StandardCharsets.UTF_8)))
			.body();
	}

	/** Sends the request by which a web server checks a browser's request at the gate. */
	private static Page check(Browser site, Node node) {
		return site.withHeader("X-Original-URL", WIKI + "/page")
			.withHeader("X-Original-Method", "GET")
			.withHeader("Accept", "text/html")
			.get(cluster.at(node, cluster.baseUrl() + "/gate/check"));
	}

	private static Page redeem(Browser site, Node node, Page login) {
		String code = login.location().toString().replaceAll(".*code=", "");
		return site.withHeader("X-Original-URL", WIKI + "/.campanile/gate")
			.get(cluster.at(node, cluster.baseUrl() + "/gate/handover?code=" + code));
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

}
