package org.campanile.testkit.serviceprovider;

import java.time.Instant;
import java.util.Objects;

import org.campanile.testkit.serviceprovider.ResponseRejectedException.Reason;
import org.jspecify.annotations.Nullable;
import org.opensaml.saml.saml2.core.Subject;
import org.opensaml.saml.saml2.core.SubjectConfirmation;
import org.opensaml.saml.saml2.core.SubjectConfirmationData;

/**
 * Checks that the subject is confirmed as the bearer, for this endpoint and this request
 * (SAML Profiles 4.1.4.2 and 4.1.4.3).
 *
 * @param endpoint the assertion consumer service
 * @param inResponseTo the request that the response answers; null for none
 * @param validity checks the expiry
 */
record SubjectCheck(String endpoint, @Nullable String inResponseTo, Validity validity) {

	/**
	 * @return when the confirmation expires
	 */
	Instant check(@Nullable Subject subject, Instant issued) throws ResponseRejectedException {
		if (subject == null || subject.getNameID() == null || subject.getEncryptedID() != null) {
			throw new ResponseRejectedException(Reason.SUBJECT_UNCONFIRMED, "no subject with a NameID in the clear");
		}
		if (subject.getSubjectConfirmations().size() != 1) {
			throw new ResponseRejectedException(Reason.SUBJECT_UNCONFIRMED,
					subject.getSubjectConfirmations().size() + " confirmations, one is expected");
		}
		SubjectConfirmation confirmation = subject.getSubjectConfirmations().getFirst();
		if (!SubjectConfirmation.METHOD_BEARER.equals(confirmation.getMethod())) {
			throw new ResponseRejectedException(Reason.SUBJECT_UNCONFIRMED,
					"confirmed by " + confirmation.getMethod() + ", not as bearer");
		}
		SubjectConfirmationData data = confirmation.getSubjectConfirmationData();
		if (data == null || data.getNotBefore() != null) {
			throw new ResponseRejectedException(Reason.SUBJECT_UNCONFIRMED,
					"no confirmation data, or data with a NotBefore, which the profile forbids");
		}
		if (!endpoint.equals(data.getRecipient())) {
			throw new ResponseRejectedException(Reason.WRONG_RECIPIENT,
					"Recipient is " + data.getRecipient() + ", this is " + endpoint);
		}
		if (!Objects.equals(inResponseTo, data.getInResponseTo())) {
			throw new ResponseRejectedException(Reason.WRONG_IN_RESPONSE_TO, "the subject is confirmed for request "
					+ data.getInResponseTo() + ", the response answers " + inResponseTo);
		}
		return validity.end(data.getNotOnOrAfter(), issued, "SubjectConfirmationData NotOnOrAfter");
	}

}
