package org.campanile.logout;

/**
 * A service's response, through the browser, to an open request.
 *
 * @param service the id of the service, whose identity was verified
 * @param state {@link ServiceLogoutState#ENDED} or {@link ServiceLogoutState#REFUSED}
 * @param status the state in the protocol's terms, for the audit log
 */
public record LogoutAnswer(String service, OpenLogoutRequest request, ServiceLogoutState state, String status) {
}
