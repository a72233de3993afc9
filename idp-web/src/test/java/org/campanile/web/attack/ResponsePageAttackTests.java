package org.campanile.web.attack;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;

import org.campanile.saml.binding.RelayStates;
import org.campanile.testkit.saml.TestAuthnRequests;
import org.campanile.testkit.serviceprovider.AuthnRequestOptions;
import org.campanile.testkit.serviceprovider.DecodedAssertion;
import org.campanile.testkit.serviceprovider.DecodedResponse;
import org.campanile.testkit.serviceprovider.PostRequest;
import org.campanile.testkit.serviceprovider.RedirectRequest;
import org.campanile.testkit.serviceprovider.ServiceProviderSettings;
import org.campanile.testkit.browser.Browser;
import org.campanile.testkit.serviceprovider.ResponseExpectations;
import org.campanile.testkit.serviceprovider.ResponseRejectedException;
import org.campanile.testkit.serviceprovider.TrustedIdentityProvider;
import org.campanile.testkit.browser.ForeignService;
import org.campanile.testkit.browser.Form;
import org.campanile.testkit.browser.Page;
import org.campanile.web.testkit.LogLines;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Tests the page that carries the SAML response, and the response itself. */
class ResponsePageAttackTests {

	@AutoClose
	private static AttackedIdp attacked;

	@BeforeAll
	static void start() {
		attacked = AttackedIdp.start();
	}

	/** RelayState must come back unchanged, and as nothing but text. */
	@ParameterizedTest
	@ValueSource(strings = { "plain", "\"><script>alert(1)</script>", "' onfocus=alert(1) autofocus='", "a\r\nb",
			"a\nb", "</form><form action=https://evil.example>", "&lt;b&gt;&amp;amp;", "日本語 ✓ 𝒳", "a b+c%20d",
			"{{7*7}} ${7*7} [[${1}]]", "\u202Eevil\u0007", " leading and trailing " })
	void whenRelayStateIsHostileThenItArrivesExactly(String relayState) {
		AuthnRequestOptions options = AuthnRequestOptions.PLAIN.withRelayState(relayState);
		Page atOnce = attacked.alice().get(attacked.open().redirect(attacked.idp(), options).url());
		assertCarries(atOnce, relayState);
		PostRequest post = attacked.open().post(attacked.idp(), options);
		assertCarries(attacked.alice().submitCrossSite(Form.post(post.action(), post.fields())), relayState);
		Browser browser = new Browser();
		Page afterLogin = browser.login(attacked.signing().redirect(attacked.idp(), options).url(), "bob", "bob-demo");
		assertCarries(afterLogin, relayState);
		Page unsolicited = attacked.alice()
			.get(attacked.idp().baseUrl() + "/profile/SAML2/Unsolicited/SSO?providerId=" + attacked.open().entityId()
					+ "&target=" + URLEncoder.encode(relayState, StandardCharsets.UTF_8));
		assertCarries(unsolicited, relayState);
	}

	/**
	 * Asserts that a page carries exactly this RelayState, and nothing injected by it.
	 */
	private static void assertCarries(Page page, String relayState) {
		assertThat(page.document().select("script")).hasSize(1);
		assertThat(page.document().select("script").html()).isEqualTo("document.forms[0].submit()");
		assertThat(page.document().select("[onfocus], b")).isEmpty();
		assertThat(page.forms()).hasSize(1);
		assertThat(page.samlForm().fields()).containsOnlyKeys("SAMLResponse", "RelayState");
		assertThat(page.samlForm().fields().get("RelayState")).isEqualTo(relayState);
	}

	@Test
	void whenRelayStateIsLongThenLimited() {
		String limit = "x".repeat(2048);
		AuthnRequestOptions options = AuthnRequestOptions.PLAIN.withRelayState(limit);
		try (LogLines warnings = LogLines.warningsOf(RelayStates.class)) {
			assertCarries(attacked.alice().get(attacked.open().redirect(attacked.idp(), options).url()), limit);
			assertThat(warnings.lines()).isEmpty();
		}
		attacked.assertRefused(attacked.redirect(attacked.request().relayState(limit + "x").redirectQuery()), 400,
				"RELAY_STATE_TOO_LONG");
		attacked.assertRefused(attacked.redirect(attacked.request().relayState("ü".repeat(1025)).redirectQuery()), 400,
				"RELAY_STATE_TOO_LONG");
		attacked.assertRefused(attacked.redirect(attacked.request().relayState("a\0b").redirectQuery()), 400,
				"MESSAGE_UNDECODABLE");
	}

	@Test
	void whenThereIsNoRelayStateThenNone() {
		Page page = attacked.redirect(attacked.request().redirectQuery());
		assertThat(page.samlForm().fields()).containsOnlyKeys("SAMLResponse");
	}

	/** Two sign-ons to two services wait in tabs of the same browser. */
	@Test
	void whenTwoServicesWaitThenEachGetsItsOwnState() {
		Browser browser = new Browser();
		Page first = browser
			.open(attacked.open().redirect(attacked.idp(), AuthnRequestOptions.PLAIN.withRelayState("first")).url());
		Page second = browser.open(
				attacked.signing().redirect(attacked.idp(), AuthnRequestOptions.PLAIN.withRelayState("second")).url());
		Page answer = browser.login(second, "bob", "bob-demo");
		assertThat(answer.samlForm().action()).hasToString(attacked.signing().acs());
		assertCarries(answer, "second");
		Page other = browser.login(first, "bob", "bob-demo");
		assertThat(other.samlForm().action()).hasToString(attacked.open().acs());
		assertCarries(other, "first");
	}

	/** An ID that is not an NCName is either returned unchanged or refused. */
	@ParameterizedTest
	@ValueSource(strings = { "_<script>", "_\"x", "a b", "1x", "", "_é", "_-.x" })
	void whenTheRequestIdIsHostileThenItArrivesExactlyOrIsRefused(String id) {
		TestAuthnRequests.Builder request = attacked.request().id(id);
		Page page = attacked.redirect(request.redirectQuery());
		if (page.status() == 200) {
			DecodedResponse response = attacked.open().read(attacked.idp(), page, id);
			assertThat(response.inResponseTo()).isEqualTo(id);
		}
		else {
			attacked.assertRefused(page, 400, "REQUEST_MALFORMED");
		}
	}

	/** Attribute values in any script arrive as they are in the directory. */
	@ParameterizedTest
	@ValueSource(strings = { "layla", "juergen", "grace", "carol" })
	void whenAttributesAreUnusualThenTheyArrive(String person) {
		RedirectRequest request = attacked.open().redirect(attacked.idp(), AuthnRequestOptions.PLAIN);
		Page page = new Browser().login(request.url(), person, person + "-demo");
		DecodedAssertion assertion = attacked.open().read(attacked.idp(), page, request.id()).success();
		assertThat(assertion.values("displayName")).hasSize(1)
			.allSatisfy(name -> assertThat(page.body()).doesNotContain(name));
	}

	@Test
	void whenTheAnswerIsCarriedThenThePageAllowsNothingElse() {
		Page page = attacked.redirect(attacked.request().redirectQuery());
		AttackedIdp.assertHeaders(page);
		String policy = page.header("content-security-policy");
		assertThat(policy).contains("form-action https://open.example.org", "frame-ancestors 'none'", "base-uri 'none'",
				"script-src 'sha256-");
		assertThat(page.document().select("form button[type=submit]")).hasSize(1);
		assertThat(page.document().select("[src], link, iframe, object, [style], [onclick], [onload]")).singleElement()
			.satisfies(icon -> {
				assertThat(icon.attr("rel")).isEqualTo("icon");
				assertThat(icon.attr("href")).startsWith("data:image/svg+xml,");
			});
	}

	/** {@code read} also performs the service's own checks. */
	@Test
	void whenAnsweredThenBoundToRequestServiceAndTime() {
		Set<String> ids = new HashSet<>();
		for (int i = 0; i < 5; i++) {
			TestAuthnRequests.Builder request = attacked.request();
			DecodedResponse response = attacked.open()
				.read(attacked.idp(), attacked.redirect(request.redirectQuery()), request.id());
			DecodedAssertion assertion = response.success();
			assertThat(Duration.between(assertion.issueInstant(), assertion.notOnOrAfter()))
				.isLessThanOrEqualTo(Duration.ofMinutes(5));
			assertThat(assertion.encryptionMethod()).isEqualTo(ServiceProviderSettings.AES_128_GCM);
			assertThat(assertion.xml()).contains("Audience>" + attacked.open().entityId() + "<");
			assertThat(ids.add(assertion.id())).isTrue();
			assertThat(ids.add(response.id())).isTrue();
			assertThat(assertion.id()).matches("_[0-9a-zA-Z_-]{27,}");
		}
	}

	/** A response for one service must be worthless at another. */
	@Test
	void whenTheAnswerIsTakenElsewhereThenRefusedThere() {
		TestAuthnRequests.Builder request = attacked.request();
		Page page = attacked.redirect(request.redirectQuery());
		ForeignService other = attacked.signing();
		TrustedIdentityProvider trusted = TrustedIdentityProvider
			.of(new Browser().get(attacked.idp().baseUrl() + "/metadata").body().getBytes(StandardCharsets.UTF_8));
		assertThatExceptionOfType(ResponseRejectedException.class).isThrownBy(() -> other.provider()
			.decode(page.samlResponse(), ResponseExpectations.of(trusted, other.acs(), any -> true)));
	}

}
