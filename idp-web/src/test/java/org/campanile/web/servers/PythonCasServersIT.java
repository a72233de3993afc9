package org.campanile.web.servers;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import org.campanile.authn.AuthenticatedUser;
import org.campanile.authn.AuthenticationMethod;
import org.campanile.authn.EnrolledMethod;
import org.campanile.authn.Factor;
import org.campanile.authn.FactorKind;
import org.campanile.authn.LoginOrigin;
import org.campanile.factor.otp.TotpMethod;
import org.campanile.testkit.MutableClock;
import org.campanile.testkit.browser.Browser;
import org.campanile.testkit.browser.Page;
import org.campanile.testkit.factor.TestApp;
import org.campanile.testkit.servers.Installed;
import org.campanile.web.testkit.TestIdp;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests python-cas of PyPI, which most Python clients use, after a login with a second
 * factor: python-cas builds the login URL and validates the ticket.
 */
@Timeout(300)
class PythonCasServersIT {

	private static final String SERVICE = "https://app.example.org/";

	private static final String CLIENT = "import cas, sys; c = cas.CASClient(version=3, service_url='" + SERVICE
			+ "', server_url=sys.argv[1] + '/cas/'); ";

	private static final MutableClock clock = new MutableClock(Instant.now());

	@TempDir
	private static Path folder;

	@AutoClose
	private static TestIdp idp;

	private static TestApp app;

	@BeforeAll
	static void start() throws Exception {
		Path home = TestIdp.newHome();
		Files.createDirectories(home.resolve("services"));
		Files.writeString(home.resolve("services/app.yaml"), "prefix: " + SERVICE + "\nname: App\nrelease: [mail]\n");
		idp = TestIdp.start(home, context -> TestIdp.clock(clock).initialize(context),
				"campanile.factors.enabled=true");
		EnrolledMethod totp = idp.bean(TotpMethod.class);
		AuthenticatedUser alice = new AuthenticatedUser("alice", "alice", Optional.empty(),
				List.of(new Factor(FactorKind.PASSWORD, clock.instant())), Optional.empty());
		Map<String, String> challenge = totp.enrolmentChallenge(alice);
		app = new TestApp(challenge);
		assertThat(
				totp.enrol(alice,
						new AuthenticationMethod.Submission("alice", Map.of("code", app.code(clock.instant())),
								challenge, new LoginOrigin("127.0.0.1"))))
			.isInstanceOf(EnrolledMethod.EnrolmentVerdict.Enrolled.class);
		clock.advance(Duration.ofMinutes(1));
		run(Installed.PYTHON.path().toString(), "-m", "venv", folder.resolve("venv").toString());
		run(python(), "-m", "pip", "install", "-q", "--disable-pip-version-check", "python-cas==1.7.2");
	}

	private static String python() {
		return folder.resolve("venv/bin/python").toString();
	}

	private static String run(String... command) throws Exception {
		Path out = folder.resolve("out");
		Process process = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(out.toFile()).start();
		int status = process.waitFor();
		String text = Files.readString(out);
		assertThat(status).as(text).isZero();
		return text.strip();
	}

	private static String loginUrl() throws Exception {
		return run(python(), "-c", CLIENT + "print(c.get_login_url())", idp.baseUrl());
	}

	/** Validates the ticket with the client, and returns the user and two attributes. */
	private static String validated(Page page) throws Exception {
		String url = page.location().toString();
		String ticket = url.substring(url.indexOf("ticket=") + "ticket=".length());
		return run(python(), "-c",
				CLIENT + "user, attributes, pgtiou = c.verify_ticket(sys.argv[2]); "
						+ "print(user, attributes['authnContextClass'], attributes['isFromNewLogin'])",
				idp.baseUrl(), ticket);
	}

	@Test
	void whenAFurtherFactorIsAskedForThenTheClientReadsThatItWasProven() throws Exception {
		Browser browser = new Browser();
		Page code = browser.submit(browser.open(loginUrl() + "&authn_method=mfa-gauth")
			.loginForm()
			.with("j_username", "alice")
			.with("j_password", "alice-demo"));
		Page answer = browser.send(code.formWith("code").orElseThrow().with("code", app.code(clock.instant())));
		assertThat(validated(answer)).isEqualTo("alice https://refeds.org/profile/mfa true");
	}

}
