package org.campanile.web.flow;

import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.FutureTask;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import org.campanile.saml.StatusCode;
import org.campanile.session.Sessions;
import org.campanile.testkit.Polling;
import org.campanile.testkit.serviceprovider.InResponseToCheck;
import org.campanile.testkit.serviceprovider.LogoutSubject;
import org.campanile.testkit.serviceprovider.RedirectRequest;
import org.campanile.testkit.serviceprovider.SoapRequest;
import org.campanile.web.flow.FailingStores.Fault;
import org.campanile.testkit.browser.Browser;
import org.campanile.web.testkit.LogLines;
import org.campanile.web.testkit.LogoutParty;
import org.campanile.testkit.browser.Page;
import org.campanile.web.testkit.TestIdp;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests what users and services see if sessions cannot be stored, read or ended. */
class StoreFailureTests extends StoreFailureFixture {

	@ParameterizedTest
	@EnumSource
	void whenASessionCannotBeStoredThenAClearPage(Fault fault) {
		Page login = browser.open(one.redirect(idp, PLAIN).url());
		stores.put(fault, "create");
		try (LogLines audit = LogLines.audit()) {
			Page page = browser.login(login, "alice", "alice-demo");
			assertThat(page.status()).isEqualTo(503);
			assertThat(page.header("retry-after")).isEqualTo("5");
			assertThat(page.text("code")).startsWith("STORE_UNAVAILABLE-");
			assertThat(String.join("\n", audit.lines())).contains("code=" + page.text("code"));
			assertThat(audit.lines()).filteredOn(line -> line.startsWith("event=LOGIN code=OK"))
				.as("the password was right, but no session began")
				.singleElement()
				.asString()
				.doesNotContain(" session=");
		}
		assertThat(browser.cookie(SESSION)).isEmpty();
	}

	@Test
	void whenASessionCannotBeStoredAndTheSettingAllowsItThenSignedOnWithoutOne() {
		Path home = TestIdp.newHome();
		one.registered(home);
		try (TestIdp lenient = start(home, "campanile.session.allow-unstored=true");
				LogLines audit = LogLines.audit()) {
			RedirectRequest request = one.redirect(lenient, PLAIN);
			Page login = browser.open(request.url());
			stores.put(Fault.FAILS, "create");
			Page page = browser.login(login, "alice", "alice-demo");
			assertThat(one.read(lenient, page, request.id()).success().values("uid")).containsExactly("alice");
			assertThat(browser.cookie(SESSION)).isEmpty();
			assertThat(audit.lines().getLast()).contains("event=SIGN_ON code=OK user=alice", "tracking=NO_SESSION")
				.doesNotContain(" session=");
			stores.mend();
			assertThat(browser.open(one.redirect(lenient, PLAIN).url()).loginForm()).isNotNull();
			browser.login(browser.open(one.redirect(lenient, PLAIN).url()), "alice", "alice-demo");
			Page again = browser.open(one.redirect(lenient, PLAIN.withForceAuthn()).url());
			stores.put(Fault.FAILS, "create", "find");
			browser.login(again, "alice", "alice-demo").samlForm();
			assertThat(browser.cookie(SESSION)).as("may be another user's").isEmpty();
			stores.mend();
			assertThat(browser.open(one.redirect(lenient, PLAIN).url()).loginForm()).isNotNull();
		}
	}

	@ParameterizedTest
	@EnumSource
	void whenASessionCannotBeReadThenAPageTriesAgainUntilItCan(Fault fault) {
		one.signIn(idp, browser, "alice");
		stores.put(fault, "find");
		RedirectRequest request = one.redirect(idp, PLAIN);
		try (LogLines audit = LogLines.audit()) {
			Page waiting = browser.open(request.url());
			assertThat(waiting.status()).isEqualTo(503);
			assertThat(waiting.header("retry-after")).isEqualTo("3");
			assertThat(waiting.title()).startsWith("One moment, please");
			assertThat(waiting.text("code")).startsWith("STORE_WAITING-");
			assertThat(String.join("\n", audit.lines())).contains("code=" + waiting.text("code"));
			assertThat(browser.cookie(SESSION)).isPresent();
			Page stillWaiting = browser.open(again(waiting));
			assertThat(stillWaiting.status()).isEqualTo(503);
			stores.mend();
			Polling.until(() -> readiness().status() == 200);
			assertThat(one.read(idp, browser.open(again(stillWaiting)), request.id()).success().values("uid"))
				.containsExactly("alice");
		}
	}

	@Test
	void whenASessionCannotBeReadForLongOrTheUserLikesThenTheFormAndTheSessionIsKept() {
		one.signIn(idp, browser, "alice");
		stores.put(Fault.FAILS, "find");
		Page waiting = browser.open(one.redirect(idp, PLAIN).url());
		Page form = browser.open(waiting.link("Sign in with your password instead"));
		assertThat(form.loginForm()).isNotNull();
		Page german = browser.open(form.link("Deutsch"));
		assertThat(german.loginForm()).isNotNull();
		Page refused = browser.login(german, "alice", "wrong");
		assertThat(browser.open(refused.link("English")).loginForm()).isNotNull();
		clock.advance(Duration.ofSeconds(58));
		waiting = browser.open(again(waiting));
		assertThat(waiting.status()).isEqualTo(503);
		clock.advance(Duration.ofSeconds(2));
		assertThat(browser.open(again(waiting)).loginForm()).isNotNull();
		stores.mend();
		Polling.until(() -> readiness().status() == 200);
		RedirectRequest request = one.redirect(idp, PLAIN);
		assertThat(one.read(idp, browser.open(request.url()), request.id()).success().values("uid"))
			.as("the session was there all the time")
			.containsExactly("alice");
	}

	@Test
	void whenTheUserLikesToSignInAndTheStoreIsBackThenTheSessionCounts() {
		one.signIn(idp, browser, "alice");
		stores.put(Fault.FAILS, "find");
		RedirectRequest request = one.redirect(idp, PLAIN);
		Page form = browser.open(browser.open(request.url()).link("Sign in with your password instead"));
		assertThat(form.loginForm()).isNotNull();
		stores.mend();
		Polling.until(() -> readiness().status() == 200);
		assertThat(one.read(idp, browser.open(form.url()), request.id()).success().values("uid")).as("loaded again")
			.containsExactly("alice");
	}

	@ParameterizedTest
	@EnumSource
	void whenASessionCannotBeReadThenAPassiveRequestIsAnsweredWithoutOne(Fault fault) {
		one.signIn(idp, browser, "alice");
		stores.put(fault, "find");
		RedirectRequest passive = one.redirect(idp, PLAIN.withPassive());
		assertThat(one.read(idp, browser.open(passive.url()), passive.id()).status().toString()).contains("NoPassive");
	}

	@Test
	void whenASessionCanBeReadWithinSecondsThenItsRequestWaitsForThat() throws Exception {
		one.signIn(idp, browser, "alice");
		stores.put(Fault.FAILS, "find");
		RedirectRequest request = one.redirect(idp, PLAIN);
		Page sentOn = browser.get(request.url());
		assertThat(sentOn.redirects()).isTrue();
		FutureTask<Page> waits = new FutureTask<>(() -> browser.get(sentOn.location()));
		Thread.ofVirtual().start(waits);
		Polling.until(() -> idp.bean(MeterRegistry.class).get("campanile.store.waiting.requests").gauge().value() == 1);
		assertThat(
				idp.bean(MeterRegistry.class).get("campanile.overload.under.way").tag("lane", "work").gauge().value())
			.as("its permit is free for others")
			.isZero();
		stores.mend();
		assertThat(one.read(idp, waits.get(), request.id()).success().values("uid")).containsExactly("alice");
	}

	@Test
	void whenANewSessionCanBeStoredWithinSecondsThenItsLoginWaitsForThat() throws Exception {
		RedirectRequest request = one.redirect(idp, PLAIN);
		Page login = browser.open(request.url());
		stores.put(Fault.FAILS, "create");
		FutureTask<Page> waits = new FutureTask<>(() -> browser.login(login, "alice", "alice-demo"));
		Thread.ofVirtual().start(waits);
		Polling.until(() -> idp.bean(MeterRegistry.class).get("campanile.store.waiting.requests").gauge().value() == 1);
		stores.mend();
		assertThat(one.read(idp, waits.get(), request.id()).success().values("uid")).containsExactly("alice");
		RedirectRequest next = two.redirect(idp, PLAIN);
		assertThat(two.read(idp, browser.open(next.url()), next.id()).success()).as("has a session").isNotNull();
	}

	@Test
	void whenAServiceCannotBeRecordedThenAPageTriesAgainAndAtLastSignedOnAndAuditedSo() {
		one.signIn(idp, browser, "alice");
		stores.put(Fault.FAILS, "addService");
		RedirectRequest request = two.redirect(idp, PLAIN);
		Page page = browser.open(request.url());
		assertThat(page.text("code")).startsWith("STORE_WAITING-");
		try (LogLines audit = LogLines.audit()) {
			page = browser.open(again(page));
			assertThat(page.status()).isEqualTo(503);
			clock.advance(Duration.ofMinutes(1));
			page = browser.open(again(page));
			assertThat(two.read(idp, page, request.id()).success().values("uid")).containsExactly("alice");
			assertThat(audit.lines().getLast()).contains("event=SIGN_ON code=OK", "tracking=SERVICE_NOT_RECORDED");
		}
	}

	@Test
	void whenAUseCannotBeNotedThenSignedOnAndCounted() {
		one.signIn(idp, browser, "alice");
		stores.put(Fault.FAILS, "touch");
		clock.advance(Duration.ofMinutes(10));
		RedirectRequest request = one.redirect(idp, PLAIN);
		assertThat(one.read(idp, browser.get(request.url()), request.id()).success().values("uid"))
			.containsExactly("alice");
		assertThat(idp.bean(MeterRegistry.class)
			.find("campanile.store.operations")
			.tag("operation", "touch")
			.timers()
			.stream()
			.filter(timer -> !"ok".equals(timer.getId().getTag("outcome")))
			.mapToLong(Timer::count)
			.sum()).isEqualTo(1);
	}

	@Test
	void whenAReplacedSessionCannotBeEndedThenItIsDeadHereAndEndsLaterWithoutALogout() {
		Sessions sessions = idp.bean(Sessions.class);
		one.signIn(idp, browser, "alice");
		Browser thief = browser.copy();
		RedirectRequest again = one.redirect(idp, PLAIN.withForceAuthn());
		Page login = browser.open(again.url());
		stores.put(Fault.FAILS, "end");
		assertThat(one.read(idp, browser.login(login, "alice", "alice-demo"), again.id()).success()).isNotNull();
		assertThat(sessions.pendingEnds()).isEqualTo(1);
		assertThat(readiness().body()).contains("\"pendingEnds\":1");
		assertThat(thief.open(one.redirect(idp, PLAIN).url()).loginForm()).isNotNull();
		try (LogLines audit = LogLines.audit()) {
			stores.mend();
			Polling.until(() -> sessions.pendingEnds() == 0);
			assertThat(thief.open(one.redirect(idp, PLAIN).url()).loginForm()).isNotNull();
			assertThat(String.join("\n", audit.lines())).doesNotContain("event=LOGOUT");
		}
		assertThat(thief.open(one.redirect(idp, PLAIN).url()).loginForm()).isNotNull();
		RedirectRequest request = one.redirect(idp, PLAIN);
		assertThat(one.read(idp, browser.get(request.url()), request.id()).success()).isNotNull();
	}

	/**
	 * The new session does not know the services of the unreadable one, so nobody could
	 * log them out later.
	 */
	@Test
	void whenTheSessionBeforeALoginCannotBeReadThenItEndsLaterAndItsServicesAreInformed() {
		Sessions sessions = idp.bean(Sessions.class);
		one.signIn(idp, browser, "alice");
		Browser thief = browser.copy();
		RedirectRequest again = one.redirect(idp, PLAIN.withForceAuthn());
		Page login = browser.open(again.url());
		// After fewer successful operations, these failures alone would open the circuit
		// breaker.
		for (int i = 0; i < 12; i++) {
			assertThat(thief.get(one.redirect(idp, PLAIN).url()).body()).contains("SAMLResponse");
		}
		stores.put(Fault.FAILS, "find", "end");
		try (LogLines audit = LogLines.audit()) {
			assertThat(one.read(idp, browser.login(login, "alice", "alice-demo"), again.id()).success()).isNotNull();
			assertThat(sessions.pendingEnds()).isEqualTo(1);
			stores.mend();
			Polling
				.until(() -> String.join("\n", audit.lines()).contains("event=LOGOUT code=OK user=alice services=1"));
			assertThat(sessions.pendingEnds()).isZero();
		}
		assertThat(thief.open(one.redirect(idp, PLAIN).url()).loginForm()).isNotNull();
		RedirectRequest request = one.redirect(idp, PLAIN);
		assertThat(one.read(idp, browser.get(request.url()), request.id()).success()).isNotNull();
	}

	/** The session is no longer in the store, so its services are those read before. */
	@Test
	void whenASessionEndsOnTheAccountPageAndTheAnswerIsLostThenItsServicesAreInformedLater() {
		Sessions sessions = idp.bean(Sessions.class);
		Browser stolen = new Browser();
		one.signIn(idp, stolen, "carol");
		one.signIn(idp, browser, "carol");
		Page question = browser.open(browser.open(idp.baseUrl() + "/account").link("Sign out there"));
		stores.loseAnswers("end");
		try (LogLines audit = LogLines.audit()) {
			Page page = browser.submit(question.formWith("do").orElseThrow());
			assertThat(page.status()).isEqualTo(503);
			assertThat(page.text("code")).startsWith("STORE_UNAVAILABLE-");
			assertThat(sessions.pendingEnds()).isEqualTo(1);
			stores.mend();
			String late = "event=LOGOUT code=OK user=carol services=1 detail=\"late";
			Polling.until(() -> String.join("\n", audit.lines()).contains(late));
			assertThat(sessions.pendingEnds()).isZero();
		}
		assertThat(stolen.open(one.redirect(idp, PLAIN).url()).loginForm()).isNotNull();
	}

	/** No request waits, the node reports the outage, and it recovers by itself. */
	@ParameterizedTest
	@EnumSource
	void whenTheStoreIsGoneThenNotReadyAndReadyAgainUnaided(Fault fault) {
		assertThat(readiness().status()).isEqualTo(200);
		stores.putAll(fault);
		for (int i = 0; i < 6; i++) {
			assertThat(browser.get(one.redirect(idp, PLAIN).url()).body()).doesNotContain("Assertion");
		}
		Polling.until(() -> readiness().body().contains("the store of one-time-values does not answer"));
		assertThat(readiness().status()).isEqualTo(503);
		stores.mend();
		Polling.until(() -> readiness().status() == 200);
		one.signIn(idp, browser, "bob");
	}

	/**
	 * It is unknown which session the service meant, so the browser's session cookie is
	 * deleted.
	 */
	@ParameterizedTest
	@ValueSource(strings = { "findByIdentifier", "end" })
	void whenAServiceAsksForALogoutAndTheStoreFailsThenTheCookieGoesAndItReceivesPartialLogout(String operation) {
		LogoutSubject subject = leaving.signIn(idp, browser, "alice");
		stores.put(Fault.FAILS, operation);
		Page page;
		try (LogLines audit = LogLines.audit()) {
			page = leaving.begin(idp, browser, subject, "r");
			assertThat(String.join("\n", audit.lines())).contains("event=LOGOUT code=FAILED service=");
		}
		assertThat(page.headers().allValues("set-cookie")).anyMatch(cookie -> cookie.contains("session=;"));
		assertThat(page.status()).isEqualTo(200);
		assertThat(page.text(".notice")).contains("close all browser windows");
		assertThat(page.body()).contains("STORE_UNAVAILABLE-");
		assertThat(page.link("Return to Service at leaving.example.org").toString())
			.startsWith("https://leaving.example.org/slo-done/");
		assertThat(idp.bean(Sessions.class).pendingEnds()).isEqualTo(operation.equals("end") ? 1 : 0);
		try (LogLines audit = LogLines.audit()) {
			stores.mend();
			Polling.until(() -> idp.bean(Sessions.class).pendingEnds() == 0);
			Polling.until(() -> operation.equals("findByIdentifier") || String.join("\n", audit.lines())
				.contains("event=LOGOUT code=OK user=alice services=1 detail=\"late"));
		}
	}

	@Test
	void whenALogoutCannotBeStoredThenItsServicesAreNotAskedAndThePageHasTheCode() {
		leaving.signIn(idp, browser, "alice");
		stores.put(Fault.FAILS, "put");
		try (LogLines audit = LogLines.audit()) {
			Page page = browser.open(idp.baseUrl() + "/profile/Logout");
			assertThat(page.texts(".state")).containsExactly("Did not respond. You may still be signed in there.");
			assertThat(page.text(".notice")).contains("close all browser windows");
			assertThat(page.text("code")).startsWith("STORE_UNAVAILABLE-");
			assertThat(audit.lines()).hasSize(2);
			assertThat(audit.lines().getFirst()).contains("event=REQUEST_REFUSED code=" + page.text("code"));
			assertThat(audit.lines().getLast()).contains("event=LOGOUT code=OK user=alice",
					leaving.entityId() + "=NO_ANSWER");
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "findByIdentifier", "end" })
	void whenAServiceLogsOutBySoapAndTheStoreFailsThenNoSuccessIsReported(String operation) throws Exception {
		LogoutSubject subject = leaving.signIn(idp, browser, "alice");
		SoapRequest request = leaving.logout().soap(LogoutParty.soapUrl(idp), subject);
		stores.put(Fault.FAILS, operation);
		try (LogLines audit = LogLines.audit()) {
			Page page = LogoutParty.sendSoap(idp, request.envelope(), "text/xml");
			assertThat(leaving.toldBySoap(idp, page, InResponseToCheck.to(request.id())).status())
				.isEqualTo(StatusCode.RESPONDER);
			assertThat(audit.lines()).hasSize(2);
			assertThat(audit.lines().getFirst()).contains("event=REQUEST_REFUSED code=STORE_UNAVAILABLE-",
					"service=" + leaving.entityId());
			assertThat(audit.lines().getLast()).contains("event=LOGOUT code=FAILED service=" + leaving.entityId(),
					" nameId=" + subject.nameId().value() + ' ', " sessions=0 ");
		}
		stores.mend();
		Polling.until(() -> idp.bean(Sessions.class).pendingEnds() == 0);
	}

}
