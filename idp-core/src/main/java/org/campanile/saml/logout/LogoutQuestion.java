package org.campanile.saml.logout;

import org.campanile.saml.binding.FrontChannelMessage;

/**
 * A LogoutRequest for one service, for the browser to carry.
 *
 * @param service whom it goes to, by its entityID
 * @param message the request
 */
public record LogoutQuestion(String service, FrontChannelMessage message) {
}
