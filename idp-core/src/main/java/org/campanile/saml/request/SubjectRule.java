package org.campanile.saml.request;

import org.campanile.saml.FaultCode;
import org.campanile.saml.SamlFault;
import org.campanile.saml.StatusCode;

/**
 * The request leaves open who signs in. Where it names a subject, the assertion's subject
 * would have to match strongly (SAML Core 3.4.1.4); treating it as a hint and answering
 * with whoever signs in would break that requirement, so the request is refused.
 */
final class SubjectRule implements RequestRule<AnswerableRequest> {

	@Override
	public void check(AnswerableRequest request) throws SamlFault {
		if (request.message().subjectPresent()) {
			throw request.refuse(FaultCode.SUBJECT_UNSUPPORTED, StatusCode.REQUEST_UNSUPPORTED,
					"the request names a Subject, which is not served; let the service leave it out");
		}
	}

}
