package org.campanile.web.cas;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import org.campanile.testkit.browser.Browser;
import org.campanile.testkit.browser.Form;
import org.campanile.testkit.browser.Page;
import org.campanile.web.testkit.RawHttp;
import org.campanile.web.testkit.TestIdp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.campanile.web.testkit.CasApp.encoded;

/** Tests sign-ons by CAS, over HTTP. */
@Timeout(120)
class CasSignOnTests {

	private static final String APP = "https://app.example.edu/login";

	private static final String WIKI = "https://wiki.example.edu/w/Main_Page";

	@AutoClose
	private static TestIdp idp;

	@BeforeAll
	static void start() throws IOException {
		Path home = TestIdp.newHome();
		Files.createDirectories(home.resolve("services"));
		service(home, "app", "prefix: https://app.example.edu/\nrelease: [mail]");
		service(home, "wiki", "prefix: https://wiki.example.edu/w\nname: Wiki");
		service(home, "closed", "prefix: https://closed.example.edu/\nenabled: false");
		idp = TestIdp.start(home, context -> {
		}, "campanile.cas.root=/old/cas");
	}

	private static void service(Path home, String name, String content) throws IOException {
		Files.writeString(home.resolve("services").resolve(name + ".yaml"), content);
	}

	@Test
	void whenSignedInThenTheTicketTellsWhoAndWhat() {
		String ticket = ticket(signIn(new Browser(), APP, ""));
		assertThat(ticket).matches("ST-[A-Za-z0-9]{29}");
		Page answer = validate("p3/serviceValidate", APP, ticket, "");
		assertThat(answer.header("Content-Type")).startsWith("application/xml");
		assertThat(answer.body()).startsWith("<cas:serviceResponse xmlns:cas=\"http://www.yale.edu/tp/cas\">")
			.contains("<cas:user>alice</cas:user>")
			.contains("<cas:mail>alice@example.edu</cas:mail>")
			.contains("<cas:isFromNewLogin>true</cas:isFromNewLogin>")
			.contains("<cas:longTermAuthenticationRequestTokenUsed>false</cas:longTermAuthenticationRequestTokenUsed>")
			.containsPattern("<cas:authenticationDate>2[0-9-]*T[0-9:.]*Z</cas:authenticationDate>")
			.contains("PasswordProtectedTransport</cas:authnContextClass>");
	}

	@Test
	void whenATicketWasValidatedThenNeverAgain() {
		String ticket = ticket(signIn(new Browser(), APP, ""));
		assertThat(validate("serviceValidate", APP, ticket, "").body()).contains("authenticationSuccess")
			.doesNotContain("attributes");
		assertThat(code(validate("serviceValidate", APP, ticket, ""))).isEqualTo("INVALID_TICKET");
	}

	@Test
	void whenATicketIsOfferedForAnotherServiceThenItIsUsedUp() {
		String ticket = ticket(signIn(new Browser(), APP, ""));
		assertThat(code(validate("serviceValidate", APP + "/other", ticket, ""))).isEqualTo("INVALID_SERVICE");
		assertThat(code(validate("serviceValidate", APP, ticket, ""))).isEqualTo("INVALID_TICKET");
	}

	@Test
	void whenTheServiceNamesItselfOtherwiseThenItIsTheSame() {
		String ticket = ticket(signIn(new Browser(), "HTTPS://App.Example.EDU:443/login;jsessionid=1A2B?a=b", ""));
		assertThat(validate("serviceValidate", APP + "?a=b", ticket, "").body()).contains("authenticationSuccess");
	}

	@ParameterizedTest
	@CsvSource({ "?e=https://sp&q=a%20b, ?e=https%3A%2F%2Fsp&q=a+b, Success", "?a&b=c, ?a%26b=c, Failure" })
	void whenTheQueryIsEscapedOtherwiseThenItIsTheSame(String asked, String presented, String result) {
		String ticket = ticket(signIn(new Browser(), APP + asked, ""));
		assertThat(validate("serviceValidate", APP + presented, ticket, "").body()).contains("authentication" + result);
	}

	@Test
	void whenTheServiceHasAQueryThenTheTicketFollowsIt() {
		assertThat(signIn(new Browser(), APP + "?a=b%20c&d=e", "")).startsWith(APP + "?a=b%20c&d=e&ticket=ST-");
	}

	@Test
	void whenValidatedByVersion1ThenTwoLines() {
		assertThat(validate("validate", APP, ticket(signIn(new Browser(), APP, "")), "").body())
			.isEqualTo("yes\nalice\n");
		assertThat(validate("validate", APP, "ST-1", "").body()).isEqualTo("no\n\n");
	}

	@Test
	void whenJsonIsAskedForThenJson() {
		Page answer = validate("p3/serviceValidate", APP, ticket(signIn(new Browser(), APP, "")), "&format=JSON");
		assertThat(answer.header("Content-Type")).startsWith("application/json");
		JsonNode success = JsonMapper.shared()
			.readTree(answer.body())
			.path("serviceResponse")
			.path("authenticationSuccess");
		assertThat(success.path("user").asString()).isEqualTo("alice");
		assertThat(success.path("attributes").path("mail").get(0).asString()).isEqualTo("alice@example.edu");
		assertThat(success.path("attributes").path("isFromNewLogin").get(0).asBoolean()).isTrue();
		assertThat(validate("p3/serviceValidate", APP, "ST-1", "&format=json").body())
			.startsWith("{\"serviceResponse\":{\"authenticationFailure\":{\"code\":\"INVALID_TICKET\",");
	}

	@Test
	void whenValidatedBySaml11ThenAnAssertion() {
		Browser browser = new Browser();
		String location = browser
			.send(browser.open(idp.baseUrl() + "/cas/login?TARGET=" + encoded(APP))
				.loginForm()
				.with("j_username", "alice")
				.with("j_password", "alice-demo"))
			.location()
			.toString();
		assertThat(location).startsWith(APP + "?SAMLart=ST-");
		String answer = saml(APP, location.replaceAll(".*SAMLart=", ""));
		assertThat(answer).contains("<saml1:NameIdentifier>alice</saml1:NameIdentifier>")
			.contains("<saml1p:StatusCode Value=\"saml1p:Success\">")
			.contains("InResponseTo=\"_1\"")
			.contains("<saml1:AttributeValue>alice@example.edu</saml1:AttributeValue>");
		assertThat(saml(APP, "ST-1")).contains("saml1p:RequestDenied").doesNotContain("Assertion ");
		assertThat(saml(APP, "<!DOCTYPE a [<!ENTITY b SYSTEM 'file:///etc/passwd'>]>")).contains("RequestDenied")
			.doesNotContain("root");
	}

	private static String saml(String service, String ticket) {
		String envelope = "<SOAP-ENV:Envelope xmlns:SOAP-ENV=\"http://schemas.xmlsoap.org/soap/envelope/\">"
				+ "<SOAP-ENV:Body><samlp:Request xmlns:samlp=\"urn:oasis:names:tc:SAML:1.0:protocol\" RequestID=\"_1\">"
				+ "<samlp:AssertionArtifact>" + ticket
				+ "</samlp:AssertionArtifact></samlp:Request></SOAP-ENV:Body></SOAP-ENV:Envelope>";
		if (ticket.startsWith("<!")) {
			envelope = ticket + "<a>&b;</a>";
		}
		try (HttpClient client = HttpClient.newHttpClient()) {
			return client
				.send(HttpRequest.newBuilder(URI.create(idp.baseUrl() + "/cas/samlValidate?TARGET=" + encoded(service)))
					.header("Content-Type", "text/xml")
					.POST(HttpRequest.BodyPublishers.ofString(envelope))
					.build(), HttpResponse.BodyHandlers.ofString())
				.body();
		}
		catch (IOException | InterruptedException ex) {
			throw new AssertionError(ex);
		}
	}

	@Test
	void whenSignedInBeforeThenNoPasswordAndTheTicketSaysSo() {
		Browser browser = new Browser();
		signIn(browser, APP, "");
		String ticket = ticket(browser.get(login(WIKI)).location().toString());
		assertThat(validate("p3/serviceValidate", WIKI, ticket, "").body()).contains("<cas:isFromNewLogin>false<");
	}

	@Test
	void whenRenewedThenThePasswordIsAskedAgainAndValidationTellsThemApart() {
		Browser browser = new Browser();
		signIn(browser, APP, "");
		String old = ticket(browser.get(login(APP)).location().toString());
		assertThat(code(validate("serviceValidate", APP, old, "&renew=true"))).isEqualTo("INVALID_TICKET");
		assertThat(code(validate("serviceValidate", APP, old, ""))).as("used up").isEqualTo("INVALID_TICKET");
		Form form = browser.open(login(APP) + "&renew=true&gateway=true").loginForm();
		String fresh = ticket(browser.send(form.with("j_password", "alice-demo")).location().toString());
		assertThat(validate("serviceValidate", APP, fresh, "&renew=true").body()).contains("authenticationSuccess");
	}

	/** The address of the page in between stays in the browser's history. */
	@Test
	void whenRenewedAndGoneOnFromAPageTwiceThenThePasswordIsAskedAgain() {
		Browser browser = new Browser();
		Form onwards = browser.login(login(APP) + "&renew=true", "sam", "sam-demo").formWith("flow").orElseThrow();
		String first = ticket(browser.send(onwards).location().toString());
		assertThat(validate("serviceValidate", APP, first, "&renew=true").body()).contains("authenticationSuccess");
		Form asked = browser.send(onwards).loginForm();
		Page warning = browser.send(asked.with("j_password", "sam-demo"));
		String second = ticket(browser.send(warning.formWith("flow").orElseThrow()).location().toString());
		assertThat(validate("serviceValidate", APP, second, "&renew=true").body()).contains("authenticationSuccess");
	}

	@Test
	void whenGoneOnFromAPageTwiceThenOnlyTheFirstTicketIsOfANewLogin() {
		Browser browser = new Browser();
		Form onwards = browser.login(login(APP), "sam", "sam-demo").formWith("flow").orElseThrow();
		for (boolean first : List.of(true, false)) {
			String ticket = ticket(browser.send(onwards).location().toString());
			assertThat(validate("p3/serviceValidate", APP, ticket, "").body())
				.contains("<cas:isFromNewLogin>" + first + "<");
		}
	}

	@Test
	void whenGatewayThenNothingIsShown() {
		Browser browser = new Browser();
		assertThat(browser.get(login(APP) + "&gateway=true").location()).hasToString(APP);
		signIn(browser, APP, "");
		assertThat(browser.get(login(APP) + "&gateway=true").location().toString()).startsWith(APP + "?ticket=ST-");
	}

	@Test
	void whenAFormIsAskedForThenTheTicketIsPosted() {
		Browser browser = new Browser();
		Form form = browser.open(login(APP) + "&method=POST").loginForm();
		Page page = browser.send(form.with("j_username", "alice").with("j_password", "alice-demo"));
		assertThat(page.formWith("ticket").orElseThrow().action()).hasToString(APP);
	}

	@Test
	void whenHeadersAreAskedForThenTheTicketIsOne() {
		Browser browser = new Browser();
		signIn(browser, APP, "");
		Page page = browser.get(login(APP) + "&method=HEADER");
		assertThat(page.status()).isEqualTo(200);
		assertThat(page.header("service")).isEqualTo(APP);
		assertThat(validate("serviceValidate", APP, page.header("ticket"), "").body()).contains("Success");
	}

	@ParameterizedTest
	@ValueSource(strings = { "https://app.example.edu.evil.example/", "https://evil.example/https://app.example.edu/",
			"https://app.example.edu@evil.example/", "https://app.example.edu:pw@evil.example/login",
			"https://app.example.edu\\@evil.example/", "https://evil.example\\app.example.edu/", "//app.example.edu/",
			"https:app.example.edu/", "https:///app.example.edu/", "javascript:alert(1)//https://app.example.edu/",
			"data:text/html,https://app.example.edu/", "https://app.example.edu/#@evil.example/",
			"https://app.example.edu:444/login", "https://app.example.edu:0443x/login", "http://app.example.edu/login",
			"https://app.example.edu./login", "https://xn--pp-7ia.example.edu/login",
			"https://\u0430pp.example.edu/login", "https://wiki.example.edu/x/../w/",
			"https://wiki.example.edu/x/%2e%2e/w/", "https://wiki.example.edu/wx", "https://wiki.example.edu/%77;x",
			"https://wiki.example.edu/w/..;/x", "https://wiki.example.edu/w%2f..%2fx", "https://app.example.edu/%00",
			"https://app.example.edu/a\r\nSet-Cookie:b", "https://app.example.edu/x " })
	void whenTheServiceIsNotRegisteredThenAPageAndNeverARedirect(String url) {
		Browser browser = new Browser();
		signIn(browser, APP, "");
		Page page = browser.get(idp.baseUrl() + "/cas/login?service=" + encoded(url));
		assertThat(page.status()).isEqualTo(400);
		assertThat(page.text("code")).matches("SERVICE_URL_(UNKNOWN|MALFORMED)-[2-9A-Z]{6}");
		Page out = browser.get(idp.baseUrl() + "/cas/logout?service=" + encoded(url));
		assertThat(out.status()).isIn(200, 303);
		if (out.redirects()) {
			assertThat(out.location().toString()).startsWith(idp.baseUrl());
		}
	}

	@Test
	void whenTheServiceIsDisabledThenAPageAndNeverARedirect() {
		Browser browser = new Browser();
		signIn(browser, APP, "");
		Page page = browser.get(login("https://closed.example.edu/"));
		assertThat(page.status()).isEqualTo(400);
		assertThat(page.text("code")).startsWith("SERVICE_URL_DISABLED-");
		Page out = new Browser().get(idp.baseUrl() + "/cas/logout?service=https%3A%2F%2Fclosed.example.edu%2F");
		assertThat(out.status()).isEqualTo(200);
		assertThat(out.text("h1")).isEqualTo("You are signed out");
	}

	@Test
	void whenALogoutNamesTwoServicesThenItGoesBackToNone() {
		Page out = new Browser()
			.get(idp.baseUrl() + "/cas/logout?service=" + encoded(APP) + "&service=" + encoded(WIKI));
		assertThat(out.status()).isEqualTo(200);
	}

	@ParameterizedTest
	@ValueSource(strings = { "login?service=", "logout?service=", "serviceValidate?service=a&ticket=",
			"p3/proxyValidate?ticket=ST-1&service=", "proxy?targetService=a&pgt=", "samlValidate?TARGET=" })
	void whenAParameterIsHugeThenRefused(String parameter) {
		String huge = "a".repeat(1 << 20);
		String target = "/idp/cas/" + parameter;
		assertThat(RawHttp.send(idp, "GET", target + huge, "").status()).isBetween(400, 499);
		String form = target.replaceAll(".*[?]", "") + huge;
		assertThat(RawHttp
			.send(idp, "POST", target.replaceAll("[?].*", ""), form, "Content-Type: application/x-www-form-urlencoded",
					"Content-Length: " + form.length())
			.status()).isEqualTo(413);
	}

	@Test
	void whenParametersContradictEachOtherThenAPage() {
		for (String more : List.of("&service=" + encoded(WIKI), "&TARGET=" + encoded(WIKI), "&method=PUT",
				"&renew=true&renew=false", "&authn_method=" + "a".repeat(4000))) {
			Page page = new Browser().get(login(APP) + more);
			assertThat(page.status()).as(more).isEqualTo(400);
			assertThat(page.text("code")).startsWith("PARAMETER_UNUSABLE-");
		}
		assertThat(code(validate("serviceValidate", APP, "ST-1", "&ticket=ST-2"))).isEqualTo("INVALID_REQUEST");
		assertThat(code(new Browser().get(idp.baseUrl() + "/cas/serviceValidate"))).isEqualTo("INVALID_REQUEST");
	}

	@Test
	void whenThereIsNoServiceThenTheUserSignsInToThisServer() {
		Browser browser = new Browser();
		Form form = browser.open(idp.baseUrl() + "/cas/login").loginForm();
		Page page = browser.submit(form.with("j_username", "alice").with("j_password", "alice-demo"));
		assertThat(page.text("h1")).isEqualTo("You are signed in");
		assertThat(page.text("main p")).contains("alice");
		assertThat(browser.get(login(APP)).location().toString()).startsWith(APP + "?ticket=ST-");
	}

	@Test
	void whenTheUserWantsToBeToldThenAPageComesFirst() {
		Browser browser = new Browser();
		signIn(browser, APP, "&warn=true");
		Page page = browser.get(login(WIKI));
		assertThat(page.text("h1")).isEqualTo("Sign in to another service");
		assertThat(browser.send(page.formWith("service").orElseThrow()).location().toString())
			.startsWith(WIKI + "?ticket=ST-");
		assertThat(browser.get(login(WIKI) + "&warn=false").location().toString()).startsWith(WIKI + "?ticket=ST-");
	}

	@ParameterizedTest
	@CsvSource({ "service,ticket", "TARGET,SAMLart" })
	void whenTheLoginPageIsInAnotherLanguageThenTheServiceIsStillAnswered(String parameter, String ticket) {
		Browser browser = new Browser();
		Page page = browser.open(idp.baseUrl() + "/cas/login?" + parameter + '=' + encoded(APP + "?a=b%20c&d=e"));
		Page german = browser.open(page.link("Deutsch"));
		assertThat(german.document().select("html").attr("lang")).isEqualTo("de");
		Form form = german.loginForm().with("j_username", "alice").with("j_password", "alice-demo");
		assertThat(browser.send(form).location().toString()).startsWith(APP + "?a=b%20c&d=e&" + ticket + "=ST-");
	}

	@Test
	void whenAPageIsInAnotherLanguageThenTheRequestIsTheSame() {
		Browser browser = new Browser();
		signIn(browser, APP, "&warn=true");
		Page renewed = browser.open(browser.open(login(APP) + "&renew=true&method=POST").link("Deutsch"));
		Page answer = browser.send(renewed.loginForm().with("j_password", "alice-demo"));
		assertThat(answer.formWith("ticket").orElseThrow().action()).hasToString(APP);
		Page warned = browser.open(browser.open(login(WIKI)).link("English"));
		assertThat(browser.send(warned.formWith("service").orElseThrow()).location().toString())
			.startsWith(WIKI + "?ticket=ST-");
		Page closed = browser.get(browser.get(login("https://closed.example.edu/")).link("Deutsch"));
		assertThat(closed.text("code")).startsWith("SERVICE_URL_DISABLED-");
	}

	@Test
	void whenClientsKnowAnotherRootThenTheEndpointsAreThere() {
		Browser browser = new Browser();
		signIn(browser, APP, "");
		String root = idp.baseUrl().replaceAll("/idp$", "/old/cas");
		assertThat(browser.get(root + "/login?service=https%3A%2F%2Fevil.example%2F").text("code"))
			.startsWith("SERVICE_URL_UNKNOWN-");
		assertThat(browser.get(root + "/login?gateway=true&service=" + encoded(APP + "?a=b%20c")).location())
			.hasToString(APP + "?a=b%20c");
		assertThat(code(browser.get(root + "/serviceValidate?service=a&ticket=ST-1"))).isEqualTo("INVALID_TICKET");
		assertThat(browser.get(root + "/../idp/login").status()).isNotEqualTo(200);
	}

	private static String signIn(Browser browser, String service, String more) {
		Form form = browser.open(login(service) + more).loginForm();
		Page page = browser.send(form.with("j_username", "alice").with("j_password", "alice-demo"));
		assertThat(page.status()).isEqualTo(303);
		return page.location().toString();
	}

	private static String code(Page answer) {
		assertThat(answer.status()).isEqualTo(200);
		return answer.body().replaceAll("(?s).*<cas:authenticationFailure code=\"([A-Z_]*)\">.*", "$1");
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

}
