package org.campanile.web.factor.passkey;

import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.CDPSession;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import org.campanile.factor.Enrolments;
import org.campanile.signon.RequestedAuthnContext;
import org.campanile.testkit.browser.Barriers;
import org.campanile.testkit.browser.ForeignService;
import org.campanile.testkit.servers.Chromium;
import org.campanile.testkit.servers.Stopping;
import org.campanile.testkit.serviceprovider.AuthnRequestOptions;
import org.campanile.web.testkit.TestIdp;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests passkeys in Chromium, with a virtual authenticator. */
class PasskeyServersIT {

	private static final Path home = TestIdp.newHome();

	private static final ForeignService service = ForeignService.at("mfa.example.org", InstantSource.system())
		.registered(home);

	private static TestIdp idp;

	private static Chromium chromium;

	@BeforeAll
	static void start() {
		chromium = Chromium.start();
		idp = TestIdp.start(home, "campanile.factors.enabled=true", "campanile.storage.memory.durable.accept-loss=true",
				"campanile.factors.totp.enabled=false", "campanile.factors.recovery-code.enabled=false");
	}

	@AfterAll
	static void stop() {
		Stopping.all(chromium, idp);
	}

	@AfterEach
	void forget() throws Exception {
		idp.bean(Enrolments.class).remove("alice");
	}

	/** A user whose browser has an authenticator with a fingerprint reader. */
	private static final class Person implements AutoCloseable {

		private final BrowserContext context = chromium.person();

		private final Page page = context.newPage();

		private final CDPSession devTools = context.newCDPSession(page);

		private final String authenticator;

		Person() {
			page.route("https://mfa.example.org/**",
					route -> route.fulfill(new Route.FulfillOptions().setBody("arrived")));
			JsonObject enable = new JsonObject();
			enable.addProperty("enableUI", false);
			devTools.send("WebAuthn.enable", enable);
			JsonObject options = new JsonObject();
			options.addProperty("protocol", "ctap2");
			options.addProperty("transport", "internal");
			options.addProperty("hasResidentKey", true);
			options.addProperty("hasUserVerification", true);
			options.addProperty("isUserVerified", true);
			options.addProperty("automaticPresenceSimulation", true);
			JsonObject add = new JsonObject();
			add.add("options", options);
			authenticator = devTools.send("WebAuthn.addVirtualAuthenticator", add).get("authenticatorId").getAsString();
		}

		JsonObject named() {
			JsonObject named = new JsonObject();
			named.addProperty("authenticatorId", authenticator);
			return named;
		}

		void presence(boolean on) {
			JsonObject presence = named();
			presence.addProperty("enabled", on);
			devTools.send("WebAuthn.setAutomaticPresenceSimulation", presence);
		}

		/**
		 * Switches off the passkeys that the browser offers in the field for the
		 * username.
		 */
		Person clicking() {
			page.addInitScript("PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false)");
			return this;
		}

		Person to(String url) {
			page.navigate(url);
			return this;
		}

		void password() {
			page.fill("#username", "alice");
			page.fill("#password", "alice-demo");
			page.click("button[name=_eventId_proceed]");
		}

		void arrives() {
			page.waitForURL("https://mfa.example.org/**");
			assertThat(page.textContent("body")).isEqualTo("arrived");
		}

		Person enrol() {
			to(mfa()).password();
			page.waitForSelector("#name");
			page.click("#passkey-form button");
			arrives();
			context.clearCookies();
			return this;
		}

		@Override
		public void close() {
			context.close();
		}

	}

	@Test
	void whenEnrolledThenTheLoginGoesOnByItself() {
		try (Person person = new Person().to(mfa())) {
			assertThat(person.page.getAttribute("#username", "autocomplete")).isEqualTo("username webauthn");
			Barriers.assertNone(person.page, "login");
			person.password();
			person.page.waitForSelector("#name");
			assertThat(person.page.inputValue("#name")).isEqualTo("Passkey on Linux");
			assertThat(person.page.isVisible("#passkey-none")).isFalse();
			Barriers.assertNone(person.page, "enrol");
			person.page.click("#passkey-form button");
			person.arrives();
		}
	}

	@Test
	void whenTheBrowserOffersItInTheFieldThenItIsTheFirstFactor() {
		try (Person person = new Person().enrol().to(mfa())) {
			person.arrives();
		}
	}

	@Test
	void whenTheButtonIsPressedThenItIsTheFirstFactor() {
		try (Person person = new Person().enrol().clicking().to(mfa())) {
			person.page.click("#passkey-form button");
			person.arrives();
		}
	}

	@Test
	void whenAskedForThenItIsTheSecondFactor() {
		try (Person person = new Person().enrol().clicking().to(mfa())) {
			person.password();
			person.arrives();
		}
	}

	@Test
	void whenTheUserDoesNotWantToThenTheButtonIsStillThere() {
		try (Person person = new Person().enrol().clicking()) {
			person.presence(false);
			person.to(mfa()).password();
			person.page.waitForSelector("h1:has-text('Use your passkey')");
			Barriers.assertNone(person.page, "second");
			assertThat(person.page.isVisible("#passkey-form button")).isTrue();
		}
	}

	@Test
	void whenThePageIsAtAnotherOriginThenTheBrowserRefusesAndThePageSaysSo() {
		try (Person person = new Person().enrol().clicking()) {
			String copy = person.context.request().get(mfa()).text();
			person.page.route("https://evil.example.com/**",
					route -> route.fulfill(new Route.FulfillOptions().setContentType("text/html").setBody(copy)));
			person.to("https://evil.example.com/idp/login");
			person.page.click("#passkey-form button");
			person.page.waitForSelector("#passkey-error:not([hidden])");
			assertThat(person.page.textContent("#passkey-error")).startsWith("The passkey could not be used.");
			Barriers.assertNone(person.page, "failed");
		}
	}

	@Test
	void whenItWasRemovedThenNotAcceptedAndThePasswordIsAClickAway() throws Exception {
		try (Person person = new Person().enrol().clicking()) {
			idp.bean(Enrolments.class)
				.change("alice", enrolment -> enrolment.without(enrolment.credentials().getFirst().id()));
			person.to(mfa());
			person.page.click("#passkey-form button");
			person.page.waitForSelector(".error:has-text('not accepted')");
			Barriers.assertNone(person.page, "removed");
			person.page.click("button[name=other][value=password]");
			assertThat(person.page.isVisible("#password")).isTrue();
		}
	}

	@Test
	void whenItWasCopiedThenTheOlderCounterIsNotAccepted() {
		try (Person person = new Person().enrol().clicking()) {
			JsonArray credentials = person.devTools.send("WebAuthn.getCredentials", person.named())
				.getAsJsonArray("credentials");
			JsonObject copy = credentials.get(0).getAsJsonObject();
			JsonObject remove = person.named();
			remove.add("credentialId", copy.get("credentialId"));
			person.devTools.send("WebAuthn.removeCredential", remove);
			copy.addProperty("signCount", 0);
			JsonObject add = person.named();
			add.add("credential", copy);
			person.devTools.send("WebAuthn.addCredential", add);
			person.to(mfa());
			person.page.click("#passkey-form button");
			person.page.waitForSelector(".error:has-text('not accepted')");
		}
	}

	@Test
	void whenScriptsAreOffThenTheLoginIsAsItWasAndTheOthersSayWhatIsMissing() {
		try (BrowserContext person = chromium.person(false)) {
			Page page = person.newPage();
			page.navigate(mfa());
			assertThat(page.isVisible("#passkey")).isFalse();
			page.fill("#username", "alice");
			page.fill("#password", "alice-demo");
			page.click("button[name=_eventId_proceed]");
			page.waitForSelector("#passkey-none");
			assertThat(page.isVisible("#passkey-none")).isTrue();
			assertThat(page.isVisible("#passkey-form")).isFalse();
		}
	}

	private static String mfa() {
		return service.redirect(idp, AuthnRequestOptions.PLAIN.withAuthnContext(new RequestedAuthnContext(
				RequestedAuthnContext.Comparison.EXACT, List.of("https://refeds.org/profile/mfa"))))
			.url();
	}

}
