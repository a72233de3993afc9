package org.campanile.web.overload;

import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import org.campanile.authn.LoginOrigin;
import org.campanile.authn.Verdict;
import org.campanile.directory.password.DirectoryPasswordAuthenticator;
import org.campanile.testkit.Polling;
import org.campanile.testkit.browser.Browser;
import org.campanile.testkit.browser.ForeignService;
import org.campanile.testkit.browser.Form;
import org.campanile.testkit.browser.Page;
import org.campanile.testkit.serviceprovider.AuthnRequestOptions;
import org.campanile.testkit.serviceprovider.RedirectRequest;
import org.campanile.web.testkit.LogLines;
import org.campanile.web.testkit.TestIdp;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests what users see of a server without free permits. */
@Timeout(120)
class OverloadTests {

	private static final AuthnRequestOptions PLAIN = AuthnRequestOptions.PLAIN;

	private static TestIdp impatient;

	private static TestIdp patient;

	private static ForeignService service;

	private final List<Runnable> taken = new ArrayList<>();

	private final Browser browser = new Browser();

	@BeforeAll
	static void start() {
		Path one = TestIdp.newHome();
		Path two = TestIdp.newHome();
		service = ForeignService
			.at("one.example.org", Clock.systemUTC(), metadata -> metadata.withAuthnRequestsSigned(false))
			.registered(one);
		service.registered(two);
		impatient = TestIdp.start(one, "campanile.overload.max-wait=0", "campanile.authentication.failure-step=1m");
		patient = TestIdp.start(two, "campanile.overload.max-wait=10s");
	}

	@AfterAll
	static void stop() {
		impatient.close();
		patient.close();
	}

	@AfterEach
	void release() {
		taken.forEach(Runnable::run);
	}

	@Test
	void whenThereIsNoPermitThenThePageSaysWhenToRetry() {
		takeAll(impatient, RequestKind.NEW);
		Page page = browser.withHeader("Accept-Language", "de").get(service.redirect(impatient, PLAIN).url());
		assertThat(page.status()).isEqualTo(503);
		assertThat(Integer.parseInt(page.header("retry-after"))).isBetween(2, 8);
		assertThat(page.header("refresh")).isEqualTo(page.header("retry-after"));
		assertThat(page.header("cache-control")).isEqualTo("no-store");
		assertThat(page.header("content-security-policy")).contains("default-src 'none'");
		assertThat(page.header("x-content-type-options")).isEqualTo("nosniff");
		assertThat(page.headers().allValues("permissions-policy")).as("set by Spring Security too").hasSize(1);
		assertThat(page.text("h1")).isEqualTo("Im Moment ist sehr viel los");
		assertThat(page.text("code")).isEqualTo("OVERLOADED");
		assertThat(page.link("English").toString()).as("the same request").startsWith(page.url() + "&lang=");
	}

	@Test
	void whenARequestIsRefusedThenItIsNotUsedUpAndReloadingContinues() {
		Runnable free = takeAll(impatient, RequestKind.NEW);
		RedirectRequest request = service.redirect(impatient, PLAIN);
		assertThat(browser.get(request.url()).status()).isEqualTo(503);
		free.run();
		Page answer = browser.login(browser.open(request.url()), "alice", "alice-demo");
		assertThat(service.read(impatient, answer, request.id()).success().values("uid")).containsExactly("alice");
	}

	@Test
	void whenAPasswordIsRefusedForOverloadThenResendingItSignsOn() {
		RedirectRequest request = service.redirect(impatient, PLAIN);
		Form form = browser.open(request.url())
			.loginForm()
			.with("j_username", "alice")
			.with("j_password", "alice-demo");
		Runnable free = takeAll(impatient, RequestKind.LOGIN);
		Page refused = browser.submit(form);
		assertThat(refused.status()).isEqualTo(503);
		assertThat(refused.body()).doesNotContain("alice-demo");
		Page french = browser.open(refused.link("Français"));
		assertThat(french.status()).isEqualTo(200);
		assertThat(french.text("code")).isEqualTo("OVERLOADED");
		assertThat(french.text("main")).as("what was typed is not sent from there").doesNotContain("rechargez");
		free.run();
		Page answer = browser.submit(form);
		assertThat(service.read(impatient, answer, request.id()).success().values("uid")).containsExactly("alice");
	}

	@Test
	void whenASessionIsRefusedThenTheCookieStays() {
		signIn(impatient, "alice");
		List<String> cookies = browser.cookies().stream().map(Object::toString).toList();
		takeAll(impatient, RequestKind.SESSION);
		Page page = browser.get(service.redirect(impatient, PLAIN).url());
		assertThat(page.status()).isEqualTo(503);
		assertThat(page.headers().allValues("set-cookie")).isEmpty();
		assertThat(browser.cookies().stream().map(Object::toString).toList()).isEqualTo(cookies);
	}

	@Test
	void whenThereIsNoPermitThenHealthMetadataAndLogoutAnswer() {
		signIn(impatient, "alice");
		takeAll(impatient, RequestKind.NEW);
		takeAll(impatient, RequestKind.LOGIN);
		for (String probe : List.of("/health/readiness", "/health/liveness", "/health", "/prometheus")) {
			assertThat(new Browser().get(impatient.managementUrl() + probe).status()).as(probe).isEqualTo(200);
		}
		assertThat(browser.get(impatient.baseUrl() + "/metadata").status()).isEqualTo(200);
		assertThat(browser.get(impatient.baseUrl() + "/profile/Logout").status()).isEqualTo(303);
	}

	@Test
	void whenLoginsHoldAllTheirPermitsThenSingleSignOnContinues() {
		signIn(impatient, "alice");
		takeAll(impatient, RequestKind.LOGIN);
		RedirectRequest request = service.redirect(impatient, PLAIN);
		assertThat(service.read(impatient, browser.get(request.url()), request.id()).success().values("uid"))
			.containsExactly("alice");
	}

	/** Here a wrong password is answered after minutes. */
	@Test
	void whenAWrongPasswordOnlyWaitsForItsAnswerThenThereIsAPermitForAnother() throws Exception {
		Admission admission = impatient.bean(Admission.class);
		DirectoryPasswordAuthenticator passwords = impatient.bean(DirectoryPasswordAuthenticator.class);
		ExecutorService people = Executors.newVirtualThreadPerTaskExecutor();
		Future<Verdict> wrong = people
			.submit(() -> passwords.authenticate("alice", "wrong", new LoginOrigin("192.0.2.1")));
		try {
			Polling.until(() -> admission.limit(Priority.LOGIN) == 65);
		}
		finally {
			people.shutdownNow();
		}
		assertThat(wrong.get()).isInstanceOf(Verdict.Rejected.class);
		Polling.until(() -> admission.limit(Priority.LOGIN) == 64);
	}

	@Test
	void whenASessionComesAfterANewOneThenItIsServedFirst() throws Exception {
		signIn(patient, "alice");
		Admission admission = patient.bean(Admission.class);
		List<Waiter> permits = permits(patient, RequestKind.SESSION);
		try (ExecutorService people = Executors.newVirtualThreadPerTaskExecutor()) {
			Future<Page> begins = people.submit(() -> new Browser().get(service.redirect(patient, PLAIN).url()));
			Polling.until(() -> admission.waiting(RequestKind.NEW) == 1);
			Future<Page> session = people.submit(() -> browser.get(service.redirect(patient, PLAIN).url()));
			Polling.until(() -> admission.waiting(RequestKind.SESSION) == 1);
			// Each completed request passes its permit on.
			admission.release(permits.removeFirst());
			assertThat(session.get().formWith("SAMLResponse")).isPresent();
			assertThat(begins.get().loginForm()).isNotNull();
		}
	}

	/** A made-up cookie neither gives priority nor causes access to the store. */
	@Test
	void whenASessionCookieIsMadeUpThenItsRequestCountsAsOneWithout() {
		signIn(patient, "alice");
		OverloadMetrics metrics = patient.bean(OverloadMetrics.class);
		long asSession = metrics.admitted(RequestKind.SESSION);
		browser.get(service.redirect(patient, PLAIN).url());
		assertThat(metrics.admitted(RequestKind.SESSION)).isEqualTo(asSession + 1);
		String issued = browser.cookie("campanile-session").orElseThrow().value();
		for (String madeUp : List.of("x", issued.substring(0, 9) + "A".repeat(43),
				issued.substring(0, 51) + (issued.charAt(51) == 'A' ? 'E' : 'A'),
				"0".repeat(8) + issued.substring(8))) {
			browser.tamper("campanile-session", madeUp);
			long asNew = metrics.admitted(RequestKind.NEW);
			assertThat(browser.get(service.redirect(patient, PLAIN).url()).loginForm()).isNotNull();
			assertThat(metrics.admitted(RequestKind.NEW)).as(madeUp).isEqualTo(asNew + 1);
		}
		assertThat(metrics.admitted(RequestKind.SESSION)).isEqualTo(asSession + 1);
	}

	@Test
	void whenRequestsEndInAnyWayThenTheirPermitsAreReleased() {
		Admission admission = patient.bean(Admission.class);
		browser.get(patient.baseUrl() + "/profile/SAML2/Redirect/SSO?SAMLRequest=broken");
		browser.get(patient.baseUrl() + "/profile/SAML2/Unsolicited/SSO");
		browser.get(patient.baseUrl() + "/login?flow=nothing");
		browser.submit(browser.open(service.redirect(patient, PLAIN).url()).loginForm().without("_csrf"));
		Polling.until(() -> admission.underWay(Priority.WORK) == 0 && admission.underWay(Priority.LOGIN) == 0);
	}

	/** There are more slow senders than permits for logins. */
	@Test
	void whenBodiesArriveSlowlyThenTheyHoldNoPermit() throws Exception {
		RedirectRequest request = service.redirect(impatient, PLAIN);
		Page login = browser.open(request.url());
		URI base = URI.create(impatient.baseUrl());
		List<Socket> slow = new ArrayList<>();
		try {
			for (int i = 0; i < 80; i++) {
				Socket socket = new Socket("localhost", base.getPort());
				slow.add(socket);
				socket.getOutputStream()
					.write(("POST /idp/login HTTP/1.1\r\nHost: localhost:" + base.getPort()
							+ "\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 1000\r\n\r\nflow=")
						.getBytes(StandardCharsets.US_ASCII));
			}
			Page answer = browser.login(login, "alice", "alice-demo");
			assertThat(service.read(impatient, answer, request.id()).success().values("uid")).containsExactly("alice");
		}
		finally {
			for (Socket socket : slow) {
				socket.close();
			}
		}
	}

	@Test
	void whenManyAreRefusedThenTheAuditLogHasOneLineWithTheirNumber() {
		OverloadWatch watch = impatient.bean(OverloadWatch.class);
		watch.report();
		takeAll(impatient, RequestKind.NEW);
		try (LogLines audit = LogLines.audit()) {
			for (int i = 0; i < 20; i++) {
				browser.get(service.redirect(impatient, PLAIN).url());
			}
			watch.report();
			watch.report();
			// The scheduled report may add a line in between.
			assertThat(audit.lines()).isNotEmpty()
				.hasSizeLessThanOrEqualTo(2)
				.allMatch(line -> line.matches(".*event=REQUEST_REFUSED code=OVERLOADED refused=\\d+ kinds=new:\\d+ "
						+ "places=work:\\d+,login:\\d+"));
		}
		assertThat(new Browser().get(impatient.managementUrl() + "/prometheus").body()).contains(
				"campanile_overload_requests_total{kind=\"new\",outcome=\"refused\"}",
				"campanile_overload_limit{lane=\"work\"}", "campanile_overload_waiting{kind=\"login\"}");
	}

	@Test
	void whenDisabledThenNoRequestWaits() {
		try (TestIdp open = TestIdp.start(TestIdp.newHome(), "campanile.overload.enabled=false")) {
			assertThat(open.beans(Admission.class)).isEmpty();
			assertThat(new Browser().get(open.baseUrl() + "/metadata").status()).isEqualTo(200);
		}
	}

	private void signIn(TestIdp idp, String person) {
		RedirectRequest request = service.redirect(idp, PLAIN);
		Page page = browser.login(browser.open(request.url()), person, person + "-demo");
		assertThat(service.read(idp, page, request.id()).success().values("uid")).containsExactly(person);
	}

	/** Acquires every permit for a kind of request until the returned action runs. */
	private Runnable takeAll(TestIdp idp, RequestKind kind) {
		List<Waiter> permits = permits(idp, kind);
		return () -> permits.forEach(idp.bean(Admission.class)::release);
	}

	private List<Waiter> permits(TestIdp idp, RequestKind kind) {
		Admission admission = idp.bean(Admission.class);
		List<Waiter> permits = new ArrayList<>();
		taken.add(() -> permits.forEach(admission::release));
		// New requests get no more permits than there are for passwords.
		int all = (kind == RequestKind.SESSION) ? 64 * Runtime.getRuntime().availableProcessors() : 64;
		Polling.until(() -> {
			Waiter waiter = admission.enqueue(kind, 1);
			// There are fewer permits while the machine is busy.
			admission.giveUp(waiter);
			if (waiter.isAdmitted()) {
				permits.add(waiter);
			}
			return permits.size() == all;
		});
		Waiter oneMore = admission.enqueue(kind, 1);
		admission.giveUp(oneMore);
		assertThat(oneMore.isAdmitted()).isFalse();
		return permits;
	}

}
