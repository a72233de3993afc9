package org.campanile.saml.request;

import org.campanile.saml.FaultCode;
import org.campanile.saml.SamlFault;
import org.campanile.saml.StatusCode;

/**
 * The request must not name a subject. If it does, the assertion's subject would have to
 * match strongly (SAML Core 3.4.1.4); treating it as a hint and answering with whichever
 * user signs in would violate that, so the request is refused.
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
