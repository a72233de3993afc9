package org.campanile.web.gate;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.campanile.fake.factor.FakeBadge;
import org.campanile.testkit.MutableClock;
import org.campanile.testkit.browser.Browser;
import org.campanile.testkit.browser.Form;
import org.campanile.testkit.browser.Page;
import org.campanile.web.testkit.CasApp;
import org.campanile.web.testkit.TestIdp;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests users on the way to a page whose rule demands a factor that they have not
 * enrolled.
 */
class GateEnrolmentTests extends GateFixture {

	private static final String STRICT = "http://strict.example.edu";

	private static final String CLOSED = "http://closed.example.edu";

	/** A site where a rule that exempts the user precedes one that refuses. */
	private static final String OFFERED = "http://offered.example.edu";

	private static final String GRACE = "http://grace.example.edu";

	private static final String CLASS = "https://sso.example.edu/badge";

	/** What a browser might add to the address of a login. */
	private static final String MADE_UP = "&class=" + CasApp.encoded(CLASS);

	private static final List<FakeBadge> badges = FakeBadge.two();

	/**
	 * The same server, where services may have users enrol factors, as is the default.
	 */
	@AutoClose
	private static TestIdp enrolling;

	private final Browser browser = new Browser();

	/**
	 * A badge satisfies the class, and a ring does not. Services may not have users
	 * enrol.
	 */
	@BeforeAll
	static void startWithBadges() throws IOException {
		idp.close();
		clock = new MutableClock(Instant.now());
		idp = server("campanile.factors.enrol-at-login=false");
		enrolling = server();
	}

	private static TestIdp server(String... more) throws IOException {
		Path home = TestIdp.newHome();
		Files.createDirectories(home.resolve("services"));
		Files.writeString(home.resolve("services/app.yaml"), "prefix: https://app.example.edu/\nname: App\n");
		String graceUntil = clock.instant().plus(Duration.ofDays(1)).truncatedTo(ChronoUnit.SECONDS).toString();
		List<String> settings = new ArrayList<>(List.of("campanile.http.trusted-proxies=127.0.0.1,::1",
				"campanile.gate.sites.wiki.urls=" + WIKI, "campanile.gate.sites.strict.urls=" + STRICT,
				"campanile.gate.sites.strict.strict=true", "campanile.gate.sites.offered.urls=" + OFFERED,
				"campanile.gate.sites.grace.urls=" + GRACE,
				"campanile.authentication.contexts[0].uri=https://refeds.org/profile/sfa",
				"campanile.authentication.contexts[0].factors=password",
				"campanile.authentication.contexts[1].uri=" + CLASS,
				"campanile.authentication.contexts[1].factors=password + badge",
				"campanile.access.rules[0].grace-until=" + graceUntil,
				"campanile.access.rules[3].grace-until=" + graceUntil,
				"campanile.access.rules[7].grace-until=" + graceUntil, "campanile.access.rules[10].name=everybody",
				"campanile.access.rules[10].protocols=gate", "campanile.gate.sites.closed.urls=" + CLOSED));
		settings.addAll(rule(0, "grace", "enrol", "paths=/grace"));
		settings.addAll(rule(1, "enrol", "enrol", "paths=/enrol"));
		settings.addAll(rule(2, "refuse", "refuse", "paths=/refuse"));
		settings.addAll(rule(3, "grace of a service", "enrol", "services=app"));
		settings.addAll(rule(4, "enrol there", "enrol", "paths=/there"));
		settings.addAll(rule(5, "closed", "refuse", "services=closed"));
		settings.addAll(rule(6, "offered", "permit", "services=offered"));
		settings.addAll(rule(7, "grace of a site", "enrol", "services=grace"));
		settings.addAll(rule(8, "offered, then closed", "refuse", "services=offered"));
		settings.addAll(rule(9, "grace, then closed", "refuse", "services=grace"));
		settings.addAll(List.of(more));
		return TestIdp.start(home, context -> {
			badges.forEach(each -> each.register(context));
			TestIdp.clock(clock).initialize(context);
		}, settings.toArray(String[]::new));
	}

	private static List<String> rule(int index, String name, String unequipped, String scope) {
		String key = "campanile.access.rules[" + index + "].";
		return List.of(key + "name=" + name, key + "effect=step-up", key + scope, key + "classes=" + CLASS,
				key + "unequipped=" + unequipped);
	}

	@BeforeEach
	void nobodyHasAny() {
		badges.forEach(each -> each.enrolled().clear());
	}

	@ParameterizedTest
	@ValueSource(strings = { WIKI, STRICT })
	void whenAUserInGraceHasAnotherFactorThenItIsProvenAndTheEnrolmentCanBePutOff(String site) throws Exception {
		badges.getLast().enrolled().add("alice");
		signIn(browser, site + "/grace", "alice");
		Page enrol = browser.send(shown(onTheWay(site + "/grace")));
		assertThat(enrol.title()).isEqualTo("Enrol badge");
		assertThat(enrol.document().text()).contains("skippable");
		handOver(browser.send(enrol.forms().getFirst().with("skip", "true")), site);
		for (int i = 0; i < 2; i++) {
			assertThat(check(site + "/grace").statusCode()).isEqualTo(204);
			clock.advance(Duration.ofMinutes(2));
		}
	}

	@Test
	void whenAUserInGraceComesToAServiceFromASessionThenTheSame() throws Exception {
		badges.getLast().enrolled().add("alice");
		signIn(browser, WIKI + "/open", "alice");
		String login = idp.baseUrl() + "/cas/login?service=" + CasApp.encoded("https://app.example.edu/");
		Page enrol = browser.send(shown(browser.open(login)));
		assertThat(enrol.title()).isEqualTo("Enrol badge");
		assertThat(enrol.document().text()).contains("skippable");
		assertThat(browser.send(enrol.forms().getFirst().with("skip", "true")).location().toString())
			.startsWith("https://app.example.edu/?ticket=ST-");
	}

	@Test
	void whenTheRuleOfThePageSaysEnrolThenItIsEnrolledThoughServicesMayNotAskForThat() throws Exception {
		signIn(browser, WIKI + "/enrol", "alice");
		// The password is required, as another person may be at the computer by now.
		Page enrol = browser.login(onTheWay(WIKI + "/enrol"), "alice", "alice-demo");
		assertThat(enrol.title()).isEqualTo("Enrol badge");
		assertThat(enrol.document().text()).doesNotContain("skippable");
		Page prove = browser.send(enrol.forms().getFirst().with("claim", "mine"));
		handOver(browser.send(shown(prove)), WIKI);
		assertThat(check(WIKI + "/enrol").statusCode()).isEqualTo(204);
	}

	/**
	 * The login then leads to the front page, for which the rule is not found again.
	 */
	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void whenTheAddressOfThePageIsTooLongToReturnToThenTheSame(boolean enrolsAtLogin) throws Exception {
		nothingIsEnrolled(enrolsAtLogin ? enrolling : idp, WIKI + "/open", WIKI + "/refuse" + "/".repeat(1_100));
	}

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void whenTheRuleOfThePageRefusesThenNothingIsEnrolledWhateverRuleTheAddressNames(boolean enrolsAtLogin)
			throws Exception {
		nothingIsEnrolled(enrolsAtLogin ? enrolling : idp, WIKI + "/refuse");
	}

	@ParameterizedTest
	@ValueSource(strings = { CLOSED, OFFERED, GRACE })
	void whenARuleRefusesForTheSiteThenNothingIsEnrolledThoughOneBeforeSparesTheUser(String site) throws Exception {
		nothingIsEnrolled(enrolling, site + "/");
	}

	/**
	 * A demand of a page that permits enrolment, or one that the browser made up, must
	 * not lead to an enrolment for a page that refuses.
	 */
	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void whenTheDemandOfAnotherPageIsBroughtThenItIsIgnored(boolean enrolsAtLogin) throws Exception {
		TestIdp other = idp;
		idp = enrolsAtLogin ? enrolling : idp;
		try {
			signIn(browser, WIKI + "/open", "alice");
			HttpResponse<String> asked = check(WIKI + "/enrol");
			keep(asked);
			String enrol = asked.headers().firstValue("X-Gate-Login").orElseThrow();
			assertThat(enrol).contains("&demand=");
			String open = enrol.replace(CasApp.encoded(WIKI + "/enrol"), CasApp.encoded(WIKI + "/open"));
			assertThat(open).isNotEqualTo(enrol);
			assertThat(browser.get(open).status()).isEqualTo(303);
			assertThat(browser.get(open.replaceAll("&demand=[^&]*", MADE_UP)).status()).isEqualTo(303);
		}
		finally {
			idp = other;
		}
	}

	private void nothingIsEnrolled(TestIdp at, String page) throws Exception {
		nothingIsEnrolled(at, page, page);
	}

	/**
	 * @param first the page for which the user signs in with the password alone
	 */
	private void nothingIsEnrolled(TestIdp at, String first, String page) throws Exception {
		TestIdp other = idp;
		idp = at;
		try {
			signIn(browser, first, "alice");
			HttpResponse<String> asked = check(page);
			keep(asked);
			String login = asked.headers().firstValue("X-Gate-Login").orElseThrow();
			assertThat(browser.open(login).text("code")).as("with a session").startsWith("FACTOR_MISSING-");
			assertThat(new Browser().login(login, "alice", "alice-demo").text("code")).as("without a session")
				.startsWith("FACTOR_MISSING-");
			for (String demand : List.of("", "&demand=made-up", MADE_UP, MADE_UP + "&rule=enrol&method=GET")) {
				Page answer = browser.get(login.replaceAll("&demand=[^&]*", demand));
				assertThat(answer.status()).as("signed in as for a page without a rule: " + demand).isEqualTo(303);
			}
			assertThat(check(page).statusCode()).as("and asked again").isEqualTo(401);
		}
		finally {
			idp = other;
		}
	}

	@Test
	void whenARuleRefusesForTheWholeSiteThenNothingIsEnrolledOnTheWayToAnyPageOfIt() throws Exception {
		signIn(browser, CLOSED + "/there", "alice");
		assertThat(onTheWay(CLOSED + "/there").text("code")).startsWith("FACTOR_MISSING-");
	}

	private Page onTheWay(String page) throws Exception {
		HttpResponse<String> asked = check(page);
		assertThat(asked.statusCode()).isEqualTo(401);
		keep(asked);
		return browser.open(asked.headers().firstValue("X-Gate-Login").orElseThrow());
	}

	private static Form shown(Page page) {
		return page.forms().getFirst().with("badge", "shown");
	}

}
