package org.campanile.logout;

/**
 * What a service answered by way of the browser to a request that was open.
 *
 * @param service who answered, by its id; its identity was verified
 * @param request which request it answers
 * @param state {@link ServiceLogoutState#ENDED} or {@link ServiceLogoutState#REFUSED}
 * @param status the same in the protocol's own terms, for the audit log
 */
public record LogoutAnswer(String service, OpenLogoutRequest request, ServiceLogoutState state, String status) {
}
