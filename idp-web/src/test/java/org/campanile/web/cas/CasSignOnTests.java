package org.campanile.web.cas;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import org.campanile.cas.CasService;
import org.campanile.cas.CasServices;
import org.campanile.cas.ServiceUrl;
import org.campanile.cas.ServiceUrlPattern;
import org.campanile.service.DisplayInfo;
import org.campanile.testkit.browser.Browser;
import org.campanile.testkit.browser.Form;
import org.campanile.testkit.browser.Page;
import org.campanile.web.testkit.TestIdp;

import static org.assertj.core.api.Assertions.assertThat;

/** A sign-on by CAS, over HTTP. */
@Timeout(120)
class CasSignOnTests {

	private static final String APP = "https://app.example.edu/login";

	private static TestIdp idp;

	@BeforeAll
	static void start() {
		idp = TestIdp.start(TestIdp.newHome(),
				context -> context.registerBean("casServices", CasServices.class, () -> CasServices.of(List.of(
						service("app", "https://app.example.edu/"), service("wiki", "https://wiki.example.edu/w")))));
	}

	private static CasService service(String id, String prefix) {
		return new CasService(id, new ServiceUrlPattern.Prefix(ServiceUrl.of(prefix).orElseThrow()), 0,
				DisplayInfo.NONE, Map.of(), true, Set.of("mail"), Set.of(), null, Map.of(),
				new CasService.Logout(CasService.Logout.Channel.BACK, null), CasService.Proxying.NONE);
	}

	@AfterAll
	static void stop() {
		idp.close();
	}

	@Test
	void whenSignedInThenTheTicketTellsWho() {
		String ticket = ticket(signIn(new Browser(), APP, ""));
		assertThat(validate("p3/serviceValidate", APP, ticket, "").body()).contains("<cas:user>alice</cas:user>")
			.contains("<cas:mail>alice@example.edu</cas:mail>")
			.contains("<cas:isFromNewLogin>true</cas:isFromNewLogin>");
	}

	private static String signIn(Browser browser, String service, String more) {
		Form form = browser.open(login(service) + more).loginForm();
		Page page = browser.send(form.with("j_username", "alice").with("j_password", "alice-demo"));
		assertThat(page.status()).isEqualTo(303);
		return page.location().toString();
	}

	private static String ticket(String location) {
		return location.replaceAll(".*[?&]ticket=", "");
	}

	private static String login(String service) {
		return idp.baseUrl() + "/cas/login?service=" + encoded(service);
	}

	private static Page validate(String endpoint, String service, String ticket, String more) {
		return new Browser()
			.get(idp.baseUrl() + "/cas/" + endpoint + "?service=" + encoded(service) + "&ticket=" + ticket + more);
	}

	private static String encoded(String text) {
		return URLEncoder.encode(text, StandardCharsets.UTF_8);
	}

}
