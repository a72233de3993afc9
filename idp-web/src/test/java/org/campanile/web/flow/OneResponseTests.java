package org.campanile.web.flow;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import org.campanile.saml.nameid.NameIdRequest;
import org.campanile.seal.Sealer;
import org.campanile.signon.SignOnRequest;
import org.campanile.signon.SignOnRequestCodec;
import org.campanile.testkit.MutableClock;
import org.campanile.testkit.browser.Browser;
import org.campanile.testkit.browser.ForeignService;
import org.campanile.testkit.browser.Form;
import org.campanile.testkit.browser.Page;
import org.campanile.testkit.saml.TestSignOnRequests;
import org.campanile.testkit.serviceprovider.AuthnRequestOptions;
import org.campanile.testkit.serviceprovider.DecodedAssertion;
import org.campanile.testkit.serviceprovider.PostRequest;
import org.campanile.testkit.serviceprovider.RedirectRequest;
import org.campanile.web.testkit.CountingBeans;
import org.campanile.web.testkit.TestIdp;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

/**
 * An AuthnRequest must be answered only once, and in the browser that brought it; a
 * forced authentication must not be bypassed.
 */
class OneResponseTests {

	private static final String SESSION = "campanile-session";

	private static final String BROWSER = "campanile-browser-";

	private static final AuthnRequestOptions PLAIN = AuthnRequestOptions.PLAIN;

	private static MutableClock clock;

	@AutoClose
	private static TestIdp idp;

	private static ForeignService signed;

	private static ForeignService plain;

	private final Browser browser = new Browser();

	@BeforeAll
	static void start() {
		clock = new MutableClock(Instant.now());
		Path home = TestIdp.newHome();
		signed = ForeignService.at("signed.example.org", clock).registered(home);
		plain = ForeignService.at("plain.example.org", clock, service -> service.withAuthnRequestsSigned(false))
			.registered(home);
		idp = TestIdp.start(home, context -> CountingBeans.register(context, clock),
				"campanile.authentication.failure-step=0");
	}

	@BeforeEach
	void forget() {
		idp.bean(CountingBeans.class).forget();
	}

	@Test
	void whenTheAddressIsOpenedInAnotherBrowserThenNotAnswered() throws Exception {
		Browser bob = new Browser();
		plain.signIn(idp, bob, "bob");
		browser.open(signed.redirect(idp, PLAIN).url());
		RedirectRequest request = signed.redirect(idp, PLAIN);
		Page login = browser.open(request.url());
		for (Browser other : List.of(bob, new Browser())) {
			assertOtherBrowser(other.get(login.url()));
		}
		assertThat(signed.read(idp, browser.login(login, "alice", "alice-demo"), request.id()).success()).isNotNull();
		RedirectRequest next = plain.redirect(idp, PLAIN);
		assertThat(plain.read(idp, bob.get(next.url()), next.id()).success()).as("bob's session is kept").isNotNull();
	}

	/**
	 * All requests are sent before any response arrives, as when a browser restores its
	 * tabs.
	 */
	@Test
	void whenTabsBeginWithoutACookieThenAllEndWell() {
		RedirectRequest one = plain.redirect(idp, PLAIN);
		RedirectRequest two = signed.redirect(idp, PLAIN);
		RedirectRequest three = plain.redirect(idp, PLAIN);
		Browser secondTab = new Browser();
		Browser thirdTab = new Browser();
		Page firstForm = browser.open(one.url());
		Page second = secondTab.get(two.url());
		Page thirdForm = thirdTab.open(three.url());
		browser.put(secondTab.cookieWithPrefix(BROWSER).orElseThrow());
		browser.put(thirdTab.cookieWithPrefix(BROWSER).orElseThrow());
		Page secondForm = browser.open(second.location());
		assertThat(plain.read(idp, browser.login(thirdForm, "alice", "alice-demo"), three.id()).success()).isNotNull();
		assertThat(signed.read(idp, browser.login(secondForm, "alice", "alice-demo"), two.id()).success()).isNotNull();
		assertThat(plain.read(idp, browser.login(firstForm, "alice", "alice-demo"), one.id()).success()).isNotNull();
	}

	/** A form bound to the second of two browser cookies must also be found by GET. */
	@Test
	void whenTheLaterTabOfTwoIsReloadedThenItGoesOn() {
		RedirectRequest two = plain.redirect(idp, PLAIN);
		browser.open(plain.redirect(idp, PLAIN).url());
		Browser secondTab = new Browser();
		Page form = secondTab.open(two.url());
		browser.put(secondTab.cookieWithPrefix(BROWSER).orElseThrow());
		Page wrong = browser.login(form, "alice", "wrong");
		Page german = browser.open(wrong.link("Deutsch"));
		assertThat(german.text("h1")).isEqualTo("Anmelden");
		assertThat(plain.read(idp, browser.login(german, "alice", "alice-demo"), two.id()).success()).isNotNull();
	}

	/** Otherwise pages of other sites could fill the browser's cookie store. */
	@Test
	void whenAnotherSitePostsFormsThenTheyLeaveOneCookie() {
		Form forged = Form.post(idp.baseUrl() + "/login", Map.of("j_username", "alice"));
		for (int i = 0; i < 3; i++) {
			browser.sendCrossSite(forged);
		}
		assertThat(browser.cookies()).hasSizeLessThanOrEqualTo(1);
	}

	/** The cookie of another tab is as useless as no cookie. */
	@Test
	void whenTheFormsCookieIsLostThenItsTabGoesOnByALink() {
		RedirectRequest one = plain.redirect(idp, PLAIN);
		RedirectRequest two = plain.redirect(idp, PLAIN);
		Page form = browser.open(one.url());
		Page later = browser.open(two.url());
		Browser otherTab = new Browser();
		otherTab.open(plain.redirect(idp, PLAIN).url());
		browser.clear();
		browser.put(otherTab.cookieWithPrefix(BROWSER).orElseThrow());
		Page refused = browser.login(form, "alice", "alice-demo");
		assertThat(refused.status()).isEqualTo(403);
		assertThat(refused.text("code")).startsWith("FORGED_FORM-");
		Page again = browser.open(refused.link("Deutsch"));
		Page answer = browser.login(browser.open(goOn(again)), "alice", "alice-demo");
		assertThat(plain.read(idp, answer, one.id()).success().values("uid")).containsExactly("alice");
		Page signedIn = browser.open(goOn(browser.login(later, "alice", "alice-demo")));
		assertThat(plain.read(idp, signedIn, two.id()).success()).as("without a password").isNotNull();
	}

	/**
	 * Browsers do not send a SameSite=Lax cookie when another site posts, so a new cookie
	 * would overwrite the existing one.
	 */
	@Test
	void whenTheRequestComesThenABrowserWithoutACookieGetsOneUnlessAnotherSitePosted() {
		assertThat(browser.get(plain.redirect(idp, PLAIN).url()).cookies()).singleElement()
			.satisfies(cookie -> assertThat(cookie.name()).startsWith(BROWSER));
		assertThat(browser.get(plain.redirect(idp, PLAIN).url()).cookies()).isEmpty();
		PostRequest request = plain.post(idp, PLAIN);
		assertThat(browser.sendCrossSite(Form.post(request.action(), request.fields())).cookies()).isEmpty();
	}

	@Test
	void whenAPostedRequestIsGoneOnWithFiftyTimesAtOnceThenOneResponse() throws Exception {
		plain.signIn(idp, browser, "alice");
		for (ForeignService service : List.of(plain, signed)) {
			PostRequest request = service.post(idp, PLAIN);
			URI address = browser.sendCrossSite(Form.post(request.action(), request.fields())).location();
			List<Callable<Page>> tries = new ArrayList<>();
			for (int i = 0; i < 50; i++) {
				Browser copy = browser.copy();
				tries.add(() -> copy.get(address));
			}
			assertOneAnswer(atOnce(tries));
		}
	}

	@Test
	void whenOneUnsignedRequestBeginsManyLoginsThenOneResponse() {
		RedirectRequest request = plain.redirect(idp, PLAIN);
		List<Browser> people = List.of(browser, new Browser(), new Browser());
		List<Page> logins = people.stream().map(person -> person.open(request.url())).toList();
		List<Page> pages = new ArrayList<>();
		for (int i = 0; i < people.size(); i++) {
			pages.add(people.get(i).login(logins.get(i), "alice", "alice-demo"));
		}
		assertOneAnswer(pages);
		assertThat(pages.getFirst().formWith("SAMLResponse")).isPresent();
		RedirectRequest next = plain.redirect(idp, PLAIN);
		assertThat(plain.read(idp, people.getLast().get(next.url()), next.id()).success())
			.as("who gave a right password is signed in")
			.isNotNull();
	}

	@Test
	void whenTheFormIsSentTwiceAtOnceThenOneResponseAndASession() throws Exception {
		Form form = browser.open(signed.redirect(idp, PLAIN).url())
			.loginForm()
			.with("j_username", "alice")
			.with("j_password", "alice-demo");
		List<Browser> clicks = List.of(browser.copy(), browser.copy());
		assertOneAnswer(atOnce(clicks.stream().map(click -> (Callable<Page>) () -> click.submit(form)).toList()));
		for (Browser click : clicks) {
			RedirectRequest next = plain.redirect(idp, PLAIN);
			assertThat(plain.read(idp, click.get(next.url()), next.id()).success()).isNotNull();
		}
	}

	/**
	 * The replay key must outlive the last login that a replay of the request can begin.
	 */
	@Test
	void whenAReplaysLoginEndsLateThenStillOneResponse() {
		RedirectRequest request = plain.redirect(idp, PLAIN);
		Browser late = new Browser();
		clock.advance(Duration.ofMinutes(7));
		Page second = late.open(request.url());
		signInTo(request.url());
		clock.advance(Duration.ofMinutes(9));
		assertUsed(late.login(second, "alice", "alice-demo"));
	}

	@Test
	void whenStrangersSendUnsignedRequestsThenNothingIsStored() {
		for (int i = 0; i < 400; i++) {
			browser.get(plain.redirect(idp, PLAIN).url());
			new Browser().get(plain.redirect(idp, PLAIN.withPassive()).url()).samlForm();
			PostRequest request = plain.post(idp, PLAIN);
			browser.sendCrossSite(Form.post(request.action(), request.fields()));
		}
		assertThat(idp.bean(CountingBeans.class).marks()).isZero();
		assertThat(idp.bean(CountingBeans.class).operations()).isEmpty();
	}

	@Test
	void whenAnsweredThenOneMarkForAnUnsignedRequestAndOneMoreForASignedOneThroughTheLoginPage() {
		CountingBeans counts = idp.bean(CountingBeans.class);
		signInTo(plain.redirect(idp, PLAIN).url());
		assertThat(counts.marks()).as("unsigned, login").isEqualTo(1);
		counts.forget();
		browser.get(signed.redirect(idp, PLAIN).url()).samlForm();
		assertThat(counts.marks()).as("signed, at once").isEqualTo(1);
		counts.forget();
		browser.clear();
		signInTo(signed.redirect(idp, PLAIN).url());
		assertThat(counts.marks()).as("signed, login").isEqualTo(2);
	}

	@Test
	void whenAPasswordWarningIsGoneOnFromThenOnlyInItsBrowser() {
		RedirectRequest request = plain.redirect(idp, PLAIN.withForceAuthn());
		Page warning = browser.login(browser.open(request.url()), "sam", "sam-demo");
		Form goOn = warning.formWith("flow").orElseThrow();
		Browser bob = new Browser();
		plain.signIn(idp, bob, "bob");
		assertOtherBrowser(bob.send(goOn));
		assertOtherBrowser(new Browser().send(goOn));
		Page page = browser.send(goOn);
		DecodedAssertion assertion = plain.read(idp, page, request.id()).success();
		assertThat(assertion.values("uid")).containsExactly("sam");
		assertThat(assertion.authnInstant()).isAfterOrEqualTo(clock.instant().minusSeconds(1));
		assertUsed(browser.send(goOn));
	}

	@Test
	void whenAnotherPersonHasSignedInMeanwhileThenThePasswordIsAskedFor() {
		RedirectRequest request = plain.redirect(idp, PLAIN.withForceAuthn());
		Page warning = browser.login(browser.open(request.url()), "sam", "sam-demo");
		Form goOn = warning.formWith("flow").orElseThrow();
		browser.open(idp.baseUrl() + "/profile/Logout");
		assertThat(browser.send(goOn).loginForm()).as("nobody is signed in").isNotNull();
		plain.signIn(idp, browser, "bob");
		Page asked = browser.send(goOn);
		assertThat(asked.loginForm().fields()).containsEntry("j_username", "bob");
		assertThat(plain.read(idp, browser.login(asked, "bob", "bob-demo"), request.id()).success().values("uid"))
			.containsExactly("bob");
	}

	/** Opens the login URL of a node of the previous version. */
	@Test
	void whenTheLoginBeganAtTheVersionBeforeThenItIsFinished() {
		SignOnRequest old = TestSignOnRequests.signOn(plain.entityId(), plain.acs(), "_of-the-version-before", null,
				false, false, null, NameIdRequest.ANY, OptionalInt.empty(), clock.instant(), null);
		String address = idp.baseUrl() + "/login?flow="
				+ idp.bean(Sealer.class).sealToken("flow-url", "", new SignOnRequestCodec().write(old));
		signInTo(address);
		assertUsed(browser.get(address));
	}

	private static String goOn(Page page) {
		return page.document().select("main a").attr("href");
	}

	private void signInTo(String url) {
		assertThat(browser.login(browser.open(url), "alice", "alice-demo").formWith("SAMLResponse")).isPresent();
	}

	private static void assertOneAnswer(List<Page> pages) {
		List<Page> others = pages.stream().filter(page -> page.formWith("SAMLResponse").isEmpty()).toList();
		assertThat(others).hasSize(pages.size() - 1).allSatisfy(OneResponseTests::assertUsed);
	}

	private static void assertUsed(Page page) {
		assertThat(page.status()).isEqualTo(400);
		assertThat(page.text("h1")).isEqualTo("This sign-in has already been used");
		assertThat(page.text("code")).startsWith("REQUEST_REPLAYED-");
		assertThat(page.document().select("main a[href$=.example.org/]")).hasSize(1);
		assertThat(page.cookies()).extracting("name", "value").doesNotContain(tuple(SESSION, ""));
	}

	private static void assertOtherBrowser(Page page) {
		assertThat(page.status()).isEqualTo(403);
		assertThat(page.text("code")).startsWith("LOGIN_OF_ANOTHER_BROWSER-");
		assertThat(page.formWith("SAMLResponse")).isEmpty();
		assertThat(page.formWith("j_password")).isEmpty();
		assertThat(page.document().select("main a[href$=.example.org/]")).hasSize(1);
	}

	private static List<Page> atOnce(List<Callable<Page>> calls) throws Exception {
		CyclicBarrier start = new CyclicBarrier(calls.size());
		List<Page> pages = new ArrayList<>();
		try (ExecutorService threads = Executors.newFixedThreadPool(calls.size())) {
			for (Future<Page> page : threads.invokeAll(calls.stream().map(call -> (Callable<Page>) () -> {
				start.await();
				return call.call();
			}).toList())) {
				pages.add(page.get());
			}
		}
		return pages;
	}

}
