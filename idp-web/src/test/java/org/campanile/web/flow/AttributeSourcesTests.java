package org.campanile.web.flow;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

import com.sun.net.httpserver.HttpServer;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.health.actuate.endpoint.HealthEndpoint;
import org.springframework.boot.health.actuate.endpoint.IndicatedHealthDescriptor;
import org.springframework.boot.health.contributor.Status;

import org.campanile.explain.Explanation;
import org.campanile.explain.SignOnExplainer;
import org.campanile.identifier.PersistentIdStore;
import org.campanile.saml.nameid.NameId;
import org.campanile.testkit.MutableClock;
import org.campanile.testkit.browser.Browser;
import org.campanile.testkit.browser.ForeignService;
import org.campanile.testkit.browser.Page;
import org.campanile.testkit.directory.EmbeddedDirectory;
import org.campanile.testkit.identifier.RecordingPersistentIdStore;
import org.campanile.testkit.serviceprovider.AuthnRequestOptions;
import org.campanile.testkit.serviceprovider.DecodedAssertion;
import org.campanile.web.testkit.LogLines;
import org.campanile.web.testkit.TestIdp;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests sign-ons with attributes of a second directory, a database and a web service. */
@Timeout(180)
class AttributeSourcesTests {

	@AutoClose
	private static EmbeddedPostgres database;

	private final MutableClock clock = new MutableClock(Instant.now());

	private final Path home = TestIdp.newHome();

	private final ForeignService service = ForeignService
		.at("one.example.org", clock, settings -> settings.withAuthnRequestsSigned(false))
		.registered(home);

	private EmbeddedDirectory directory;

	private HttpServer web;

	private volatile String title = "Registrar";

	private final RecordingPersistentIdStore identifiers = new RecordingPersistentIdStore();

	@BeforeAll
	static void startDatabase() throws Exception {
		database = EmbeddedPostgres.start();
		try (Connection connection = database.getPostgresDatabase().getConnection();
				Statement statement = connection.createStatement()) {
			statement.execute("CREATE TABLE staff (uid text, number text)");
			statement.execute("INSERT INTO staff VALUES ('alice', 'D7'), ('alice', 'D9')");
		}
	}

	@BeforeEach
	void start() throws Exception {
		Path ldif = Files.writeString(home.resolve("second.ldif"), """
				dn: dc=second,dc=example
				objectClass: domain
				dc: second

				dn: cn=1,dc=second,dc=example
				objectClass: person
				cn: 1
				mail: alice@example.edu
				roomNumber: 4.12
				""");
		directory = EmbeddedDirectory.start("dc=second,dc=example", ldif, 0);
		web = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
		web.createContext("/people/alice", exchange -> {
			byte[] body = ("{\"title\": \"" + title + "\", \"number\": \"K4711\"}").getBytes(StandardCharsets.UTF_8);
			exchange.sendResponseHeaders(200, body.length);
			try (var out = exchange.getResponseBody()) {
				out.write(body);
			}
			catch (IOException ex) {
				throw new UncheckedIOException(ex);
			}
		});
		web.start();
	}

	@AfterEach
	void stop() {
		web.stop(0);
		directory.close();
	}

	@Test
	void whenAllAnswerThenTheServiceGetsWhatEachKnows() {
		try (TestIdp idp = idp("omit"); LogLines audit = LogLines.audit()) {
			DecodedAssertion alice = service.signIn(idp, new Browser(), "alice");
			assertThat(values(alice, "roomNumber")).containsExactly("4.12");
			assertThat(values(alice, "departmentNumber")).containsExactlyInAnyOrder("D7", "D9");
			assertThat(values(alice, "title")).containsExactly("Registrar");
			DecodedAssertion bob = service.signIn(idp, new Browser(), "bob");
			assertThat(values(bob, "roomNumber")).isEmpty();
			assertThat(values(bob, "departmentNumber")).isEmpty();
			assertThat(values(bob, "title")).isEmpty();
			assertThat(audit.lines()).noneMatch(line -> line.contains("sourcesUnavailable"));
		}
	}

	@Test
	void whenOneIsDownThatMayBeOmittedThenTheLoginGoesOnAndTheNextSignOnAsksAgain() throws Exception {
		try (TestIdp idp = idp("omit"); LogLines audit = LogLines.audit()) {
			int port = web.getAddress().getPort();
			web.stop(0);
			Browser browser = new Browser();
			DecodedAssertion without = service.signIn(idp, browser, "alice");
			assertThat(values(without, "title")).isEmpty();
			assertThat(values(without, "roomNumber")).containsExactly("4.12");
			assertThat(audit.lines())
				.anyMatch(line -> line.contains("event=SIGN_ON") && line.contains("sourcesUnavailable=crm"));
			audit.forget();

			HttpServer again = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
			again.createContext("/people/alice", exchange -> {
				byte[] body = "{\"title\": \"Dean\"}".getBytes(StandardCharsets.UTF_8);
				exchange.sendResponseHeaders(200, body.length);
				exchange.getResponseBody().write(body);
				exchange.close();
			});
			again.start();
			try {
				assertThat(values(goOn(idp, browser), "title")).containsExactly("Dean");
				assertThat(audit.lines()).noneMatch(line -> line.contains("sourcesUnavailable"));
			}
			finally {
				again.stop(0);
			}
		}
	}

	@Test
	void whenOneIsDownThatIsNotToBeOmittedThenTheLoginIsRefusedAndASessionGoesOn() {
		try (TestIdp idp = idp("refuse"); LogLines audit = LogLines.audit()) {
			Browser signedIn = new Browser();
			service.signIn(idp, signedIn, "alice");
			web.stop(0);
			clock.advance(Duration.ofMinutes(61 - 10));
			assertThat(values(goOn(idp, signedIn), "title")).as("young enough").containsExactly("Registrar");
			audit.forget();
			clock.advance(Duration.ofMinutes(20));
			assertThat(values(goOn(idp, signedIn), "title")).as("older values").containsExactly("Registrar");
			assertThat(audit.lines()).anyMatch(line -> line.contains("sourcesUnavailable=crm"));

			Browser stranger = new Browser();
			Page refused = stranger.login(stranger.open(service.redirect(idp, AuthnRequestOptions.PLAIN).url()),
					"alice", "alice-demo");
			assertThat(refused.status()).isEqualTo(503);
			assertThat(refused.text("code")).startsWith("SOURCE_UNAVAILABLE-");
			assertThat(audit.lines()).anyMatch(line -> line.contains("code=" + refused.text("code"))
					&& line.contains("event=REQUEST_REFUSED") && line.contains("crm"));
		}
	}

	@Test
	void whenTheSourceOfAnIdentifierIsDownThenNobodyBecomesSomebodyElseAtAService() {
		try (TestIdp idp = idp("omit", "attributes.sources.crm.http.attributes.employeeNumber=/number",
				"attributes.definitions.employeeNumber.from=crm,ldap", "name-id.persistent=stored",
				"name-id.persistent-source=employeeNumber", "services[0].match=" + service.entityId(),
				"services[0].name-id-formats=persistent"); LogLines audit = LogLines.audit()) {
			Browser signedIn = new Browser();
			NameId known = service.signIn(idp, signedIn, "alice").nameId();
			assertThat(known.format()).isEqualTo(NameId.PERSISTENT);
			web.stop(0);
			clock.advance(Duration.ofMinutes(51));
			assertThat(goOn(idp, signedIn).nameId()).as("young enough").isEqualTo(known);
			clock.advance(Duration.ofMinutes(20));
			assertThat(goOn(idp, signedIn).nameId()).as("older values").isEqualTo(known);
			assertThat(audit.lines()).anyMatch(line -> line.contains("sourcesUnavailable=crm"));

			Browser another = new Browser();
			Page refused = another.login(another.open(service.redirect(idp, AuthnRequestOptions.PLAIN).url()), "alice",
					"alice-demo");
			assertThat(refused.status()).isEqualTo(503);
			assertThat(refused.text("code")).startsWith("SOURCE_UNAVAILABLE-");
			assertThat(audit.lines()).anyMatch(line -> line.contains("code=" + refused.text("code"))
					&& line.contains("attribute employeeNumber") && line.contains("source crm"));
			assertThat(identifiers.rows()).as("stored for good").hasSize(1);
		}
	}

	@Test
	void whenExplainedThenEachValueHasItsSourceAndASilentOneIsNamed() throws Exception {
		try (TestIdp idp = idp("refuse")) {
			SignOnExplainer explainer = idp.bean(SignOnExplainer.class);
			Explanation all = explainer.explain("alice", service.entityId());
			assertThat(from(all, "roomNumber")).containsExactly("second");
			assertThat(from(all, "departmentNumber")).containsExactly("hr");
			assertThat(from(all, "title")).containsExactly("crm");
			assertThat(all.refusal()).isNull();
			web.stop(0);
			Explanation without = explainer.explain("alice", service.entityId());
			assertThat(without.refusal()).contains("source crm did not answer");
			assertThat(without.notes()).anyMatch(note -> note.startsWith("source crm did not answer: "));
		}
	}

	@Test
	void whenAUserHasNotWhatASourceNeedsThenTheExplanationSaysWhy() throws Exception {
		try (TestIdp idp = idp("omit",
				"attributes.sources.hr.sql.query=SELECT number AS \"departmentNumber\" FROM staff "
						+ "WHERE uid = :carLicense")) {
			Explanation explained = idp.bean(SignOnExplainer.class).explain("alice", service.entityId());
			assertThat(explained.notes()).contains("source hr has no answer, because the user has no carLicense");
			assertThat(explained.attributes()).filteredOn(attribute -> attribute.id().equals("departmentNumber"))
				.flatExtracting(Explanation.Attribute::remarks)
				.containsExactly(
						"no value: departmentNumber has none, and hr has no answer, because the user has no carLicense");
		}
	}

	@Test
	void whenASourceIsDownThenHealthNamesItAndSaysWhy() {
		try (TestIdp idp = idp("omit")) {
			assertThat(health(idp).getStatus()).isEqualTo(Status.UP);
			assertThat(health(idp).getDetails())
				.isEqualTo(Map.of("second", "answers", "hr", "answers", "crm", "answers"));
			web.stop(0);
			assertThat(health(idp).getStatus()).isEqualTo(Status.DOWN);
			assertThat(health(idp).getDetails()).containsEntry("second", "answers")
				.containsEntry("hr", "answers")
				.hasEntrySatisfying("crm", reason -> assertThat(reason).isNotEqualTo("answers"));
		}
	}

	private static IndicatedHealthDescriptor health(TestIdp idp) {
		return (IndicatedHealthDescriptor) Objects
			.requireNonNull(idp.bean(HealthEndpoint.class).healthForPath("attributeSources"));
	}

	private static List<String> from(Explanation explanation, String attribute) {
		return explanation.attributes()
			.stream()
			.filter(made -> made.id().equals(attribute))
			.flatMap(made -> made.sources().stream())
			.map(Explanation.Source::from)
			.toList();
	}

	/** Signs on with the existing session, without a password. */
	private DecodedAssertion goOn(TestIdp idp, Browser browser) {
		var request = service.redirect(idp, AuthnRequestOptions.PLAIN);
		return service.read(idp, browser.open(request.url()), request.id()).success();
	}

	private static List<String> values(DecodedAssertion assertion, String attribute) {
		return assertion.attributes()
			.stream()
			.filter(decoded -> attribute.equals(decoded.friendlyName()))
			.flatMap(decoded -> decoded.values().stream())
			.toList();
	}

	private TestIdp idp(String onFailure, String... further) {
		List<String> settings = new ArrayList<>(List.of("release.rules[0].services=*",
				"release.rules[0].attributes=mail,roomNumber,departmentNumber,title",
				"attributes.definitions.title.from=crm", "attributes.definitions.roomNumber.from=second,ldap",
				"attributes.definitions.departmentNumber.from=hr"));
		Stream
			.of("urls=ldap://" + directory.address(), "base-dn=dc=second,dc=example", "filter=(mail={mail})",
					"attributes=roomNumber")
			.forEach(setting -> settings.add("attributes.sources.second.ldap." + setting));
		Stream
			.of("url=jdbc:postgresql://127.0.0.1:" + database.getPort() + "/postgres", "username=postgres",
					"query=SELECT number AS \"departmentNumber\" FROM staff WHERE uid = :username",
					"attributes=departmentNumber")
			.forEach(setting -> settings.add("attributes.sources.hr.sql." + setting));
		settings.add("attributes.sources.crm.on-failure=" + onFailure);
		settings.add("attributes.sources.crm.http.url=http://127.0.0.1:" + web.getAddress().getPort()
				+ "/people/{username}");
		settings.add("attributes.sources.crm.http.attributes.title=/title");
		settings.addAll(List.of(further));
		return TestIdp.start(home, context -> {
			TestIdp.clock(clock).initialize(context);
			context.registerBean("recordingPersistentIdStore", PersistentIdStore.class, () -> identifiers,
					definition -> definition.setPrimary(true));
		}, settings.stream().map(setting -> "campanile." + setting).toArray(String[]::new));
	}

}
