package org.campanile.web.gate;

import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.campanile.fake.factor.FakeFactor;
import org.campanile.testkit.MutableClock;
import org.campanile.testkit.browser.Browser;
import org.campanile.testkit.browser.Page;
import org.campanile.web.testkit.TestIdp;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests pages whose rules demand a further factor of users who have one. */
class GateFactorTests extends GateFixture {

	private static final String OFFERED = WIKI + "/offered";

	private static final String GRACE = WIKI + "/grace";

	private static final FakeFactor factor = new FakeFactor();

	private final Browser browser = new Browser();

	@BeforeAll
	static void startWithAFactor() {
		idp.close();
		clock = new MutableClock(Instant.now());
		List<String> settings = new ArrayList<>(List.of("campanile.http.trusted-proxies=127.0.0.1,::1",
				"campanile.gate.sites.wiki.urls=" + WIKI,
				"campanile.access.rules[1].grace-until="
						+ clock.instant().plus(Duration.ofDays(1)).truncatedTo(ChronoUnit.SECONDS),
				"campanile.access.rules[2].name=everybody", "campanile.access.rules[2].services=wiki",
				"campanile.access.rules[2].paths=/offered,/grace,/open", "campanile.access.rules[2].basic=true"));
		settings.addAll(stepUp(0, "/offered", "permit"));
		settings.addAll(stepUp(1, "/grace", "enrol"));
		idp = TestIdp.start(TestIdp.newHome(), context -> {
			factor.register(context);
			TestIdp.clock(clock).initialize(context);
		}, settings.toArray(String[]::new));
	}

	private static List<String> stepUp(int index, String path, String unequipped) {
		String key = "campanile.access.rules[" + index + "].";
		return List.of(key + "name=" + unequipped, key + "effect=step-up", key + "services=wiki", key + "paths=" + path,
				key + "classes=https://refeds.org/profile/mfa", key + "unequipped=" + unequipped);
	}

	@BeforeEach
	void nobodyHasIt() {
		factor.without().clear();
		factor.without().add("alice");
	}

	@ParameterizedTest
	@ValueSource(strings = { OFFERED, GRACE })
	void whenTheUserHasNoFactorThenThePageIsServedAndTheCookieRemembersIt(String page) throws Exception {
		signIn(browser, page, "alice");
		HttpResponse<String> first = check(page);
		assertThat(first.statusCode()).isEqualTo(204);
		keep(first);
		factor.without().clear();
		HttpResponse<String> second = check(page);
		assertThat(second.statusCode()).as("while the pass is fresh no method is asked").isEqualTo(204);
		assertThat(second.headers().allValues("Set-Cookie")).isEmpty();
	}

	@ParameterizedTest
	@ValueSource(strings = { OFFERED, GRACE })
	void whenTheUserHasAFactorThenItIsAskedForBeforeThePageIsServed(String page) throws Exception {
		factor.without().clear();
		signIn(browser, page, "alice");
		prove(page);
		assertThat(check(page).statusCode()).isEqualTo(204);
	}

	@Test
	void whenTheUserEnrolsLaterThenAskedOnceThePassIsNoLongerFresh() throws Exception {
		signIn(browser, OFFERED, "alice");
		keep(check(OFFERED));
		factor.without().clear();
		clock.advance(Duration.ofMinutes(2));
		prove(OFFERED);
		assertThat(check(OFFERED).statusCode()).isEqualTo(204);
	}

	@Test
	void whenGraceIsOverThenNobodyIsSpared() throws Exception {
		signIn(browser, GRACE, "alice");
		keep(check(GRACE));
		clock.advance(Duration.ofHours(25));
		assertThat(check(GRACE).statusCode()).isEqualTo(401);
	}

	@Test
	void whenItIsNotKnownWhetherTheUserHasAFactorThenNotSpared() throws Exception {
		signIn(browser, WIKI + "/open", "alice");
		factor.setSilent(true);
		try {
			assertThat(check(OFFERED).statusCode()).isEqualTo(401);
			assertThat(check(WIKI + "/open").statusCode()).isEqualTo(204);
		}
		finally {
			factor.setSilent(false);
		}
	}

	/** A stolen password must not be enough where its owner has more. */
	@ParameterizedTest
	@ValueSource(strings = { OFFERED, GRACE })
	void whenAProgramSendsAPasswordThenItIsPermittedOnlyIfTheUserHasNoFactor(String page) throws Exception {
		HttpResponse<String> permitted = basic(page, "alice:alice-demo");
		assertThat(permitted.statusCode()).isEqualTo(204);
		assertThat(permitted.headers().allValues("Set-Cookie")).isEmpty();
		factor.without().clear();
		assertThat(basic(page, "alice:alice-demo").statusCode()).isEqualTo(403);
	}

	/** After a 403, a program would not come again. */
	@Test
	void whenItCannotBeReadWhatAProgramsUserHasEnrolledThenTheProgramMayComeAgain() throws Exception {
		TestIdp other = idp;
		List<String> settings = new ArrayList<>(
				List.of("campanile.http.trusted-proxies=127.0.0.1,::1", "campanile.gate.sites.wiki.urls=" + WIKI,
						"campanile.factors.enabled=true", "campanile.storage.memory.durable.accept-loss=true",
						"campanile.access.rules[1].services=wiki", "campanile.access.rules[1].basic=true"));
		settings.addAll(stepUp(0, "/offered", "permit"));
		try (TestIdp alone = TestIdp.start(TestIdp.newHome(), context -> context.registerBean(FailingFind.class),
				settings.toArray(String[]::new))) {
			idp = alone;
			assertThat(basic(OFFERED, "alice:alice-demo").statusCode()).isEqualTo(204);
			alone.bean(FailingFind.class).failing = true;
			assertThat(basic(OFFERED, "alice:alice-demo").statusCode()).isEqualTo(503);
		}
		finally {
			idp = other;
		}
	}

	private void prove(String page) throws Exception {
		HttpResponse<String> asked = check(page);
		assertThat(asked.statusCode()).isEqualTo(401);
		keep(asked);
		Page number = browser.open(asked.headers().firstValue("X-Gate-Login").orElseThrow());
		assertThat(number.title()).isEqualTo("One more");
		handOver(browser.send(FakeFactor.answered(number)), WIKI);
	}

}
