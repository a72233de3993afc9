package org.campanile.web.flow;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.FutureTask;

import io.micrometer.core.instrument.MeterRegistry;
import org.campanile.testkit.Polling;
import org.campanile.testkit.serviceprovider.InResponseToCheck;
import org.campanile.testkit.serviceprovider.RedirectRequest;
import org.campanile.web.flow.FailingStores.Fault;
import org.campanile.testkit.browser.Browser;
import org.campanile.web.testkit.LogLines;
import org.campanile.testkit.browser.Page;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests what users and services see if it is unknown whether a request was answered. */
class MarkFailureTests extends StoreFailureFixture {

	@ParameterizedTest
	@EnumSource
	void whenAMarkFailsThenNotAnswered(Fault fault) {
		one.signIn(idp, browser, "alice");
		stores.put(fault, "mark");
		RedirectRequest request = one.redirect(idp, PLAIN);
		try (LogLines audit = LogLines.audit()) {
			Page page = browser.open(request.url());
			assertThat(audit.lines()).hasSize(1)
				.first()
				.asString()
				.as("of unknown outcome, or not asked as the store is known to hang")
				.containsPattern("code=(REPLAY_CHECK_UNAVAILABLE|STORE_WAITING)-");
			assertThat(page.body()).doesNotContain("Assertion");
			if (page.formWith("SAMLResponse").isEmpty()) {
				assertThat(page.status()).isEqualTo(503);
				assertThat(page.header("retry-after")).isIn("3", "5");
			}
			else {
				assertThat(one.read(idp, page, request.id()).assertion()).isEmpty();
			}
		}
	}

	@ParameterizedTest
	@EnumSource
	void whenTheMarkOfASignedRequestFailsThenItGoesOnWhereItCanWait(Fault fault) {
		one.signIn(idp, browser, "alice");
		stores.put(fault, "mark");
		RedirectRequest request = signing.redirect(idp, PLAIN);
		Page sentOn = browser.get(request.url());
		assertThat(sentOn.redirects()).isTrue();
		stores.mend();
		Polling.until(() -> readiness().status() == 200);
		assertThat(signing.read(idp, browser.open(sentOn.location()), request.id()).success().values("uid"))
			.containsExactly("alice");
		assertThat(browser.open(sentOn.location()).text("code")).as("answered once").startsWith("REQUEST_REPLAYED-");
		assertThat(browser.open(request.url()).text("code")).startsWith("REQUEST_REPLAYED-");
	}

	@Test
	void whenTheStoreOfMarksIsFullThenTheNodeIsReadyAndAPageTriesAgain() {
		one.signIn(idp, browser, "alice");
		stores.fill();
		RedirectRequest request = one.redirect(idp, PLAIN);
		Page waiting = browser.open(request.url());
		for (int i = 0; i < 6; i++) {
			assertThat(waiting.text("code")).startsWith("STORE_WAITING-");
			waiting = browser.open(again(waiting));
		}
		assertThat(readiness().status()).isEqualTo(200);
		stores.mend();
		assertThat(one.read(idp, browser.open(again(waiting)), request.id()).success().values("uid"))
			.containsExactly("alice");
	}

	@ParameterizedTest
	@EnumSource
	void whenAMarkFailsAfterThePasswordThenSignedInAndTheRequestIsStillOpen(Fault fault) {
		RedirectRequest request = one.redirect(idp, PLAIN);
		Page login = browser.open(request.url());
		stores.put(fault, "mark");
		Page page = browser.login(login, "alice", "alice-demo");
		assertThat(page.status()).isEqualTo(503);
		assertThat(page.header("retry-after")).isEqualTo("5");
		assertThat(page.text("code")).startsWith("REPLAY_CHECK_UNAVAILABLE-");
		assertThat(page.link("Start again at Service at one.example.org")).hasToString("https://one.example.org/");
		stores.mend();
		Polling.until(() -> readiness().status() == 200);
		assertThat(one.read(idp, browser.get(login.url()), request.id()).success().values("uid"))
			.as("without a password")
			.containsExactly("alice");
	}

	/**
	 * The store was not contacted, so nothing is in doubt: the session exists, and the
	 * page tries again.
	 */
	@Test
	void whenTheStoreOfMarksIsNotAskedAfterThePasswordThenAPageTriesAgain() {
		RedirectRequest request = one.redirect(idp, PLAIN);
		Page login = browser.open(request.url());
		breakMarks();
		Page waiting = browser.login(login, "alice", "alice-demo");
		assertThat(waiting.text("code")).startsWith("STORE_WAITING-");
		assertThat(browser.cookie(SESSION)).isPresent();
		stores.mend();
		Polling.until(() -> readiness().status() == 200);
		assertThat(one.read(idp, browser.open(again(waiting)), request.id()).success().values("uid"))
			.containsExactly("alice");
	}

	@Test
	void whenAForcedSignOnWaitsForLongThenThePasswordThatWasGivenCounts() {
		RedirectRequest forced = one.redirect(idp, PLAIN.withForceAuthn());
		Page login = browser.open(forced.url());
		breakMarks();
		Page waiting = browser.login(login, "alice", "alice-demo");
		assertThat(waiting.text("code")).startsWith("STORE_WAITING-");
		clock.advance(Duration.ofMinutes(1));
		stores.mend();
		Polling.until(() -> readiness().status() == 200);
		assertThat(one.read(idp, browser.open(again(waiting)), forced.id()).success().values("uid"))
			.containsExactly("alice");
	}

	/** Neither the request nor its answer is used only once. */
	@Test
	void whenTheStoreOfMarksFailsAfterAPasswordWarningThenAnUnsolicitedSignOnGoesOn() {
		String url = idp.baseUrl() + "/profile/SAML2/Unsolicited/SSO?providerId="
				+ URLEncoder.encode(one.entityId(), StandardCharsets.UTF_8);
		Page warning = browser.login(url, "sam", "sam-demo");
		stores.breakOneTime();
		Page answer = browser.send(warning.formWith("flow").orElseThrow());
		assertThat(one.read(idp, answer, InResponseToCheck.unsolicited()).success().values("uid"))
			.containsExactly("sam");
	}

	@Test
	void whenTheStoreOfMarksIsBackWithinSecondsThenTheLoginWaitsForThat() throws Exception {
		RedirectRequest request = one.redirect(idp, PLAIN);
		Page login = browser.open(request.url());
		breakMarks();
		FutureTask<Page> waits = new FutureTask<>(() -> browser.login(login, "alice", "alice-demo"));
		Thread.ofVirtual().start(waits);
		Polling.until(() -> idp.bean(MeterRegistry.class).get("campanile.store.waiting.requests").gauge().value() == 1);
		stores.mend();
		assertThat(one.read(idp, waits.get(), request.id()).success().values("uid")).containsExactly("alice");
	}

	/** Makes the one-time store fail until its circuit breaker is open. */
	private void breakMarks() {
		stores.breakOneTime();
		Polling.until(() -> {
			new Browser().get(signing.redirect(idp, PLAIN).url());
			return readiness().status() == 503;
		});
	}

}
