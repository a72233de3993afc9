package org.campanile.protocol;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** A message that the browser carries to a service. */
public sealed interface Answer {

	/** Where it goes. */
	String url();

	/**
	 * A form that posts itself.
	 *
	 * @param url where it is posted
	 * @param fields its fields, in order
	 */
	record Post(String url, Map<String, String> fields) implements Answer {

		public Post {
			fields = Collections.unmodifiableMap(new LinkedHashMap<>(fields));
		}

	}

	/**
	 * An address to go to.
	 *
	 * @param url the address, with all parameters
	 */
	record Redirect(String url) implements Answer {
	}

}
