package org.campanile.saml.assertion;

import java.time.Instant;

import org.campanile.saml.nameid.NameId;
import org.campanile.xml.CanonicalXmlWriter;

import static org.campanile.saml.xml.Namespaces.SAML;

/** Writes assertions (SAML Core 2.3.3). */
final class AssertionWriter {

	private static final String BEARER = "urn:oasis:names:tc:SAML:2.0:cm:bearer";

	/** Of an assertion with some twelve attributes. */
	private static final int USUAL_BYTES = 6144;

	private final CanonicalXmlWriter xml = new CanonicalXmlWriter(USUAL_BYTES);

	private final Assertion assertion;

	private AssertionWriter(Assertion assertion) {
		this.assertion = assertion;
	}

	static UnsignedElement write(Assertion assertion) {
		return new AssertionWriter(assertion).write();
	}

	private UnsignedElement write() {
		xml.open(SAML, "Assertion")
			.attribute("ID", assertion.id())
			.attribute("IssueInstant", XmlTime.of(assertion.issueInstant()))
			.attribute("Version", "2.0");
		xml.textElement(SAML, "Issuer", assertion.issuer());
		int signatureAt = xml.position();
		subject(assertion.nameId(), assertion.confirmation());
		conditions(assertion.validity());
		authnStatement(assertion.authentication());
		AttributeStatementWriter.write(xml, assertion.attributes());
		xml.close();
		return new UnsignedElement(assertion.id(), xml.toByteArray(), signatureAt, !assertion.attributes().isEmpty());
	}

	private void subject(NameId nameId, Assertion.Confirmation confirmation) {
		xml.open(SAML, "Subject");
		NameIdWriter.write(xml, nameId);
		xml.open(SAML, "SubjectConfirmation").attribute("Method", BEARER);
		xml.open(SAML, "SubjectConfirmationData")
			.attribute("InResponseTo", confirmation.inResponseTo())
			.attribute("NotOnOrAfter", XmlTime.of(confirmation.notOnOrAfter()))
			.attribute("Recipient", confirmation.recipient())
			.close();
		xml.close().close();
	}

	private void conditions(Assertion.Validity validity) {
		xml.open(SAML, "Conditions")
			.attribute("NotBefore", XmlTime.of(validity.notBefore()))
			.attribute("NotOnOrAfter", XmlTime.of(validity.notOnOrAfter()));
		xml.open(SAML, "AudienceRestriction").textElement(SAML, "Audience", validity.audience()).close();
		xml.close();
	}

	private void authnStatement(Assertion.Authentication authentication) {
		Instant sessionEnd = authentication.sessionNotOnOrAfter();
		xml.open(SAML, "AuthnStatement")
			.attribute("AuthnInstant", XmlTime.of(authentication.instant()))
			.attribute("SessionIndex", authentication.sessionIndex())
			.attribute("SessionNotOnOrAfter", sessionEnd == null ? null : XmlTime.of(sessionEnd));
		xml.open(SAML, "AuthnContext").textElement(SAML, "AuthnContextClassRef", authentication.contextClass()).close();
		xml.close();
	}

}
