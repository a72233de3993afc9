package org.campanile.testkit.serviceprovider;

/**
 * A request for the SOAP binding.
 *
 * @param id the request's ID, which the response must answer
 * @param url where the envelope is posted, as {@code text/xml}
 * @param envelope the body, in UTF-8
 */
public record SoapRequest(String id, String url, byte[] envelope) {
}
