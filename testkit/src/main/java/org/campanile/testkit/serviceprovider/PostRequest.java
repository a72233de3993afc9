package org.campanile.testkit.serviceprovider;

import java.util.Map;

/**
 * An AuthnRequest for the HTTP-POST binding.
 *
 * @param id the request's ID, which the response must answer
 * @param action the form's action
 * @param fields the form's hidden fields, in order
 * @param xml the request before it was encoded
 */
public record PostRequest(String id, String action, Map<String, String> fields, String xml) {
}
