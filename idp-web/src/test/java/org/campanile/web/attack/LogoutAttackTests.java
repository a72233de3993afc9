package org.campanile.web.attack;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

import org.campanile.onetime.OneTimeStore;
import org.campanile.saml.Saml;
import org.campanile.saml.StatusCode;
import org.campanile.testkit.serviceprovider.AuthnRequestOptions;
import org.campanile.testkit.serviceprovider.DecodedLogoutRequest;
import org.campanile.testkit.serviceprovider.LogoutSubject;
import org.campanile.testkit.serviceprovider.PostRequest;
import org.campanile.testkit.browser.Browser;
import org.campanile.testkit.browser.Form;
import org.campanile.web.testkit.LogLines;
import org.campanile.web.testkit.LogoutParty;
import org.campanile.testkit.browser.Page;
import org.campanile.web.testkit.TestIdp;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class LogoutAttackTests {

	@AutoClose
	private static TestIdp idp;

	private static LogoutParty library;

	private static LogoutParty moodle;

	/** A service that the server does not know. */
	private static LogoutParty stranger;

	private Browser browser;

	private LogoutSubject subject;

	@BeforeAll
	static void start() throws Exception {
		Path home = TestIdp.newHome();
		InstantSource clock = InstantSource.system();
		library = LogoutParty.at("library.example.org", home, clock, Saml.BINDING_REDIRECT, Saml.BINDING_POST);
		moodle = LogoutParty.at("moodle.example.org", home, clock, Saml.BINDING_REDIRECT);
		Path elsewhere = TestIdp.newHome();
		stranger = LogoutParty.at("stranger.example.org", elsewhere, clock, Saml.BINDING_REDIRECT);
		org.springframework.util.FileSystemUtils.deleteRecursively(elsewhere);
		idp = TestIdp.start(home);
	}

	@BeforeEach
	void signIn() {
		browser = new Browser();
		subject = library.signIn(idp, browser, "alice");
		moodle.signIn(idp, browser, "alice");
	}

	@Test
	void whenTheSignatureIsMissingOrAlteredThenRefusedAndNothingEnds() {
		String url = library.logout().redirect(LogoutParty.redirectUrl(idp), subject, "r").url();
		refused(browser.get(url.substring(0, url.indexOf("&SigAlg="))), "SIGNATURE_MISSING");
		refused(browser.get(url.replace("RelayState=r", "RelayState=s")), "SIGNATURE_INVALID");
		PostRequest post = library.logout().post(LogoutParty.postUrl(idp), subject, null);
		String unsigned = post.xml().replaceAll("(?s)<ds:Signature.*</ds:Signature>", "");
		refused(post(Map.of("SAMLRequest", encoded(unsigned))), "SIGNATURE_MISSING");
		refused(post(Map.of("SAMLRequest", encoded(post.xml().replace("_", "_a")))), "");
		stillSignedIn();
	}

	@Test
	void whenAStrangerAsksThenRefused() {
		refused(stranger.begin(idp, browser, subject, ""), "SERVICE_UNKNOWN");
		stillSignedIn();
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "SAMLRequest=", "SAMLRequest=x", "SAMLResponse=x", "SAMLRequest=x&SAMLResponse=x",
			"SAMLRequest=fZA%3D", "RelayState=x" })
	void whenTheMessageIsGarbageThenAPlainPage(String query) {
		refused(browser.get(LogoutParty.redirectUrl(idp) + (query.isEmpty() ? "" : "?" + query)), "");
		stillSignedIn();
	}

	@Test
	void whenRelayStateIsTooLongThenRefused() {
		refused(library.begin(idp, browser, subject, "x".repeat(2049)), "RELAY_STATE_TOO_LONG");
		stillSignedIn();
	}

	@Test
	void whenReplayedBy32AtOnceThenOneIsAnswered() throws Exception {
		String url = library.logout().redirect(LogoutParty.redirectUrl(idp), subject, null).url();
		Set<Integer> taken = ConcurrentHashMap.newKeySet();
		try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
			for (int i = 0; i < 32; i++) {
				int client = i;
				clients.execute(() -> {
					if (new Browser().get(url).status() != 400) {
						taken.add(client);
					}
				});
			}
			clients.shutdown();
			assertThat(clients.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
		}
		assertThat(taken).hasSize(1);
	}

	@Test
	void whenAnAnswerIsForgedOrComesAgainThenRefused() {
		Page progress = browser.open(idp.baseUrl() + "/profile/Logout");
		List<String> frames = progress.document().select("iframe").eachAttr("abs:src");
		DecodedLogoutRequest toLibrary = library.asked(idp, browser.get(frames.get(0)));
		DecodedLogoutRequest toMoodle = moodle.asked(idp, browser.get(frames.get(1)));
		refused(moodle.answer(idp, browser, toLibrary, StatusCode.SUCCESS), "RESPONSE_UNEXPECTED");
		refused(stranger.answer(idp, browser, toMoodle, StatusCode.SUCCESS), "SERVICE_UNKNOWN");
		String unsigned = moodle.logout().redirectAnswer(LogoutParty.redirectUrl(idp), toMoodle, StatusCode.SUCCESS);
		refused(browser.get(unsigned.substring(0, unsigned.indexOf("&SigAlg="))), "SIGNATURE_MISSING");
		assertThat(states(progress)).containsOnly("Did not respond. You may still be signed in there.");
		assertThat(moodle.answer(idp, browser, toMoodle, StatusCode.SUCCESS).status()).isEqualTo(200);
		refused(moodle.answer(idp, browser, toMoodle, StatusCode.SUCCESS), "RESPONSE_UNEXPECTED");
		assertThat(states(progress)).contains("Signed out");
	}

	private List<String> states(Page progress) {
		return browser.get(progress.document().select("#continue").attr("abs:href")).texts(".state");
	}

	@ParameterizedTest
	@ValueSource(strings = { "/logout", "/logout/done", "/logout/again", "/logout/ask" })
	void whenAnIdOrTicketIsGuessedThenNothing(String path) {
		for (String value : List.of("", "x", "%00", "A".repeat(43), "..%2f", "%3Cscript%3E")) {
			Page page = browser.get(idp.baseUrl() + path + "?id=" + value + "&ticket=" + value + "&fault=" + value);
			assertThat(page.status()).isIn(200, 400);
			assertThat(page.body()).doesNotContain("<script>alert", "Exception", "org.campanile");
			AttackedIdp.assertOnlyScripts(page,
					"/logout/ask".equals(path) ? new String[0] : new String[] { "problem.js" });
			assertThat(page.headers().firstValue("location")).isEmpty();
			assertThat(page.header("content-security-policy")).contains("default-src 'none'", "frame-ancestors ")
				.doesNotContain("frame-src");
		}
		stillSignedIn();
		assertThat(browser.send(Form.post(idp.baseUrl() + path, Map.of())).status()).isIn(403, 405);
	}

	/** Longer ids cannot be hashed like keys of the store. */
	@ParameterizedTest
	@ValueSource(strings = { "/logout?", "/logout/done?", "/logout/again?ticket=x&" })
	void whenAnIdIsLongerThanAnyKeyOfTheStoreThenItIsOfNoLogout(String address) {
		refused(browser.get(idp.baseUrl() + address + "id=" + "A".repeat(OneTimeStore.MAX_KEY + 1)), "LOGOUT_EXPIRED");
		stillSignedIn();
	}

	@Test
	void whenHeadOrAPictureAsksThenNothingEnds() throws Exception {
		for (String path : List.of("/profile/Logout", "/logout/done?id=" + "A".repeat(43))) {
			HttpResponse<String> head = HttpClient.newHttpClient()
				.send(HttpRequest.newBuilder(URI.create(idp.baseUrl() + path)).HEAD().build(), BodyHandlers.ofString());
			assertThat(head.statusCode()).isEqualTo(405);
		}
		stillSignedIn();
	}

	/** Hostile SOAP is answered with a SOAP fault rather than an HTML page. */
	@ParameterizedTest
	@ValueSource(strings = { "", "x", "<a/>",
			"<?xml version='1.0'?><!DOCTYPE a [<!ENTITY b SYSTEM 'file:///etc/passwd'>]><a>&b;</a>",
			"<S:Envelope xmlns:S='http://schemas.xmlsoap.org/soap/envelope/'><S:Body/></S:Envelope>",
			"<S:Envelope xmlns:S='http://schemas.xmlsoap.org/soap/envelope/'><S:Body><a/><b/></S:Body></S:Envelope>" })
	void whenSoapIsHostileThenAFault(String body) throws Exception {
		try (LogLines audit = LogLines.audit()) {
			fault(soap(body.getBytes(StandardCharsets.UTF_8), "text/xml"), 400);
			assertThat(audit.lines()).hasSize(1);
		}
	}

	@Test
	void whenSoapIsUnsignedLargeOrOfAnotherTypeThenAFault() throws Exception {
		byte[] envelope = library.logout().soap(LogoutParty.soapUrl(idp), subject).envelope();
		String unsigned = new String(envelope, StandardCharsets.UTF_8).replaceAll("(?s)<ds:Signature.*</ds:Signature>",
				"");
		fault(soap(unsigned.getBytes(StandardCharsets.UTF_8), "text/xml"), 400);
		fault(soap(envelope, "application/xml"), 400);
		fault(soap(envelope, "text"), 400);
		assertThat(soap(new byte[300_000], "text/xml").statusCode()).isEqualTo(413);
		stillSignedIn();
	}

	private static void fault(HttpResponse<String> response, int status) {
		assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
		assertThat(response.headers().firstValue("content-type").orElse("")).startsWith("text/xml");
		assertThat(response.body()).contains("Fault>").doesNotContain("root:", "Exception", "org.campanile");
	}

	private static HttpResponse<String> soap(byte[] body, String type) throws Exception {
		return HttpClient.newHttpClient()
			.send(HttpRequest.newBuilder(URI.create(LogoutParty.soapUrl(idp)))
				.header("Content-Type", type)
				.POST(BodyPublishers.ofByteArray(body))
				.build(), BodyHandlers.ofString());
	}

	private Page post(Map<String, String> fields) {
		return browser.sendCrossSite(Form.post(LogoutParty.postUrl(idp), fields));
	}

	private static String encoded(String xml) {
		return Base64.getEncoder().encodeToString(xml.getBytes(StandardCharsets.UTF_8));
	}

	private static void refused(Page page, String reason) {
		assertThat(page.status()).as(page.toString()).isEqualTo(400);
		assertThat(page.text("code")).as(page.toString()).startsWith(reason);
		assertThat(page.forms()).isEmpty();
		assertThat(page.headers().firstValue("location")).isEmpty();
		AttackedIdp.assertHeaders(page);
	}

	private void stillSignedIn() {
		assertThat(browser.copy()
			.open(moodle.service().redirect(idp, AuthnRequestOptions.PLAIN).url())
			.formWith("SAMLResponse")).isPresent();
	}

}
