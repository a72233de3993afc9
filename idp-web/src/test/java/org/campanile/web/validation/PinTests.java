package org.campanile.web.validation;

import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.Semaphore;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.campanile.authn.FactorKind;
import org.campanile.factor.Enrolments;
import org.campanile.seal.Sha256;
import org.campanile.testkit.browser.Browser;
import org.campanile.testkit.browser.Page;
import org.campanile.web.testkit.LogLines;
import org.campanile.web.testkit.TestIdp;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests PINs that users choose on the account page, and that other systems validate. */
@Timeout(120)
class PinTests {

	private static final String TOKEN = "door-token-0123456789abcdef0123456789";

	private static final String PIN = "blau-7031";

	private static final HttpClient CLIENT = HttpClient.newHttpClient();

	private static final FakeCodes codes = new FakeCodes();

	private static TestIdp idp;

	private final Browser browser = new Browser();

	/** The user of the test; tests that must not affect alice use another one. */
	private String user = "alice";

	@BeforeAll
	static void start() {
		idp = TestIdp.start(TestIdp.newHome(), codes::register, "campanile.factors.enabled=true",
				"campanile.factors.totp.enabled=false", "campanile.storage.memory.durable.accept-loss=true",
				"campanile.authentication.failure-step=0", "campanile.validation.enabled=true",
				"campanile.validation.failure-step=0", "campanile.validation.pin.minimum-length=8",
				"campanile.validation.realms.door.check=pin", "campanile.validation.realms.vpn.check=pin-and-otp",
				"campanile.validation.realms.vpn.challenge=true",
				"campanile.validation.clients.doors.token-sha256=" + HexFormat.of().formatHex(Sha256.of(TOKEN)));
	}

	@AfterAll
	static void stop() {
		CLIENT.close();
		idp.close();
	}

	@BeforeEach
	void forget() throws Exception {
		codes.next.clear();
		for (String person : List.of("alice", "bob", "carol", "grace")) {
			idp.bean(Enrolments.class).remove(person);
		}
	}

	private static String ask(String realm, String user, String pass) throws Exception {
		return answer(realm, user, pass).body();
	}

	private static HttpResponse<String> answer(String realm, String user, String pass) throws Exception {
		return CLIENT.send(HttpRequest
			.newBuilder(URI.create(idp.managementUrl().replace("/actuator", "") + "/validate/check"))
			.header("Authorization", "Bearer " + TOKEN)
			.header("Content-Type", "application/x-www-form-urlencoded")
			.POST(BodyPublishers.ofString(
					"realm=" + realm + "&user=" + user + "&pass=" + URLEncoder.encode(pass, StandardCharsets.UTF_8)))
			.build(), BodyHandlers.ofString());
	}

	private Page account() {
		Page page = browser.open(idp.baseUrl() + "/account");
		return page.formWith("j_username").isPresent() ? follow(browser.login(page, user, user + "-demo")) : page;
	}

	/**
	 * Follows redirects, and the {@code Refresh} header that replaces a redirect after a
	 * login, as a browser does.
	 */
	private Page follow(Page page) {
		Page here = browser.follow(page);
		return here.headers()
			.firstValue("Refresh")
			.map(refresh -> browser.open(refresh.replaceFirst(".*url=", "")))
			.orElse(here);
	}

	private Page choose(String link, String pin, String again) {
		Page form = browser.open(account().link(link));
		return follow(browser.send(form.formWith("pin").orElseThrow().with("pin", pin).with("pin_again", again)));
	}

	@Test
	void whenAUserChoosesAPinThenItSufficesWhereTheRealmSaysSo() throws Exception {
		assertThat(ask("door", "alice", PIN)).contains("\"REJECT\"");
		try (LogLines audit = LogLines.audit(); LogLines all = LogLines.all()) {
			Page done = choose("Choose a PIN", PIN, PIN);
			assertThat(done.text("[role=status]")).isEqualTo("Your PIN has been saved.");
			assertThat(done.text("#pin ~ ul .name")).isEqualTo("PIN");
			assertThat(ask("door", "alice", PIN)).contains("\"ACCEPT\"", "\"type\":\"spass\"", "\"serial\":\"PIN-");
			assertThat(ask("door", "alice", "alice-demo")).contains("\"REJECT\"");
			assertThat(ask("door", "bob", PIN)).contains("\"REJECT\"");
			assertThat(audit.lines())
				.anyMatch(line -> line.matches("event=FACTOR_ADDED code=OK user=alice address=\\S+ factor=pin .*"))
				.anyMatch(line -> line.startsWith("event=VALIDATION code=OK user=alice realm=door ")
						&& line.endsWith(" factor=pin"));
			assertThat(all.lines()).anyMatch(line -> line.contains("PIN_CHANGED: not mailed"))
				.noneMatch(line -> line.contains(PIN));
		}
	}

	@Test
	void whenThePinIsFollowedByACodeThenBothAreChecked() throws Exception {
		user = "bob";
		choose("Choose a PIN", PIN, PIN);
		codes.next.put(user, "123456");
		assertThat(ask("vpn", user, PIN + "654321")).contains("\"REJECT\"");
		assertThat(ask("vpn", user, PIN + "123456")).contains("\"ACCEPT\"", "\"totp\"");
		try (LogLines audit = LogLines.audit()) {
			assertThat(ask("vpn", user, PIN)).contains("\"CHALLENGE\"");
			assertThat(audit.lines()).singleElement().asString().contains("code=CHALLENGE", "factor=pin");
		}
		assertThat(ask("vpn", user, user + "-demo123456")).contains("\"REJECT\"");
	}

	@ParameterizedTest
	@CsvSource({ "blau-70,blau-70,That PIN is too short.", "12345678,12345678,That PIN is too easy to guess.",
			"blau-7031,blau-7032,You typed two different PINs. Please try again." })
	void whenThePinIsPoorThenThePageSaysSoAndNothingIsStored(String pin, String again, String error) throws Exception {
		Page page = choose("Choose a PIN", pin, again);
		assertThat(page.text("#error")).isEqualTo(error);
		assertThat(page.text("#rule")).startsWith("At least 8 characters.");
		assertThat(page.body()).doesNotContain(pin);
		assertThat(idp.bean(Enrolments.class).find("alice").isEmpty()).isTrue();
	}

	@Test
	void whenThePinIsChangedOrRemovedThenTheOldOneIsRefused() throws Exception {
		user = "carol";
		choose("Choose a PIN", PIN, PIN);
		choose("Change the PIN", "rot-94127", "rot-94127");
		assertThat(ask("door", user, PIN)).contains("\"REJECT\"");
		assertThat(ask("door", user, "rot-94127")).contains("\"ACCEPT\"");
		Page question = browser.open(account().link("Remove"));
		assertThat(question.body()).doesNotContain("This is the last one");
		Page done = follow(browser.send(question.formWith("do").orElseThrow()));
		assertThat(done.text("[role=status]")).isEqualTo("It has been removed.");
		assertThat(ask("door", user, "rot-94127")).contains("\"REJECT\"");
	}

	/** A PIN for a door must neither open the login nor show up among its factors. */
	@Test
	void whenThereIsOnlyAPinThenTheLoginKnowsNoFurtherFactor() throws Exception {
		user = "grace";
		Page done = choose("Choose a PIN", PIN, PIN);
		assertThat(done.text("#factors ~ p")).startsWith("You sign in with your password alone.");
		assertThat(done.document().select("a[href$='id=pin']")).as("not among the factors as well").hasSize(1);
		Browser another = new Browser();
		Page refused = another.login(another.open(idp.baseUrl() + "/account"), user, PIN);
		assertThat(refused.formWith("j_username")).isPresent();
		assertThat(idp.bean(Enrolments.class).find(user).lastUsed()).isNull();
	}

	@Test
	void whenAnAdministratorRemovesThePinThenTheRestRemains() throws Exception {
		choose("Choose a PIN", PIN, PIN);
		try (LogLines audit = LogLines.audit()) {
			String answer = CLIENT
				.send(HttpRequest.newBuilder(URI.create(idp.managementUrl() + "/factors/pin?principal=alice&by=desk"))
					.header("Authorization", "Bearer " + idp.managementToken())
					.DELETE()
					.build(), BodyHandlers.ofString())
				.body();
			assertThat(answer).isEqualTo("{\"removed\":1,\"unreadable\":false,\"changed\":true}");
			assertThat(audit.lines()).containsExactly("event=FACTOR_REMOVED code=OK user=alice factor=pin by=desk");
		}
		assertThat(idp.bean(Enrolments.class).find("alice").of(FactorKind.PIN)).isEmpty();
		assertThat(ask("door", "alice", PIN)).contains("\"REJECT\"");
	}

	@Test
	void whenTooManyPinsAreWrongThenNoneIsChecked() throws Exception {
		for (int i = 0; i < 12; i++) {
			ask("door", "layla", "wrong-" + i);
		}
		try (LogLines audit = LogLines.audit()) {
			assertThat(ask("door", "layla", PIN)).contains("\"REJECT\"");
			assertThat(audit.lines()).singleElement().asString().contains("code=THROTTLED-");
		}
	}

	/** Known users with a PIN and unknown names must get the same response. */
	@Test
	void whenTooManyPinsAreHashedThenTheClientIsToldToTryAgain() throws Exception {
		user = "bob";
		choose("Choose a PIN", PIN, PIN);
		Semaphore hashes = idp.bean(Semaphore.class);
		int all = hashes.drainPermits();
		try (LogLines audit = LogLines.audit()) {
			for (String name : List.of(user, "nobody")) {
				HttpResponse<String> answer = answer("door", name, PIN);
				assertThat(answer.statusCode()).isEqualTo(503);
				assertThat(answer.headers().firstValue("Retry-After")).contains("5");
				assertThat(answer.body()).contains("\"status\":false", "\"code\":903",
						"\"Too many checks are in progress. Try again later.\"");
			}
			assertThat(audit.lines()).hasSize(2)
				.allMatch(line -> line.startsWith("event=VALIDATION_REFUSED code=VALIDATION_BUSY-")
						&& line.contains(" client=doors ") && line.contains("PINs are being hashed"));
		}
		finally {
			hashes.release(all);
		}
		assertThat(ask("door", user, PIN)).contains("\"ACCEPT\"");
	}

}
