package org.campanile.fake.factor;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import org.campanile.signon.RequestedAuthnContext;
import org.campanile.gate.GateProtocol;
import org.campanile.testkit.browser.Browser;
import org.campanile.testkit.browser.ForeignService;
import org.campanile.testkit.browser.Form;
import org.campanile.testkit.browser.Page;
import org.campanile.testkit.serviceprovider.AuthnRequestOptions;
import org.campanile.testkit.serviceprovider.RedirectRequest;
import org.campanile.web.testkit.CasApp;
import org.campanile.web.testkit.LogLines;
import org.campanile.web.testkit.TestIdp;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests which users must prove or enrol which factor, as demanded by services and access
 * rules.
 */
@Timeout(180)
class EnrolAtLoginTests {

	private static final String MFA = "https://refeds.org/profile/mfa";

	private static final List<FakeBadge> badges = FakeBadge.two();

	private static final FakeBadge badge = badges.getFirst();

	private static final FakeBadge ring = badges.getLast();

	@AutoClose
	private static TestIdp idp;

	private static ForeignService service;

	private final Browser browser = new Browser();

	@BeforeAll
	static void start() throws Exception {
		Path home = TestIdp.newHome();
		Files.createDirectories(home.resolve("services"));
		for (String name : List.of("enrol", "refuse", "offer", "grace", "barred")) {
			Files.writeString(home.resolve("services/" + name + ".yaml"),
					"prefix: https://" + name + ".example.edu/\nname: " + name + "\n");
		}
		service = ForeignService.at("enrol.example.org", InstantSource.system()).registered(home);
		List<String> settings = new ArrayList<>(
				List.of("campanile.access.rules[5].effect=deny", "campanile.access.rules[5].services=barred",
						"campanile.access.rules[5].name=nobody", "campanile.access.rules[3].grace-until="
								+ Instant.now().plusSeconds(86_400).truncatedTo(ChronoUnit.SECONDS)));
		settings.addAll(rule(0, "enrol", "enrol"));
		settings.addAll(rule(1, "refuse", "refuse"));
		settings.addAll(rule(2, "offer", "permit"));
		settings.addAll(rule(3, "grace", "enrol"));
		settings.addAll(rule(4, "barred", "permit"));
		settings.addAll(rule(6, "pages", "refuse"));
		settings.add("campanile.gate.sites.pages.urls=http://pages.example.edu");
		idp = TestIdp.start(home, context -> badges.forEach(each -> each.register(context)),
				settings.toArray(String[]::new));
	}

	private static List<String> rule(int index, String service, String unequipped) {
		String key = "campanile.access.rules[" + index + "].";
		return List.of(key + "effect=step-up", key + "services=" + service, key + "classes=" + MFA,
				key + "unequipped=" + unequipped, key + "name=" + service);
	}

	@BeforeEach
	void forget() {
		badges.forEach(each -> each.enrolled.clear());
	}

	@Test
	void whenAServiceAsksForMoreThenAFactorIsChosenEnrolledAndProven() {
		RedirectRequest request = service.redirect(idp, AuthnRequestOptions.PLAIN
			.withAuthnContext(new RequestedAuthnContext(RequestedAuthnContext.Comparison.EXACT, List.of(MFA))));
		try (LogLines audit = LogLines.audit()) {
			Page choice = browser.login(browser.open(request.url()), "alice", "alice-demo");
			assertThat(choice.texts("button")).containsExactly("badge", "ring");
			Page enrol = browser.send(choice.forms().getFirst().with("other", "ring"));
			assertThat(enrol.title()).isEqualTo("Enrol ring");
			Page wrong = browser.send(enrol.forms().getFirst().with("claim", "yours"));
			assertThat(wrong.document().text()).contains("problem.help");
			assertThat(browser.cookie("campanile-session")).isEmpty();
			Page prove = browser.send(wrong.forms().getFirst().with("claim", "mine"));
			assertThat(prove.title()).as("what enrolled it does not prove it").isEqualTo("Prove ring");
			assertThat(audit.lines())
				.anySatisfy(line -> assertThat(line)
					.matches("event=FACTOR_REFUSED code=NOT_CONFIRMED user=alice service=\\S+ address=\\S+ "
							+ "factor=ring detail=.* userAgent=.+"))
				.anySatisfy(line -> assertThat(line).matches("event=FACTOR_ADDED code=OK user=alice service=\\S+ "
						+ "address=\\S+ factor=ring credential=1 name=Badge userAgent=.+"));
			assertThat(service.read(idp, browser.send(shown(prove)), request.id()).success().authnContextClass())
				.isEqualTo(MFA);
		}
	}

	@Test
	void whenARuleSaysEnrolThenTheSameAndTheSessionIsMadeOnce() {
		Page choice = login("enrol");
		assertThat(choice.title()).startsWith("Add a second way");
		assertThat(browser.cookie("campanile-session")).as("no session before the last factor").isEmpty();
		Page prove = browser.send(browser.send(choice.forms().getFirst().with("other", "badge"))
			.forms()
			.getFirst()
			.with("claim", "mine"));
		assertThat(browser.send(shown(prove)).location().toString())
			.startsWith("https://enrol.example.edu/?ticket=ST-");
	}

	@Test
	void whenTheUserPutsItOffWithoutARuleThatPermitsItThenAskedAgain() {
		Page choice = login("enrol");
		Page again = browser.send(choice.forms().getFirst().with("skip", "true"));
		assertThat(again.title()).isEqualTo(choice.title());
		assertThat(again.texts("button")).doesNotContain("Not now");
	}

	@Test
	void whenARuleRefusesThenNothingIsEnrolled() {
		Page refused = login("refuse");
		assertThat(refused.status()).isEqualTo(403);
		assertThat(refused.text("code")).startsWith("FACTOR_MISSING-");
		assertThat(refused.title()).startsWith("You need a second way to sign in");
		badge.enrolled.add("alice");
		Browser other = new Browser();
		Page prove = other.login(other.open(url("refuse")), "alice", "alice-demo");
		assertThat(prove.title()).isEqualTo("Prove badge");
	}

	@Test
	void whenARuleRefusesForPagesOfASiteThenNothingIsEnrolledOnTheWayThere() {
		String page = "http://pages.example.edu/";
		String mark = "a".repeat(24);
		String demand = idp.bean(GateProtocol.class)
			.sealed(new GateProtocol.Demand("", "GET", List.of(MFA), false, true), page, mark);
		String login = idp.baseUrl() + "/gate/login?browser=" + mark + "&url=" + CasApp.encoded(page) + "&demand="
				+ demand;
		Page refused = browser.login(browser.open(login), "alice", "alice-demo");
		assertThat(refused.text("code")).startsWith("FACTOR_MISSING-");
		badge.enrolled.add("alice");
		assertThat(browser.open(login).title()).isEqualTo("Prove badge");
	}

	@Test
	void whenItIsOnlyOfferedThenThoseWhoHaveOneProveIt() {
		assertThat(login("offer").location().toString()).startsWith("https://offer.example.edu/?ticket=");
		assertThat(browser.get(url("offer")).location().toString()).as("single sign-on").contains("ticket=");
		assertThat(browser.get(url("offer") + "&gateway=true").location().toString()).as("passive").contains("ticket=");
		badge.enrolled.add("alice");
		assertThat(browser.open(url("offer")).title()).as("from the session, too").isEqualTo("Prove badge");
		Browser other = new Browser();
		assertThat(other.login(other.open(url("offer")), "alice", "alice-demo").title()).isEqualTo("Prove badge");
	}

	@Test
	void whenARuleOffersThenTheRulesAfterItStillDecide() {
		assertThat(login("barred").status()).isEqualTo(403);
	}

	@Test
	void whenThereIsGraceThenItCanBePutOff() {
		Page choice = login("grace");
		assertThat(choice.texts("button")).contains("Not now");
		Page ticket = browser.send(choice.forms().getFirst().with("skip", "true"));
		assertThat(ticket.location().toString()).startsWith("https://grace.example.edu/?ticket=ST-");
		assertThat(browser.get(url("grace")).location().toString()).as("not asked at single sign-on")
			.contains("ticket=");
	}

	@Test
	void whenTheUserHasAFactorThenItIsProvenBeforeAnotherIsEnrolled() {
		badge.enrolled.add("alice");
		ring.enrolled.add("alice");
		Page prove = login("enrol");
		assertThat(prove.document().text()).as("the other is a click away").endsWith("[ring]");
		assertThat(browser.send(prove.forms().getFirst().with("other", "ring")).title()).isEqualTo("Prove ring");
		assertThat(browser.send(prove.forms().getFirst().with("other", "password")).title()).isEqualTo("Prove badge");
	}

	@Test
	void whenAnEnrolmentFormComesTooLateThenWhatTheUserHasIsAskedFor() {
		Page enrol = browser.send(login("enrol").forms().getFirst().with("other", "badge"));
		ring.enrolled.add("alice");
		Page next = browser.send(enrol.forms().getFirst().with("claim", "mine"));
		assertThat(next.title()).isEqualTo("Prove ring");
		assertThat(badge.enrolled).isEmpty();
	}

	@Test
	void whenCasAsksByAuthnMethodThenAsAskedFor() {
		badge.enrolled.add("alice");
		Page prove = browser.login(browser.open(url("plain", "offer") + "&authn_method=mfa-gauth"), "alice",
				"alice-demo");
		assertThat(prove.title()).isEqualTo("Prove badge");
	}

	private Page login(String name) {
		Page form = browser.open(url(name));
		return browser.send(form.loginForm().with("j_username", "alice").with("j_password", "alice-demo"));
	}

	private static String url(String name) {
		return url(name, name);
	}

	private static String url(String path, String name) {
		return idp.baseUrl() + "/cas/login?service="
				+ CasApp.encoded("https://" + name + ".example.edu/" + (path.equals(name) ? "" : path));
	}

	private static Form shown(Page page) {
		return page.forms().getFirst().with("badge", "shown");
	}

}
