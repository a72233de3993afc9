package org.campanile.web.account;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import org.campanile.authn.AuthenticatedUser;
import org.campanile.authn.AuthenticationMethod;
import org.campanile.authn.Factor;
import org.campanile.authn.FactorKind;
import org.campanile.authn.LoginOrigin;
import org.campanile.consent.Consent;
import org.campanile.consent.Consents;
import org.campanile.factor.Enrolments;
import org.campanile.factor.recovery.RecoveryCodeMethod;
import org.campanile.store.StoreUnavailableException;
import org.campanile.testkit.MutableClock;
import org.campanile.testkit.browser.Browser;
import org.campanile.testkit.browser.Form;
import org.campanile.testkit.browser.Page;
import org.campanile.web.testkit.TestIdp;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests what users prove before they change something, and how long that counts. A rule
 * demands a factor of users who have one of that kind, and these users have none.
 */
@Timeout(120)
class AccountProofTests {

	private static final MutableClock clock = new MutableClock(Instant.now());

	@AutoClose
	private static TestIdp idp;

	private final Browser browser = new Browser();

	private AccountBrowser account;

	@BeforeAll
	static void start() {
		String contexts = "campanile.authentication.contexts";
		idp = TestIdp.start(TestIdp.newHome(), context -> {
			TestIdp.clock(clock).initialize(context);
			FakeEnrolledFactor.register(context, clock);
		}, "campanile.factors.enabled=true", "campanile.storage.memory.durable.accept-loss=true",
				"campanile.authentication.failure-step=0", "campanile.consent.enabled=true",
				contexts + "[0].uri=urn:example:password", contexts + "[0].factors[0]=password",
				contexts + "[1].uri=urn:example:second", contexts + "[1].factors[0]=password + *",
				contexts + "[2].uri=urn:example:app", contexts + "[2].factors[0]=password + totp",
				"campanile.access.rules[0].name=app", "campanile.access.rules[0].effect=step-up",
				"campanile.access.rules[0].classes=urn:example:app", "campanile.access.rules[0].unequipped=permit");
	}

	@BeforeEach
	void forget() throws StoreUnavailableException {
		account = new AccountBrowser(idp, browser);
		idp.bean(Enrolments.class).remove("alice");
	}

	/** The rule that spares the user does not withdraw what the page itself demands. */
	@Test
	void whenARuleSparesTheUserThenTheFactorIsStillAskedFor() throws StoreUnavailableException {
		account.signIn("alice");
		enrol();
		prove(account.open("rename", "c7"));
		clock.advance(Duration.ofMinutes(11));
		Page password = account.open("rename", "c7");
		Page prove = browser.send(password.loginForm().with("j_password", "alice-demo"));
		assertThat(prove.title()).isEqualTo("Prove");
		assertThat(prove(prove).text("h1")).isEqualTo("Rename");
	}

	/** The address says that the user was asked, but that helped at the time. */
	@Test
	void whenThePageIsReloadedOnceTheProofIsTooOldThenItIsAskedForAgain() throws StoreUnavailableException {
		account.signIn("alice");
		enrol();
		Page rename = prove(account.open("rename", "c7"));
		assertThat(rename.url().getQuery()).contains("&asked=");
		clock.advance(Duration.ofMinutes(12));
		assertThat(browser.open(rename.url()).formWith("j_password")).isPresent();
	}

	/** It takes time to find the phone, and to install an app on it. */
	@Test
	void whenTheFormWasMadeInTimeThenItAddsTheFactorLater() throws StoreUnavailableException {
		account.signIn("alice");
		Form form = form(account.open("add", "word"));
		clock.advance(Duration.ofMinutes(29));
		Page done = account.follow(browser.send(form));
		assertThat(done.text("[role=status]")).startsWith("It has been added.");
		assertThat(idp.bean(Enrolments.class).find("alice").credentials()).hasSize(1);
	}

	/** The password that was enough for the first factor is not enough for another. */
	@Test
	void whenAnotherFactorWasEnrolledMeanwhileThenItIsAskedFor() throws StoreUnavailableException {
		account.signIn("alice");
		Form form = form(account.open("add", "word"));
		enrol();
		assertThat(account.follow(browser.send(form)).title()).isEqualTo("Prove");
		assertThat(idp.bean(Enrolments.class).find("alice").credentials()).hasSize(1);
	}

	@Test
	void whenATryIsWrongThenTheFormIsNotValidForLonger() throws StoreUnavailableException {
		account.signIn("alice");
		Form form = form(account.open("add", "word"));
		clock.advance(Duration.ofMinutes(20));
		Form again = form(browser.send(form.with("word", "x")));
		clock.advance(Duration.ofMinutes(11));
		assertThat(account.follow(browser.send(again)).formWith("j_password")).isPresent();
		assertThat(idp.bean(Enrolments.class).find("alice").isEmpty()).isTrue();
	}

	/** What was proven in a session does not count in the next one. */
	@Test
	void whenTheSessionHasEndedThenItsFormAddsNothing() throws StoreUnavailableException {
		account.signIn("alice");
		Form form = form(account.open("add", "word"));
		browser.open(idp.baseUrl() + "/profile/Logout");
		account.signIn("alice");
		enrol();
		assertThat(account.follow(browser.send(form)).title()).isEqualTo("Prove");
		assertThat(idp.bean(Enrolments.class).find("alice").credentials()).hasSize(1);
	}

	@Test
	void whenRecoveryCodesRemainThenTheWarningSaysSo() throws Exception {
		account.signIn("alice");
		enrol();
		prove(account.open("rename", "c7"));
		makeRecoveryCodes();
		Page question = account.open("remove", "c7");
		assertThat(question.text(".error")).isEqualTo("This is the last one. Without it, only a recovery code lets you "
				+ "in to services that ask for a second step.");
	}

	@Test
	void whenConsentIsAskedForThenItsPartIsShown() {
		assertThat(account.signIn("alice").text("#consents")).isEqualTo("What you agreed to");
	}

	@Test
	void whenThereAreManyConsentsThenAllAreListed() throws StoreUnavailableException {
		Consent.Given given = new Consent.Given(Set.of("mail"), Map.of(), Consent.Choice.NEVER, Set.of());
		for (int i = 0; i < 401; i++) {
			idp.bean(Consents.class)
				.give("bob", "urn:example:service" + i, given, Duration.ofDays(1), Optional.empty());
		}
		assertThat(account.signIn("bob").texts("#consents ~ ul .name")).hasSize(401).doesNotHaveDuplicates();
	}

	private Page prove(Page page) {
		return account.follow(browser.send(page.formWith("word").orElseThrow().with("word", "chimes")));
	}

	private static Form form(Page page) {
		assertThat(page.title()).isEqualTo("Enrol");
		return page.formWith("word").orElseThrow().with("word", "chimes").with("name", "Phone");
	}

	private static void enrol() throws StoreUnavailableException {
		idp.bean(Enrolments.class)
			.change("alice", enrolment -> enrolment.with(FakeEnrolledFactor.credential("c7", "Old phone")));
	}

	private static void makeRecoveryCodes() throws Exception {
		AuthenticatedUser alice = new AuthenticatedUser("alice", "alice", Optional.empty(),
				List.of(new Factor(FactorKind.PASSWORD, clock.instant())), Optional.empty());
		RecoveryCodeMethod method = idp.bean(RecoveryCodeMethod.class);
		method.enrol(alice, new AuthenticationMethod.Submission("alice", Map.of(), method.enrolmentChallenge(alice),
				new LoginOrigin("127.0.0.1")));
	}

}
