package org.campanile.web.flow;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;

import org.campanile.saml.Saml;
import org.campanile.testkit.browser.Browser;
import org.campanile.testkit.browser.Page;
import org.campanile.web.testkit.LogLines;
import org.campanile.web.testkit.LogoutParty;
import org.campanile.web.testkit.TestIdp;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests one session for SAML, CAS and the gate, in memory; the other stores are tested
 * with three nodes.
 */
class ThreeProtocolsTests {

	private static final String APP = "https://app.example.edu/";

	private static final String WIKI = "http://wiki.example.edu";

	@Test
	void whenOneBrowserUsesThreeProtocolsThenOneLogoutPageNamesAllAndEachHasItsAuditLine() throws Exception {
		Path home = TestIdp.newHome();
		// Its id is that of the site of the gate.
		Files.writeString(Files.createDirectories(home.resolve("services")).resolve("wiki.yaml"),
				"prefix: " + APP + "\nname: Seminar\nlogout: {channel: none}\n");
		LogoutParty library = LogoutParty.at("library.example.org", home, InstantSource.system(),
				Saml.BINDING_REDIRECT);
		try (TestIdp idp = TestIdp.start(home, "campanile.http.trusted-proxies=127.0.0.1,::1",
				"campanile.gate.sites.wiki.urls=" + WIKI, "campanile.gate.sites.wiki.name=Wiki",
				"campanile.access.deny-by-default=none"); LogLines audit = LogLines.audit()) {
			Browser browser = new Browser();
			library.signIn(idp, browser, "alice");

			String service = URLEncoder.encode(APP, StandardCharsets.UTF_8);
			Page granted = browser.get(idp.baseUrl() + "/cas/login?service=" + service);
			String ticket = granted.location().toString().replaceAll(".*ticket=", "");
			assertThat(
					new Browser().get(idp.baseUrl() + "/cas/serviceValidate?ticket=" + ticket + "&service=" + service)
						.body())
				.contains("<cas:user>alice</cas:user>");

			Browser site = new Browser();
			Page handedOver = browser.get(check(idp, site).header("x-gate-login"));
			site.withHeader("X-Original-URL", WIKI + "/.campanile/gate")
				.get(idp.baseUrl() + "/gate/handover?code="
						+ handedOver.location().toString().replaceAll(".*code=", ""));
			assertThat(check(idp, site).header("x-remote-user")).isEqualTo("alice");

			Page out = browser.open(idp.baseUrl() + "/profile/Logout");
			assertThat(out.texts("main li").toString()).contains("library.example.org", "Seminar", "Wiki");
			assertThat(audit.lines().stream().filter(line -> line.startsWith("event=LOGIN "))).hasSize(1);
			assertThat(audit.lines().stream().filter(line -> line.startsWith("event=SIGN_ON "))).hasSize(3)
				.anySatisfy(line -> assertThat(line).contains("library.example.org"))
				.anySatisfy(line -> assertThat(line).contains("service=wiki", "url=" + APP))
				.anySatisfy(line -> assertThat(line).contains("service=wiki", "url=" + WIKI));
			assertThat(new Browser().get(idp.baseUrl() + "/cas/login?gateway=true&service=" + service).location())
				.hasToString(APP);
		}
	}

	/** Sends the request by which a web server checks a browser's request at the gate. */
	private static Page check(TestIdp idp, Browser site) {
		return site.withHeader("X-Original-URL", WIKI + "/page")
			.withHeader("X-Original-Method", "GET")
			.withHeader("Accept", "text/html")
			.get(idp.baseUrl() + "/gate/check");
	}

}
