package org.campanile.web.servers;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.campanile.IdentityProvider;
import org.campanile.saml.relyingparty.RelyingPartyRegistry;
import org.campanile.testkit.factor.TestApp;
import org.campanile.testkit.servers.Chromium;
import org.campanile.testkit.servers.ShibbolethSp;
import org.campanile.testkit.servers.ShibbolethSp.Service;
import org.campanile.testkit.servers.Stopping;
import org.campanile.web.testkit.TestIdp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.campanile.web.testkit.CasApp.encoded;

/**
 * Tests users who sign in, with Chromium, to services behind Debian's Shibboleth SP, with
 * passwords in OpenLDAP. The server runs in this process, so that tests can use its
 * registry and read its log; the demo's {@code DemoServersIT} runs it in a separate
 * process.
 */
class ShibbolethSpServersIT {

	private static final String PERSISTENT = "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent";

	@TempDir
	private static Path folder;

	private static CampusDirectory directory;

	private static TestIdp idp;

	private static ShibbolethSp services;

	private static Chromium chromium;

	@AutoClose
	private BrowserContext person;

	private Page page;

	private Traffic traffic;

	@BeforeAll
	static void start() throws Exception {
		chromium = Chromium.start();
		directory = CampusDirectory.start(Files.createDirectory(folder.resolve("ldap")));
		List<String> settings = new ArrayList<>(directory.settings());
		settings.addAll(List.of("campanile.factors.enabled=true", "campanile.factors.passkey.enabled=false"));
		idp = TestIdp.start(settings.toArray(String[]::new));
		Path metadata = folder.resolve("idp.xml");
		try (InputStream published = URI.create(idp.baseUrl() + "/metadata").toURL().openStream()) {
			Files.copy(published, metadata);
		}
		Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
		services = ShibbolethSp.start(Files.createDirectory(folder.resolve("sp")),
				idp.bean(IdentityProvider.class).id(), metadata);
		for (Service service : Service.values()) {
			introduce(service);
		}
	}

	/** Puts a service's metadata into the home folder of the running server. */
	private static void introduce(Service service) throws IOException {
		RelyingPartyRegistry registry = idp.bean(RelyingPartyRegistry.class);
		assertThat(registry.find(service.entityId())).isEmpty();
		String metadata = new String(services.metadata(service), StandardCharsets.UTF_8);
		metadata = switch (service) {
			// Unlike Chromium, Java does not resolve every name below localhost to the
			// loopback address.
			case LIBRARY ->
				metadata.replaceAll("Location=\"http://library.localhost(:[0-9]+/Shibboleth.sso/SLO/SOAP)\"",
						"Location=\"http://127.0.0.1$1\"");
			case LABORATORY -> metadata.replaceAll("<md:SingleLogoutService [^>]*bindings:SOAP\"[^>]*/>", "");
			case ARCHIVE -> metadata.replaceAll("<md:SingleLogoutService [^>]*/>", "");
		};
		Path file = Files.writeString(folder.resolve(service.id()), metadata);
		Files.move(file, idp.home().resolve("metadata").resolve(service.id() + ".xml"));
		services.await(() -> registry.find(service.entityId()).isPresent(), "metadata of " + service);
	}

	@AfterAll
	static void stop() {
		Stopping.all(chromium, services, idp, directory);
	}

	@BeforeEach
	void openBrowser() {
		person = chromium.person();
		page = person.newPage();
		traffic = new Traffic(person);
	}

	@Test
	void whenAPersonOpensAServiceThenItLearnsWhoTheyAre() {
		page.navigate(services.url(Service.LIBRARY, "/protected"));
		assertThat(page.url()).startsWith(idp.baseUrl() + "/profile/SAML2/Redirect/SSO?SAMLRequest=");
		assertThat(page.locator("h1").textContent()).isEqualTo("Sign in");
		Map<String, String> told = signIn("juergen", "juergen-demo", Service.LIBRARY);
		assertThat(told).containsEntry("REMOTE_USER", "juergen@example.edu")
			.containsEntry("eppn", "juergen@example.edu")
			.containsEntry("affiliation", "staff@example.edu;member@example.edu")
			.containsEntry("unscoped_affiliation", "staff;member")
			.containsEntry("uid", "juergen")
			.containsEntry("cn", "Jürgen Müller-Weiß")
			.containsEntry("sn", "Müller-Weiß")
			.containsEntry("mail", "juergen@example.edu")
			.containsEntry("Shib_Identity_Provider", idp.bean(IdentityProvider.class).id())
			.containsEntry("Shib_AuthnContext_Class",
					"urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport")
			.containsKeys("transient_id", "Shib_Session_Index", "Shib_Authentication_Instant")
			.doesNotContainKey("persistent_id");
		assertThat(traffic.last("/Redirect/SSO").url()).doesNotContain("&Signature=");
		assertThat(response(Service.LIBRARY)).contains(":EncryptedAssertion")
			.doesNotContain(":Assertion ")
			.doesNotContain("juergen");
		assertThat(services.logs()).contains("decrypted Assertion");
	}

	@Test
	void whenTheServiceAsksForRefedsMfaThenAnAppIsEnrolledOnTheWayAndTheClassIsStated() {
		String mfa = "https://refeds.org/profile/mfa";
		page.navigate(services.url(Service.LIBRARY, "/Shibboleth.sso/Login?authnContextClassRef=" + encoded(mfa)
				+ "&target=" + encoded(services.url(Service.LIBRARY, "/protected"))));
		page.fill("#username", "juergen");
		page.fill("#password", "juergen-demo");
		page.click("button[type=submit]");
		TestApp app = new TestApp(Map.of("secret", page.locator(".secret-key").textContent().replace(" ", "")));
		long step = Instant.now().getEpochSecond() / 30;
		page.fill("#code", app.code(step));
		page.click("button[type=submit]");
		assertThat(arrived(Service.LIBRARY)).containsEntry("eppn", "juergen@example.edu")
			.containsEntry("Shib_AuthnContext_Class", mfa);
	}

	@Test
	void whenTheRequestIsPostedThenThePersonSignsInAndNextTimeNeedNot() {
		String start = "/Shibboleth.sso/LoginByPost?target=" + encoded(services.url(Service.LIBRARY, "/protected"));
		page.navigate(services.url(Service.LIBRARY, start));
		page.waitForURL(idp.baseUrl() + "/login?flow=*");
		assertThat(signIn("alice", "alice-demo", Service.LIBRARY)).containsEntry("eppn", "alice@example.edu");
		assertThat(traffic.last("/profile/SAML2/POST/SSO").message("SAMLRequest")).contains(":AuthnRequest");
		traffic.forget();
		page.navigate(services.url(Service.LIBRARY, start));
		assertThat(arrived(Service.LIBRARY)).containsEntry("eppn", "alice@example.edu");
		assertThat(traffic.last("/profile/SAML2/POST/SSO").method()).isEqualTo("POST");
		assertThat(traffic.last("/login?flow=").method()).isEqualTo("GET");
	}

	@Test
	void whenThePersonStartsAtTheIdentityProviderThenTheServiceTakesTheUnsolicitedResponse() {
		String target = services.url(Service.LIBRARY, "/protected?from=portal");
		page.navigate(idp.baseUrl() + "/profile/SAML2/Unsolicited/SSO?providerId=" + encoded(Service.LIBRARY.entityId())
				+ "&target=" + encoded(target));
		assertThat(signIn("alice", "alice-demo", Service.LIBRARY)).containsEntry("eppn", "alice@example.edu")
			.containsEntry("QUERY_STRING", "from=portal");
		assertThat(response(Service.LIBRARY)).doesNotContain("InResponseTo");
	}

	@Test
	void whenTheServiceSignsItsRequestsThenTheyAreAcceptedInBothBindings() {
		page.navigate(services.url(Service.ARCHIVE, "/protected"));
		assertThat(signIn("alice", "alice-demo", Service.ARCHIVE)).containsEntry("eppn", "alice@example.edu");
		assertThat(traffic.last("/Redirect/SSO").url()).contains("&SigAlg=").contains("&Signature=");
		page.navigate(services.url(Service.ARCHIVE,
				"/Shibboleth.sso/LoginByPost?target=" + encoded(services.url(Service.ARCHIVE, "/protected"))));
		assertThat(arrived(Service.ARCHIVE)).containsEntry("eppn", "alice@example.edu");
		assertThat(traffic.last("/POST/SSO").message("SAMLRequest")).contains(":SignatureValue");
	}

	@Test
	void whenAServicePromisesToSignThenAnUnsignedRequestIsRefused() {
		page.navigate(services.url(Service.ARCHIVE, "/protected"));
		String signed = traffic.last("/Redirect/SSO").url();
		page.navigate(signed.substring(0, signed.indexOf("&SigAlg=")));
		assertThat(page.locator("h1").textContent()).isEqualTo("We can’t sign you in to this service");
		assertThat(page.locator("code").textContent()).isNotBlank();
	}

	@Test
	void whenAServiceForcesThenASignedInPersonIsAskedAgain() {
		page.navigate(services.url(Service.LIBRARY, "/protected"));
		Map<String, String> first = signIn("alice", "alice-demo", Service.LIBRARY);
		page.navigate(services.url(Service.LIBRARY, "/Shibboleth.sso/Login?forceAuthn=true&target="
				+ encoded(services.url(Service.LIBRARY, "/protected"))));
		assertThat(page.locator("#password").count()).isOne();
		assertThat(page.locator("#username").inputValue()).isEqualTo("alice");
		assertThat(page.locator("#username").isEditable()).isFalse();
		page.fill("#password", "alice-demo");
		page.click("button[type=submit]");
		Map<String, String> second = arrived(Service.LIBRARY);
		assertThat(second).containsEntry("eppn", "alice@example.edu");
		assertThat(Instant.parse(second.getOrDefault("Shib_Authentication_Instant", "")))
			.isAfter(Instant.parse(first.getOrDefault("Shib_Authentication_Instant", "")));
	}

	@Test
	void whenAPersonIsSignedInThenASecondServiceAsksForNoPassword() {
		page.navigate(services.url(Service.LIBRARY, "/protected"));
		Map<String, String> library = signIn("alice", "alice-demo", Service.LIBRARY);
		page.navigate(services.url(Service.LABORATORY, "/protected"));
		Map<String, String> laboratory = arrived(Service.LABORATORY);
		assertThat(laboratory).containsEntry("eppn", "alice@example.edu")
			.containsEntry("Shib_Application_ID", "laboratory")
			.containsEntry("Shib_Authentication_Instant", library.get("Shib_Authentication_Instant"));
		assertThat(laboratory.get("transient_id")).isNotEqualTo(library.get("transient_id"));
	}

	@Test
	void whenAPasswordIsWrongThenItIsSaidAndTheRightOneGoesOn() {
		page.navigate(services.url(Service.LABORATORY, "/protected"));
		assertThat(page.locator("h1").textContent()).isEqualTo("Sign in");
		type("alice", "not-hers");
		page.click("button[type=submit]");
		assertThat(page.locator("#error").textContent()).contains("The username or password is incorrect.");
		assertThat(page.locator("#username").inputValue()).isEqualTo("alice");
		assertThat(page.locator("#password").inputValue()).isEmpty();
		assertThat(signIn("alice", "alice-demo", Service.LABORATORY)).containsEntry("eppn", "alice@example.edu");
	}

	@Test
	void whenAPersonSignsOutThenTheNextServiceAsksAgain() {
		page.navigate(services.url(Service.LIBRARY, "/protected"));
		signIn("alice", "alice-demo", Service.LIBRARY);
		page.navigate(idp.baseUrl() + "/profile/Logout");
		assertThat(page.locator("h1").textContent()).isEqualTo("You are signed out");
		assertThat(page.locator("main").textContent()).contains("University Library");
		page.navigate(services.url(Service.LABORATORY, "/protected"));
		assertThat(page.locator("#password").count()).isOne();
		assertThat(signIn("juergen", "juergen-demo", Service.LABORATORY)).containsEntry("eppn", "juergen@example.edu");
	}

	@Test
	void whenAPersistentNameIsAskedForThenItStaysAndDiffersByService() {
		Map<String, String> first = persistent(Service.LIBRARY);
		String qualifiers = idp.bean(IdentityProvider.class).id() + "!" + Service.LIBRARY.entityId() + "!";
		assertThat(first.get("persistent_id")).startsWith(qualifiers).hasSizeGreaterThan(qualifiers.length() + 20);
		assertThat(first).doesNotContainKey("transient_id");
		String other = persistent(Service.LABORATORY).getOrDefault("persistent_id", "");
		assertThat(other.substring(other.lastIndexOf('!')))
			.isNotEqualTo(first.getOrDefault("persistent_id", "").substring(qualifiers.length() - 1));
		page.navigate(idp.baseUrl() + "/profile/Logout");
		person.clearCookies();
		assertThat(persistent(Service.LIBRARY)).containsEntry("persistent_id", first.get("persistent_id"));
	}

	/**
	 * The library is asked by SOAP, the laboratory in a frame, and the archive cannot be
	 * asked.
	 */
	@Test
	void whenLoggedOutHereThenTheServicesEndTheirSessions() {
		page.navigate(services.url(Service.LIBRARY, "/protected"));
		signIn("alice", "alice-demo", Service.LIBRARY);
		for (Service service : List.of(Service.LABORATORY, Service.ARCHIVE)) {
			page.navigate(services.url(service, "/protected"));
			arrived(service);
		}
		page.navigate(idp.baseUrl() + "/profile/Logout");
		page.waitForURL("**/logout/done?id=*");
		assertThat(page.locator(".state").allTextContents()).as(services.logs())
			.containsExactly("Signed out", "Signed out", "Can’t be signed out from here. Please sign out there.");
		for (Service service : List.of(Service.LIBRARY, Service.LABORATORY)) {
			page.navigate(services.url(service, "/protected"));
			assertThat(page.locator("#password").count()).as("the session at " + service).isOne();
		}
	}

	@Test
	void whenAServiceLogsOutThenTheOthersEndAndItReceivesSuccess() {
		page.navigate(services.url(Service.LIBRARY, "/protected"));
		signIn("alice", "alice-demo", Service.LIBRARY);
		page.navigate(services.url(Service.LABORATORY, "/protected"));
		arrived(Service.LABORATORY);
		page.navigate(services.url(Service.LABORATORY, "/Shibboleth.sso/Logout"));
		assertThat(traffic.last("/profile/SAML2/Redirect/SLO").url()).contains("SAMLRequest=", "&Signature=");
		assertThat(traffic.last("/Shibboleth.sso/SLO/Redirect").url()).contains("SAMLResponse=", "&Signature=");
		page.waitForURL(services.url(Service.LABORATORY, "/Shibboleth.sso/SLO/Redirect") + "*");
		assertThat(page.content()).as(services.logs()).doesNotContain("Partial").containsIgnoringCase("logout");
		for (Service service : List.of(Service.LIBRARY, Service.LABORATORY)) {
			page.navigate(services.url(service, "/protected"));
			assertThat(page.locator("#password").count()).as("the session at " + service).isOne();
		}
	}

	@Test
	void whenAServiceAsksAndAnotherTakesNoPartThenThePageSaysSoAndTheButtonGoesBack() {
		page.navigate(services.url(Service.LIBRARY, "/protected"));
		signIn("alice", "alice-demo", Service.LIBRARY);
		page.navigate(services.url(Service.ARCHIVE, "/protected"));
		arrived(Service.ARCHIVE);
		page.navigate(services.url(Service.LIBRARY, "/Shibboleth.sso/Logout"));
		assertThat(page.locator(".state").allTextContents())
			.containsExactly("Can’t be signed out from here. Please sign out there.");
		page.getByText("Return to University Library").click();
		page.waitForURL(services.url(Service.LIBRARY, "/Shibboleth.sso/SLO/Redirect") + "*");
		page.navigate(services.url(Service.LIBRARY, "/protected"));
		assertThat(page.locator("#password").count()).isOne();
	}

	private Map<String, String> persistent(Service service) {
		page.navigate(services.url(service, "/Shibboleth.sso/Login?NameIDFormat=" + encoded(PERSISTENT) + "&target="
				+ encoded(services.url(service, "/protected"))));
		return page.url().startsWith(idp.baseUrl()) ? signIn("alice", "alice-demo", service) : arrived(service);
	}

	private Map<String, String> signIn(String username, String password, Service service) {
		type(username, password);
		page.click("button[type=submit]");
		return arrived(service);
	}

	private void type(String username, String password) {
		page.fill("#username", username);
		page.fill("#password", password);
	}

	/**
	 * Waits until the user has arrived at the service, and returns what the service
	 * received.
	 */
	private Map<String, String> arrived(Service service) {
		String address = services.url(service, "/protected");
		page.waitForURL(url -> url.startsWith(address));
		Locator shown = page.locator("pre");
		Map<String, String> told = new TreeMap<>();
		shown.textContent().lines().filter(line -> line.indexOf('=') > 0).forEach(line -> {
			int equals = line.indexOf('=');
			told.put(line.substring(0, equals), line.substring(equals + 1));
		});
		return told;
	}

	/** Returns the SAML response that the browser sent to the service. */
	private String response(Service service) {
		return traffic.last(services.url(service, "/Shibboleth.sso/SAML2/POST")).message("SAMLResponse");
	}

}
