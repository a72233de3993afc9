package org.campanile.saml.request;

import org.campanile.saml.FaultCode;
import org.campanile.saml.SamlFault;
import org.campanile.saml.StatusCode;

/** The version must be SAML 2.0 (SAML Core 3.2.1, 4.1.3.2). */
final class VersionRule implements RequestRule<AnswerableRequest> {

	@Override
	public void check(AnswerableRequest request) throws SamlFault {
		String version = request.message().header().version();
		if (!version.equals("2.0")) {
			StatusCode status = isLater(version) ? StatusCode.REQUEST_VERSION_TOO_HIGH : StatusCode.VERSION_MISMATCH;
			throw request.refuse(FaultCode.VERSION_MISMATCH, status, "Version is " + version + ", not 2.0");
		}
	}

	private static boolean isLater(String version) {
		String[] parts = version.split("\\.");
		int major = Integer.parseInt(parts[0]);
		return major > 2 || major == 2 && Integer.parseInt(parts[1]) > 0;
	}

}
