package org.campanile.web.consent;

import java.nio.file.Files;
import java.nio.file.Path;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.campanile.testkit.servers.Chromium;
import org.campanile.testkit.servers.PageCheck;
import org.campanile.web.testkit.TestIdp;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests a message, terms of use and consent in Chromium, on the way to a CAS service on
 * another host, to which the response to the last form redirects.
 */
class ConsentPagesServersIT {

	private static final String APP = "https://app.example.edu/";

	private static TestIdp idp;

	private static Chromium chromium;

	@BeforeAll
	static void start() throws Exception {
		Path home = TestIdp.newHome();
		Files.writeString(Files.createDirectories(home.resolve("services")).resolve("app.yaml"),
				"prefix: " + APP + "\nname: Seminar\n");
		Files.writeString(Files.createDirectories(home.resolve("terms/lab")).resolve("1.txt"),
				"# Rules\n\n" + "Be kind to everybody here, also in a hurry. ".repeat(80));
		idp = TestIdp.start(home, "campanile.consent.enabled=true", "campanile.consent.rules[0].optional=mail,sn",
				"campanile.terms.documents[0].name=lab", "campanile.terms.documents[0].version=1",
				"campanile.interrupts.messages[0].id=outage",
				"campanile.interrupts.messages[0].headings.en=Outage on Monday",
				"campanile.interrupts.messages[0].texts.en=No sign-in from 8 to 10.",
				"campanile.interrupts.messages[0].link=https://www.example.edu/outage");
		chromium = Chromium.start();
	}

	@AfterAll
	static void stop() {
		chromium.close();
		idp.close();
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void whenAllAreDueThenTheUserGetsToTheServiceWithScriptsAndWithout(boolean scripts) {
		String user = scripts ? "alice" : "bob";
		try (BrowserContext person = chromium.person(scripts)) {
			Page page = login(person, user);
			assertThat(page.locator("h1").textContent()).isEqualTo("Outage on Monday");
			page.locator("button").click();
			assertThat(page.locator("h1").textContent()).isEqualTo("Terms of use");
			page.locator("button[value=accept]").click();
			assertThat(page.locator("h1").textContent()).isEqualTo("Share your data with Seminar?");
			assertThat(page.getByLabel("Mail address").isChecked()).isFalse();
			page.getByLabel("Mail address").setChecked(scripts);
			page.getByLabel("only when my agreement expires").check();
			page.locator("button[value=accept]").click();
			page.waitForURL(APP + "?ticket=ST-*");
		}
	}

	@Test
	void whenThePagesAreCheckedThenNoBarrierInAnyColourAndSize() throws Exception {
		PageCheck check = new PageCheck(Files.createDirectories(Path.of("target/consent-pages")));
		try (BrowserContext person = chromium.person()) {
			Page page = login(person, "carol");
			check.check(page, "message");
			page.locator("button").click();
			check.check(page, "terms");
			page.locator("button[value=accept]").click();
			check.check(page, "consent");
			page.locator("button[value=decline]").click();
			check.check(page, "declined");
		}
	}

	private static Page login(BrowserContext person, String user) {
		person.route(APP + "**",
				route -> route.fulfill(new Route.FulfillOptions().setContentType("text/html").setBody("<h1>App</h1>")));
		Page page = person.newPage();
		page.navigate(idp.baseUrl() + "/cas/login?service=" + APP);
		page.locator("input[name=j_username]").fill(user);
		page.locator("input[name=j_password]").fill(user + "-demo");
		page.locator("button[type=submit]").last().click();
		return page;
	}

}
