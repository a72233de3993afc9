package org.campanile.saml.logout;

import org.campanile.protocol.Answer;

/**
 * A LogoutRequest for one service, for the browser to carry.
 *
 * @param service whom it goes to, by its entityID
 * @param message the request
 */
public record LogoutQuestion(String service, Answer message) {
}
