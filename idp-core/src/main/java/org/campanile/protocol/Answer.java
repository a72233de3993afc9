package org.campanile.protocol;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** A protocol's response, delivered to the service by the browser. */
public sealed interface Answer {

	/** Returns the URL to which the answer is delivered. */
	String url();

	/**
	 * A form that posts itself.
	 *
	 * @param fields its fields, in order
	 */
	record Post(String url, Map<String, String> fields) implements Answer {

		public Post {
			fields = Collections.unmodifiableMap(new LinkedHashMap<>(fields));
		}

	}

	/**
	 * A redirect.
	 *
	 * @param url the whole response, as an address with parameters
	 */
	record Redirect(String url) implements Answer {
	}

	/**
	 * Headers of the response itself, for clients that are no browsers: nothing is
	 * delivered.
	 *
	 * @param url the URL to which it would be delivered
	 * @param headers names and values, in order
	 */
	record Headers(String url, Map<String, String> headers) implements Answer {

		public Headers {
			headers = Collections.unmodifiableMap(new LinkedHashMap<>(headers));
		}

	}

}
