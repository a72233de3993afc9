package org.campanile.web.attack;

import java.net.URI;
import java.security.KeyPair;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import javax.crypto.spec.SecretKeySpec;

import org.campanile.saml.metadata.MetadataRelyingPartyRegistry;
import org.campanile.saml.request.TestAuthnRequests;
import org.campanile.saml.request.TestSigningKeys;
import org.campanile.saml.request.TestXmlSigner;
import org.campanile.saml.serviceprovider.DecodedResponse;
import org.campanile.saml.serviceprovider.InResponseToCheck;
import org.campanile.web.testkit.Browser;
import org.campanile.web.testkit.ForeignService;
import org.campanile.web.testkit.Page;
import org.campanile.web.testkit.RawHttp;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Section B of the catalogue: what a request says. Alice is signed in, so that each would
 * be answered at once but for the one thing wrong with it.
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
		assertAnswered(attacked.redirect(attacked.signed(attacked.redirectUrl()).redirectQuery()));
		assertAnswered(attacked.post(attacked.signed(attacked.postUrl()).signedXml()));
	}

	@Test
	void whenTheDestinationIsWrongThenRefused() {
		String base = attacked.idp().baseUrl();
		for (String destination : new String[] { attacked.postUrl(), attacked.redirectUrl() + "/",
				attacked.redirectUrl() + "?x=1", base.replace("localhost", "LOCALHOST") + "/profile/SAML2/Redirect/SSO",
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

	/** Five minutes of validity, three of skew. */
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
		assertAnswered(
				attacked.redirect(attacked.request().attribute("IssueInstant", issued.toString()).redirectQuery()));
	}

	@Test
	void whenTheSameRequestComesAgainThenRefused() {
		TestAuthnRequests.Builder request = attacked.request();
		assertAnswered(attacked.redirect(request.redirectQuery()));
		attacked.assertRefused(attacked.redirect(request.redirectQuery()), 400, "REQUEST_REPLAYED");
		attacked.assertRefused(attacked.post(request.xml()), 400, "REQUEST_REPLAYED");
		TestAuthnRequests.Builder signed = attacked.signed(attacked.redirectUrl());
		assertAnswered(attacked.redirect(signed.redirectQuery()));
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

	/** A look at it does not use it up. */
	@Test
	void whenHeadThenRefusedAndNothingUsedUp() {
		String url = attacked.redirectUrl() + '?' + attacked.request().redirectQuery();
		String unsolicited = attacked.idp().baseUrl() + "/profile/SAML2/Unsolicited/SSO?providerId="
				+ attacked.open().entityId();
		for (String address : new String[] { url, url, unsolicited, attacked.idp().baseUrl() + "/profile/Logout",
				attacked.idp().baseUrl() + "/login" }) {
			Page page = head(address);
			assertThat(page.status()).isEqualTo(405);
			assertThat(page.header("allow")).isEqualTo("GET");
			assertThat(page.body()).isEmpty();
			assertThat(page.cookies()).isEmpty();
		}
		assertAnswered(attacked.alice().get(url));
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
		assertAnswered(attacked.redirect(attacked.request().acsUrl(null).acsIndex("1").redirectQuery()));
	}

	/** The query's signature. */
	static Stream<Arguments> badQueries() {
		String signed = attacked.signed(attacked.redirectUrl()).relayState("state").redirectQuery();
		String request = signed.substring(0, signed.indexOf("&RelayState"));
		return Stream.of(Arguments.of("stripped", request),
				Arguments.of("SigAlg alone", signed.substring(0, signed.indexOf("&Signature="))),
				Arguments.of("Signature alone", signed.replaceFirst("&SigAlg=[^&]*", "")),
				Arguments.of("another RelayState", signed.replace("RelayState=state", "RelayState=other")),
				Arguments.of("RelayState taken away", signed.replace("&RelayState=state", "")),
				Arguments.of("RelayState encoded otherwise", signed.replace("RelayState=state", "RelayState=%73tate")),
				Arguments.of("another algorithm", signed.replace("rsa-sha256", "rsa-sha512")),
				Arguments.of("no algorithm", signed.replaceFirst("SigAlg=[^&]*", "SigAlg=")),
				Arguments.of("empty signature", signed.replaceFirst("Signature=.*", "Signature=")),
				Arguments.of("signature twice", signed + "&Signature=AAAA"),
				Arguments.of("of another request",
						attacked.signed(attacked.redirectUrl()).redirectQuery().replaceFirst("&.*", "")
								+ signed.substring(signed.indexOf("&SigAlg"))));
	}

	@ParameterizedTest(name = "{0}")
	@MethodSource("badQueries")
	void whenTheQuerysSignatureIsWrongThenRefused(String what, String query) {
		attacked.assertRefused(attacked.redirect(query), 400, attacked.auditedReason());
		assertThat(attacked.auditedReason()).matches("SIGNATURE_.*|MESSAGE_UNDECODABLE");
	}

	@Test
	void whenTheKeyOrAlgorithmIsNotAcceptedThenRefused() {
		KeyPair other = TestSigningKeys.rsa("other", 2048);
		KeyPair weak = TestSigningKeys.rsa("weak", 1024);
		attacked.assertRefused(attacked.post(attacked.signed(attacked.postUrl()).signedBy(other).signedXml()), 400,
				"SIGNATURE_INVALID");
		attacked.assertRefused(
				attacked.redirect(attacked.signed(attacked.redirectUrl()).signedBy(other).redirectQuery()), 400,
				"SIGNATURE_INVALID");
		attacked.assertRefused(
				attacked.redirect(attacked.signed(attacked.redirectUrl()).signedBy(weak).redirectQuery()), 400,
				attacked.auditedReason());
		attacked.assertRefused(attacked.redirect(attacked.signed(attacked.redirectUrl())
			.signedBy(attacked.signing().keys(), TestXmlSigner.RSA_SHA1, "SHA1withRSA")
			.redirectQuery()), 400, "SIGNATURE_ALGORITHM_REFUSED");
		assertThat(attacked.audit().lines().getFirst()).contains(TestXmlSigner.RSA_SHA1, "allow-sha1-signatures");
		attacked.assertRefused(attacked.post(TestXmlSigner.with(attacked.signing().keys())
			.algorithms(TestXmlSigner.RSA_SHA1, "http://www.w3.org/2000/09/xmldsig#sha1")
			.sign(attacked.signed(attacked.postUrl()).xml())), 400, "SIGNATURE_ALGORITHM_REFUSED");
		attacked.assertRefused(attacked.post(
				TestXmlSigner.with(new SecretKeySpec(attacked.signing().keys().getPublic().getEncoded(), "HmacSHA256"))
					.algorithms("http://www.w3.org/2001/04/xmldsig-more#hmac-sha256",
							"http://www.w3.org/2001/04/xmlenc#sha256")
					.sign(attacked.signed(attacked.postUrl()).xml())),
				400, "SIGNATURE_ALGORITHM_REFUSED");
	}

	/** The audit line names what to change at the service, or to allow for it. */
	@Test
	void whenCanonicalizedInclusivelyThenTheAuditLineNamesTheAlgorithm() {
		String inclusive = "http://www.w3.org/2006/12/xml-c14n11";
		String xml = attacked.signed(attacked.postUrl()).signedXml();
		attacked.assertRefused(
				attacked.post(xml.replaceFirst("Transform Algorithm=\"http://www.w3.org/2001/10/xml-exc-c14n#",
						"Transform Algorithm=\"" + inclusive)),
				400, "SIGNATURE_ALGORITHM_REFUSED");
		assertThat(attacked.audit().lines().getFirst()).contains(inclusive, "exclusive canonicalization");
	}

	/** The signature inside the XML. */
	static Stream<Arguments> badSignatures() {
		return Stream.of(xml("stripped", xml -> xml.replaceFirst("(?s)<ds:Signature .*</ds:Signature>", "")),
				xml("external reference",
						xml -> xml.replaceFirst("URI=\"#[^\"]*\"", "URI=\"" + attacked.elsewhere("/r") + "\"")),
				xml("file", xml -> xml.replaceFirst("URI=\"#[^\"]*\"", "URI=\"file:///etc/passwd\"")),
				xml("XSLT",
						xml -> xml.replace("http://www.w3.org/2000/09/xmldsig#enveloped-signature",
								"http://www.w3.org/TR/1999/REC-xslt-19991116")),
				xml("base64",
						xml -> xml.replaceFirst("Transform Algorithm=\"http://www.w3.org/2001/10/xml-exc-c14n#",
								"Transform Algorithm=\"http://www.w3.org/2000/09/xmldsig#base64")),
				xml("no canonical form",
						xml -> xml.replace("Version=", "xmlns:rel=\"relative/uri\" rel:x=\"1\" Version=")),
				xml("changed after signing", xml -> xml.replace("Version=", "ForceAuthn=\"true\" Version=")),
				xml("RetrievalMethod and another key",
						xml -> xml
							.replaceFirst("(?s)<ds:KeyInfo>.*</ds:KeyInfo>",
									"<ds:KeyInfo><ds:RetrievalMethod URI='" + attacked.elsewhere("/k")
											+ "'/></ds:KeyInfo>")
							.replaceFirst("<ds:SignatureValue>....", "<ds:SignatureValue>AAAA")),
				xml("two signatures", xml -> xml.replaceFirst("(?s)(<ds:Signature .*</ds:Signature>)", "$1$1")),
				xml("wrapped", AuthnRequestAttackTests::wrapped));
	}

	@ParameterizedTest(name = "{0}")
	@MethodSource("badSignatures")
	void whenTheXmlsSignatureIsWrongThenRefused(String what, UnaryOperator<String> spoil) {
		String spoilt = spoil.apply(attacked.signed(attacked.postUrl()).signedXml());
		attacked.assertRefused(attacked.post(spoilt), 400, attacked.auditedReason());
		assertThat(attacked.auditedReason()).matches("SIGNATURE_.*|XML_REFUSED|REQUEST_MALFORMED");
	}

	@Test
	void whenKeyInfoIsStuffedThenNothingIsFetched() {
		String xml = attacked.signed(attacked.postUrl()).signedXml();
		assertAnswered(attacked.post(xml.replaceFirst("(?s)<ds:KeyInfo>.*</ds:KeyInfo>",
				"<ds:KeyInfo><ds:RetrievalMethod URI='" + attacked.elsewhere("/k") + "'/><ds:X509Data>"
						+ "<ds:X509Certificate>AAAA</ds:X509Certificate>".repeat(200)
						+ "</ds:X509Data></ds:KeyInfo>")));
		attacked.assertPlain(attacked.redirect("SAMLRequest=x"), 400);
	}

	@Test
	void whenTheSignedQueryIsEncodedInLowerCaseThenAnswered() {
		TestAuthnRequests.Builder request = attacked.signed(attacked.redirectUrl());
		String query = request.redirectQuery();
		String lower = lowerCaseEscapes(query.substring(0, query.indexOf("&Signature=")));
		assertAnswered(attacked.redirect(lower + "&Signature=" + request.sign(lower)));
	}

	@ParameterizedTest
	@CsvSource({ "IsPassive,true,NoPassive", "Version,2.1,RequestVersionTooHigh", "Version,3.0,RequestVersionTooHigh",
			"Version,1.1,VersionMismatch",
			"ProtocolBinding,urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Artifact,UnsupportedBinding",
			"ProtocolBinding,urn:none,UnsupportedBinding" })
	void whenTheRequestCannotBeMetThenTheServiceIsTold(String attribute, String value, String status) {
		TestAuthnRequests.Builder request = attacked.request().attribute(attribute, value);
		attacked.forgetLog();
		Page page = new Browser().get(attacked.redirectUrl() + '?' + request.relayState("s").redirectQuery());
		if (page.status() == 400) {
			// An endpoint of that binding is not in the service's metadata: nobody to
			// tell.
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
	void whenTheAuthnContextCannotBeHadThenTheServiceIsTold() {
		TestAuthnRequests.Builder request = attacked.request()
			.authnContext("exact", "urn:oasis:names:tc:SAML:2.0:ac:classes:Smartcard");
		Page page = attacked.redirect(request.redirectQuery());
		DecodedResponse response = attacked.open().read(attacked.idp(), page, request.id());
		assertThat(response.status().toString()).contains("NoAuthnContext");
	}

	private static void assertAnswered(Page page) {
		assertThat(page.formWith("SAMLResponse")).as(page.toString()).isPresent();
		String action = page.samlForm().action().toString();
		ForeignService service = action.equals(attacked.open().acs()) ? attacked.open() : attacked.signing();
		InResponseToCheck any = inResponseTo -> inResponseTo != null;
		assertThat(service.read(attacked.idp(), page, any).success()).isNotNull();
	}

	private static Page head(String url) {
		URI uri = URI.create(url);
		String cookie = attacked.alice().cookie(AttackedIdp.SESSION).orElseThrow().value();
		String target = uri.getRawPath() + (uri.getRawQuery() == null ? "" : '?' + uri.getRawQuery());
		return RawHttp.send(attacked.idp(), "HEAD", target, "", "Cookie: " + AttackedIdp.SESSION + '=' + cookie);
	}

	/** The signed request inside another one's Extensions, its signature at the root. */
	private static String wrapped(String signed) {
		String signature = signed.replaceFirst("(?s)^.*(<ds:Signature .*</ds:Signature>).*$", "$1");
		String evil = attacked.signed(attacked.postUrl()).xml();
		return evil.replace("</saml:Issuer>", "</saml:Issuer>" + signature)
			.replace("</samlp:AuthnRequest>",
					"<samlp:Extensions>" + signed.replace(signature, "") + "</samlp:Extensions></samlp:AuthnRequest>");
	}

	private static String lowerCaseEscapes(String query) {
		return Pattern.compile("%[0-9A-F]{2}")
			.matcher(query)
			.replaceAll(escape -> escape.group().toLowerCase(Locale.ROOT));
	}

	private static Arguments xml(String what, UnaryOperator<String> spoil) {
		return Arguments.of(what, spoil);
	}

}
