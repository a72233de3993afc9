package org.campanile.web.attack;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

import org.campanile.testkit.saml.TestAuthnRequests;
import org.campanile.testkit.browser.Page;
import org.campanile.web.testkit.RawHttp;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests messages that attack the XML parser. Each is valid but for one fault, without
 * which it would be answered.
 */
class ParsingAttackTests {

	private static AttackedIdp attacked;

	@BeforeAll
	static void start() {
		attacked = AttackedIdp.start();
	}

	@AfterAll
	static void stop() {
		attacked.assertSessionUnchanged();
		attacked.close();
	}

	@Test
	void whenNothingIsWrongThenAnswered() {
		assertThat(attacked.redirect(attacked.request().redirectQuery()).formWith("SAMLResponse")).isPresent();
		assertThat(attacked.post(attacked.request().xml()).formWith("SAMLResponse")).isPresent();
	}

	static Stream<Arguments> hostileXml() {
		return Stream.of(xml("DOCTYPE", xml -> "<!DOCTYPE x>" + xml),
				xml("file entity", xml -> entity("<!ENTITY e SYSTEM 'file:///etc/passwd'>", xml)),
				xml("http entity", xml -> entity("<!ENTITY e SYSTEM '" + attacked.elsewhere("/e") + "'>", xml)),
				xml("parameter entity",
						xml -> entity("<!ENTITY % p SYSTEM '" + attacked.elsewhere("/p") + "'>%p;", xml)),
				xml("external subset", xml -> "<!DOCTYPE x SYSTEM '" + attacked.elsewhere("/dtd") + "'>" + xml),
				xml("billion laughs", xml -> entity(laughs(), xml.replace("<saml:Issuer>", "<saml:Issuer>&e29;"))),
				xml("quadratic blow-up",
						xml -> entity("<!ENTITY e '" + "a".repeat(20_000) + "'>",
								xml.replace("<saml:Issuer>", "<saml:Issuer>" + "&e;".repeat(2_000)))),
				xml("depth", xml -> within(xml, "<saml:a>".repeat(70) + "</saml:a>".repeat(70))),
				xml("attributes", xml -> within(xml, "<saml:a" + attributes(300) + "/>")),
				xml("duplicate attribute", xml -> xml.replaceFirst(" ID=", " ID='_x' ID=")),
				xml("NUL", xml -> xml.replace("<saml:Issuer>", "<saml:Issuer>\0")),
				xml("NUL as a reference", xml -> xml.replace("<saml:Issuer>", "<saml:Issuer>&#0;")),
				xml("not closed", xml -> xml.replace("</samlp:AuthnRequest>", "")),
				xml("undeclared prefix", xml -> within(xml, "<none:a/>")), xml("empty", xml -> ""),
				// XML 1.1 may hold characters that a response in XML 1.0 cannot repeat.
				xml("XML 1.1", xml -> "<?xml version=\"1.1\"?>" + xml), xml("no XML", xml -> "hello"));
	}

	@ParameterizedTest(name = "{0}")
	@MethodSource("hostileXml")
	void whenTheXmlIsHostileThenRefused(String what, UnaryOperator<String> spoil) {
		String xml = spoil.apply(attacked.request().xml());
		Page redirect = attacked.redirect(query(xml.getBytes(StandardCharsets.UTF_8)));
		attacked.assertRefused(redirect, 400, attacked.auditedReason());
		assertThat(attacked.auditedReason()).isIn("XML_REFUSED", "MESSAGE_UNDECODABLE", "REQUEST_MALFORMED");
		Page post = attacked.post(xml);
		attacked.assertRefused(post, 400, attacked.auditedReason());
		assertThat(attacked.auditedReason()).isIn("XML_REFUSED", "MESSAGE_UNDECODABLE", "REQUEST_MALFORMED");
	}

	@ParameterizedTest
	@ValueSource(strings = { "UTF-16", "UTF-16LE", "UTF-16BE", "UTF-32" })
	void whenADoctypeHidesInAnotherEncodingThenRefused(String encoding) {
		String xml = "<?xml version='1.0' encoding='" + encoding + "'?>"
				+ entity("<!ENTITY e SYSTEM '" + attacked.elsewhere("/e") + "'>", attacked.request().xml());
		byte[] bytes = xml.getBytes(java.nio.charset.Charset.forName(encoding));
		attacked.assertRefused(attacked.redirect(query(bytes)), 400, "XML_REFUSED");
		attacked.assertRefused(attacked.postField(Base64.getEncoder().encodeToString(bytes)), 400, "XML_REFUSED");
	}

	/** External references are not followed; the message may be refused or answered. */
	@Test
	void whenTheXmlRefersElsewhereThenNothingIsFetched() {
		String include = "<xi:include xmlns:xi='http://www.w3.org/2001/XInclude' href='" + attacked.elsewhere("/x")
				+ "'/>";
		String schema = " xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance' xsi:schemaLocation='urn:x "
				+ attacked.elsewhere("/s") + "' Version=";
		for (String xml : new String[] {
				within(attacked.request().xml(), "<samlp:Extensions>" + include + "</samlp:Extensions>"),
				attacked.request().xml().replace(" Version=", schema), "<?xml-stylesheet href='"
						+ attacked.elsewhere("/t") + "' type='text/xsl'?>" + attacked.request().xml() }) {
			Page page = attacked.post(xml);
			assertThat(page.status()).isIn(200, 400);
			assertThat(page.body()).doesNotContain("root:");
		}
		attacked.assertPlain(attacked.redirect("SAMLRequest=x"), 400);
	}

	@Test
	void whenThePostIsTooLargeThen413() {
		String large = "SAMLRequest=" + "A".repeat(300 * 1024);
		attacked.forgetLog();
		Page page = RawHttp.send(attacked.idp(), "POST", "/idp/profile/SAML2/POST/SSO", large,
				"Content-Type: application/x-www-form-urlencoded", "Content-Length: " + large.length());
		attacked.assertRefused(page, 413, "BODY_TOO_LARGE");
	}

	@Test
	void whenTheMessageInAPostIsTooLargeThen413() {
		attacked.assertRefused(attacked.postField("A".repeat(192 * 1024 + 1)), 413, "MESSAGE_TOO_LARGE");
	}

	@Test
	void whenTheChunkedPostIsTooLargeThen413() {
		String chunk = Integer.toHexString(64 * 1024) + "\r\n" + "A".repeat(64 * 1024) + "\r\n";
		attacked.forgetLog();
		Page page = RawHttp.send(attacked.idp(), "POST", "/idp/profile/SAML2/POST/SSO",
				"c\r\nSAMLRequest=\r\n" + chunk.repeat(5) + "0\r\n\r\n",
				"Content-Type: application/x-www-form-urlencoded", "Transfer-Encoding: chunked");
		attacked.assertRefused(page, 413, "BODY_TOO_LARGE");
	}

	@Test
	void whenTheChunkedLoginIsTooLargeThen413() {
		String chunk = Integer.toHexString(64 * 1024) + "\r\n" + "A".repeat(64 * 1024) + "\r\n";
		attacked.forgetLog();
		Page page = RawHttp.send(attacked.idp(), "POST", "/idp/login",
				"b\r\nj_username=\r\n" + chunk.repeat(5) + "0\r\n\r\n",
				"Content-Type: application/x-www-form-urlencoded", "Transfer-Encoding: chunked");
		attacked.assertRefused(page, 413, "BODY_TOO_LARGE");
	}

	/** 16 MB of a single character deflate to 16 KB, which fit into a URL. */
	@Test
	void whenADeflateBombComesThenRefused() {
		byte[] bomb = attacked.request()
			.xml()
			.replace("<saml:Issuer>", " ".repeat(16 << 20) + "<saml:Issuer>")
			.getBytes(StandardCharsets.UTF_8);
		attacked.assertRefused(attacked.redirect(query(bomb)), 400, "MESSAGE_TOO_LARGE");
	}

	static Stream<Arguments> undecodable() {
		byte[] good = attacked.request().xml().getBytes(StandardCharsets.UTF_8);
		byte[] deflated = TestAuthnRequests.deflate(good);
		byte[] zlib = new byte[deflated.length + 2];
		System.arraycopy(deflated, 0, zlib, 2, deflated.length);
		zlib[0] = 0x78;
		zlib[1] = (byte) 0x9C;
		byte[] trailing = java.util.Arrays.copyOf(deflated, deflated.length + 8);
		byte[] cut = java.util.Arrays.copyOf(deflated, deflated.length / 2);
		return Stream.of(Arguments.of("nothing", ""), Arguments.of("no request", "RelayState=x"),
				Arguments.of("empty", "SAMLRequest="), Arguments.of("no base64", "SAMLRequest=%21%21%21"),
				Arguments.of("broken percent-encoding", "SAMLRequest=%zz".replace("%zz", "%25zz")),
				Arguments.of("zlib header", "SAMLRequest=" + encoded(zlib)),
				Arguments.of("trailing bytes", "SAMLRequest=" + encoded(trailing)),
				Arguments.of("cut off", "SAMLRequest=" + encoded(cut)),
				Arguments.of("not deflated", "SAMLRequest=" + encoded(good)),
				Arguments.of("bad padding", "SAMLRequest=" + encoded(deflated) + "%3D%3D%3D"),
				Arguments.of("twice", query(good) + "&" + query(good)),
				Arguments.of("encoded name", query(good).replace("SAMLRequest", "SAMLReques%74")),
				Arguments.of("RelayState twice", query(good) + "&RelayState=a&RelayState=b"),
				Arguments.of("another encoding", query(good) + "&SAMLEncoding=urn%3Anone"));
	}

	@ParameterizedTest(name = "{0}")
	@MethodSource("undecodable")
	void whenTheQueryIsNoMessageThenRefused(String what, String query) {
		attacked.assertRefused(attacked.redirect(query), 400, "MESSAGE_UNDECODABLE");
	}

	@Test
	void whenPercentEncodingIsBrokenThenRefused() {
		for (String query : new String[] { "SAMLRequest=%", "SAMLRequest=%zz", "RelayState=%C3%28&SAMLRequest=%A" }) {
			attacked.forgetLog();
			attacked.assertRefused(RawHttp.send(attacked.idp(), "GET", "/idp/profile/SAML2/Redirect/SSO?" + query, ""),
					400, "MESSAGE_UNDECODABLE");
		}
		for (String path : new String[] { "/idp/profile/SAML2/Unsolicited/SSO?providerId=%zz", "/idp/login?flow=%" }) {
			attacked.forgetLog();
			attacked.assertRefused(RawHttp.send(attacked.idp(), "GET", path, ""), 400, "PARAMETERS_UNREADABLE");
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "%%%", "AAAA=AAAA", "PGE+ PGI+", "=", "" })
	void whenTheFieldIsNoBase64ThenRefused(String field) {
		attacked.assertRefused(attacked.postField(field), 400, attacked.auditedReason());
	}

	static Stream<Arguments> otherMessages() {
		return Stream.of(xml("Response", xml -> xml.replace("AuthnRequest", "Response")),
				xml("LogoutRequest", xml -> xml.replace("AuthnRequest", "LogoutRequest")),
				xml("SAML 1.1",
						xml -> xml.replace("urn:oasis:names:tc:SAML:2.0:protocol",
								"urn:oasis:names:tc:SAML:1.0:protocol")),
				xml("no namespace", xml -> "<AuthnRequest/>"),
				xml("wrapped", xml -> "<soap:Envelope xmlns:soap='http://schemas.xmlsoap.org/soap/envelope/'>" + xml
						+ "</soap:Envelope>"));
	}

	@ParameterizedTest(name = "{0}")
	@MethodSource("otherMessages")
	void whenItIsAnotherMessageThenRefused(String what, UnaryOperator<String> change) {
		String xml = change.apply(attacked.request().xml());
		attacked.assertRefused(attacked.redirect(query(xml.getBytes(StandardCharsets.UTF_8))), 400,
				"NOT_AN_AUTHN_REQUEST");
		attacked.assertRefused(attacked.post(xml), 400, "NOT_AN_AUTHN_REQUEST");
	}

	@Test
	void whenAResponseComesToTheRequestEndpointsThenRefused() {
		String query = query(attacked.request().xml().getBytes(StandardCharsets.UTF_8));
		attacked.assertRefused(attacked.redirect(query.replace("SAMLRequest", "SAMLResponse")), 400,
				"NOT_AN_AUTHN_REQUEST");
		Page both = attacked.redirect(query + "&SAMLResponse=AAAA");
		attacked.assertRefused(both, 400, attacked.auditedReason());
		String field = Base64.getEncoder().encodeToString(attacked.request().xml().getBytes(StandardCharsets.UTF_8));
		attacked.assertRefused(attacked.post(java.util.Map.of("SAMLResponse", field)), 400, "NOT_AN_AUTHN_REQUEST");
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "now", "2026-13-01T00:00:00Z", "2026-02-30T00:00:00Z", "999999-01-01T00:00:00Z",
			"-0001-01-01T00:00:00Z", "99999999999999999999-01-01T00:00:00Z", "2026-11-20", "2026-11-20T25:00:00Z",
			"2026-11-20T10:00:60Z", "2026-11-20T10:60:00Z", "2026-11-20T10:00:00+99:00",
			"2026-11-20T10:00:00.99999999999999999999999Z" })
	void whenTheTimeIsNoneThenRefused(String time) {
		Page page = attacked.redirect(attacked.request().attribute("IssueInstant", time).redirectQuery());
		attacked.assertRefused(page, 400, attacked.auditedReason());
		assertThat(attacked.auditedReason()).isIn("REQUEST_MALFORMED", "REQUEST_EXPIRED");
	}

	/** The java.time package would treat a leap second as second 59. */
	@Test
	void whenTheSecondIsTheSixtiethThenMalformed() {
		attacked.assertRefused(
				attacked.redirect(attacked.request().attribute("IssueInstant", "2026-11-20T23:59:60Z").redirectQuery()),
				400, "REQUEST_MALFORMED");
	}

	/** URLs are logged, so messages in the URL of a POST are not accepted. */
	@Test
	void whenTheMessageOfAPostStandsInTheAddressThenNotTaken() {
		String field = java.net.URLEncoder.encode(
				Base64.getEncoder().encodeToString(attacked.request().xml().getBytes(StandardCharsets.UTF_8)),
				StandardCharsets.UTF_8);
		attacked.forgetLog();
		Page page = RawHttp.send(attacked.idp(), "POST", "/idp/profile/SAML2/POST/SSO?SAMLRequest=" + field, "a=b",
				"Content-Type: application/x-www-form-urlencoded", "Content-Length: 3");
		attacked.assertRefused(page, 400, "MESSAGE_UNDECODABLE");
	}

	/** RelayState must be returned exactly as it came. */
	@ParameterizedTest
	@ValueSource(strings = { "%E4", "%C3%28" })
	void whenRelayStateOfAPostIsNotUtf8ThenRefused(String relayState) {
		String form = "SAMLRequest=" + encoded(attacked.request().xml().getBytes(StandardCharsets.UTF_8))
				+ "&RelayState=" + relayState;
		attacked.forgetLog();
		Page page = RawHttp.send(attacked.idp(), "POST", "/idp/profile/SAML2/POST/SSO", form,
				"Content-Type: application/x-www-form-urlencoded", "Content-Length: " + form.length());
		attacked.assertRefused(page, 400, "MESSAGE_UNDECODABLE");
	}

	@ParameterizedTest
	@ValueSource(strings = { "text/plain", "multipart/form-data; boundary=x", "application/json", ";;;" })
	void whenThePostIsNoFormThenRefused(String type) {
		attacked.forgetLog();
		Page page = RawHttp.send(attacked.idp(), "POST", "/idp/profile/SAML2/POST/SSO", "SAMLRequest=AAAA",
				"Content-Type: " + type, "Content-Length: 16");
		attacked.assertRefused(page, 400, "MESSAGE_UNDECODABLE");
	}

	private static Arguments xml(String what, UnaryOperator<String> spoil) {
		return Arguments.of(what, spoil);
	}

	private static String entity(String declaration, String xml) {
		return "<!DOCTYPE samlp:AuthnRequest [" + declaration + "]>" + xml;
	}

	private static String laughs() {
		StringBuilder entities = new StringBuilder("<!ENTITY e0 'ha'>");
		for (int i = 1; i < 30; i++) {
			entities.append("<!ENTITY e").append(i).append(" '").append(("&e" + (i - 1) + ";").repeat(10)).append("'>");
		}
		return entities.toString();
	}

	private static String within(String xml, String child) {
		return xml.replace("</samlp:AuthnRequest>", child + "</samlp:AuthnRequest>");
	}

	private static String attributes(int count) {
		StringBuilder attributes = new StringBuilder();
		for (int i = 0; i < count; i++) {
			attributes.append(" a").append(i).append("='x'");
		}
		return attributes.toString();
	}

	private static String query(byte[] xml) {
		return "SAMLRequest=" + TestAuthnRequests.deflateAndEncode(xml);
	}

	private static String encoded(byte[] bytes) {
		return java.net.URLEncoder.encode(Base64.getEncoder().encodeToString(bytes), StandardCharsets.UTF_8);
	}

}
