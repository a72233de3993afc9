package org.campanile.web.servers;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import org.campanile.signon.RequestedAuthnContext;
import org.campanile.testkit.Polling;
import org.campanile.testkit.browser.Browser;
import org.campanile.testkit.browser.ForeignService;
import org.campanile.testkit.browser.Form;
import org.campanile.testkit.browser.Page;
import org.campanile.testkit.process.ChildProcess;
import org.campanile.testkit.process.Ports;
import org.campanile.testkit.servers.Installed;
import org.campanile.testkit.serviceprovider.AuthnRequestOptions;
import org.campanile.testkit.serviceprovider.RedirectRequest;
import org.campanile.web.testkit.TestIdp;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests privacyIDEA 3.14 of PyPI as the second factor. The tests are ordered, as each
 * code of its HOTP token (RFC 4226, appendix D) is valid once.
 */
@Timeout(600)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class PrivacyIdeaServersIT {

	private static final String MFA = "https://refeds.org/profile/mfa";

	private static final String PIN = "geheim";

	private static final Path home = TestIdp.newHome();

	private static final Path homeOfTriggers = TestIdp.newHome();

	private static final ForeignService service = ForeignService.at("mfa.example.org", InstantSource.system())
		.registered(home)
		.registered(homeOfTriggers);

	@TempDir
	private static Path folder;

	private static ChildProcess privacyIdea;

	private static TestIdp idp;

	private static TestIdp triggers;

	private final Browser browser = new Browser();

	@BeforeAll
	static void start() throws Exception {
		Path python = folder.resolve("venv/bin/python");
		run(Installed.PYTHON.path().toString(), "-m", "venv", folder.resolve("venv").toString());
		run(python.toString(), "-m", "pip", "install", "-q", "--disable-pip-version-check", "privacyidea==3.14");
		Path site = folder.resolve("privacyidea_site.py");
		try (InputStream in = PrivacyIdeaServersIT.class.getResourceAsStream("privacyidea_site.py")) {
			Files.write(site, in.readAllBytes());
		}
		int port = Ports.free();
		privacyIdea = ChildProcess.kept("privacyidea", "TERM",
				List.of(python.toString(), site.toString(), folder.toString(), String.valueOf(port)),
				folder.resolve("privacyidea.out"));
		String url = "http://127.0.0.1:" + port;
		try {
			Polling.until(Duration.ofMinutes(2), () -> answers(url));
		}
		catch (AssertionError ex) {
			throw new AssertionError(
					"privacyIDEA does not answer: " + Files.readString(folder.resolve("privacyidea.out")), ex);
		}
		idp = TestIdp.start(home, "campanile.factors.enabled=true", "campanile.factors.external.enabled=true",
				"campanile.factors.external.url=" + url, "campanile.factors.external.realm=campus",
				"campanile.factors.external.timeout=30s");
		triggers = TestIdp.start(homeOfTriggers, "campanile.factors.enabled=true",
				"campanile.factors.enrol-at-login=false", "campanile.factors.external.enabled=true",
				"campanile.factors.external.url=" + url, "campanile.factors.external.timeout=30s",
				"campanile.factors.external.users=challenge",
				"campanile.factors.external.service-token=" + Files.readString(folder.resolve("service.token")));
	}

	private static boolean answers(String url) {
		try {
			return new Browser().get(url + "/validate/polltransaction?transaction_id=1").status() == 200;
		}
		catch (RuntimeException notYet) {
			return false;
		}
	}

	private static void run(String... command) throws Exception {
		Path out = folder.resolve("setup.out");
		Process process = new ProcessBuilder(command).redirectErrorStream(true)
			.redirectOutput(ProcessBuilder.Redirect.appendTo(out.toFile()))
			.start();
		assertThat(process.waitFor()).as(String.join(" ", command) + ": " + Files.readString(out)).isZero();
	}

	@AfterAll
	static void stop() throws IOException {
		if (idp != null) {
			idp.close();
		}
		if (triggers != null) {
			triggers.close();
		}
		if (privacyIdea != null) {
			privacyIdea.close();
		}
	}

	@Test
	@Order(1)
	void whenPinAndCodeAreRightThenMfaIsStated() {
		RedirectRequest request = request(idp);
		Page page = browser.login(request.url(), "alice", "alice-demo");
		Page answer = browser.send(form(page).with("code", PIN + "755224"));
		assertThat(service.read(idp, answer, request.id()).success().authnContextClass()).isEqualTo(MFA);
	}

	@Test
	@Order(2)
	void whenTheCodeIsUsedAgainOrWrongThenRejected() {
		Page page = browser.login(request(idp).url(), "alice", "alice-demo");
		for (String code : List.of(PIN + "755224", PIN + "000000", "755224")) {
			page = browser.send(form(page).with("code", code));
			assertThat(page.text("#error")).startsWith("That is not the right code.");
		}
		assertThat(browser.cookie("campanile-session")).isEmpty();
	}

	@Test
	@Order(3)
	void whenThePinBeginsAChallengeThenTheCodeAnswersIt() {
		RedirectRequest request = request(idp);
		Page page = browser.login(request.url(), "alice", "alice-demo");
		Page challenge = browser.send(form(page).with("code", PIN));
		assertThat(challenge.text("#said")).isEqualTo("please enter otp:");
		Page wrong = browser.send(form(challenge).with("code", "111111"));
		assertThat(wrong.text("#error")).startsWith("That is not the right code.");
		Page answer = browser.send(form(wrong).with("code", "287082"));
		assertThat(service.read(idp, answer, request.id()).success().authnContextClass()).isEqualTo(MFA);
	}

	@Test
	@Order(4)
	void whenThisServerBeginsTheChallengeThenNoPinIsNeeded() {
		RedirectRequest request = request(triggers);
		Page page = browser.login(request.url(), "alice", "alice-demo");
		assertThat(page.text("#said")).isEqualTo("please enter otp:");
		Page answer = browser.send(form(page).with("code", "359152"));
		assertThat(service.read(triggers, answer, request.id()).success().authnContextClass()).isEqualTo(MFA);
	}

	@Test
	@Order(5)
	void whenTheUserHasNoTokenThereOrIsUnknownThereThenTheServiceIsRefused() {
		for (String user : List.of("bob", "carol")) {
			RedirectRequest request = request(triggers);
			Page page = new Browser().login(request.url(), user, user + "-demo");
			assertThat(service.read(triggers, page, request.id()).status().secondLevel())
				.isEqualTo("urn:oasis:names:tc:SAML:2.0:status:NoAuthnContext");
		}
	}

	@Test
	@Order(6)
	void whenItIsStoppedThenAPageSaysSo() throws Exception {
		Page page = browser.login(request(idp).url(), "alice", "alice-demo");
		privacyIdea.close();
		Page down = browser.send(form(page).with("code", PIN + "969429"));
		assertThat(down.status()).isEqualTo(503);
		assertThat(down.text("code")).startsWith("FACTOR_UNAVAILABLE-");
		assertThat(browser.cookie("campanile-session")).isEmpty();
		assertThat(new Browser().login(request(triggers).url(), "alice", "alice-demo").text("code"))
			.startsWith("FACTOR_UNAVAILABLE-");
	}

	private static RedirectRequest request(TestIdp asked) {
		return service.redirect(asked, AuthnRequestOptions.PLAIN
			.withAuthnContext(new RequestedAuthnContext(RequestedAuthnContext.Comparison.EXACT, List.of(MFA))));
	}

	private static Form form(Page page) {
		return page.formWith("flow").orElseThrow();
	}

}
