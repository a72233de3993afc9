package org.campanile.web.flow;

import java.net.URI;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.campanile.saml.Saml;
import org.campanile.saml.relyingparty.SingleLogoutService;
import org.campanile.testkit.browser.Browser;
import org.campanile.testkit.browser.ForeignService;
import org.campanile.testkit.browser.Page;
import org.campanile.testkit.serviceprovider.AuthnRequestOptions;
import org.campanile.testkit.serviceprovider.LogoutSubject;
import org.campanile.testkit.serviceprovider.RedirectRequest;
import org.campanile.web.testkit.LogoutParty;
import org.campanile.web.testkit.TestIdp;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests services at hosts that browsers accept (RFC 3986, 3.2.2), although {@link URI}
 * does not recognise them as hosts.
 */
@Timeout(120)
class UnusualHostTests {

	@AutoClose
	private static TestIdp idp;

	private static List<LogoutParty> parties;

	private final Browser browser = new Browser();

	@BeforeAll
	static void start() {
		Path home = TestIdp.newHome();
		parties = Stream.of("my_app.example.org", "bücher.example.org", "app-.example.org")
			.map(host -> party(host, home))
			.toList();
		idp = TestIdp.start(home);
	}

	/** The file of its metadata has a name that any file system accepts. */
	private static LogoutParty party(String host, Path home) {
		String logout = "https://" + host + "/slo";
		return new LogoutParty(ForeignService.at(host.replaceAll("[^a-z.]", "x"), InstantSource.system(),
				settings -> settings.withAssertionConsumerServices(List.of("https://" + host + "/acs"))
					.withSingleLogoutServices(List.of(new SingleLogoutService(Saml.BINDING_REDIRECT, logout, logout))))
			.registered(home));
	}

	@ParameterizedTest
	@CsvSource({ "my_app.example.org, https:", "bücher.example.org, https:",
			"app-.example.org, https://app-.example.org" })
	void whenAServiceIsAtSuchAHostThenItIsAnsweredAndAskedToLogOut(String host, String source) {
		Page answer = signIn(party(host));
		assertThat(answer.status()).isEqualTo(200);
		assertThat(policy(answer))
			.containsPattern("; form-action " + Pattern.quote(source) + "(/acs)? https:; base-uri 'none';");
		Page progress = browser.open(idp.baseUrl() + "/profile/Logout");
		assertThat(policy(progress)).contains("; frame-src 'self' " + source + "; form-action");
		Page step = browser.get(progress.document().select("iframe").get(0).absUrl("src"));
		assertThat(step.status()).isEqualTo(200);
		assertThat(step.document().select("a[href^=https]").attr("href")).startsWith(ascii(host) + "/slo?SAMLRequest=");
	}

	@ParameterizedTest
	@ValueSource(strings = { "my_app.example.org", "bücher.example.org", "app-.example.org" })
	void whenAServiceAtSuchAHostLogsOutThenItIsAnsweredByARedirect(String host) {
		LogoutParty party = party(host);
		LogoutSubject subject = party.signIn(idp, browser, "alice");
		Page told = party.begin(idp, browser, subject, "state");
		assertThat(told.status()).isEqualTo(303);
		assertThat(told.header("Location")).startsWith(ascii(host) + "/slo?SAMLResponse=");
	}

	/** Signs a user in; the answer is a form with the service's own address. */
	private Page signIn(LogoutParty party) {
		RedirectRequest request = party.service().redirect(idp, AuthnRequestOptions.PLAIN);
		Page answer = browser.login(request.url(), "alice", "alice-demo");
		assertThat(party.service().read(idp, answer, request.id()).success().values("uid")).containsExactly("alice");
		return answer;
	}

	private static LogoutParty party(String host) {
		return parties.stream()
			.filter(each -> each.service().acs().equals("https://" + host + "/acs"))
			.findFirst()
			.orElseThrow();
	}

	private static String policy(Page page) {
		return page.header("Content-Security-Policy");
	}

	private static String ascii(String host) {
		return URI.create("https://" + host).toASCIIString();
	}

}
