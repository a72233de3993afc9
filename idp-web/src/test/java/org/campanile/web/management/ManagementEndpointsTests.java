package org.campanile.web.management;

import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.campanile.saml.nameid.NameId;
import org.campanile.testkit.browser.Browser;
import org.campanile.testkit.browser.Page;
import org.campanile.testkit.identifier.RecordingPersistentIdStore.Operation;
import org.campanile.testkit.serviceprovider.AuthnRequestOptions;
import org.campanile.testkit.session.CountingSessionStore;
import org.campanile.web.management.AdministeredIdp.Answer;
import org.campanile.web.testkit.LogLines;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests users' sessions and identifiers on the management port, over HTTP. */
class ManagementEndpointsTests {

	private static final String TIME = "20[0-9-]+T[0-9:.]+Z";

	private static final String BY = " reason=ADMINISTRATOR by=desk";

	@AutoClose
	private static AdministeredIdp admin;

	private LogLines audit;

	@BeforeAll
	static void start() {
		admin = new AdministeredIdp("campanile.name-id.persistent=stored", "campanile.services[0].pattern=.*",
				"campanile.services[0].name-id-formats=" + NameId.PERSISTENT, "campanile.authentication.failure-step=0",
				"campanile.authentication.throttle.user-tries=1000",
				"campanile.authentication.throttle.address-tries=1000");
	}

	@BeforeEach
	void listen() {
		for (String person : List.of("alice", "bob", "carol")) {
			admin.delete("/sessions/" + person);
		}
		audit = LogLines.audit();
		admin.told.clear();
	}

	@AfterEach
	void recover() {
		audit.close();
		admin.identifiers.down(false);
		for (CountingSessionStore.Operation operation : CountingSessionStore.Operation.values()) {
			admin.sessions().recover(operation);
		}
	}

	@Test
	void whenAnAdministratorAsksWhatAServiceReceivesThenItIsAndNoIdentifierIsStored() {
		admin.identifiers.forget();
		Answer answer = admin.get("/explain", "user", "alice", "service", admin.wiki.entityId(), "by", "desk");
		assertThat(answer.status()).isEqualTo(200);
		assertThat(answer.text("person", "principal")).isEqualTo("alice");
		assertThat(answer.text("signature", "algorithm")).isNotEmpty();
		assertThat(answer.body()).contains("\"rule\":\"");
		assertThat(audit.lines())
			.containsExactly("event=PERSON_VIEWED code=OK user=alice service=" + admin.wiki.entityId() + BY);
		assertThat(answer.text("nameId", "format")).isEqualTo(NameId.PERSISTENT);
		assertThat(admin.identifiers.operations()).containsExactly(Operation.FIND);
	}

	@Test
	void whenThereIsNothingToExplainThenTheReasonAndNoAuditLine() {
		assertThat(admin.get("/explain", "user", "alice").status()).isEqualTo(400);
		Answer nobody = admin.get("/explain", "user", "nobody", "service", admin.wiki.entityId());
		assertThat(nobody.status()).isEqualTo(404);
		assertThat(nobody.text("error")).startsWith("user nobody: ");
		Answer nowhere = admin.get("/explain", "user", "alice", "service", "wiki.example.org");
		assertThat(nowhere.status()).isEqualTo(404);
		assertThat(nowhere.text("error")).contains("did you mean " + admin.wiki.entityId());
		assertThat(audit.lines()).isEmpty();
	}

	@Test
	void whenAPersonIsEndedThenEverySessionOfThatPersonIsAndNobodyElses() {
		Browser first = new Browser();
		Browser second = new Browser();
		Browser bob = new Browser();
		admin.signOn(first, admin.wiki, "alice");
		admin.signOn(first, admin.mail, "alice");
		admin.signOn(second, admin.mail, "alice");
		admin.signOn(bob, admin.wiki, "bob");
		audit.forget();
		Answer answer = admin.delete("/sessions/alice", "by", "desk");
		assertThat(answer.status()).isEqualTo(200);
		assertThat(answer.number("ended")).isEqualTo(2);
		assertThat(answer.at("notLoggedOut")).isEqualTo(List
			.of(Map.of("service", admin.mail.entityId(), "name", "Service at mail.example.org", "sessions", 2)));
		assertThat(admin.told).extracting(session -> session.services().size()).containsExactlyInAnyOrder(1, 2);
		assertThat(audit.lines()).containsExactlyInAnyOrderElementsOf(admin.told.stream()
			.map(session -> "event=LOGOUT code=OK user=alice reason=ADMINISTRATOR by=desk services="
					+ session.services().size() + " session=" + session.reference())
			.toList());
		assertThat(admin.knows(first)).isFalse();
		assertThat(admin.knows(second)).isFalse();
		assertThat(admin.knows(bob)).isTrue();
	}

	@ParameterizedTest
	@ValueSource(strings = { "nobody", "a/b", "a;b", "%", "..", "*", "ali", "ALICE ", "\u00fc\ud83d\ude00", "a\r\nb" })
	void whenAPersonHasNoSessionThenNoneIsEnded(String principal) {
		Browser alice = new Browser();
		admin.signOn(alice, admin.wiki, "alice");
		audit.forget();
		Answer answer = admin.delete("/sessions", "principal", principal);
		assertThat(answer.status()).isEqualTo(200);
		assertThat(answer.body()).isEqualTo("{\"ended\":0,\"notLoggedOut\":[]}");
		assertThat(audit.lines()).isEmpty();
		assertThat(admin.knows(alice)).isTrue();
	}

	@Test
	void whenNobodyIsNamedThenNothingIsEnded() {
		Answer answer = admin.delete("/sessions");
		assertThat(answer.status()).isEqualTo(400);
		assertThat(answer.text("error")).contains("principal");
		assertThat(admin.delete("/sessions", "principal", " ").status()).isEqualTo(400);
	}

	@Test
	void whenAPersonsSessionsAreListedThenTimesAndServicesAndNoKey() {
		Browser first = new Browser();
		admin.signOn(first, admin.wiki, "alice");
		admin.signOn(first, admin.mail, "alice");
		admin.signOn(new Browser(), admin.mail, "alice");
		admin.signOn(new Browser(), admin.wiki, "bob");
		Answer answer = admin.get("/sessions/alice");
		assertThat(answer.status()).isEqualTo(200);
		assertThat(answer.text("principal")).isEqualTo("alice");
		assertThat(answer.size("sessions")).isEqualTo(2);
		assertThat(answer.at("more")).isEqualTo(false);
		assertThat(answer.text("sessions", 0, "begun")).as("the latest first")
			.isGreaterThan(answer.text("sessions", 1, "begun"));
		Map<?, ?> older = (Map<?, ?>) answer.at("sessions", 1);
		assertThat(older).hasSize(6)
			.allSatisfy((name,
					value) -> assertThat(
							name.equals("services") || name.equals("session") || value.toString().matches(TIME))
						.isTrue());
		assertThat(audit.lines().getFirst()).contains(" session=" + answer.text("sessions", 1, "session") + ' ');
		assertThat(answer.text("sessions", 1, "ends")).isGreaterThan(answer.text("sessions", 1, "endsUnlessUsed"));
		assertThat(answer.size("sessions", 1, "services")).isEqualTo(2);
		assertThat(answer.text("sessions", 1, "services", 1, "service")).isEqualTo(admin.mail.entityId());
		assertThat(answer.text("sessions", 1, "services", 1, "name")).isEqualTo("Service at mail.example.org");
		assertThat(answer.text("sessions", 1, "services", 1, "since")).matches(TIME);
		assertThat(admin.get("/sessions", "principal", "alice").body()).isEqualTo(answer.body());
		assertThat(admin.knows(first)).as("listed, not ended").isTrue();
	}

	@Test
	void whenAPersonsSessionsAreListedThenTheAuditLogSaysSo() {
		admin.get("/sessions");
		admin.get("/sessions", "principal", " ");
		assertThat(audit.lines()).isEmpty();
		admin.get("/sessions/alice", "by", "desk");
		admin.get("/sessions", "principal", "a b");
		assertThat(audit.lines()).containsExactly("event=PERSON_VIEWED code=OK user=alice" + BY,
				"event=PERSON_VIEWED code=OK user=\"a b\" reason=ADMINISTRATOR by=administrator");
	}

	@Test
	void whenAPersonHasMoreSessionsThanIsAskedForThenThatIsSaid() {
		admin.signOn(new Browser(), admin.wiki, "alice");
		admin.signOn(new Browser(), admin.wiki, "alice");
		for (int i = 0; i < 10; i++) {
			admin.signOn(new Browser(), admin.wiki, "alice");
		}
		Answer all = admin.get("/sessions/alice");
		Answer one = admin.get("/sessions", "principal", "alice", "limit", "1");
		assertThat(one.size("sessions")).isEqualTo(1);
		assertThat(one.text("sessions", 0, "begun")).as("the latest").isEqualTo(all.text("sessions", 0, "begun"));
		assertThat(one.at("more")).isEqualTo(true);
		assertThat(admin.get("/sessions/alice", "limit", "12").at("more")).isEqualTo(false);
		assertThat(admin.get("/sessions/alice", "limit", "0").text("error")).isEqualTo("limit: from 1 to 1000");
		assertThat(admin.get("/sessions/alice", "limit", "1001").status()).isEqualTo(400);
		assertThat(admin.get("/sessions", "principal", " ").text("error")).startsWith("principal: missing");
	}

	@ParameterizedTest
	@ValueSource(strings = { "nobody", "a/b", "%", "..", "*", "ali", "ALICE ", "\u00fc\ud83d\ude00" })
	void whenAPersonHasNoSessionThenNoneIsListed(String principal) {
		admin.signOn(new Browser(), admin.wiki, "alice");
		Answer answer = admin.get("/sessions", "principal", principal);
		assertThat(answer.status()).isEqualTo(200);
		assertThat(answer.size("sessions")).isZero();
	}

	@Test
	void whenSessionsAreCountedThenOneMoreAfterALogin() {
		long before = admin.get("/sessions").number("live");
		admin.signOn(new Browser(), admin.wiki, "carol");
		assertThat(admin.get("/sessions").number("live")).isEqualTo(before + 1);
		admin.delete("/sessions/carol");
		assertThat(admin.get("/sessions").number("live")).isEqualTo(before);
	}

	@Test
	void whenTheSessionStoreIsDownThenItIsSaid() {
		admin.sessions().fail(CountingSessionStore.Operation.COUNT);
		admin.sessions().fail(CountingSessionStore.Operation.FIND_BY_PRINCIPAL);
		Answer count = admin.get("/sessions");
		assertThat(count.status()).isEqualTo(503);
		assertThat(count.text("error")).contains("configured to fail");
		Answer listed = admin.get("/sessions/alice");
		assertThat(listed.status()).isEqualTo(503);
		assertThat(listed.text("error")).contains("configured to fail");
		Answer ended = admin.delete("/sessions/alice");
		assertThat(ended.status()).isEqualTo(503);
		assertThat(ended.number("ended")).isZero();
		assertThat(ended.text("error")).contains("configured to fail");
	}

	@Test
	void whenAPageInABrowserAsksThenNothingIsEnded() {
		Browser alice = new Browser();
		admin.signOn(alice, admin.wiki, "alice");
		HttpRequest forged = admin.request("/sessions/alice").header("Origin", "https://evil.example").DELETE().build();
		assertThat(AdministeredIdp.send(forged).status()).isEqualTo(403);
		HttpRequest form = admin.request("/sessions?principal=alice")
			.header("Content-Type", "application/x-www-form-urlencoded")
			.POST(BodyPublishers.ofString("_method=delete&principal=alice"))
			.build();
		assertThat(AdministeredIdp.send(form).status()).isBetween(400, 405);
		assertThat(admin.knows(alice)).isTrue();
	}

	@ParameterizedTest
	@CsvSource({ "GET, /sessions", "GET, /sessions/alice", "GET, /sessions?principal=alice", "DELETE, /sessions/alice",
			"GET, /persistentids?person=alice", "DELETE, /persistentids?service=a&value=b",
			"GET, /flightrecorder?seconds=1", "POST, /persistentids" })
	void whenTheTokenIsMissingOrWrongThenNothingIsReportedOrEnded(String method, String path) {
		Browser alice = new Browser();
		admin.signOn(alice, admin.wiki, "alice");
		String token = admin.idp.managementToken();
		for (String header : List.of("", "Bearer", "Bearer ", "Bearer " + token.substring(1), "Bearer " + token + "x",
				"Basic " + token, token)) {
			HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(admin.idp.managementUrl() + path))
				.method(method, BodyPublishers.noBody());
			if (!header.isEmpty()) {
				request.header("Authorization", header);
			}
			Answer answer = AdministeredIdp.send(request.build());
			assertThat(answer.status()).as(header).isEqualTo(401);
			assertThat(answer.headers().firstValue("WWW-Authenticate"))
				.hasValueSatisfying(value -> assertThat(value).startsWith("Bearer"));
			assertThat(answer.text("error")).contains("management.token").doesNotContain(token);
		}
		assertThat(admin.knows(alice)).isTrue();
	}

	@Test
	void whenTheTokenIsMissingOrWrongThenTheAuditLogSaysSoWithoutIt() {
		String wrong = "w".repeat(43);
		URI sessions = URI.create(admin.idp.managementUrl() + "/sessions/alice");
		AdministeredIdp.send(HttpRequest.newBuilder(sessions).header("X-Forwarded-For", "203.0.113.9").build());
		AdministeredIdp.send(HttpRequest.newBuilder(sessions).header("Authorization", "Bearer " + wrong).build());
		assertThat(audit.lines()).hasSize(2)
			.allSatisfy(line -> assertThat(line).contains(" path=/actuator/sessions/alice userAgent=Java")
				.doesNotContain(wrong));
		assertThat(audit.lines().getFirst()).contains("MANAGEMENT_REFUSED code=TOKEN_MISSING address=127.0.0.1 ");
		assertThat(audit.lines().getLast()).startsWith("event=MANAGEMENT_REFUSED code=TOKEN_WRONG address=");
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "/health", "/health/liveness", "/health/readiness", "/info", "/prometheus" })
	void whenHealthOrMetricsAreAskedForThenWithoutAToken(String path) {
		HttpRequest request = HttpRequest.newBuilder(URI.create(admin.idp.managementUrl() + path)).build();
		assertThat(AdministeredIdp.send(request).status()).isEqualTo(200);
	}

	@ParameterizedTest
	@CsvSource({ "GET, /sessions", "DELETE, /sessions/alice", "DELETE, /sessions?principal=alice",
			"GET, /flightrecorder?seconds=1", "GET, /persistentids?person=alice",
			"DELETE, /persistentids?service=a&value=b" })
	void whenAskedOnThePublicPortThenNothing(String method, String path) {
		Browser alice = new Browser();
		admin.signOn(alice, admin.wiki, "alice");
		String origin = admin.idp.baseUrl().replace("/idp", "");
		for (String base : List.of(admin.idp.baseUrl(), origin)) {
			HttpRequest request = HttpRequest.newBuilder(URI.create(base + "/actuator" + path))
				.header("Authorization", "Bearer " + admin.idp.managementToken())
				.method(method, BodyPublishers.noBody())
				.build();
			assertThat(AdministeredIdp.send(request).status()).isIn(403, 404);
		}
		assertThat(admin.knows(alice)).isTrue();
	}

	@Test
	void whenAnIdentifierIsLookedUpThenItNamesThePerson() {
		String value = admin.signOn(new Browser(), admin.wiki, "alice").nameId().value();
		audit.forget();
		Answer answer = admin.get("/persistentids", "service", admin.wiki.entityId(), "value", value, "by", "desk");
		assertThat(answer.status()).isEqualTo(200);
		assertThat(answer.text("person")).isEqualTo("alice");
		assertThat(answer.text("principal")).isEqualTo("alice");
		assertThat(answer.text("service")).isEqualTo(admin.wiki.entityId());
		assertThat(answer.text("value")).isEqualTo(value);
		assertThat(answer.text("createdAt")).matches(TIME);
		assertThat(admin.get("/persistentids", "service", admin.mail.entityId(), "value", value).status())
			.isEqualTo(404);
		assertThat(audit.lines())
			.containsExactly("event=PERSON_VIEWED code=OK user=alice service=" + admin.wiki.entityId() + BY);
	}

	@Test
	void whenAPersonsIdentifiersAreListedThenPageByPage() {
		Browser dave = new Browser();
		admin.signOn(dave, admin.wiki, "bob");
		admin.signOn(dave, admin.mail, "bob");
		audit.forget();
		Answer all = admin.get("/persistentids", "person", "bob", "by", "desk");
		assertThat(all.size("identifiers")).isEqualTo(2);
		assertThat(all.at("next")).isNull();
		List<String> services = new ArrayList<>();
		Answer page = admin.get("/persistentids", "person", "bob", "limit", "1", "by", "desk");
		services.add(page.text("identifiers", 0, "service"));
		page = admin.get("/persistentids", "person", "bob", "limit", "1", "after", page.text("next"), "by", "desk");
		services.add(page.text("identifiers", 0, "service"));
		assertThat(services).containsExactlyInAnyOrder(admin.wiki.entityId(), admin.mail.entityId());
		assertThat(admin.get("/persistentids", "person", "nobody").size("identifiers")).isZero();
		String line = "event=PERSON_VIEWED code=OK user=bob" + BY;
		assertThat(audit.lines()).as("one line for each answer").containsExactly(line, line, line);
	}

	@Test
	void whenAnIdentifierIsRevokedThenThePersonGetsAnother() {
		Browser carol = new Browser();
		String first = admin.signOn(carol, admin.wiki, "carol").nameId().value();
		audit.forget();
		Answer revoked = admin.delete("/persistentids", "service", admin.wiki.entityId(), "value", first, "by", "desk");
		assertThat(revoked.status()).isEqualTo(200);
		assertThat(revoked.body()).isEqualTo("{\"revoked\":true}");
		assertThat(audit.lines())
			.containsExactly("event=IDENTIFIER_REVOKED code=OK user=carol service=" + admin.wiki.entityId() + BY);
		assertThat(admin.delete("/persistentids", "service", admin.wiki.entityId(), "value", first).body())
			.isEqualTo("{\"revoked\":false}");
		String second = admin.signOn(carol, admin.wiki, "carol").nameId().value();
		assertThat(second).isNotEqualTo(first).matches("[a-z2-7]{32}");
		assertThat(admin.signOn(new Browser(), admin.wiki, "carol").nameId().value()).isEqualTo(second);
		assertThat(audit.lines()).as("one line a revocation").filteredOn(line -> line.contains("REVOKED")).hasSize(1);
	}

	@Test
	void whenSignedOnAgainThenTheIdentifierIsReadOnceAndOnlyWhereItIsPersistent() {
		Browser alice = new Browser();
		String first = admin.signOn(alice, admin.wiki, "alice").nameId().value();
		admin.identifiers.forget();
		assertThat(admin.signOn(alice, admin.wiki, "alice").nameId().value()).isEqualTo(first);
		assertThat(admin.identifiers.operations()).containsExactly(Operation.FIND);
		admin.identifiers.forget();
		alice.open(admin.mail.redirect(admin.idp, AuthnRequestOptions.PLAIN.withNameIdFormat(NameId.TRANSIENT)).url());
		assertThat(admin.identifiers.operations()).isEmpty();
	}

	@Test
	void whenTheIdentifiersAreDownThenNobodyIsGivenAnother() {
		Browser alice = new Browser();
		admin.signOn(alice, admin.wiki, "alice");
		admin.identifiers.down(true);
		Page page = alice
			.open(admin.wiki.redirect(admin.idp, AuthnRequestOptions.PLAIN.withNameIdFormat(NameId.PERSISTENT)).url());
		assertThat(page.status()).isEqualTo(503);
		assertThat(page.formWith("SAMLResponse")).isEmpty();
		assertThat(admin.get("/persistentids", "person", "alice").status()).isEqualTo(503);
		assertThat(admin.get("/persistentids", "service", "s", "value", "v").status()).isEqualTo(503);
		assertThat(admin.delete("/persistentids", "service", "s", "value", "v").status()).isEqualTo(503);
		admin.identifiers.down(false);
		assertThat(admin.knows(alice)).as("the session goes on").isTrue();
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "?service=s", "?value=v", "?person=alice&service=s", "?person=alice&limit=0",
			"?person=alice&limit=1001", "?person=alice&limit=x", "?person=alice&after=x" })
	void whenIdentifiersAreAskedForInPartThenItIsSaidWhatIsMissing(String query) {
		assertThat(admin.send("GET", "/persistentids" + query).status()).isEqualTo(400);
		assertThat(admin.send("DELETE", "/persistentids?service=s").status()).isEqualTo(400);
	}

}
