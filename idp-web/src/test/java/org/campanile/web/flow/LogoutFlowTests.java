package org.campanile.web.flow;

import java.net.URI;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;

import io.micrometer.core.instrument.MeterRegistry;
import org.campanile.saml.Saml;
import org.campanile.saml.StatusCode;
import org.campanile.saml.nameid.NameId;
import org.campanile.testkit.serviceprovider.AuthnRequestOptions;
import org.campanile.testkit.serviceprovider.DecodedLogoutRequest;
import org.campanile.testkit.serviceprovider.DecodedLogoutResponse;
import org.campanile.testkit.serviceprovider.InResponseToCheck;
import org.campanile.testkit.serviceprovider.LogoutSubject;
import org.campanile.testkit.serviceprovider.PostRequest;
import org.campanile.testkit.serviceprovider.RedirectRequest;
import org.campanile.testkit.serviceprovider.SoapRequest;
import org.campanile.testkit.browser.Browser;
import org.campanile.testkit.browser.Form;
import org.campanile.web.testkit.LogLines;
import org.campanile.web.testkit.LogoutParty;
import org.campanile.testkit.browser.Page;
import org.campanile.web.testkit.TestIdp;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests single logout from end to end, over HTTP. */
class LogoutFlowTests {

	private static final String SESSION = "campanile-session";

	@AutoClose
	private static TestIdp idp;

	/** A service with HTTP-Redirect and HTTP-POST. */
	private static LogoutParty library;

	private static LogoutParty moodle;

	/** A service with HTTP-POST only. */
	private static LogoutParty wiki;

	/** A service without single logout. */
	private static LogoutParty old;

	/** A service with SOAP only, at an address where nothing listens. */
	private static LogoutParty dead;

	private Browser browser;

	@BeforeAll
	static void start() {
		Path home = TestIdp.newHome();
		InstantSource clock = InstantSource.system();
		library = LogoutParty.at("library.example.org", home, clock, Saml.BINDING_REDIRECT, Saml.BINDING_POST);
		moodle = LogoutParty.at("moodle.example.org", home, clock, Saml.BINDING_REDIRECT);
		wiki = LogoutParty.at("wiki.example.org", home, clock, Saml.BINDING_POST);
		old = LogoutParty.at("old.example.org", home, clock);
		dead = LogoutParty.at("dead.localhost", home, clock, Saml.BINDING_SOAP);
		idp = TestIdp.start(home, "campanile.logout.back-channel-timeout=1s");
	}

	@BeforeEach
	void open() {
		browser = new Browser();
	}

	@Test
	void whenBegunHereThenEachServiceIsAskedInAFrameAndTheResultTellsEach() {
		LogoutSubject atLibrary = library.signIn(idp, browser, "alice");
		LogoutSubject atWiki = wiki.signIn(idp, browser, "alice");
		old.signIn(idp, browser, "alice");
		Browser thief = browser.copy();
		Page progress = browser.open(idp.baseUrl() + "/profile/Logout");
		assertThat(progress.text("h1")).isEqualTo("Signing you out");
		assertThat(browser.cookie(SESSION)).isEmpty();
		assertThat(signedIn(thief)).as("dead at once").isFalse();
		assertThat(progress.header("content-security-policy"))
			.contains("frame-src 'self' https://library.example.org https://wiki.example.org;")
			.contains("frame-ancestors 'none'");
		assertThat(progress.texts(".name")).containsExactly("Service at library.example.org",
				"Service at wiki.example.org", "Service at old.example.org");

		Page toLibrary = frame(progress, 0);
		assertThat(toLibrary.header("content-security-policy")).contains("frame-ancestors 'self'");
		assertThat(toLibrary.header("x-frame-options")).isEqualTo("SAMEORIGIN");
		DecodedLogoutRequest request = library.asked(idp, toLibrary);
		assertThat(request.subject().nameId()).isEqualTo(atLibrary.nameId());
		assertThat(request.subject().sessionIndexes()).isEqualTo(atLibrary.sessionIndexes());
		Page answered = library.answer(idp, browser, request, StatusCode.SUCCESS);
		assertThat(answered.document().body().attr("data-state")).isEqualTo("ended");
		assertThat(answered.header("x-frame-options")).isEqualTo("SAMEORIGIN");

		Page toWiki = frame(progress, 1);
		assertThat(toWiki.header("content-security-policy")).contains("form-action https://wiki.example.org 'self';");
		DecodedLogoutRequest posted = wiki.asked(idp, toWiki);
		assertThat(posted.subject().nameId()).isEqualTo(atWiki.nameId());
		PostRequest refusal = wiki.logout().postAnswer(LogoutParty.postUrl(idp), posted, StatusCode.REQUEST_DENIED);
		Page refused = browser.sendCrossSite(Form.post(refusal.action(), refusal.fields()));
		assertThat(refused.document().body().attr("data-state")).isEqualTo("refused");

		Page result = browser.get(continueAt(progress));
		assertThat(result.text("h1")).isEqualTo("You are signed out");
		assertThat(result.texts(".state")).containsExactly("Signed out",
				"Did not sign you out. You may still be signed in there.",
				"Can’t be signed out from here. Please sign out there.");
		assertThat(result.text(".notice")).contains("close all browser windows");
		assertThat(result.texts(".again")).containsExactly("Sign out of Service at wiki.example.org");
		assertThat(browser.get(result.url()).texts(".state")).as("reloaded").isEqualTo(result.texts(".state"));
	}

	/** Where the user is still signed in is known to the first logout alone. */
	@Test
	void whenLoggedOutTwiceThenTheSecondPageDoesNotSayThatNothingIsLeft() {
		moodle.signIn(idp, browser, "alice");
		Browser again = browser.copy();
		browser.open(idp.baseUrl() + "/profile/Logout");
		Page page = again.open(idp.baseUrl() + "/profile/Logout");
		assertThat(page.text("h1")).isEqualTo("You are signed out");
		assertThat(page.text("main")).contains("you may still be signed in to some services");
		assertThat(page.text(".notice")).contains("close all browser windows");
	}

	@Test
	void whenAServiceIsAskedAgainInTheWholeWindowThenTheResultImproves() {
		moodle.signIn(idp, browser, "alice");
		Page progress = browser.open(idp.baseUrl() + "/profile/Logout");
		Page result = browser.get(continueAt(progress));
		assertThat(result.texts(".state")).containsExactly("Did not respond. You may still be signed in there.");
		Page toMoodle = browser.get(result.link("Sign out of Service at moodle.example.org"));
		assertThat(toMoodle.location().getHost()).isEqualTo("moodle.example.org");
		Page back = moodle.answer(idp, browser, moodle.asked(idp, toMoodle), StatusCode.SUCCESS);
		assertThat(back.status()).isEqualTo(303);
		assertThat(back.location()).isEqualTo(result.url());
		Page better = browser.follow(back);
		assertThat(better.texts(".state")).containsExactly("Signed out");
		assertThat(better.texts(".again")).isEmpty();
		assertThat(better.text("p")).contains("Example");
		// Back on the page with the frames, services whose session has ended are not
		// asked again.
		assertThat(browser.get(progress.url()).document().select("iframe")).isEmpty();
	}

	/** Otherwise a service could learn which other services the user uses. */
	@Test
	void whenAServiceDeliversItsAnswerItselfThenItSeesNothingOfTheLogout() {
		library.signIn(idp, browser, "alice");
		moodle.signIn(idp, browser, "alice");
		Page progress = browser.open(idp.baseUrl() + "/profile/Logout");
		Page result = browser.get(continueAt(progress));
		Page toMoodle = browser.get(result.link("Sign out of Service at moodle.example.org"));
		Browser hostile = new Browser();
		Page back = moodle.answer(idp, hostile, moodle.asked(idp, toMoodle), StatusCode.SUCCESS);
		for (URI address : List.of(back.location(), progress.url())) {
			Page seen = hostile.get(address);
			assertThat(seen.status()).isEqualTo(400);
			assertThat(seen.text("h1")).isEqualTo("This sign-out page has expired");
			assertThat(seen.body()).doesNotContain("library.example.org");
		}
		assertThat(browser.get(result.url()).texts(".state")).contains("Signed out");
	}

	@Test
	void whenAServiceBeginsAndTheOthersEndThenItReceivesSuccessAtItsResponseLocation() {
		LogoutSubject atLibrary = library.signIn(idp, browser, "alice");
		moodle.signIn(idp, browser, "alice");
		RedirectRequest request = library.logout().redirect(LogoutParty.redirectUrl(idp), atLibrary, "r s");
		Page progress = browser.open(request.url());
		assertThat(progress.texts(".name")).as("not itself").containsExactly("Service at moodle.example.org");
		assertThat(browser.cookie(SESSION)).isEmpty();
		moodle.answer(idp, browser, moodle.asked(idp, frame(progress, 0)), StatusCode.SUCCESS);
		Page told = browser.get(continueAt(progress));
		DecodedLogoutResponse response = library.told(idp, told, InResponseToCheck.to(request.id()));
		assertThat(response.complete()).isTrue();
		assertThat(response.relayState()).isEqualTo("r s");
	}

	@Test
	void whenAServiceBeginsAndSomethingIsLeftThenThePageSaysSoAndAButtonGoesBackWithPartialLogout() {
		LogoutSubject atLibrary = library.signIn(idp, browser, "alice");
		moodle.signIn(idp, browser, "alice");
		dead.signIn(idp, browser, "alice");
		RedirectRequest request = library.logout().redirect(LogoutParty.redirectUrl(idp), atLibrary, null);
		Page progress = browser.open(request.url());
		Page result = browser.get(continueAt(progress));
		assertThat(result.texts(".state")).containsExactly("Did not respond. You may still be signed in there.",
				"Did not respond. You may still be signed in there.");
		Page button = new Page(303, result.url(),
				java.net.http.HttpHeaders.of(
						Map.of("location", List.of(result.link("Return to Service at library.example.org").toString())),
						(name, value) -> true),
				"");
		assertThat(library.told(idp, button, InResponseToCheck.to(request.id())).partial()).isTrue();
	}

	@Test
	void whenAServicePostsItsRequestThenAnsweredByPostAndTheCookieIsCleared() {
		LogoutSubject atWiki = wiki.signIn(idp, browser, "bob");
		moodle.signIn(idp, browser, "bob");
		PostRequest request = wiki.logout().post(LogoutParty.postUrl(idp), atWiki, "state");
		Page progress = browser.submitCrossSite(Form.post(request.action(), request.fields()));
		assertThat(progress.text("h1")).isEqualTo("Signing you out");
		assertThat(signedIn(browser.copy())).isFalse();
		moodle.answer(idp, browser, moodle.asked(idp, frame(progress, 0)), StatusCode.SUCCESS);
		Page told = browser.get(continueAt(progress));
		assertThat(browser.cookie(SESSION)).as("a dead cookie goes").isEmpty();
		assertThat(told.samlForm().fields()).containsEntry("RelayState", "state");
		assertThat(told.text("h1")).isEqualTo("You are signed out");
		assertThat(wiki.told(idp, told, InResponseToCheck.to(request.id())).complete()).isTrue();
	}

	@Test
	void whenTheServiceWasTheOnlyOneThenItIsAnsweredAtOnce() {
		LogoutSubject atLibrary = library.signIn(idp, browser, "alice");
		RedirectRequest request = library.logout().redirect(LogoutParty.redirectUrl(idp), atLibrary, null);
		Page told = browser.get(request.url());
		assertThat(library.told(idp, told, InResponseToCheck.to(request.id())).complete()).isTrue();
		assertThat(browser.cookie(SESSION)).isEmpty();
		assertThat(browser.get(request.url()).status()).as("replayed").isEqualTo(400);
	}

	@Test
	void whenTheSubjectIsWrongThenNothingEnds() {
		LogoutSubject atLibrary = library.signIn(idp, browser, "alice");
		LogoutSubject atMoodle = moodle.signIn(idp, browser, "alice");
		NameId other = new NameId("_other", atLibrary.nameId().format(), atLibrary.nameId().nameQualifier(),
				atLibrary.nameId().spNameQualifier());
		for (LogoutSubject wrong : List.of(new LogoutSubject(other, atLibrary.sessionIndexes()),
				new LogoutSubject(atLibrary.nameId(), List.of("_other")),
				new LogoutSubject(atLibrary.nameId(), atMoodle.sessionIndexes()), atMoodle)) {
			RedirectRequest request = library.logout().redirect(LogoutParty.redirectUrl(idp), wrong, null);
			DecodedLogoutResponse told = library.told(idp, browser.get(request.url()),
					InResponseToCheck.to(request.id()));
			assertThat(told.status()).isEqualTo(StatusCode.UNKNOWN_PRINCIPAL);
			assertThat(signedIn(browser)).isTrue();
		}
	}

	@Test
	void whenByIndexAloneAnotherSessionOfThePersonStays() {
		LogoutSubject here = library.signIn(idp, browser, "alice");
		Browser elsewhere = new Browser();
		library.signIn(idp, elsewhere, "alice");
		library.begin(idp, browser, here, "");
		assertThat(signedIn(browser)).isFalse();
		assertThat(signedIn(elsewhere)).isTrue();
	}

	/** pysaml2 sends the second content type. */
	@ParameterizedTest
	@ValueSource(strings = { "text/xml", "application/soap+xml" })
	void whenBySoapThenAnsweredInTheEnvelopeAndTheSessionIsDead(String type) throws Exception {
		LogoutSubject atLibrary = library.signIn(idp, browser, "carol");
		SoapRequest request = library.logout().soap(LogoutParty.soapUrl(idp), atLibrary);
		Page page = LogoutParty.sendSoap(idp, request.envelope(), type);
		assertThat(page.status()).isEqualTo(200);
		assertThat(page.header("content-type")).startsWith("text/xml");
		assertThat(library.toldBySoap(idp, page, InResponseToCheck.to(request.id())).complete()).isTrue();
		assertThat(signedIn(browser)).isFalse();
		Page replayed = LogoutParty.sendSoap(idp, request.envelope(), type);
		assertThat(replayed.status()).isEqualTo(400);
		assertThat(replayed.body()).contains("Fault").doesNotContain("LogoutResponse");
	}

	@Test
	void whenPostedToTheLogoutAddressThenTheCookieComesWithTheGet() {
		moodle.signIn(idp, browser, "alice");
		Page first = browser.sendCrossSite(Form.post(idp.baseUrl() + "/profile/Logout", Map.of()));
		assertThat(first.status()).isEqualTo(303);
		assertThat(browser.follow(first).text("h1")).isEqualTo("Signing you out");
		assertThat(browser.open(idp.baseUrl() + "/profile/Logout").text("h1")).isEqualTo("You are signed out");
	}

	@Test
	void whenAServiceBeginsThenTheAuditLineNamesWhatItAskedFor() {
		LogoutSubject atMoodle = moodle.signIn(idp, browser, "alice");
		try (LogLines audit = LogLines.audit()) {
			moodle.begin(idp, browser, atMoodle, "r");
			assertThat(audit.lines()).first()
				.asString()
				.startsWith("event=LOGOUT code=OK user=alice service=" + moodle.entityId() + " address=127.0.0.1 ")
				.contains(" nameId=" + atMoodle.nameId().value() + ' ',
						" sessionIndex=" + String.join(",", atMoodle.sessionIndexes()) + ' ')
				.matches(".* userAgent=Java\\S+");
		}
	}

	@Test
	void whenLoggedOutThenAuditedAndCounted() {
		MeterRegistry meters = idp.bean(MeterRegistry.class);
		old.signIn(idp, browser, "alice");
		moodle.signIn(idp, browser, "alice");
		double before = count(meters, "ENDED");
		try (LogLines audit = LogLines.audit()) {
			Page progress = browser.open(idp.baseUrl() + "/profile/Logout");
			moodle.answer(idp, browser, moodle.asked(idp, frame(progress, 0)), StatusCode.SUCCESS);
			String done = continueAt(progress);
			browser.get(done);
			browser.get(done);
			assertThat(audit.lines()).hasSize(3);
			assertThat(audit.lines().get(0)).contains("event=LOGOUT code=OK user=alice", old.entityId(),
					"CANNOT_BE_ASKED", "TO_ASK_BY_FRONT_CHANNEL", " session=");
			assertThat(audit.lines().get(1)).contains("event=LOGOUT code=ANSWER", moodle.entityId(), "state=ENDED");
			assertThat(audit.lines().get(2)).contains("event=LOGOUT code=RESULT", "result=PARTIAL");
			assertThat(audit.lines()).extracting(line -> line.replaceAll(".* (logout=[0-9a-f]{12}) .*", "$1"))
				.as("of one logout")
				.containsOnly(audit.lines().get(2).replaceAll(".* (logout=[0-9a-f]{12}) .*", "$1"));
		}
		assertThat(count(meters, "ENDED") - before).isEqualTo(1);
	}

	private static double count(MeterRegistry meters, String state) {
		return meters.counter("campanile.logout.services", "state", state).count();
	}

	private Page frame(Page progress, int index) {
		return browser.get(progress.document().select("iframe").get(index).absUrl("src"));
	}

	private static boolean signedIn(Browser browser) {
		return browser.copy()
			.open(library.service().redirect(idp, AuthnRequestOptions.PLAIN).url())
			.formWith("SAMLResponse")
			.isPresent();
	}

	private static String continueAt(Page progress) {
		return progress.document().expectFirst("#continue").absUrl("href");
	}

}
