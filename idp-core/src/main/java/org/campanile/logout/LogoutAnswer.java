package org.campanile.logout;

/**
 * A service's answer, by way of the browser, to an open request.
 *
 * @param service the id of the service, whose identity was verified
 * @param request which request it answers
 * @param state {@link ServiceLogoutState#ENDED} or {@link ServiceLogoutState#REFUSED}
 * @param status the same in the protocol's own terms, for the audit log
 */
public record LogoutAnswer(String service, OpenLogoutRequest request, ServiceLogoutState state, String status) {
}
