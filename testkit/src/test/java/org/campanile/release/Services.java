package org.campanile.release;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import org.campanile.relyingparty.AttributeConsumingService;
import org.campanile.relyingparty.DisplayInfo;
import org.campanile.relyingparty.RelyingParty;
import org.campanile.relyingparty.RelyingPartySettings;
import org.campanile.relyingparty.RequestedAttribute;

/** Services for the tests of this package. */
final class Services {

	static final String WIKI = "https://wiki.example.edu/shibboleth";

	private final String entityId;

	private final Map<String, Set<String>> entityAttributes = new LinkedHashMap<>();

	private final List<AttributeConsumingService> sets = new ArrayList<>();

	private List<String> nameIdFormats = List.of();

	private RelyingPartySettings settings = RelyingPartySettings.DEFAULTS;

	private Services(String entityId) {
		this.entityId = entityId;
	}

	static Services wiki() {
		return service(WIKI);
	}

	static Services service(String entityId) {
		return new Services(entityId);
	}

	Services categories(String... categories) {
		entityAttributes.put(RelyingParty.ENTITY_CATEGORY, Set.of(categories));
		return this;
	}

	Services subjectIdRequirement(String... values) {
		entityAttributes.put(SubjectIdRequirement.ENTITY_ATTRIBUTE, Set.of(values));
		return this;
	}

	Services asksFor(int index, boolean isDefault, RequestedAttribute... attributes) {
		sets.add(new AttributeConsumingService(index, isDefault, List.of(attributes)));
		return this;
	}

	Services metadataFormats(String... formats) {
		nameIdFormats = List.of(formats);
		return this;
	}

	Services overridden(Set<String> release, Set<String> withhold, String... formats) {
		RelyingPartySettings base = RelyingPartySettings.DEFAULTS;
		settings = new RelyingPartySettings(base.enabled(), base.signAssertion(), base.encryption(),
				base.requireSignedRequests(), base.allowSha1Signatures(), base.allowInclusiveCanonicalization(),
				List.of(formats), release, withhold, base.assertionLifetime(), base.maxSessionLifetime());
		return this;
	}

	RelyingParty build() {
		return new RelyingParty(entityId, DisplayInfo.NONE, List.of(), List.of(), List.of(), false, false,
				nameIdFormats, sets, entityAttributes, Optional.empty(), settings);
	}

}
