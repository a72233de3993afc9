package org.campanile.saml.logout;

import org.campanile.relyingparty.RelyingParty;
import org.campanile.saml.StatusCode;

/**
 * A LogoutResponse that passed every rule (SAML Core 3.7.2) and answers a request of ours
 * that was open. Immutable.
 *
 * @param service who answers; its signature was verified
 * @param inResponseTo our request
 * @param status what it says
 * @param question which of our requests it answers
 */
public record LogoutResponse(RelyingParty service, String inResponseTo, StatusCode status, OpenQuestion question) {

	/** Whether all of what was asked has ended at the service. */
	public boolean success() {
		return status.topLevel().equals(StatusCode.SUCCESS.topLevel()) && status.secondLevel() == null;
	}

}
