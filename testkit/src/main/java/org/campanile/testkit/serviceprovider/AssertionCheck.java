package org.campanile.testkit.serviceprovider;

import java.time.Instant;

import org.campanile.testkit.serviceprovider.ResponseRejectedException.Reason;
import org.opensaml.saml.common.SAMLVersion;
import org.opensaml.saml.saml2.core.Assertion;
import org.opensaml.saml.saml2.core.AuthnContext;
import org.opensaml.saml.saml2.core.AuthnContextClassRef;
import org.opensaml.saml.saml2.core.AuthnStatement;

/**
 * Checks an assertion (SAML Profiles 4.1.4.2 and 4.1.4.3).
 *
 * @param issuer the identity provider's entityID
 * @param subject checks the subject
 * @param conditions checks the conditions
 * @param validity checks the times
 */
record AssertionCheck(String issuer, SubjectCheck subject, ConditionsCheck conditions, Validity validity) {

	Checked check(Assertion assertion) throws ResponseRejectedException {
		if (!SAMLVersion.VERSION_20.equals(assertion.getVersion()) || assertion.getID() == null) {
			throw new ResponseRejectedException(Reason.NOT_A_RESPONSE, "an assertion without ID or not of SAML 2.0");
		}
		IssuerCheck.check(assertion.getIssuer(), issuer, "the assertion");
		Instant issued = validity.issued(assertion.getIssueInstant(), "Assertion IssueInstant");
		Instant confirmedUntil = subject.check(assertion.getSubject(), issued);
		Instant validUntil = conditions.check(assertion.getConditions(), issued);
		if (assertion.getAuthnStatements().size() != 1) {
			throw new ResponseRejectedException(Reason.NO_AUTHN_STATEMENT,
					assertion.getAuthnStatements().size() + " AuthnStatements, one is expected");
		}
		AuthnStatement statement = assertion.getAuthnStatements().getFirst();
		validity.begun(statement.getAuthnInstant(), "AuthnInstant");
		Instant sessionEnd = statement.getSessionNotOnOrAfter();
		if (sessionEnd != null && !validity.now().minus(validity.skew()).isBefore(sessionEnd)) {
			throw new ResponseRejectedException(Reason.EXPIRED, "SessionNotOnOrAfter is " + sessionEnd);
		}
		return new Checked(issued, validUntil.isBefore(confirmedUntil) ? validUntil : confirmedUntil, statement,
				authnContextClass(statement));
	}

	private static String authnContextClass(AuthnStatement statement) throws ResponseRejectedException {
		AuthnContext context = statement.getAuthnContext();
		AuthnContextClassRef reference = context == null ? null : context.getAuthnContextClassRef();
		if (reference == null) {
			throw new ResponseRejectedException(Reason.NO_AUTHN_STATEMENT, "no AuthnContextClassRef");
		}
		return BackingDom.text(reference);
	}

	/**
	 * The values that the checks have determined.
	 *
	 * @param notOnOrAfter the earlier of both ends
	 */
	record Checked(Instant issued, Instant notOnOrAfter, AuthnStatement statement, String authnContextClass) {
	}

}
