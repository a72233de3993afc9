package org.campanile.web.attack;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import org.campanile.saml.metadata.MetadataRelyingPartyRegistry;
import org.campanile.testkit.saml.TestAuthnRequests;
import org.campanile.testkit.serviceprovider.DecodedResponse;
import org.campanile.testkit.browser.Browser;
import org.campanile.testkit.browser.ForeignService;
import org.campanile.testkit.browser.Page;
import org.campanile.web.testkit.RawHttp;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests attacks in the content of requests, except for the signature. Alice is signed in,
 * and each request is valid but for one fault, without which it would be answered at
 * once.
 */
class AuthnRequestAttackTests {

	private static AttackedIdp attacked;

	@BeforeAll
	static void start() {
		attacked = AttackedIdp.start("campanile.services[0].match=https://disabled.example.org/sp",
				"campanile.services[0].enabled=false");
		ForeignService.at("disabled.example.org", InstantSource.system(), s -> s.withAuthnRequestsSigned(false))
			.registered(attacked.idp().home());
		attacked.idp().bean(MetadataRelyingPartyRegistry.class).poll();
	}

	@AfterAll
	static void stop() {
		attacked.assertSessionUnchanged();
		attacked.close();
	}

	@Test
	void whenSignedThenAnswered() {
		attacked.assertAnswered(attacked.redirect(attacked.signed(attacked.redirectUrl()).redirectQuery()));
		attacked.assertAnswered(attacked.post(attacked.signed(attacked.postUrl()).signedXml()));
	}

	@Test
	void whenTheDestinationIsWrongThenRefused() {
		String base = attacked.idp().baseUrl();
		for (String destination : new String[] { attacked.postUrl(), attacked.redirectUrl() + "/",
				attacked.redirectUrl() + "?x=1",
				base.replace("localhost", "localhost.") + "/profile/SAML2/Redirect/SSO",
				base + "/profile/SAML2/redirect/SSO", "https://idp.example.com/SSO", "x", " " }) {
			attacked.assertRefused(attacked.redirect(attacked.request().destination(destination).redirectQuery()), 400,
					"DESTINATION_MISMATCH");
		}
		attacked.assertRefused(
				attacked
					.redirect(attacked.signed(attacked.redirectUrl()).attribute("Destination", null).redirectQuery()),
				400, "DESTINATION_MISMATCH");
		attacked.assertRefused(
				attacked.post(attacked.signed(attacked.postUrl()).attribute("Destination", null).signedXml()), 400,
				"DESTINATION_MISMATCH");
	}

	/** Requests are valid for five minutes, with three minutes of clock skew. */
	@ParameterizedTest
	@CsvSource({ "-490", "200", "-86400", "86400" })
	void whenIssuedLongAgoOrInTheFutureThenRefused(long seconds) {
		Instant issued = Instant.now().plus(Duration.ofSeconds(seconds));
		attacked.assertRefused(
				attacked.redirect(attacked.request().attribute("IssueInstant", issued.toString()).redirectQuery()), 400,
				"REQUEST_EXPIRED");
	}

	@ParameterizedTest
	@CsvSource({ "-470", "170" })
	void whenIssuedWithinTheLimitsThenAnswered(long seconds) {
		Instant issued = Instant.now().plus(Duration.ofSeconds(seconds));
		attacked.assertAnswered(
				attacked.redirect(attacked.request().attribute("IssueInstant", issued.toString()).redirectQuery()));
	}

	@Test
	void whenTheSameRequestComesAgainThenRefused() {
		TestAuthnRequests.Builder request = attacked.request();
		attacked.assertAnswered(attacked.redirect(request.redirectQuery()));
		attacked.assertRefused(attacked.redirect(request.redirectQuery()), 400, "REQUEST_REPLAYED");
		attacked.assertRefused(attacked.post(request.xml()), 400, "REQUEST_REPLAYED");
		TestAuthnRequests.Builder signed = attacked.signed(attacked.redirectUrl());
		attacked.assertAnswered(attacked.redirect(signed.redirectQuery()));
		attacked.assertRefused(attacked.redirect(signed.redirectQuery()), 400, "REQUEST_REPLAYED");
		attacked.assertRefused(attacked.redirect(signed.attribute("ForceAuthn", "true").redirectQuery()), 400,
				"REQUEST_REPLAYED");
	}

	@Test
	void whenTheSameRequestComesFiftyTimesAtOnceThenOneIsAnswered() throws Exception {
		String url = attacked.redirectUrl() + '?' + attacked.request().redirectQuery();
		List<Callable<Page>> tries = new ArrayList<>();
		for (int i = 0; i < 50; i++) {
			Browser browser = attacked.alice().copy();
			tries.add(() -> browser.get(url));
		}
		attacked.forgetLog();
		int answered = 0;
		try (ExecutorService threads = Executors.newFixedThreadPool(50)) {
			for (Future<Page> page : threads.invokeAll(tries)) {
				if (page.get().formWith("SAMLResponse").isPresent()) {
					answered++;
				}
				else {
					assertThat(page.get().text("code")).startsWith("REQUEST_REPLAYED-");
				}
			}
		}
		assertThat(answered).isEqualTo(1);
		assertThat(attacked.audit().lines()).hasSize(50);
	}

	/** HEAD does not use up the AuthnRequest. */
	@Test
	void whenHeadThenRefusedAndNothingUsedUp() {
		String url = attacked.redirectUrl() + '?' + attacked.request().redirectQuery();
		String unsolicited = attacked.idp().baseUrl() + "/profile/SAML2/Unsolicited/SSO?providerId="
				+ attacked.open().entityId();
		for (String address : new String[] { url, url, unsolicited, attacked.idp().baseUrl() + "/profile/Logout",
				attacked.idp().baseUrl() + "/login" }) {
			Page page = head(address);
			assertThat(page.status()).isEqualTo(405);
			boolean posted = address.endsWith("/Logout") || address.endsWith("/login");
			assertThat(page.header("allow")).as(address).isEqualTo(posted ? "GET, POST" : "GET");
			assertThat(page.body()).isEmpty();
			assertThat(page.cookies()).isEmpty();
		}
		attacked.assertAnswered(attacked.alice().get(url));
	}

	@ParameterizedTest
	@ValueSource(strings = { "https://unknown.example.org/sp", "https://open.example.org/SP",
			"https://OPEN.example.org/sp", "https://open.example.org/sp/", "https://open.example.org:443/sp",
			"http://open.example.org/sp", "https://open.example.org/s%70", "https://open.example.org/sp#",
			"https://open.example.org/sp\u200B", "https://disabled.example.org/sp" })
	void whenTheIssuerIsNotKnownThenRefused(String issuer) {
		Page page = attacked.redirect(attacked.request().issuer(issuer).redirectQuery());
		attacked.assertRefused(page, 400, issuer.contains("disabled") ? "SERVICE_DISABLED" : "SERVICE_UNKNOWN");
		assertThat(page.title()).startsWith("We don’t know this service");
	}

	@ParameterizedTest
	@ValueSource(strings = { "<saml:Issuer></saml:Issuer>", "",
			"<saml:Issuer>https://open.example.org/sp<!-- -->.evil.example</saml:Issuer>",
			"<saml:Issuer>https://open.example.org/sp<?pi?>.evil.example</saml:Issuer>",
			"<saml:Issuer>https://open.example.org/sp<![CDATA[.evil.example]]></saml:Issuer>",
			"<saml:Issuer>https://open.example.org/sp<saml:x>.evil</saml:x></saml:Issuer>",
			"<saml:Issuer>https://open.example.org/sp</saml:Issuer><saml:Issuer>https://signing.example.org/sp</saml:Issuer>",
			"<saml:Issuer Format='urn:oasis:names:tc:SAML:2.0:nameid-format:persistent'>https://open.example.org/sp</saml:Issuer>" })
	void whenTheIssuerIsDividedThenNeverTruncated(String issuer) {
		attacked.assertRefused(attacked.redirect(attacked.request().issuerXml(issuer).redirectQuery()), 400,
				attacked.auditedReason());
		assertThat(attacked.auditedReason()).isIn("SERVICE_UNKNOWN", "ISSUER_INVALID", "REQUEST_MALFORMED",
				"XML_REFUSED");
	}

	@ParameterizedTest
	@ValueSource(strings = { "https://open.example.org/acs/", "https://open.example.org/acs?", "x",
			"https://open.example.org/acs?x=1", "https://open.example.org/acs#", "https://open.example.org/ac",
			"https://open.example.org/acs.evil", "https://open.example.org/ACS", "https://OPEN.example.org/acs",
			"https://open.example.org:443/acs", "http://open.example.org/acs", "https://open.example.org/./acs",
			"https://open.example.org//acs", "https://open.example.org/x/../acs", "https://open.example.org/%61cs",
			"https://open.example.org@evil.example/acs", "https://evil@open.example.org/acs",
			"https://open.example.org.evil.example/acs", "https://open.example.org%2eevil.example/acs",
			"https://evil.example/?https://open.example.org/acs", "https://evil.example\\@open.example.org/acs",
			"//open.example.org/acs", "/acs", "JavaScript:alert(1)",
			"javascript:alert(1)//https://open.example.org/acs", "data:text/html,x", "file:///etc/passwd",
			"https://signing.example.org/acs", " https://evil.example/acs", "https://open.example.org/acs\u0000",
			"https://open.example.org/acs;x", "https:/open.example.org/acs", "https://ｏpen.example.org/acs",
			"vbscript:x", "" })
	void whenTheResponseUrlIsNotInMetadataThenRefused(String url) {
		Page page = attacked.redirect(attacked.request().acsUrl(url).redirectQuery());
		attacked.assertRefused(page, 400, attacked.auditedReason());
		assertThat(attacked.auditedReason()).isIn("RESPONSE_URL_UNKNOWN", "REQUEST_MALFORMED", "XML_REFUSED");
		assertThat(page.body()).doesNotContain("evil.example", "alert(1)");
	}

	@ParameterizedTest
	@ValueSource(strings = { "7", "-1", "65536", "2147483648", "99999999999999999999", "1.0", "x", "", "0x1", "\u0661",
			"\uFF11" })
	void whenTheIndexIsNotInMetadataThenRefused(String index) {
		attacked.assertRefused(attacked.redirect(attacked.request().acsUrl(null).acsIndex(index).redirectQuery()), 400,
				attacked.auditedReason());
		assertThat(attacked.auditedReason()).isIn("RESPONSE_URL_UNKNOWN", "REQUEST_MALFORMED");
	}

	@Test
	void whenIndexAndUrlComeTogetherThenRefused() {
		attacked.assertRefused(attacked.redirect(attacked.request().acsIndex("1").redirectQuery()), 400,
				attacked.auditedReason());
		attacked.assertAnswered(attacked.redirect(attacked.request().acsUrl(null).acsIndex("1").redirectQuery()));
	}

	@ParameterizedTest
	@CsvSource({ "IsPassive,true,NoPassive", "Version,2.1,RequestVersionTooHigh", "Version,3.0,RequestVersionTooHigh",
			"Version,1.1,VersionMismatch",
			"ProtocolBinding,urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Artifact,UnsupportedBinding",
			"ProtocolBinding,urn:none,UnsupportedBinding" })
	void whenTheRequestCannotBeMetThenTheServiceReceivesTheError(String attribute, String value, String status) {
		TestAuthnRequests.Builder request = attacked.request().attribute(attribute, value);
		attacked.forgetLog();
		Page page = new Browser().get(attacked.redirectUrl() + '?' + request.relayState("s").redirectQuery());
		if (page.status() == 400) {
			// The service's metadata has no endpoint with this binding, so it cannot be
			// informed of the error.
			assertThat(attribute).isEqualTo("ProtocolBinding");
			attacked.assertRefused(page, 400, attacked.auditedReason());
			return;
		}
		DecodedResponse response = attacked.open().read(attacked.idp(), page, request.id());
		assertThat(response.status().toString()).contains(status);
		assertThat(response.assertion()).isEmpty();
		assertThat(page.samlForm().fields()).containsEntry("RelayState", "s");
		assertThat(attacked.audit().lines()).hasSize(1).first().asString().contains("event=REQUEST_REFUSED");
	}

	@Test
	void whenTheAuthnContextCannotBeHadThenTheServiceReceivesTheError() {
		TestAuthnRequests.Builder request = attacked.request()
			.authnContext("exact", "urn:oasis:names:tc:SAML:2.0:ac:classes:Smartcard");
		Page page = attacked.redirect(request.redirectQuery());
		DecodedResponse response = attacked.open().read(attacked.idp(), page, request.id());
		assertThat(response.status().toString()).contains("NoAuthnContext");
	}

	private static Page head(String url) {
		URI uri = URI.create(url);
		String cookie = attacked.alice().cookie(AttackedIdp.SESSION).orElseThrow().value();
		String target = uri.getRawPath() + (uri.getRawQuery() == null ? "" : '?' + uri.getRawQuery());
		return RawHttp.send(attacked.idp(), "HEAD", target, "", "Cookie: " + AttackedIdp.SESSION + '=' + cookie);
	}

}
