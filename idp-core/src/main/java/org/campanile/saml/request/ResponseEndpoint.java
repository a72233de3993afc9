package org.campanile.saml.request;

/**
 * Where answers go, and by which binding the service would have them.
 *
 * @param url the location of an HTTP-POST endpoint in the service's metadata
 * @param requestedBinding the URI of the binding that the request asks for; anything but
 * HTTP-POST means that only an error may go there
 */
record ResponseEndpoint(String url, String requestedBinding) {
}
