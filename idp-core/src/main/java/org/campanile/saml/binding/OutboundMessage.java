package org.campanile.saml.binding;

import java.util.Map;

/**
 * A message for the browser to carry on by HTTP-POST (SAML Bindings 3.5).
 *
 * @param destination the form's action, a URL from the service's metadata
 * @param fields the form's hidden fields, in order: {@code SAMLResponse} or
 * {@code SAMLRequest}, and {@code RelayState} where there is one
 */
public record OutboundMessage(String destination, Map<String, String> fields) {
}
