package org.campanile.web.security;

import org.campanile.authn.LoginOrigin;

/**
 * What an authentication carries besides name and password.
 *
 * @param origin where the request came from
 * @param service the entityID of the service the person is on the way to
 * @param reference what makes the code in the audit line and on an error page unique
 * @param userAgent what the browser says it is; empty for nothing
 */
public record LoginDetails(LoginOrigin origin, String service, String reference, String userAgent) {
}
