package org.campanile.web.account;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.campanile.attribute.ResolvedAttributes;
import org.campanile.authn.AuthenticatedUser;
import org.campanile.authn.Factor;
import org.campanile.authn.FactorKind;
import org.campanile.factor.Bypass;
import org.campanile.factor.Credential;
import org.campanile.factor.Enrolments;
import org.campanile.session.Sessions;
import org.campanile.session.SsoSession;
import org.campanile.store.StoreUnavailableException;
import org.campanile.testkit.MutableClock;
import org.campanile.testkit.browser.Browser;
import org.campanile.testkit.browser.Form;
import org.campanile.testkit.browser.Page;
import org.campanile.testkit.factor.TestApp;
import org.campanile.web.testkit.LogLines;
import org.campanile.web.testkit.TestIdp;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests the user's account page over HTTP, without JavaScript. */
@Timeout(120)
class AccountTests {

	private static final String FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

	private static final String IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 "
			+ "(KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1";

	private static final MutableClock clock = new MutableClock(Instant.now());

	@AutoClose
	private static TestIdp idp;

	private final Browser browser = new Browser().withHeader("User-Agent", FIREFOX);

	@BeforeAll
	static void start() {
		idp = TestIdp.start(TestIdp.newHome(), context -> {
			TestIdp.clock(clock).initialize(context);
			FakeEnrolledFactor.register(context, clock);
		}, "campanile.factors.enabled=true", "campanile.factors.bypass.enabled=true",
				"campanile.storage.memory.durable.accept-loss=true", "campanile.account.networks[0].name=Library",
				"campanile.account.networks[0].addresses=127.0.0.0/8,::1", "campanile.authentication.failure-step=0",
				"campanile.access.rules[0].name=at-the-help-desk", "campanile.access.rules[0].effect=step-up",
				"campanile.access.rules[0].classes=https://refeds.org/profile/mfa",
				"campanile.access.rules[0].unequipped=refuse", "campanile.access.rules[0].attributes.uid=carol");
	}

	@BeforeEach
	void forget() throws StoreUnavailableException {
		for (String person : List.of("alice", "bob")) {
			idp.bean(Enrolments.class).remove(person);
			idp.bean(Sessions.class).endAll(person, session -> {
			});
		}
		idp.bean(FakeEnrolledFactor.class).down = false;
	}

	@Test
	void whenNobodyIsSignedInThenThePageAsksForThePasswordAndIsShown() {
		Page page = signIn(browser, "alice");
		assertThat(page.text("h1")).isEqualTo("Your account");
		assertThat(page.document().text()).contains("You are signed in as alice.", "Firefox, Linux", "This browser",
				"Network: Library");
		assertThat(page.text("#sessions ~ ul .name")).isEqualTo("Firefox, Linux");
		assertThat(page.document().select("#consents")).as("nobody is asked for consent").isEmpty();
	}

	@Test
	void whenSignedInElsewhereThenThatSessionEndsAndThisOneGoesOn() {
		Browser phone = new Browser().withHeader("User-Agent", IPHONE);
		signIn(phone, "alice");
		Page page = signIn(browser, "alice");
		assertThat(page.texts("#sessions ~ ul .name")).containsExactly("Firefox, Linux", "Safari, iPhone");
		Page question = browser.open(page.link("Sign out there"));
		assertThat(question.text("h1")).isEqualTo("Sign out there?");
		assertThat(question.text(".name")).isEqualTo("Safari, iPhone");
		try (LogLines audit = LogLines.audit()) {
			Page done = submit(question);
			assertThat(done.text("[role=status]")).isEqualTo("You are signed out there.");
			assertThat(done.texts("#sessions ~ ul .name")).containsExactly("Firefox, Linux");
			assertThat(audit.lines())
				.anyMatch(line -> line.matches("event=LOGOUT code=OK user=alice reason=USER services=\\d+ address=\\S+ "
						+ "session=[0-9a-f]{16} userAgent=\"Mozilla.+"));
		}
		assertThat(phone.open(idp.baseUrl() + "/account").formWith("j_username")).isPresent();
	}

	@Test
	void whenThereAreManySessionsThenTheLatestAreListedAndAnyCanBeEnded() throws StoreUnavailableException {
		Sessions sessions = idp.bean(Sessions.class);
		AuthenticatedUser alice = new AuthenticatedUser("alice", "alice", Optional.empty(),
				List.of(new Factor(FactorKind.PASSWORD, clock.instant())), Optional.empty());
		SsoSession oldest = sessions.begin(alice, ResolvedAttributes.NONE, Optional.empty()).session();
		sessions.store(oldest);
		clock.advance(Duration.ofSeconds(1));
		for (int i = 0; i < OwnSessions.LISTED; i++) {
			sessions.store(sessions.begin(alice, ResolvedAttributes.NONE, Optional.empty()).session());
		}
		Page page = signIn(browser, "alice");
		assertThat(page.text("#sessions ~ p")).startsWith("Only the latest 50 are shown.");
		assertThat(page.texts("#sessions ~ ul .name")).hasSize(OwnSessions.LISTED).first().isEqualTo("Firefox, Linux");
		assertThat(page.body()).doesNotContain(OwnSessions.id(oldest.key()));
		assertThat(submit("sign-out", OwnSessions.id(oldest.key())).text("[role=status]"))
			.isEqualTo("You are signed out there.");
		assertThat(sessions.peek(oldest.key())).isEmpty();
	}

	@Test
	void whenTheSessionIsOfSomebodyElseThenItGoesOn() {
		Browser bobs = new Browser();
		signIn(bobs, "bob");
		Page page = signIn(browser, "alice");
		String bob = sessionId("bob");
		assertThat(page.body()).doesNotContain(bob);
		Page answer = browser.open(change("sign-out", bob));
		assertThat(answer.text("[role=status]")).contains("no longer there");
		assertThat(submit("sign-out", bob).text("[role=status]")).contains("no longer there");
		assertThat(bobs.open(idp.baseUrl() + "/account").text("h1")).isEqualTo("Your account");
	}

	@Test
	void whenNothingIsEnrolledThenTheFirstIsAddedWithThePasswordAlone() throws StoreUnavailableException {
		Page page = signIn(browser, "alice");
		Page form = browser.open(page.link("Add: word"));
		assertThat(form.title()).isEqualTo("Enrol");
		try (LogLines audit = LogLines.audit(); LogLines all = LogLines.all()) {
			Page wrong = browser.send(form.formWith("word").orElseThrow().with("word", "x"));
			assertThat(wrong.text("#message")).isEqualTo("account-change.bad-name");
			assertThat(idp.bean(Enrolments.class).find("alice").isEmpty()).isTrue();
			Page done = follow(browser
				.send(wrong.formWith("word").orElseThrow().with("word", "chimes").with("name", "My <b>phone</b>")));
			assertThat(done.text("[role=status]")).startsWith("It has been added.");
			assertThat(done.text("#factors ~ ul .name")).isEqualTo("My <b>phone</b>");
			assertThat(audit.lines())
				.anyMatch(line -> line.startsWith("event=FACTOR_REFUSED code=NOT_CONFIRMED user=alice "))
				.anyMatch(line -> line.matches(
						"event=FACTOR_ADDED code=OK user=alice address=\\S+ factor=word credential=c0 userAgent=.+"));
			assertThat(all.lines())
				.anyMatch(line -> line.contains("FACTOR_ADDED: not mailed, as campanile.mail.host is not set"));
		}
	}

	@Test
	void whenTheFormThatAddsAFactorIsSentTwiceThenItIsAuditedAndMailedOnce() throws StoreUnavailableException {
		signIn(browser, "alice");
		enrol("alice", "c7");
		Page page = follow(browser
			.send(browser.open(change("add", "totp")).formWith("word").orElseThrow().with("word", "chimes")));
		String code = new TestApp(Map.of("secret", page.text("code").replace(" ", ""))).code(clock.instant());
		Form form = page.formWith("code").orElseThrow().with("code", code);
		try (LogLines audit = LogLines.audit(); LogLines all = LogLines.all()) {
			for (int i = 0; i < 2; i++) {
				assertThat(follow(browser.send(form)).text("[role=status]")).startsWith("It has been added.");
			}
			assertThat(audit.lines()).filteredOn(line -> line.startsWith("event=FACTOR_ADDED ")).hasSize(1);
			assertThat(all.lines()).filteredOn(line -> line.contains("FACTOR_ADDED: not mailed")).hasSize(1);
		}
	}

	/**
	 * The session that the refused login left behind does not permit enrolment either.
	 */
	@Test
	void whenTheRulesRefuseWhoHasNoFactorThenTheFirstIsNotAddedHereEither() throws StoreUnavailableException {
		assertThat(signIn(browser, "carol").text("code")).startsWith("FACTOR_MISSING-");
		assertThat(browser.cookie("campanile-session")).isPresent();
		assertThat(browser.open(idp.baseUrl() + "/account").text("code")).startsWith("FACTOR_MISSING-");
		assertThat(browser.open(change("add", "word")).text("code")).startsWith("FACTOR_MISSING-");
		assertThat(submit("add", "word").text("code")).startsWith("FACTOR_MISSING-");
		assertThat(idp.bean(Enrolments.class).find("carol").isEmpty()).isTrue();
	}

	/** Otherwise an attacker with only the password could add or remove a factor. */
	@ParameterizedTest
	@ValueSource(strings = { "add", "remove", "rename", "sign-out" })
	void whenAFactorIsEnrolledThenItIsAskedForBeforeAnythingIsChanged(String what) throws StoreUnavailableException {
		signIn(browser, "alice");
		enrol("alice", "c7");
		String id = what.equals("add") ? "word" : "c7";
		Page prove = browser.open(change(what, id));
		assertThat(prove.title()).isEqualTo("Prove");
		Page posted = submit(what, id);
		assertThat(posted.title()).as("by a forged POST as well").isEqualTo("Prove");
		assertThat(idp.bean(Enrolments.class).find("alice").find("c7").orElseThrow().name()).isEqualTo("Old phone");
	}

	@Test
	void whenTheFactorWasProvenThenTheChangeGoesOnWhereItWasLeft() throws StoreUnavailableException {
		signIn(browser, "alice");
		enrol("alice", "c7");
		Page question = follow(browser
			.send(browser.open(change("remove", "c7")).formWith("word").orElseThrow().with("word", "chimes")));
		assertThat(question.text("h1")).isEqualTo("Remove?");
		assertThat(question.text(".name")).isEqualTo("Old phone");
		assertThat(question.text(".error")).startsWith("This is the last one.");
		try (LogLines audit = LogLines.audit()) {
			assertThat(submit(question).text("[role=status]")).isEqualTo("It has been removed.");
			assertThat(audit.lines()).singleElement()
				.asString()
				.matches("event=FACTOR_REMOVED code=OK user=alice address=\\S+ factor=word credential=c7 userAgent=.+");
		}
		assertThat(idp.bean(Enrolments.class).find("alice").credentials()).isEmpty();
	}

	/** Neither of them signs anybody in. */
	@ParameterizedTest
	@CsvSource({ "trusted-device,You will be asked for the second step there again.",
			"pin,Other systems no longer accept it." })
	void whenADeviceOrAPinIsRemovedThenThePageSaysWhatThatLeadsTo(String kind, String text)
			throws StoreUnavailableException {
		signIn(browser, "alice");
		store(new FactorKind(kind));
		assertThat(browser.open(change("remove", kind)).texts("main p")).contains(text);
	}

	@Test
	void whenDevicesAreNoLongerTrustedThenNoneIsListed() throws StoreUnavailableException {
		signIn(browser, "alice");
		store(FactorKind.TRUSTED_DEVICE);
		Page page = browser.open(idp.baseUrl() + "/account");
		assertThat(page.text("h1")).isEqualTo("Your account");
		assertThat(page.document().select("#devices")).isEmpty();
	}

	@Test
	void whenRecoveryCodesAreMadeThenThePageDoesNotSayThatTheySignInByThemselves() throws StoreUnavailableException {
		signIn(browser, "alice");
		enrol("alice", "c7");
		Page codes = follow(browser
			.send(browser.open(change("add", "recovery-code")).formWith("word").orElseThrow().with("word", "chimes")));
		assertThat(codes.texts("nav a")).as("links, as other codes would be drawn").isEmpty();
		assertThat(submit(codes).text("[role=status]"))
			.isEqualTo("Your recovery codes are ready. Earlier ones no longer work.");
	}

	@Test
	void whenTheProofIsTooOldThenEverythingIsProvenAnewAndNotForEver() throws StoreUnavailableException {
		signIn(browser, "alice");
		enrol("alice", "c7");
		follow(browser
			.send(browser.open(change("rename", "c7")).formWith("word").orElseThrow().with("word", "chimes")));
		clock.advance(Duration.ofMinutes(11));
		Page password = browser.open(change("rename", "c7"));
		assertThat(password.formWith("j_password")).isPresent();
		Page prove = browser.send(password.loginForm().with("j_password", "alice-demo"));
		assertThat(prove.title()).isEqualTo("Prove");
		Page rename = follow(browser.send(prove.formWith("word").orElseThrow().with("word", "chimes")));
		assertThat(rename.text("h1")).isEqualTo("Rename");
		Page wrong = browser.send(rename.formWith("name").orElseThrow().with("name", "  "));
		assertThat(wrong.status()).isEqualTo(400);
		assertThat(wrong.title()).startsWith("Error: ");
		assertThat(follow(browser.send(wrong.formWith("name").orElseThrow().with("name", "New phone")))
			.text("#factors ~ ul .name")).isEqualTo("New phone");
	}

	@Test
	void whenABypassLastsThenANewFactorIsAddedWithThePassword() throws StoreUnavailableException {
		signIn(browser, "alice");
		enrol("alice", "c7");
		Instant until = clock.instant().plus(Duration.ofHours(1));
		idp.bean(Enrolments.class)
			.change("alice", enrolment -> enrolment.with(new Bypass("lost phone", "help desk", until)));
		assertThat(browser.open(idp.baseUrl() + "/account").text("#factors ~ p")).contains("without a second step");
		assertThat(browser.open(change("add", "word")).title()).isEqualTo("Enrol");
		clock.advance(Duration.ofHours(2));
		assertThat(browser.open(change("add", "word")).title()).isNotEqualTo("Enrol");
	}

	@Test
	void whenItIsNotKnownWhatIsEnrolledThenNothingIsChanged() {
		signIn(browser, "alice");
		idp.bean(FakeEnrolledFactor.class).down = true;
		Page page = browser.open(change("add", "word"));
		assertThat(page.status()).isEqualTo(503);
		assertThat(page.text("code")).startsWith("FACTOR_UNAVAILABLE-");
	}

	@Test
	void whenTheFormIsOfAnotherUserOrBrowserThenItAddsNothing() throws StoreUnavailableException {
		signIn(browser, "alice");
		Form form = browser.open(change("add", "word")).formWith("word").orElseThrow().with("word", "chimes");
		Browser bobs = new Browser();
		signIn(bobs, "bob");
		assertThat(bobs.send(form).status()).isEqualTo(403);
		Form bob = bobs.open(change("add", "word")).formWith("word").orElseThrow();
		assertThat(bobs
			.follow(bobs
				.send(bob.with("word", "chimes").with("enrolment", form.fields().getOrDefault("enrolment", ""))))
			.title()).as("the form once more").isEqualTo("Enrol");
		assertThat(idp.bean(Enrolments.class).find("bob").isEmpty()).isTrue();
		clock.advance(Duration.ofMinutes(9));
		assertThat(browser.sendCrossSite(form).status()).isEqualTo(403);
		assertThat(idp.bean(Enrolments.class).find("alice").isEmpty()).isTrue();
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "?do=remove", "?do=nothing&id=x", "?id=x", "?do=add&id=%00", "?do=add&id=../../etc",
			"?do=withdraw&id=", "?do=remove&id=%F0%9F%98%80", "?do=sign-out&id=%3Cscript%3E", "?do=add&id=password",
			"?do=remove&id=x&asked=99999999999", "?do=add&do=remove&id=a&id=b" })
	void whenTheAddressIsOddThenNoFault(String query) {
		signIn(browser, "alice");
		Page page = browser.open(idp.baseUrl() + "/account/change" + query);
		assertThat(page.status()).isLessThan(500);
		Form form = Form.post(idp.baseUrl() + "/account/change" + query,
				Map.of("_csrf", browser.cookieWithPrefix("campanile-browser-").orElseThrow().value()));
		assertThat(browser.send(form).status()).isLessThan(500);
	}

	@Test
	void whenTheLanguageIsChosenThenEveryPageIsInIt() throws StoreUnavailableException {
		signIn(browser, "alice");
		assertThat(browser.open(idp.baseUrl() + "/account?lang=de").text("h1")).isEqualTo("Ihr Konto");
		assertThat(browser.open(idp.baseUrl() + "/account?lang=fr").text("h1")).isEqualTo("Votre compte");
		assertThat(browser.open(idp.baseUrl() + "/?lang=fr").text("h1")).isEqualTo("Service de connexion");
	}

	/** What a change names becomes part of the address at which the user signs in. */
	@Test
	void whenAnIdIsTooLongForAnAddressThenThereIsNoSuchChange() {
		assertThat(browser.get(change("rename", "%E2%82%AC".repeat(1024))).location())
			.hasToString(idp.baseUrl() + "/account");
		assertThat(browser.get(change("rename", "%2F".repeat(1024))).location().toString())
			.startsWith(idp.baseUrl() + "/login?flow=");
	}

	@ParameterizedTest
	@ValueSource(strings = { "/", "" })
	void whenTheServersOwnAddressIsOpenedThenTheWayThere(String path) {
		Page page = browser.open(idp.baseUrl() + path);
		assertThat(page.status()).isEqualTo(200);
		assertThat(page.link("Your account").getPath()).isEqualTo("/idp/account");
	}

	private Page signIn(Browser any, String person) {
		return new AccountBrowser(idp, any).signIn(person);
	}

	private Page follow(Page page) {
		return new AccountBrowser(idp, browser).follow(page);
	}

	private Page submit(Page question) {
		return new AccountBrowser(idp, browser).submit(question);
	}

	private Page submit(String what, String id) {
		return new AccountBrowser(idp, browser).submit(what, id);
	}

	private static String change(String what, String id) {
		return idp.baseUrl() + "/account/change?do=" + what + "&id=" + id;
	}

	private static String sessionId(String person) {
		try {
			return OwnSessions.id(idp.bean(Sessions.class).findByPrincipal(person, 1).getFirst().key());
		}
		catch (StoreUnavailableException ex) {
			throw new AssertionError(ex);
		}
	}

	private static void store(FactorKind kind) throws StoreUnavailableException {
		idp.bean(Enrolments.class)
			.change("alice", enrolment -> enrolment
				.with(new Credential(kind, kind.code(), "Firefox, Linux", clock.instant(), null, new byte[0])));
	}

	private static void enrol(String person, String id) throws StoreUnavailableException {
		idp.bean(Enrolments.class)
			.change(person, enrolment -> enrolment.with(FakeEnrolledFactor.credential(id, "Old phone")));
	}

}
