package org.campanile.testkit.serviceprovider;

/**
 * An AuthnRequest for the HTTP-Redirect binding.
 *
 * @param id the request's ID, which the response must answer
 * @param url where the browser is sent
 * @param xml the request before it was deflated
 */
public record RedirectRequest(String id, String url, String xml) {
}
