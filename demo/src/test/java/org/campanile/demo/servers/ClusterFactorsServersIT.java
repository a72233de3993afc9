package org.campanile.demo.servers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import org.jspecify.annotations.Nullable;
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
import org.campanile.testkit.browser.Page;
import org.campanile.testkit.factor.TestApp;
import org.campanile.testkit.process.Ports;
import org.campanile.testkit.servers.Stopping;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * One-time codes on three nodes with enrolments in PostgreSQL and sessions in another
 * store: a code is accepted once in the whole cluster, wrong codes are counted across
 * nodes, and a login continues after the node that began it has been killed.
 */
@ParameterizedClass
@EnumSource
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ClusterFactorsServersIT {

	private static final int BROWSERS = 6;

	@TempDir
	private static Path folder;

	private static ProxiedCluster cluster;

	private static @Nullable PostgresClusterStore durable;

	private static Node a;

	private static Node b;

	private static Node c;

	ClusterFactorsServersIT(ProxiedCluster.Kind kind) {
	}

	@BeforeParameterizedClassInvocation
	static void start(ProxiedCluster.Kind kind) throws IOException {
		Path own = Files.createDirectories(folder.resolve(kind.name()));
		Ports ports = new Ports();
		Map<String, String> settings = new HashMap<>(
				Map.of("campanile.factors.enabled", "true", "campanile.access.rules[0].effect", "step-up",
						"campanile.access.rules[0].classes", "https://refeds.org/profile/mfa"));
		if (kind == ProxiedCluster.Kind.HAZELCAST) {
			durable = PostgresClusterStore.start(Files.createDirectories(own.resolve("durable")), ports.near(0));
			settings.putAll(durable.settings(1));
			settings.remove("campanile.storage.type");
			settings.put("campanile.storage.durable.type", "jpa");
		}
		cluster = ProxiedCluster.start(own, kind, ports, null, settings);
		a = cluster.node(0);
		b = cluster.node(1);
		c = cluster.node(2);
	}

	@AfterParameterizedClassInvocation
	static void stop() {
		Stopping.all(cluster, durable);
		durable = null;
	}

	/** An app that was enrolled during a sign-on, and the time step of its last code. */
	private record Enrolled(String user, TestApp app, long step) {

		/** Returns the code of the next time step, which the server already accepts. */
		String next() {
			return app.code(step + 1);
		}

	}

	private static Enrolled enrol(String user) {
		Visitor person = new Visitor(cluster);
		Page choice = password(person, a, user);
		Page enrol = person.browser()
			.send(choice.forms()
				.getFirst()
				.with("other", "totp")
				.to(cluster.at(b, choice.forms().getFirst().action())));
		TestApp app = new TestApp(Map.of("secret", enrol.text(".secret-key").replace(" ", "")));
		long step = Instant.now().getEpochSecond() / 30;
		assertThat(Visitor.signedOn(code(person, c, enrol, app.code(step)))).as("what enrols is a proof").isTrue();
		Visitor other = new Visitor(cluster);
		Page again = code(other, a, password(other, b, user), app.code(step));
		assertThat(Visitor.signedOn(again)).as("but only once").isFalse();
		return new Enrolled(user, app, step);
	}

	private static Page password(Visitor person, Node node, String user) {
		Page page = person.begin(node);
		return person.browser()
			.send(page.loginForm()
				.with("j_username", user)
				.with("j_password", user + "-demo")
				.to(cluster.at(node, page.loginForm().action())));
	}

	private static Page code(Visitor person, Node node, Page page, String code) {
		return person.browser()
			.send(page.formWith("code")
				.orElseThrow()
				.with("code", code)
				.to(cluster.at(node, page.formWith("code").orElseThrow().action())));
	}

	@Test
	@Order(1)
	void whenACodeIsShownToThreeNodesAtOnceThenOneLoginSucceeds() throws Exception {
		Enrolled alice = enrol("alice");
		List<Callable<Page>> attempts = new ArrayList<>();
		for (int i = 0; i < BROWSERS; i++) {
			Visitor person = new Visitor(cluster);
			Node node = cluster.node(i);
			Page page = password(person, cluster.node(i + 1), alice.user());
			attempts.add(() -> code(person, node, page, alice.next()));
		}
		List<Page> answers = new ArrayList<>();
		try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
			for (Future<Page> future : executor.invokeAll(attempts)) {
				answers.add(future.get());
			}
		}
		assertThat(answers.stream().filter(Visitor::signedOn)).hasSize(1);
		assertThat(answers).allMatch(page -> page.status() == 200 || page.status() == 429);
	}

	@Test
	@Order(1)
	void whenCodesAreWrongThenFiveOnAllNodesTogether() {
		Enrolled bob = enrol("bob");
		Visitor person = new Visitor(cluster);
		Page page = password(person, a, bob.user());
		int refused = 0;
		// The first failed attempt was the reuse of the enrolment's code.
		for (int i = 0; i < 4; i++) {
			page = code(person, cluster.node(i), page, "00000" + i);
			refused += page.status() == 200 ? 1 : 0;
		}
		assertThat(refused).isEqualTo(4);
		for (Node node : cluster.nodes()) {
			Page throttled = code(person, node, page, bob.next());
			assertThat(throttled.status()).as("even the right one, at " + node.name()).isEqualTo(429);
		}
	}

	/** Runs last because it kills a node. */
	@Test
	@Order(2)
	void whenTheNodeIsKilledBetweenTheFactorsThenTheLoginGoesOn() throws Exception {
		Enrolled carol = enrol("carol");
		Visitor person = new Visitor(cluster);
		Page page = password(person, c, carol.user());
		c.kill();
		c.awaitEnd(Duration.ofSeconds(10));
		assertThat(Visitor.signedOn(code(person, a, page, carol.next()))).isTrue();
		assertThat(Visitor.signedOn(person.begin(b))).as("single sign-on elsewhere").isTrue();
	}

}
