package org.campanile.web.cas.registry;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;

import org.campanile.HomeFolder;
import org.campanile.access.Condition;
import org.campanile.attribute.DecidingAttributes;
import org.campanile.cas.CasService;
import org.campanile.cas.ServiceUrl;
import org.campanile.testkit.MutableClock;
import org.campanile.web.cas.registry.ServiceFile.Problem;

import static org.assertj.core.api.Assertions.assertThat;

class CasServiceRegistryTests {

	private static final Instant NOW = Instant.parse("2026-11-25T10:00:00Z");

	private final MutableClock clock = new MutableClock(NOW);

	private final SimpleMeterRegistry meters = new SimpleMeterRegistry();

	@TempDir
	private Path home;

	private Path folder;

	@AutoClose
	private CasServiceRegistry registry;

	@BeforeEach
	void make() throws IOException {
		folder = Files.createDirectory(home.resolve("services"));
		write("a.yaml", "prefix: https://a.example.edu/");
		write("b.yaml", "prefix: https://b.example.edu/");
		registry = new CasServiceRegistry(new HomeFolder(home), TestServiceContext.of(Set.of("mail", "memberOf")),
				clock, meters);
	}

	@Test
	void whenFilesChangeThenTheirServicesDo() throws IOException {
		assertThat(registry.all()).extracting(CasService::id).containsExactly("a", "b");
		write("c.yml", "{id: c, url: 'https://c.example.edu/'}");
		write("a.yaml", "prefix: https://new.example.edu/");
		registry.poll();
		assertThat(owner("https://a.example.edu/")).isEqualTo("none");
		assertThat(owner("https://new.example.edu/")).isEqualTo("a");
		assertThat(owner("https://c.example.edu/")).isEqualTo("c");
		assertThat(meters.get("campanile.cas.services").gauge().value()).isEqualTo(3);
	}

	@Test
	void whenAccessRulesChangeThenTheNewOnesAreInForce() throws IOException {
		write("a.yaml", "prefix: https://a.example.edu/\naccess: [{groups: [staff]}]");
		registry.poll();
		assertThat(restrictedTo("a")).contains("[memberOf is staff]");
		write("a.yaml", "prefix: https://a.example.edu/\naccess: [{groups: [guests], hosts: [a]}]");
		registry.poll();
		assertThat(restrictedTo("a")).contains("[memberOf is staff]");
		write("a.yaml", "prefix: https://a.example.edu/\naccess: [{groups: [guests]}]");
		registry.poll();
		assertThat(restrictedTo("a")).contains("[memberOf is guests]");
		write("a.yaml", "prefix: https://a.example.edu/");
		registry.poll();
		assertThat(restrictedTo("a")).isEmpty();
	}

	@Test
	void whenAServiceTakesNamesFromAnAttributeThenALoginNeedsIt() throws IOException {
		DecidingAttributes deciding = new CasRegistryConfiguration().casServiceAttributes(registry);
		write("a.yaml", """
				prefix: https://a.example.edu/
				username-attribute: mail
				access: [{effect: deny, groups: [guests]}, {effect: permit}]
				""");
		registry.poll();
		assertThat(deciding.identifying()).containsExactly("mail");
		assertThat(deciding.ids()).containsExactlyInAnyOrder("mail", "memberOf");
	}

	private Optional<String> restrictedTo(String id) {
		return registry.find(id)
			.flatMap(service -> Optional.ofNullable(service.ownRules()))
			.map(own -> own.rules().getFirst().conditions().stream().map(Condition::words).toList().toString());
	}

	@Test
	void whenAFileBreaksThenItsVersionBeforeAndTheOthersStay() throws IOException {
		write("a.yaml", "prefix: https://new.example.edu/\nrelaese: [mail]");
		write("b.yaml", "prefix: https://other.example.edu/");
		registry.poll();
		registry.poll();
		assertThat(owner("https://a.example.edu/")).isEqualTo("a");
		assertThat(owner("https://other.example.edu/")).isEqualTo("b");
		assertThat(registry.problems()).containsExactly("a.yaml:2: relaese: unknown key; did you mean release?");
		assertThat(meters.get("campanile.cas.services.problems").gauge().value()).isEqualTo(1);
		assertThat(meters.get("campanile.cas.services.refused").counter().count()).isEqualTo(1);
		write("a.yaml", "prefix: https://new.example.edu/\nrelease: [mail]");
		registry.poll();
		assertThat(owner("https://new.example.edu/")).isEqualTo("a");
		assertThat(registry.problems()).isEmpty();
	}

	@Test
	void whenAFileBreaksThenTheNodeIsStillUpAndHealthSaysWhy() throws IOException {
		HealthIndicator health = new CasRegistryConfiguration().casServicesHealthIndicator(registry);
		assertThat(health.health(true)).isEqualTo(Health.up().withDetail("services", 2).build());
		write("a.yaml", "prefix: nonsense");
		registry.poll();
		Health degraded = Objects.requireNonNull(health.health(true));
		assertThat(degraded.getStatus()).isEqualTo(Status.UP);
		assertThat(String.valueOf(degraded.getDetails().get("degraded"))).startsWith("[services/a.yaml:1: prefix: ");
	}

	/**
	 * A wider pattern must not take over the URLs of a service whose restrictions cannot
	 * be read.
	 */
	@Test
	void whenAFileIsFaultyFromTheStartThenItsServicesAreDisabled() throws IOException {
		write("c.json", "{");
		write("d.yaml",
				"- {id: x, url: 'https://x.example.edu/', access: [{effect: permit}]}\n- {id: y, url: nonsense}");
		write("e.yaml", "pattern: 'https://[a-z.]*/.*'\norder: 10000");
		registry.poll();
		assertThat(registry.find("x").orElseThrow().enabled()).isFalse();
		assertThat(owner("https://x.example.edu/")).isEqualTo("x");
		assertThat(registry.find("y")).isEmpty();
		assertThat(registry.find("a").orElseThrow().enabled()).isTrue();
		assertThat(registry.problems()).anyMatch(line -> line.startsWith("c.json"))
			.anyMatch(line -> line.startsWith("d.yaml:2: "));
		write("d.yaml", "url: https://x.example.edu/\nid: x");
		registry.poll();
		assertThat(registry.find("x").orElseThrow().enabled()).isTrue();
	}

	/** A file that is written in place is empty for a moment. */
	@Test
	void whenAFileIsEmptiedThenNoWiderPatternOwnsItsUrls() throws IOException {
		write("wide.yaml", "pattern: 'https://[a-z.]*/.*'\norder: 10000");
		write("a.yaml", "");
		registry.poll();
		registry.poll();
		assertThat(owner("https://a.example.edu/")).isEqualTo("a");
		assertThat(owner("https://c.example.edu/")).isEqualTo("wide");
		assertThat(registry.problems()).singleElement().asString().startsWith("a.yaml: holds no service");
	}

	@Test
	void whenAFaultyFileHasTheIdOfAnotherThenThatIsServed() throws IOException {
		write("0.yaml", "- {id: a, url: 'https://x.example.edu/'}\n- {id: y, url: nonsense}");
		registry.poll();
		assertThat(registry.find("a").orElseThrow().enabled()).isTrue();
	}

	@Test
	void whenAFileIsGoneTwiceThenItsServicesAre() throws IOException {
		Files.delete(folder.resolve("a.yaml"));
		registry.poll();
		assertThat(owner("https://a.example.edu/")).isEqualTo("a");
		registry.poll();
		assertThat(owner("https://a.example.edu/")).isEqualTo("none");
		assertThat(registry.find("a")).isEmpty();
	}

	@Test
	void whenTheFolderIsGoneThenTheServicesStayAndThatIsSaid() throws IOException {
		Path away = home.resolve("away");
		Files.move(folder, away);
		registry.poll();
		registry.poll();
		registry.poll();
		assertThat(registry.size()).isEqualTo(2);
		assertThat(registry.problems()).singleElement().asString().startsWith("the folder cannot be read");
		Files.move(away, folder);
		registry.poll();
		assertThat(registry.size()).isEqualTo(2);
		assertThat(registry.problems()).isEmpty();
	}

	@Test
	void whenThereIsNoFolderThenThereAreNoServices() {
		try (CasServiceRegistry none = new CasServiceRegistry(new HomeFolder(home.resolve("x")),
				TestServiceContext.of(Set.of()), clock, new SimpleMeterRegistry())) {
			assertThat(none.size()).isZero();
			assertThat(none.problems()).isEmpty();
		}
	}

	@Test
	void whenAServiceExpiresThenItIsDisabledWithoutAChangeOfItsFile() throws IOException {
		write("e-1.json", """
				{"@class": "x.CasRegisteredService", "serviceId": "https://e\\\\.example\\\\.edu/.*",
				"expirationPolicy": {"expirationDate": "2026-11-26"}}
				""");
		registry.poll();
		assertThat(registry.find("e-1").map(CasService::enabled)).contains(true);
		clock.advance(Duration.ofHours(14));
		registry.poll();
		assertThat(registry.find("e-1").map(CasService::enabled)).contains(false);
		assertThat(owner("https://e.example.edu/")).isEqualTo("e-1");
	}

	@Test
	void whenServicesShareAnIdOrUrlsThenTheFirstIsServed() throws IOException {
		write("c.yaml", "{id: a, prefix: 'https://c.example.edu/'}");
		write("d.yaml", "prefix: https://b.example.edu:443/");
		write("e.yaml", "{prefix: 'https://b.example.edu/', order: 1}");
		registry.poll();
		assertThat(registry.all()).extracting(CasService::id).containsExactly("a", "b", "e");
		assertThat(registry.problems()).satisfiesExactly(
				line -> assertThat(line).startsWith("c.yaml:1: id: a.yaml:1 has a service of the id 'a' too"),
				line -> assertThat(line)
					.startsWith("d.yaml:1: service 'd' has the same URLs and the same order as 'b'"));
	}

	@Test
	void whenServicesOverlapThenThatIsAWarning() {
		assertThat(warnings("""
				- {id: broad, pattern: 'https://[a-z]+\\.example\\.edu/.*', order: 0}
				- {id: narrow, pattern: 'https://wiki\\.example\\.edu/.*', order: 0}
				- {id: hidden, prefix: 'https://moodle.example.edu/', order: 5}
				- {id: fine, prefix: 'https://portal.example.edu/', order: -1}
				- {id: deep, prefix: 'https://portal.example.edu/deep', order: -1}
				""")).satisfiesExactlyInAnyOrder(
				line -> assertThat(line)
					.contains("service 'narrow' does not get its own address https://wiki.example.edu/")
					.contains("for 'broad' (t.yaml:1, order 0)"),
				line -> assertThat(line)
					.contains("service 'hidden' does not get its own address https://moodle.example.edu/"));
		assertThat(warnings("""
				- {id: a, pattern: 'https://wiki\\.example\\.edu/.*'}
				- {id: b, pattern: 'https://[a-z]+\\.example\\.edu/.*'}
				""")).singleElement()
			.asString()
			.contains("'a' and 'b' (t.yaml:2) both match")
			.contains("their ids decide");
	}

	/**
	 * Many services in one file, and many files, must be cheap to read and to compare.
	 */
	@Test
	void whenThereAreThousandsThenAllAreServed() throws IOException {
		StringBuilder many = new StringBuilder();
		for (int i = 0; i < 2_000; i++) {
			many.append("- {id: m")
				.append(i)
				.append(", pattern: '^https?://m")
				.append(i)
				.append("\\.example\\.edu/.*', release: [mail], name: {en: M, de: M}}\n");
		}
		write("many.yaml", many.toString());
		registry.poll();
		assertThat(registry.problems()).isEmpty();
		assertThat(registry.size()).isEqualTo(2_002);
		assertThat(owner("https://m1999.example.edu/x")).isEqualTo("m1999");
	}

	private static List<String> warnings(String yaml) {
		ServiceFile file = ServiceFile.read("t.yaml", yaml.getBytes(StandardCharsets.UTF_8),
				TestServiceContext.of(Set.of()));
		assertThat(file.problems()).isEmpty();
		List<Problem> problems = ServiceSet.of(List.of(file), NOW).problems();
		assertThat(problems).noneMatch(Problem::fault);
		return problems.stream().map(Problem::message).toList();
	}

	private void write(String name, String content) throws IOException {
		Files.writeString(folder.resolve(name), content);
	}

	private String owner(String address) {
		return registry.owner(ServiceUrl.of(address).orElseThrow()).map(CasService::id).orElse("none");
	}

}
