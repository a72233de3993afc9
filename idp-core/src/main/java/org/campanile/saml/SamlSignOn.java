package org.campanile.saml;

import java.util.HashMap;
import java.util.Map;
import java.util.OptionalInt;

import org.campanile.saml.nameid.NameIdRequest;
import org.campanile.signon.SignOnRequest;
import org.jspecify.annotations.Nullable;

/**
 * What SAML itself needs of a request for its answer. The rest is common to all
 * protocols.
 *
 * @param relayState the service's own state, returned as it came; null if there was none
 * @param nameId what the request says of the name identifier
 * @param attributeConsumingServiceIndex the set of attributes it names
 */
public record SamlSignOn(@Nullable String relayState, NameIdRequest nameId,
		OptionalInt attributeConsumingServiceIndex) {

	// The keys that versions wrote which knew no other protocol; neither changed nor used
	// anew.

	private static final String RELAY_STATE = "r";

	private static final String FORMAT = "n";

	private static final String SP_NAME_QUALIFIER = "q";

	private static final String ALLOW_CREATE = "w";

	private static final String INDEX = "a";

	/** That of a request which came by SAML. */
	public static SamlSignOn of(SignOnRequest request) {
		Map<String, String> own = request.own();
		String index = own.get(INDEX);
		return new SamlSignOn(own.get(RELAY_STATE),
				new NameIdRequest(own.get(FORMAT), own.get(SP_NAME_QUALIFIER), !"false".equals(own.get(ALLOW_CREATE))),
				index == null ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(index)));
	}

	/** As {@link SignOnRequest#own()} carries it. */
	public Map<String, String> own() {
		Map<String, String> own = new HashMap<>();
		put(own, RELAY_STATE, relayState);
		put(own, FORMAT, nameId.format());
		put(own, SP_NAME_QUALIFIER, nameId.spNameQualifier());
		put(own, ALLOW_CREATE, nameId.allowCreate() ? null : "false");
		put(own, INDEX, attributeConsumingServiceIndex.isPresent()
				? Integer.toString(attributeConsumingServiceIndex.getAsInt()) : null);
		return own;
	}

	private static void put(Map<String, String> own, String key, @Nullable String value) {
		if (value != null) {
			own.put(key, value);
		}
	}

}
