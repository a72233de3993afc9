package org.campanile.web.attack;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

import io.micrometer.core.instrument.MeterRegistry;
import org.campanile.testkit.serviceprovider.AuthnRequestOptions;
import org.campanile.testkit.browser.Browser;
import org.campanile.testkit.browser.Form;
import org.campanile.web.testkit.LogLines;
import org.campanile.web.testkit.RawHttp;
import org.campanile.testkit.browser.Page;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class LoginAttackTests {

	@AutoClose
	private static AttackedIdp attacked;

	@BeforeAll
	static void start() {
		attacked = AttackedIdp.start();
	}

	@Test
	void whenTheTokenIsMissingOrAnothersThenRefused() {
		Browser browser = new Browser();
		Page login = attacked.loginPage(browser);
		Form form = login.loginForm().with("j_username", "alice").with("j_password", "alice-demo");
		String others = attacked.loginPage(new Browser()).loginForm().fields().getOrDefault("_csrf", "");
		double binds = binds();
		for (Form forged : List.of(form.without("_csrf"), form.with("_csrf", ""), form.with("_csrf", others),
				form.with("_csrf", form.fields().getOrDefault("_csrf", "").toLowerCase(Locale.ROOT) + "x"))) {
			attacked.forgetLog();
			attacked.assertRefused(browser.submit(forged), 403, "FORGED_FORM");
		}
		assertThat(binds()).isEqualTo(binds);
		assertThat(browser.cookie(AttackedIdp.SESSION)).isEmpty();
		assertThat(browser.submit(form).formWith("SAMLResponse")).isPresent();
	}

	/** A decision needs no permit for a password, so that it would evade their limit. */
	@Test
	void whenAPasswordComesAsADecisionThenItIsNotChecked() {
		Browser browser = new Browser();
		Form form = attacked.loginPage(browser)
			.loginForm()
			.with("j_username", "alice")
			.with("j_password", "alice-demo")
			.with("decision", "accept");
		double binds = binds();
		attacked.forgetLog();
		attacked.assertRefused(browser.submit(form), 400, "LOGIN_WITHOUT_SERVICE");
		assertThat(binds()).isEqualTo(binds);
		assertThat(browser.cookie(AttackedIdp.SESSION)).isEmpty();
	}

	/** A form of the attacker, sent from the victim's browser by another site. */
	@Test
	void whenAnothersFormIsSentFromHereThenRefused() {
		Form form = attacked.loginPage(new Browser())
			.loginForm()
			.with("j_username", "bob")
			.with("j_password", "bob-demo");
		Browser victim = new Browser();
		attacked.loginPage(victim);
		attacked.forgetLog();
		attacked.assertRefused(victim.submitCrossSite(form), 403, "FORGED_FORM");
		attacked.forgetLog();
		attacked.assertRefused(victim.submit(form), 403, "FORGED_FORM");
		assertThat(victim.cookie(AttackedIdp.SESSION)).isEmpty();
	}

	@Test
	void whenSignedInThenTheSessionIsNewAndTheOldOneDead() {
		Browser browser = new Browser();
		attacked.signIn(browser, "bob");
		String first = browser.cookie(AttackedIdp.SESSION).orElseThrow().value();
		Browser thief = browser.copy();
		Page again = browser
			.open(attacked.open().redirect(attacked.idp(), AuthnRequestOptions.PLAIN.withForceAuthn()).url());
		assertThat(browser.login(again, "bob", "bob-demo").formWith("SAMLResponse")).isPresent();
		assertThat(browser.cookie(AttackedIdp.SESSION).orElseThrow().value()).isNotEqualTo(first);
		assertThat(attacked.loginPage(thief).formWith("SAMLResponse")).isEmpty();
	}

	@Test
	void whenASessionIsPlantedThenSignInReplacesIt() {
		Browser attacker = new Browser();
		attacked.signIn(attacker, "bob");
		Browser victim = new Browser();
		Page login = attacked.loginPage(victim);
		victim.put(attacker.cookie(AttackedIdp.SESSION).orElseThrow());
		assertThat(victim.login(login, "carol", "carol-demo").formWith("SAMLResponse")).isPresent();
		assertThat(victim.cookie(AttackedIdp.SESSION).orElseThrow().value())
			.isNotEqualTo(attacker.cookie(AttackedIdp.SESSION).orElseThrow().value());
		assertThat(attacked.loginPage(attacker).formWith("SAMLResponse")).as("the planted one is dead").isEmpty();
	}

	/** Without the right password, the answer reveals nothing about the account. */
	@Test
	void whenThePasswordIsWrongThenTheSamePageForEverybody() {
		Browser browser = new Browser();
		Page login = attacked.loginPage(browser);
		String expected = refused(browser, login, "alice");
		assertThat(expected).contains("The username or password is incorrect.");
		for (String user : new String[] { "nobody", "lorenz", "dora", "erin", "mustafa", "sam" }) {
			assertThat(refused(browser, login, user)).as(user).isEqualTo(expected);
		}
	}

	private static String refused(Browser browser, Page login, String user) {
		attacked.forgetLog();
		Page page = browser.login(login, user, "wrong");
		assertThat(page.status()).isEqualTo(200);
		assertThat(page.loginForm().fields()).containsEntry("j_username", user).containsEntry("j_password", "");
		assertThat(attacked.audit().lines()).hasSize(1)
			.first()
			.asString()
			.contains("event=LOGIN_REFUSED code=BAD_CREDENTIALS-", "user=" + user, "address=127.0.0.1");
		List<String> headers = page.headers()
			.map()
			.entrySet()
			.stream()
			.filter(header -> !header.getKey().equals("date"))
			.filter(header -> !header.getKey().equals("content-length"))
			.map(Object::toString)
			.sorted()
			.toList();
		// The language links carry the sign-on flow, which is sealed anew for each page.
		assertThat(page.texts("nav a")).hasSize(3);
		return headers + page.body().replace('"' + user + '"', "\"USER\"").replaceAll("\\?flow=[\\w-]+", "?flow=");
	}

	@Test
	void whenThePasswordWasWrongThenAnotherLanguageStillSignsInToTheService() {
		Browser browser = new Browser();
		Page refused = browser.login(attacked.loginPage(browser), "alice", "wrong");
		Page german = browser.open(refused.link("Deutsch"));
		assertThat(german.document().select("html").attr("lang")).isEqualTo("de");
		assertThat(browser.login(german, "alice", "alice-demo").formWith("SAMLResponse")).isPresent();
		assertThat(attacked.audit().lines().getLast()).contains("service=" + attacked.open().entityId());
	}

	/** Spring MVC accepts {@code name[]} as {@code name} if the latter is missing. */
	@Test
	void whenParametersHaveBracketsThenTheyAreNoCredentials() {
		Browser browser = new Browser();
		Form form = attacked.loginPage(browser).loginForm();
		Page page = browser
			.send(form.with("j_username", "alice").without("j_password").with("j_password[]", "alice-demo"));
		assertThat(page.formWith("SAMLResponse")).as(page.toString()).isEmpty();
		assertThat(page.body()).doesNotContain("alice-demo");
		assertThat(attacked.audit().lines()).noneMatch(line -> line.contains("alice-demo"));
	}

	@ParameterizedTest
	@ValueSource(strings = { "*", "a*", "alice)(uid=*", "*)(uid=*))(|(uid=*", "alice\\00", "alice\0", "\\61lice",
			"uid=alice,ou=people,dc=example,dc=edu", "alice,ou=people", "alice)(objectClass=*", "alice\u0000*",
			"(alice)", "alice#", "alice+cn=x", "\\2a", "|(uid=alice)", "&(uid=alice)" })
	void whenTheNameIsAFilterThenNobodyIsFound(String name) {
		Page page = new Browser().login(attacked.open().redirect(attacked.idp(), AuthnRequestOptions.PLAIN).url(), name,
				"alice-demo");
		assertThat(page.status()).isEqualTo(200);
		assertThat(page.text(".error")).startsWith("The username or password is incorrect.");
	}

	@Test
	void whenNameOrPasswordIsEmptyOrVastThenTheDirectoryIsNotAsked() {
		double binds = binds();
		double searches = searches();
		for (String[] pair : new String[][] { { "alice", "" }, { "alice", " " }, { "alice", "\t\n" }, { "alice", "\0" },
				{ "alice", "alice-demo\0" }, { "", "alice-demo" }, { " ", "alice-demo" }, { "alice", "x".repeat(2000) },
				{ "x".repeat(300), "alice-demo" }, { "x".repeat(100_000), "y".repeat(100_000) } }) {
			Browser browser = new Browser();
			Page page = browser.login(attacked.loginPage(browser), pair[0], pair[1]);
			assertThat(page.status()).isEqualTo(200);
			assertThat(page.text(".error")).startsWith("The username or password is incorrect.");
			assertThat(browser.cookie(AttackedIdp.SESSION)).isEmpty();
		}
		assertThat(binds()).isEqualTo(binds);
		assertThat(searches()).isEqualTo(searches);
		Browser browser = new Browser();
		Page login = attacked.loginPage(browser);
		attacked.forgetLog();
		attacked.assertRefused(browser.login(login, "x".repeat(1 << 20), "alice-demo"), 413, "BODY_TOO_LARGE");
	}

	@ParameterizedTest
	@ValueSource(strings = { "x\r\nevent=LOGIN code=OK user=root", "x\u001B[31mred\u001B[0m",
			"${jndi:ldap://127.0.0.1:9/x}", "x\u2028y", "x\u202Ey", "x\u0085y", "x\" event=\"LOGIN", "x=y z=1",
			"x\u0000", "x\\u000aevent=LOGIN" })
	void whenTheNameWouldForgeALogLineThenOneEscapedLine(String name) {
		Browser browser = new Browser();
		Page login = attacked.loginPage(browser);
		attacked.forgetLog();
		browser.login(login, name, "wrong");
		assertThat(attacked.audit().lines()).hasSize(1);
		String line = attacked.audit().lines().getFirst();
		assertThat(line).startsWith("event=LOGIN_REFUSED code=BAD_CREDENTIALS-")
			.doesNotContain("\r", "\n", "\u001B", "\u2028", "\u202E", "\u0085", "\u0000", "${");
		assertThat(line.replaceAll("\"(\\\\.|[^\"\\\\])*\"", "\"\"").split("event=")).hasSize(2);
	}

	@Test
	void whenTheAddressWouldForgeALogLineThenOneEscapedLine() {
		attacked.forgetLog();
		attacked.assertRefused(
				new Browser()
					.get(attacked.idp().baseUrl() + "/x%0D%0Aevent=LOGIN%1B[31m$%7Bjndi:x%7D".replace("[", "%5B")),
				attacked.audit().lines().isEmpty() ? 404 : 400, attacked.auditedReason());
		assertThat(attacked.audit().lines().getFirst()).doesNotContain("\r", "\n", "\u001B", "${");
	}

	/** Tomcat reads the second byte of the last letter as a control. */
	@Test
	void whenTheDeviceHasAnOddNameThenItsLoginsAreAnsweredAndAudited() {
		Browser browser = new Browser();
		Form form = attacked.loginPage(browser).loginForm().with("j_username", "alice");
		attacked.forgetLog();
		assertThat(sendFromPhone(browser, form.with("j_password", "wrong")).text(".error"))
			.startsWith("The username or password is incorrect.");
		assertThat(attacked.audit().lines()).hasSize(1)
			.first()
			.asString()
			.startsWith("event=LOGIN_REFUSED code=BAD_CREDENTIALS-")
			.contains(" userAgent=\"iPhone X\u00ca\\u0080\"");
		attacked.forgetLog();
		Page page = sendFromPhone(browser, form.with("j_password", "alice-demo"));
		assertThat(page.formWith("SAMLResponse")).as(page.toString()).isPresent();
		assertThat(attacked.audit().lines().getFirst()).startsWith("event=LOGIN code=OK user=alice ");
	}

	private static Page sendFromPhone(Browser browser, Form form) {
		String body = form.encoded();
		String cookies = browser.cookies()
			.stream()
			.map(cookie -> cookie.name() + '=' + cookie.value())
			.collect(Collectors.joining("; "));
		return RawHttp.send(attacked.idp(), "POST", form.action().getRawPath(), body,
				"Content-Type: application/x-www-form-urlencoded", "Content-Length: " + body.length(),
				"Cookie: " + cookies, "User-Agent: iPhone X\u0280");
	}

	@Test
	void whenSomethingFailsThenSecretsAreInNoLog() {
		try (LogLines all = LogLines.all()) {
			Browser browser = new Browser();
			Page login = attacked.loginPage(browser);
			Page wrong = browser.login(login, "alice", "planted-secret-1");
			browser.login(wrong, "planted-secret-1", "planted-secret-1");
			browser.submit(login.loginForm().with("j_password", "planted-secret-2").without("_csrf"));
			Page page = browser.login(login, "alice", "alice-demo");
			String cookie = browser.cookie(AttackedIdp.SESSION).orElseThrow().value();
			String log = String.join("\n", all.lines()).replace("user=planted-secret-1", "");
			assertThat(log).contains("event=LOGIN")
				.doesNotContain("planted-secret", "alice-demo", cookie,
						login.loginForm().fields().getOrDefault("_csrf", ""),
						login.loginForm().fields().getOrDefault("flow", ""), page.samlResponse(), "PRIVATE KEY");
			assertThat(wrong.body()).doesNotContain("planted-secret-1");
		}
	}

	private static double binds() {
		return attacked.idp().bean(MeterRegistry.class).get("campanile.directory.bind").timer().count();
	}

	private static double searches() {
		return attacked.idp().bean(MeterRegistry.class).get("campanile.directory.search").timer().count();
	}

}
