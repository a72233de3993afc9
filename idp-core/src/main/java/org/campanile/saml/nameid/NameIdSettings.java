package org.campanile.saml.nameid;

import java.util.LinkedHashMap;
import java.util.Map;

import org.campanile.release.IdentifierAlgorithm;

/**
 * The settings of name identifiers.
 *
 * @param entityId this server's entityID, the NameQualifier of persistent identifiers
 * @param defaultFormat the format if neither request nor settings nor metadata specify
 * one
 * @param attributeFormats formats whose value is that of an attribute: format to the
 * attribute's id, {@code principal} for the canonical name; in order of preference
 * @param persistentSource the id of the attribute that persistent identifiers are
 * computed from; {@code principal} for the canonical name
 * @param algorithm how persistent identifiers are computed
 * @param strictAllowCreate whether a stored identifier is only created for a request that
 * allows it
 */
public record NameIdSettings(String entityId, String defaultFormat, Map<String, String> attributeFormats,
		String persistentSource, IdentifierAlgorithm algorithm, boolean strictAllowCreate) {

	public NameIdSettings {
		attributeFormats = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(attributeFormats));
	}

}
