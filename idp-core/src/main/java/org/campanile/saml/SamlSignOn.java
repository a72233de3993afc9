package org.campanile.saml;

import java.util.HashMap;
import java.util.Map;
import java.util.OptionalInt;

import org.campanile.saml.nameid.NameIdRequest;
import org.campanile.signon.SignOnRequest;
import org.jspecify.annotations.Nullable;

/**
 * The parts of a SAML request that determine its response, apart from those common to all
 * protocols.
 *
 * @param relayState the service's own state, returned unchanged; null if there was none
 * @param nameId the request's NameIDPolicy
 * @param attributeConsumingServiceIndex the index of the requested set of attributes
 */
public record SamlSignOn(@Nullable String relayState, NameIdRequest nameId,
		OptionalInt attributeConsumingServiceIndex) {

	// Keys of versions with only one protocol; they must not be changed or reused.

	private static final String RELAY_STATE = "r";

	private static final String FORMAT = "n";

	private static final String SP_NAME_QUALIFIER = "q";

	private static final String ALLOW_CREATE = "w";

	private static final String INDEX = "a";

	/** The SAML part of a SAML request. */
	public static SamlSignOn of(SignOnRequest request) {
		Map<String, String> own = request.own();
		String index = own.get(INDEX);
		return new SamlSignOn(own.get(RELAY_STATE),
				new NameIdRequest(own.get(FORMAT), own.get(SP_NAME_QUALIFIER), !"false".equals(own.get(ALLOW_CREATE))),
				index == null ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(index)));
	}

	/** The form for {@link SignOnRequest#own()}. */
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
