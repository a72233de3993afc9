package org.campanile.web.validation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.json.JsonParserFactory;

import org.campanile.testkit.directory.EmbeddedDirectory;
import org.campanile.testkit.directory.ObservedDirectory;
import org.campanile.validation.ValidationClients;
import org.campanile.web.testkit.LogLines;
import org.campanile.web.testkit.TestIdp;

import static org.assertj.core.api.Assertions.assertThat;

/** The validation service as RADIUS servers and PAM modules use it, over HTTP. */
@Timeout(120)
class ValidationTests {

	private static final String VPN = "vpn-token-0123456789abcdef0123456789";

	private static final String DOORS = "doors-token-0123456789abcdef012345678";

	private static final HttpClient CLIENT = HttpClient.newHttpClient();

	private static final FakeCodes codes = new FakeCodes();

	private static final ObservedDirectory directory = new ObservedDirectory();

	private static final ObservedDirectory guests = new ObservedDirectory();

	private static TestIdp idp;

	private LogLines audit;

	@BeforeAll
	static void start() {
		guests.add("dn: uid=guest,dc=example,dc=edu", "objectClass: account", "uid: guest", "userPassword: guest-demo");
		idp = TestIdp.start(TestIdp.newHome(), codes::register,
				"campanile.ldap.urls=ldap://127.0.0.1:" + directory.address().port(),
				"campanile.validation.enabled=true", "campanile.validation.failure-step=0",
				"campanile.validation.user-cache.enabled=true",
				"campanile.validation.clients.vpn.token-sha256=" + digest(VPN),
				"campanile.validation.clients.vpn.attributes=mail,cn,userPassword",
				"campanile.validation.clients.vpn.names-address=true",
				"campanile.validation.clients.doors.token-sha256=" + digest(DOORS),
				"campanile.validation.clients.doors.networks=127.0.0.0/8,::1",
				"campanile.validation.clients.doors.realms=app",
				"campanile.validation.clients.far.token-sha256=" + digest("far-" + VPN),
				"campanile.validation.clients.far.networks=192.0.2.0/24",
				"campanile.validation.clients.twice.token-sha256=" + digest("twice-" + VPN),
				"campanile.validation.clients.twice.encodes-twice=true",
				"campanile.validation.clients.slow.token-sha256=" + digest("slow-" + VPN),
				"campanile.validation.clients.slow.requests-per-minute=1", "campanile.validation.realms.app.check=otp",
				"campanile.validation.realms.campus.check=password",
				"campanile.validation.realms.login.ldap.urls=ldap://127.0.0.1:1",
				"campanile.validation.realms.login.ldap.base-dn=" + EmbeddedDirectory.DEMO_BASE_DN,
				"campanile.validation.realms.step.check=password-and-otp",
				"campanile.validation.realms.step.challenge=true", "campanile.validation.realms.guests.check=password",
				"campanile.validation.realms.guests.ldap.urls=ldap://127.0.0.1:" + guests.address().port(),
				"campanile.validation.realms.guests.ldap.base-dn=" + EmbeddedDirectory.DEMO_BASE_DN,
				"campanile.validation.realms.guests.ldap.bind-dn=" + EmbeddedDirectory.DEMO_SERVICE_DN,
				"campanile.validation.realms.guests.ldap.bind-password=" + EmbeddedDirectory.DEMO_SERVICE_PASSWORD);
	}

	@AfterAll
	static void stop() {
		idp.close();
		directory.close();
		guests.close();
	}

	@BeforeEach
	void listen() {
		audit = LogLines.audit();
		codes.next.clear();
		codes.tried.clear();
		idp.bean(Realms.class).all().forEach(realm -> realm.cache().clear());
	}

	@AfterEach
	void close() {
		audit.close();
		codes.down = false;
	}

	private static String digest(String token) {
		return HexFormat.of().formatHex(ValidationClients.digest(token));
	}

	/** What the service answered. */
	record Answer(int status, String body) {

		@Nullable Object at(String... place) {
			@Nullable Object here = JsonParserFactory.getJsonParser().parseMap(body);
			for (String step : place) {
				here = ((Map<?, ?>) Objects.requireNonNull(here)).get(step);
			}
			return here;
		}

		String authentication() {
			return String.valueOf(at("result", "authentication"));
		}

	}

	private static Answer ask(String... fields) {
		return askAs("Bearer " + VPN, fields);
	}

	private static Answer askAs(String authorization, String... fields) {
		return send(request("").header("Authorization", authorization)
			.header("Content-Type", "application/x-www-form-urlencoded")
			.POST(BodyPublishers.ofString(form(fields)))
			.build());
	}

	private static HttpRequest.Builder request(String query) {
		return HttpRequest
			.newBuilder(URI.create(idp.managementUrl().replace("/actuator", "") + "/validate/check" + query));
	}

	private static Answer send(HttpRequest request) {
		try {
			HttpResponse<String> response = CLIENT.send(request, BodyHandlers.ofString(StandardCharsets.UTF_8));
			return new Answer(response.statusCode(), response.body());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException(ex);
		}
	}

	private static String form(String... fields) {
		return Arrays.stream(fields)
			.map(field -> field.split("=", 2))
			.map(field -> field[0] + '=' + URLEncoder.encode(field[1], StandardCharsets.UTF_8))
			.collect(Collectors.joining("&"));
	}

	@Test
	void whenPasswordAndCodeAreRightThenAcceptedAsPrivacyIdeaSaysIt() {
		codes.next.put("alice", "123456");
		Answer answer = ask("user=alice", "pass=alice-demo123456");
		assertThat(answer.status()).isEqualTo(200);
		assertThat(answer.at("jsonrpc")).isEqualTo("2.0");
		assertThat(answer.at("id")).isEqualTo(2);
		assertThat(answer.at("version")).asString().startsWith("privacyIDEA 3.");
		assertThat(answer.at("result")).isEqualTo(Map.of("status", true, "value", true, "authentication", "ACCEPT"));
		Map<String, Object> detail = new LinkedHashMap<>();
		((Map<?, ?>) Objects.requireNonNull(answer.at("detail")))
			.forEach((key, value) -> detail.put((String) key, value));
		assertThat(detail.remove("threadid")).isInstanceOf(Number.class);
		assertThat(detail).isEqualTo(Map.of("message", "matching 1 tokens", "serial", "TOTP-PHONE", "type", "totp",
				"otplen", 6, "user", Map.of("username", "alice", "realm", "default", "mail", "alice@example.edu", "cn",
						Objects.requireNonNull(answer.at("detail", "user", "cn")))));
		assertThat(audit.lines()).singleElement()
			.asString()
			.startsWith("event=VALIDATION code=OK user=alice realm=default client=vpn ")
			.contains(" factor=password+totp")
			.doesNotContain("alice-demo", "123456");
	}

	@ParameterizedTest
	@CsvSource({ "alice,alice-demo000000", "alice,wrong-demo123456", "alice,alice-demo", "alice,123456",
			"nobody,alice-demo123456", "bob,bob-demo123456", "'',x", "alice,'   '", "*,alice-demo123456",
			"'alice)(uid=*',alice-demo123456", "ali\u0000ce,alice-demo123456" })
	void whenAnythingIsWrongThenRefusedInTheSameWords(String user, String pass) {
		codes.next.put("alice", "123456");
		Answer answer = ask("user=" + user, "pass=" + pass);
		if (user.isBlank()) {
			assertThat(answer.status()).isEqualTo(400);
			assertThat(answer.at("result", "error", "code")).isEqualTo(905);
			return;
		}
		assertThat(answer.status()).isEqualTo(200);
		assertThat(((Map<?, ?>) Objects.requireNonNull(answer.at("detail"))).keySet().toString())
			.isEqualTo("[message, threadid]");
		assertThat(answer.at("detail", "message")).isEqualTo("wrong otp pin");
		assertThat(answer.at("result")).isEqualTo(Map.of("status", true, "value", false, "authentication", "REJECT"));
		assertThat(audit.lines()).singleElement()
			.asString()
			.startsWith("event=VALIDATION_REFUSED code=")
			.doesNotContain("demo");
	}

	@Test
	void whenTheCodeWasUsedThenRefused() {
		codes.next.put("alice", "123456");
		assertThat(ask("user=alice", "pass=alice-demo123456").authentication()).isEqualTo("ACCEPT");
		assertThat(ask("user=alice", "pass=alice-demo123456").authentication()).isEqualTo("REJECT");
	}

	@Test
	void whenThePasswordIsWrongThenTheCodeIsNotUsedUp() {
		codes.next.put("alice", "123456");
		ask("user=alice", "pass=wrong123456");
		assertThat(codes.tried).isEmpty();
	}

	@Test
	void whenTheRealmTakesCodesThenNoPasswordIsAsked() {
		codes.next.put("bob", "654321");
		int binds = directory.binds();
		assertThat(ask("user=bob", "realm=app", "pass=654321").authentication()).isEqualTo("ACCEPT");
		assertThat(ask("user=bob", "realm=app", "pass=654321").authentication()).isEqualTo("REJECT");
		assertThat(directory.binds()).isEqualTo(binds);
	}

	/** Or a password would suffice wherever a code is asked for as well. */
	@Test
	void whenAUserTypesARealmThatChecksLessThenItIsPartOfTheName() {
		assertThat(ask("user=carol@campus", "pass=carol-demo").authentication()).isEqualTo("REJECT");
		assertThat(audit.lines()).singleElement().asString().contains(" user=carol@campus realm=default ");
		codes.next.put("carol", "123456");
		assertThat(ask("user=carol@default", "pass=carol-demo123456").authentication()).isEqualTo("ACCEPT");
		assertThat(ask("user=carol@campus", "realm=campus", "pass=carol-demo").authentication())
			.as("the client says so too")
			.isEqualTo("ACCEPT");
		codes.next.put("carol", "654321");
		assertThat(askAs("Bearer " + DOORS, "user=carol@app", "pass=654321").authentication())
			.as("there is no other for that client")
			.isEqualTo("ACCEPT");
	}

	@Test
	void whenTheRealmTakesPasswordsThenOneSuffices() {
		Answer answer = ask("user=carol", "realm=campus", "pass=carol-demo");
		assertThat(answer.authentication()).isEqualTo("ACCEPT");
		assertThat(answer.at("detail", "type")).isEqualTo("spass");
		assertThat(ask("user=carol", "realm=campus", "pass=carol-dem").authentication()).isEqualTo("REJECT");
		assertThat(ask("user=dora", "realm=campus", "pass=dora-demo").authentication()).as("disabled")
			.isEqualTo("REJECT");
	}

	@Test
	void whenAnotherDirectoryHasTheUsersOfARealmThenTheyAreOthers() {
		assertThat(ask("user=guest@guests", "pass=guest-demo").authentication()).isEqualTo("ACCEPT");
		assertThat(audit.lines().getFirst()).contains(" user=guest@guests realm=guests ");
		assertThat(ask("user=guest", "realm=campus", "pass=guest-demo").authentication()).isEqualTo("REJECT");
		assertThat(directory.filters()).doesNotContain("(uid=guest@guests)");
	}

	@Test
	void whenThePasswordAloneIsRightThenAChallengeThatOneCodeAnswers() {
		codes.next.put("alice", "123456");
		Answer challenge = ask("user=alice", "realm=step", "pass=alice-demo");
		assertThat(challenge.at("result"))
			.isEqualTo(Map.of("status", true, "value", false, "authentication", "CHALLENGE"));
		String transaction = (String) Objects.requireNonNull(challenge.at("detail", "transaction_id"));
		assertThat(challenge.at("detail", "transaction_ids")).isEqualTo(List.of(transaction));
		assertThat(ask("user=bob", "realm=step", "pass=123456", "transaction_id=" + transaction).authentication())
			.as("of another user")
			.isEqualTo("REJECT");
		Answer again = ask("user=alice", "realm=step", "pass=alice-demo");
		String second = (String) Objects.requireNonNull(again.at("detail", "transaction_id"));
		assertThat(ask("user=alice", "realm=step", "pass=123456", "transaction_id=" + second).authentication())
			.isEqualTo("ACCEPT");
		assertThat(ask("user=alice", "realm=step", "pass=123456", "transaction_id=" + second).authentication())
			.isEqualTo("REJECT");
		assertThat(ask("user=alice", "realm=step", "pass=123456", "transaction_id=" + transaction).authentication())
			.isEqualTo("REJECT");
	}

	@ParameterizedTest
	@CsvSource({ "Bearer,401", "Bearer wrong,401", "'',401", "Basic dnBuOg==,401", "Basic %%%,401" })
	void whenTheTokenIsWrongThenNothingIsChecked(String authorization, int status) {
		int binds = directory.binds();
		Answer answer = askAs(authorization, "user=carol", "realm=campus", "pass=carol-demo");
		assertThat(answer.status()).isEqualTo(status);
		assertThat(answer.at("result", "status")).isEqualTo(false);
		assertThat(answer.at("result", "error", "code")).isEqualTo(4033);
		assertThat(directory.binds()).isEqualTo(binds);
		assertThat(audit.lines()).singleElement()
			.asString()
			.startsWith("event=VALIDATION_REFUSED code=CLIENT_UNKNOWN-");
	}

	@Test
	void whenTheClientIsNamedInTheUrlOrAsPrivacyIdeaDoesThenItIsKnown() {
		String basic = Base64.getEncoder().encodeToString(("vpn:" + VPN).getBytes(StandardCharsets.UTF_8));
		assertThat(askAs("Basic " + basic, "user=carol", "realm=campus", "pass=carol-demo").authentication())
			.isEqualTo("ACCEPT");
		String wrongName = Base64.getEncoder().encodeToString(("doors:" + VPN).getBytes(StandardCharsets.UTF_8));
		assertThat(askAs("Basic " + wrongName, "user=carol", "realm=campus", "pass=carol-demo").status())
			.isEqualTo(401);
		assertThat(send(
				request("?" + form("user=carol", "realm=campus", "pass=carol-demo")).header("PI-Authorization", VPN)
					.build())
			.authentication()).isEqualTo("ACCEPT");
	}

	@Test
	void whenTheClientMayNotAskThenRefused() {
		assertThat(askAs("Bearer " + DOORS, "user=carol", "realm=campus", "pass=carol-demo").status()).isEqualTo(403);
		assertThat(askAs("Bearer " + DOORS, "user=carol", "pass=carol-demo").status()).isEqualTo(403);
		assertThat(ask("user=carol", "realm=nowhere", "pass=carol-demo").status()).isEqualTo(403);
		assertThat(askAs("Bearer far-" + VPN, "user=carol", "realm=campus", "pass=carol-demo").status()).isEqualTo(401);
		assertThat(askAs("Bearer slow-" + VPN, "user=carol", "realm=campus", "pass=carol-demo").authentication())
			.isEqualTo("ACCEPT");
		assertThat(askAs("Bearer slow-" + VPN, "user=carol", "realm=campus", "pass=carol-demo").status())
			.isEqualTo(429);
	}

	@Test
	void whenAUserIsCachedThenACodeNeedsNoDirectoryAndAPasswordOneBind() {
		codes.next.put("juergen", "111111");
		ask("user=juergen", "realm=app", "pass=111111");
		int searches = directory.searches();
		int binds = directory.binds();
		codes.next.put("juergen", "222222");
		assertThat(ask("user=juergen", "realm=app", "pass=222222").authentication()).isEqualTo("ACCEPT");
		assertThat(directory.searches()).isEqualTo(searches);
		assertThat(ask("user=juergen", "realm=campus", "pass=juergen-demo").authentication()).isEqualTo("ACCEPT");
		assertThat(ask("user=juergen", "realm=campus", "pass=juergen-demo").authentication()).isEqualTo("ACCEPT");
		assertThat(directory.searches()).isEqualTo(searches + 1);
		assertThat(directory.binds()).isEqualTo(binds + 2);
	}

	/** The cache must hold nothing that helps anybody who reads the memory. */
	@Test
	void whenAUserIsCachedThenNoPasswordAndNoCode() {
		codes.next.put("alice", "123456");
		ask("user=alice", "pass=alice-demo123456");
		Realms realms = idp.bean(Realms.class);
		assertThat(realms.all()
			.stream()
			.filter(realm -> realm.name().equals("default"))
			.findFirst()
			.orElseThrow()
			.cache()
			.find("alice")).hasValueSatisfying(user -> {
				assertThat(user.values().texts("userPassword")).isEmpty();
				assertThat(user.toString() + user.values().texts("cn")).doesNotContain("alice-demo", "123456");
			});
	}

	@Test
	void whenSomebodyIsMovedThenFoundAgain() {
		guests.add("dn: uid=mover,dc=example,dc=edu", "objectClass: account", "uid: mover", "userPassword: mover-demo");
		assertThat(ask("user=mover@guests", "pass=mover-demo").authentication()).isEqualTo("ACCEPT");
		guests.remove("uid=mover,dc=example,dc=edu");
		guests.add("dn: uid=mover,ou=people,dc=example,dc=edu", "objectClass: account", "uid: mover",
				"userPassword: mover-demo");
		assertThat(ask("user=mover@guests", "pass=mover-demo").authentication()).isEqualTo("ACCEPT");
		guests.remove("uid=mover,ou=people,dc=example,dc=edu");
		assertThat(ask("user=mover@guests", "pass=mover-demo").authentication()).isEqualTo("REJECT");
	}

	@Test
	void whenAnAdministratorDropsUsersThenTheyAreReadAgain() {
		ask("user=carol", "realm=campus", "pass=carol-demo");
		ask("user=bob", "realm=campus", "pass=bob-demo");
		assertThat(management("GET", "").body()).contains("\"campus\":{\"on\":true,\"users\":2}");
		assertThat(management("DELETE", "?user=carol").body()).contains("\"dropped\":1");
		assertThat(management("GET", "").body()).contains("\"campus\":{\"on\":true,\"users\":1}");
		assertThat(management("DELETE", "").body()).contains("\"dropped\":1");
		assertThat(management("GET", "").body()).contains("\"campus\":{\"on\":true,\"users\":0}");
	}

	private static Answer management(String method, String query) {
		return send(HttpRequest.newBuilder(URI.create(idp.managementUrl() + "/usercache" + query))
			.header("Authorization", "Bearer " + idp.managementToken())
			.method(method, BodyPublishers.noBody())
			.build());
	}

	/** As privacyIDEA undoes it. */
	@Test
	void whenAClientEncodesTwiceThenOnlyItsFieldsAreDecodedTwice() {
		String twice = "Bearer twice-" + VPN;
		assertThat(askAs(twice, "user=c%61rol", "realm=campus", "pass=carol%2Ddemo").authentication())
			.isEqualTo("ACCEPT");
		assertThat(ask("user=carol", "realm=campus", "pass=carol%2Ddemo").authentication()).isEqualTo("REJECT");
		assertThat(askAs(twice, "user=carol", "realm=campus", "pass=100%").status()).isEqualTo(400);
	}

	/** As the users of the login are, which have a health of their own. */
	@Test
	void whenARealmIsNamedLoginThenItsHealthIsShown() {
		Answer health = send(HttpRequest.newBuilder(URI.create(idp.managementUrl() + "/health")).build());
		assertThat(health.at("components", "validationRealms", "details", "login")).as(health.body()).isNotNull();
		assertThat(((Map<?, ?>) Objects.requireNonNull(health.at("components", "validationRealms", "details"))))
			.hasSize(1);
	}

	@Test
	void whenTooManyPasswordsAreWrongThenTheRightOneIsRefusedAndOnlyTheAuditLogSaysWhy() {
		for (int i = 0; i < 12; i++) {
			ask("user=layla", "realm=campus", "pass=wrong" + i);
		}
		audit.forget();
		assertThat(ask("user=layla", "realm=campus", "pass=layla-demo").authentication()).isEqualTo("REJECT");
		assertThat(audit.lines()).singleElement().asString().contains("code=THROTTLED-");
		assertThat(ask("user=carol", "realm=campus", "pass=carol-demo").authentication()).as("others")
			.isEqualTo("ACCEPT");
	}

	@Test
	void whenTooManyCodesAreWrongThenTheRightOneIsRefused() {
		codes.next.put("grace", "123456");
		for (int i = 0; i < 12; i++) {
			ask("user=grace", "realm=app", "pass=" + (900_000 + i));
		}
		assertThat(ask("user=grace", "realm=app", "pass=123456").authentication()).isEqualTo("REJECT");
		assertThat(codes.tried.size()).isLessThan(12);
		assertThat(ask("user=grace", "pass=grace-demo123456").authentication()).as("with the password")
			.isEqualTo("ACCEPT");
	}

	@Test
	void whenTooManyCodesAreWrongAfterThePasswordThenTheRightOneIsRefused() {
		codes.next.put("philippa", "123456");
		for (int i = 0; i < 5; i++) {
			ask("user=philippa", "pass=philippa-demo" + (900_000 + i));
		}
		assertThat(codes.tried).hasSize(5);
		assertThat(ask("user=philippa", "pass=philippa-demo123456").authentication()).isEqualTo("REJECT");
	}

	@Test
	void whenCodesCannotBeCheckedThenLaterAndNothingIsCounted() {
		codes.next.put("sam", "123456");
		codes.down = true;
		for (int i = 0; i < 12; i++) {
			Answer answer = ask("user=sam", "pass=sam-demo123456");
			assertThat(answer.status()).isEqualTo(503);
			assertThat(answer.at("result", "error", "code")).isEqualTo(903);
		}
		codes.down = false;
		assertThat(ask("user=sam", "pass=sam-demo123456").authentication()).isEqualTo("ACCEPT");
	}

	@Test
	void whenARequestIsMalformedThenAnErrorAndNoStackTrace() {
		assertThat(ask("pass=x").status()).isEqualTo(400);
		assertThat(ask("user=alice").status()).isEqualTo(400);
		assertThat(ask("user=alice", "user=bob", "pass=x").status()).isEqualTo(400);
		assertThat(ask("user=alice", "pass=" + "x".repeat(1_300)).status()).isEqualTo(400);
		assertThat(ask("user=alice", "pass=" + "x".repeat(20_000)).status()).isEqualTo(413);
		assertThat(send(request("").header("Authorization", "Bearer " + VPN).DELETE().build()).status()).isEqualTo(405);
	}

	@Test
	void whenParametersCannotBeDecodedThenAnErrorAndNoStackTrace() {
		Answer answer = send(request("").header("Authorization", "Bearer " + VPN)
			.header("Content-Type", "application/x-www-form-urlencoded")
			.POST(BodyPublishers.ofString("user=alice&pass=%zz"))
			.build());
		assertThat(answer.status()).isEqualTo(400);
		assertThat(answer.body()).doesNotContain("Exception");
	}

	/** What stands on the management port is not for the users' port. */
	@Test
	void whenAskedOnTheUsersPortThenItIsNotThere() {
		assertThat(send(HttpRequest.newBuilder(URI.create(idp.baseUrl() + "/validate/check"))
			.header("Authorization", "Bearer " + VPN)
			.header("Content-Type", "application/x-www-form-urlencoded")
			.POST(BodyPublishers.ofString(form("user=carol", "realm=campus", "pass=carol-demo")))
			.build()).status()).isEqualTo(404);
	}

}
