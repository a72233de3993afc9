package org.campanile.web.gate;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.campanile.testkit.MutableClock;
import org.campanile.testkit.browser.Browser;
import org.campanile.testkit.browser.Page;
import org.campanile.web.factor.external.StubPrivacyIdea;
import org.campanile.web.testkit.TestIdp;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests pages whose rules depend on factors in an external system, which may call phones.
 */
class GateExternalFactorTests extends GateFixture {

	private static final String TRIGGER = "/validate/triggerchallenge";

	private static final String STRICT = "http://strict.example.edu";

	@AutoClose
	private static StubPrivacyIdea stub;

	private final Browser browser = new Browser();

	@BeforeAll
	static void startWithAnExternalFactor() throws IOException {
		idp.close();
		stub = new StubPrivacyIdea();
		clock = new MutableClock(Instant.now());
		List<String> settings = new ArrayList<>(List.of("campanile.http.trusted-proxies=127.0.0.1,::1",
				"campanile.gate.sites.wiki.urls=" + WIKI, "campanile.gate.sites.strict.urls=" + STRICT,
				"campanile.gate.sites.strict.strict=true", "campanile.factors.enabled=true",
				"campanile.factors.external.enabled=true", "campanile.factors.external.url=" + stub.url(),
				"campanile.factors.external.service-token=secret", "campanile.factors.external.users=challenge",
				"campanile.access.rules[2].max-age=5m", "campanile.access.rules[3].name=everybody",
				"campanile.access.rules[3].protocols=gate"));
		settings.addAll(offered(0, "/offered"));
		settings.addAll(offered(1, "/second"));
		settings.addAll(offered(2, "/recent"));
		idp = TestIdp.start(TestIdp.newHome(), TestIdp.clock(clock), settings.toArray(String[]::new));
	}

	private static List<String> offered(int index, String path) {
		String key = "campanile.access.rules[" + index + "].";
		return List.of(key + "name=offered at " + path, key + "effect=step-up", key + "protocols=gate",
				key + "paths=" + path, key + "classes=https://refeds.org/profile/mfa", key + "unequipped=permit");
	}

	@ParameterizedTest
	@ValueSource(strings = { WIKI, STRICT })
	void whenAPageIsCheckedThenNoPhoneRingsBeforeTheLogin(String site) throws Exception {
		begin(site, "alice");
		for (int i = 0; i < 3; i++) {
			HttpResponse<String> background = background(site + "/offered");
			assertThat(background.statusCode()).isEqualTo(401);
			assertThat(background.headers().firstValue("X-Gate-Login")).isEmpty();
			assertThat(check(site + "/offered").statusCode()).isEqualTo(401);
		}
		assertThat(stub.paths()).as("a check asks nobody else").isEmpty();
		assertThat(onTheWay(site + "/offered").text("h1")).isEqualTo("Confirm that it’s you");
		assertThat(stub.paths()).containsExactly(TRIGGER);
	}

	@ParameterizedTest
	@ValueSource(strings = { WIKI, STRICT })
	void whenTheOtherSystemHasNothingOfTheUserThenItIsAskedOnceForAPass(String site) throws Exception {
		begin(site, "bob");
		assertThat(background(site + "/offered").statusCode()).isEqualTo(401);
		handOver(onTheWay(site + "/offered"), site);
		for (int i = 0; i < 7; i++) {
			HttpResponse<String> answer = i % 2 == 0 ? background(site + "/offered") : check(site + "/offered");
			assertThat(answer.statusCode()).isEqualTo(204);
			keep(answer);
			// Makes the gate renew the pass from the session.
			clock.advance(Duration.ofSeconds(61));
		}
		assertThat(stub.paths()).containsExactly(TRIGGER);
	}

	@Test
	void whenAnotherRuleAsksThenThePassKeepsWhatWasFoundForTheFirst() throws Exception {
		begin(WIKI, "bob");
		handOver(onTheWay(WIKI + "/offered"), WIKI);
		handOver(onTheWay(WIKI + "/second"), WIKI);
		assertThat(background(WIKI + "/offered").statusCode()).isEqualTo(204);
		assertThat(background(WIKI + "/second").statusCode()).isEqualTo(204);
	}

	@Test
	void whenTheFactorMustBeRecentThenWhoeverHasNoneIsAskedForNothing() throws Exception {
		begin(WIKI, "bob");
		handOver(onTheWay(WIKI + "/recent"), WIKI);
		assertThat(check(WIKI + "/recent").statusCode()).isEqualTo(204);
		assertThat(stub.paths()).containsExactly(TRIGGER);
	}

	@Test
	void whenTheFactorMustBeRecentThenWhoeverHasOneSignsInAnewWhateverTheAddressSays() throws Exception {
		begin(WIKI, "alice");
		HttpResponse<String> asked = check(WIKI + "/recent");
		keep(asked);
		String login = asked.headers().firstValue("X-Gate-Login").orElseThrow();
		assertThat(browser.open(login).loginForm()).isNotNull();
		handOver(browser.get(login.replaceAll("&demand=[^&]*", "")), WIKI);
		assertThat(check(WIKI + "/recent").statusCode()).isEqualTo(401);
	}

	/** A browser that leaves the demand out must not exempt a user who has the factor. */
	@Test
	void whenTheAddressOfTheLoginIsChangedThenWhoeverHasTheFactorIsNotSpared() throws Exception {
		begin(WIKI, "alice");
		HttpResponse<String> asked = check(WIKI + "/offered");
		keep(asked);
		String login = asked.headers().firstValue("X-Gate-Login").orElseThrow();
		handOver(browser.get(login.replaceAll("&demand=[^&]*", "")), WIKI);
		assertThat(check(WIKI + "/offered").statusCode()).isEqualTo(401);
	}

	private void begin(String site, String user) throws Exception {
		signIn(browser, site + "/open", user);
		stub.forget();
		// Makes the server forget the requests of the previous test.
		clock.advance(Duration.ofMinutes(10));
	}

	private HttpResponse<String> background(String page) throws Exception {
		return send("X-Original-URL", page, "X-Original-Method", "GET", "Sec-Fetch-Mode", "cors");
	}

	/** Returns the login's answer to a browser that requested this page. */
	private Page onTheWay(String page) throws Exception {
		HttpResponse<String> asked = check(page);
		assertThat(asked.statusCode()).isEqualTo(401);
		keep(asked);
		return browser.get(asked.headers().firstValue("X-Gate-Login").orElseThrow());
	}

}
