package org.campanile.web.page;

import org.campanile.saml.binding.OutboundMessage;

/**
 * The form that the browser carries to the service by itself, or at the press of a button
 * when scripts are off.
 *
 * @param service the service
 * @param message the form
 */
public record RedirectPage(ServiceView service, OutboundMessage message) {
}
