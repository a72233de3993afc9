package org.campanile.cas;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

import org.campanile.cas.TicketValidation.Code;
import org.campanile.cas.TicketValidation.Result;
import org.campanile.signon.AuthnContextMatcher;
import org.campanile.xml.CanonicalXmlWriter;
import org.campanile.xml.XmlNamespace;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * The bodies of answers to services, in UTF-8: text (CAS Protocol 3.0.3, 2.4.2), XML and
 * JSON (2.5.2, 2.5.3, 2.7.2, appendix A), and SAML 1.1 in SOAP (2.8).
 */
public final class CasResponses {

	private static final XmlNamespace CAS = new XmlNamespace("cas", "http://www.yale.edu/tp/cas");

	private static final XmlNamespace SOAP = new XmlNamespace("SOAP-ENV", "http://schemas.xmlsoap.org/soap/envelope/");

	private static final XmlNamespace SAML1 = new XmlNamespace("saml1", "urn:oasis:names:tc:SAML:1.0:assertion");

	private static final XmlNamespace SAML1P = new XmlNamespace("saml1p", "urn:oasis:names:tc:SAML:1.0:protocol");

	/** The namespace that CAS servers have always used. */
	private static final String ATTRIBUTE_NAMESPACE = "http://www.ja-sig.org/products/cas/";

	/** The method for passwords (SAML 1.1 Core 7.1.1). */
	private static final String PASSWORD = "urn:oasis:names:tc:SAML:1.0:am:password";

	/** The method for all others (SAML 1.1 Core 7.1.11). */
	private static final String UNSPECIFIED = "urn:oasis:names:tc:SAML:1.0:am:unspecified";

	/**
	 * How long before and after its issue a SAML 1.1 assertion is valid. It is backdated
	 * because some services tolerate hardly any clock skew.
	 */
	private static final Duration VALIDITY = Duration.ofSeconds(30);

	/**
	 * Names that can be the names of elements (Namespaces in XML 1.0, NCName, in ASCII).
	 */
	private static final Pattern ELEMENT_NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_.-]*");

	private static final JsonMapper JSON = JsonMapper.shared();

	private CasResponses() {
	}

	/** Whether an attribute of that name can be released to services. */
	public static boolean isAttributeName(String name) {
		return ELEMENT_NAME.matcher(name).matches();
	}

	/** The answer of {@code /validate}, version 1.0. */
	public static byte[] text(Result result) {
		return (result instanceof Result.Valid valid
				? "yes\n" + valid.ticket().user().replaceAll("[\\r\\n]", " ") + '\n' : "no\n\n")
			.getBytes(StandardCharsets.UTF_8);
	}

	/**
	 * The answer in XML.
	 * @param attributes whether attributes are included, as in version 3.0
	 */
	public static byte[] xml(Result result, boolean attributes) {
		CanonicalXmlWriter xml = new CanonicalXmlWriter().open(CAS, "serviceResponse");
		switch (result) {
			case Result.Valid valid -> {
				xml.open(CAS, "authenticationSuccess").textElement(CAS, "user", valid.ticket().user());
				if (attributes) {
					xml.open(CAS, "attributes");
					attributes(valid).forEach(
							(name, values) -> values.forEach(value -> xml.textElement(CAS, name, value.toString())));
					xml.close();
				}
				if (valid.granted() != null) {
					xml.textElement(CAS, "proxyGrantingTicket", valid.granted());
				}
				if (!valid.ticket().proxies().isEmpty()) {
					xml.open(CAS, "proxies");
					valid.ticket().proxies().forEach(proxy -> xml.textElement(CAS, "proxy", proxy));
					xml.close();
				}
				xml.close();
			}
			case Result.Invalid invalid -> failure(xml, "authenticationFailure", invalid.code(), invalid.detail());
		}
		return xml.close().toByteArray();
	}

	private static void failure(CanonicalXmlWriter xml, String element, Code code, String detail) {
		xml.open(CAS, element).attribute("code", code.name()).text(detail).close();
	}

	/**
	 * The attributes of an answer of version 3.0: those of the authentication first,
	 * which no other can replace.
	 */
	private static Map<String, List<Object>> attributes(Result.Valid valid) {
		CasTickets.Ticket ticket = valid.ticket();
		Map<String, List<Object>> all = new LinkedHashMap<>();
		all.put("authenticationDate", List.of(time(ticket.authn().at())));
		all.put("longTermAuthenticationRequestTokenUsed", List.of(false));
		all.put("isFromNewLogin", List.of(ticket.authn().newLogin()));
		all.put("authnContextClass", List.of(ticket.authn().contextClass()));
		ticket.attributes().forEach((name, values) -> {
			if (isAttributeName(name)) {
				all.putIfAbsent(name, List.copyOf(values));
			}
		});
		return all;
	}

	/**
	 * The answer in JSON.
	 * @param attributes whether attributes are included, as in version 3.0
	 */
	public static byte[] json(Result result, boolean attributes) {
		return JSON.writeValueAsBytes(Map.of("serviceResponse", switch (result) {
			case Result.Valid valid -> {
				Map<String, Object> success = new LinkedHashMap<>();
				success.put("user", valid.ticket().user());
				if (attributes) {
					success.put("attributes", attributes(valid));
				}
				if (valid.granted() != null) {
					success.put("proxyGrantingTicket", valid.granted());
				}
				if (!valid.ticket().proxies().isEmpty()) {
					success.put("proxies", valid.ticket().proxies());
				}
				yield Map.of("authenticationSuccess", success);
			}
			case Result.Invalid invalid -> Map.of("authenticationFailure", failure(invalid.code(), invalid.detail()));
		}));
	}

	private static Map<String, String> failure(Code code, String detail) {
		return new TreeMap<>(Map.of("code", code.name(), "description", detail));
	}

	/** The answer of {@code /proxy}, in XML. */
	public static byte[] xml(ProxyTickets.Outcome outcome) {
		CanonicalXmlWriter xml = new CanonicalXmlWriter().open(CAS, "serviceResponse");
		switch (outcome) {
			case ProxyTickets.Outcome.Issued issued ->
				xml.open(CAS, "proxySuccess").textElement(CAS, "proxyTicket", issued.ticket()).close();
			case ProxyTickets.Outcome.Refused refused -> failure(xml, "proxyFailure", refused.code(), refused.detail());
		}
		return xml.close().toByteArray();
	}

	/** The answer of {@code /proxy}, in JSON. */
	public static byte[] json(ProxyTickets.Outcome outcome) {
		return JSON.writeValueAsBytes(Map.of("serviceResponse", switch (outcome) {
			case ProxyTickets.Outcome.Issued issued -> Map.of("proxySuccess", Map.of("proxyTicket", issued.ticket()));
			case ProxyTickets.Outcome.Refused refused ->
				Map.of("proxyFailure", failure(refused.code(), refused.detail()));
		}));
	}

	/**
	 * The envelope data of a SAML 1.1 answer.
	 *
	 * @param id the id of the response, unique
	 * @param assertionId the id of the assertion, unique
	 * @param inResponseTo the id of the request; empty if it had none
	 * @param recipient the service URL
	 * @param issuer the name of this server
	 */
	public record Saml11(String id, String assertionId, String inResponseTo, String recipient, String issuer,
			Instant now) {
	}

	/**
	 * The answer of {@code /samlValidate}: a Response of SAML 1.1 in an envelope of SOAP
	 * 1.1.
	 */
	public static byte[] saml11(Result result, Saml11 around) {
		CanonicalXmlWriter xml = new CanonicalXmlWriter().open(SOAP, "Envelope")
			.open(SOAP, "Body")
			.open(SAML1P, "Response")
			.attribute("InResponseTo", around.inResponseTo().isEmpty() ? null : around.inResponseTo())
			.attribute("IssueInstant", time(around.now()))
			.attribute("MajorVersion", "1")
			.attribute("MinorVersion", "1")
			.attribute("Recipient", around.recipient())
			.attribute("ResponseID", around.id());
		switch (result) {
			case Result.Valid valid -> {
				status(xml, "Success", null);
				assertion(xml, valid, around);
			}
			case Result.Invalid invalid ->
				status(xml, invalid.code() == Code.INTERNAL_ERROR ? "Responder" : "RequestDenied", invalid.detail());
		}
		return xml.close().close().close().toByteArray();
	}

	private static void status(CanonicalXmlWriter xml, String code, @Nullable String message) {
		xml.open(SAML1P, "Status").open(SAML1P, "StatusCode").attribute("Value", "saml1p:" + code).close();
		if (message != null) {
			xml.textElement(SAML1P, "StatusMessage", message);
		}
		xml.close();
	}

	private static void assertion(CanonicalXmlWriter xml, Result.Valid valid, Saml11 around) {
		CasTickets.Ticket ticket = valid.ticket();
		xml.open(SAML1, "Assertion")
			.attribute("AssertionID", around.assertionId())
			.attribute("IssueInstant", time(around.now()))
			.attribute("Issuer", around.issuer())
			.attribute("MajorVersion", "1")
			.attribute("MinorVersion", "1");
		xml.open(SAML1, "Conditions")
			.attribute("NotBefore", time(around.now().minus(VALIDITY)))
			.attribute("NotOnOrAfter", time(around.now().plus(VALIDITY)))
			.open(SAML1, "AudienceRestrictionCondition")
			.textElement(SAML1, "Audience", around.recipient())
			.close()
			.close();
		xml.open(SAML1, "AuthenticationStatement")
			.attribute("AuthenticationInstant", time(ticket.authn().at()))
			.attribute("AuthenticationMethod", method(ticket.authn().contextClass()));
		subject(xml, ticket.user());
		xml.close();
		xml.open(SAML1, "AttributeStatement");
		subject(xml, ticket.user());
		Map<String, List<Object>> attributes = attributes(valid);
		ticket.attributes().forEach((name, values) -> attributes.putIfAbsent(name, List.copyOf(values)));
		attributes.forEach((name, values) -> {
			xml.open(SAML1, "Attribute")
				.attribute("AttributeName", name)
				.attribute("AttributeNamespace", ATTRIBUTE_NAMESPACE);
			values.forEach(value -> xml.textElement(SAML1, "AttributeValue", value.toString()));
			xml.close();
		});
		xml.close().close();
	}

	/**
	 * Returns the method. SAML 1.1 knows none for several factors; the class is among the
	 * attributes.
	 */
	private static String method(String contextClass) {
		return contextClass.equals(AuthnContextMatcher.PASSWORD_PROTECTED_TRANSPORT)
				|| contextClass.equals(AuthnContextMatcher.PASSWORD) ? PASSWORD : UNSPECIFIED;
	}

	private static void subject(CanonicalXmlWriter xml, String user) {
		xml.open(SAML1, "Subject")
			.textElement(SAML1, "NameIdentifier", user)
			.open(SAML1, "SubjectConfirmation")
			.textElement(SAML1, "ConfirmationMethod", "urn:oasis:names:tc:SAML:1.0:cm:artifact")
			.close()
			.close();
	}

	private static String time(Instant instant) {
		return instant.truncatedTo(ChronoUnit.MILLIS).toString();
	}

}
