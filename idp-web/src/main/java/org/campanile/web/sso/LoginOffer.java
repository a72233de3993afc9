package org.campanile.web.sso;

import java.util.Map;

import org.campanile.authn.FactorKind;

/**
 * A way to begin a login that the login page offers beside the form for username and
 * password, for browsers with scripts; a bean, of which there is at most one.
 * Thread-safe.
 */
public interface LoginOffer {

	/** The kind of factor; its method identifies users. */
	FactorKind kind();

	/**
	 * Returns what one view of the page needs, without queries that might not be
	 * answered.
	 */
	Offered offer();

	/**
	 * @param challenge travels sealed to the method
	 * @param fields the fields that the page's script reads, and the fields it fills
	 */
	record Offered(Map<String, String> challenge, Map<String, String> fields) {
	}

}
