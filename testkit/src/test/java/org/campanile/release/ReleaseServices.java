package org.campanile.release;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import org.campanile.saml.protocol.SubjectIdRequirement;
import org.campanile.saml.relyingparty.AttributeConsumingService;
import org.campanile.saml.relyingparty.AttributeConsumingService.RequestedAttribute;
import org.campanile.saml.relyingparty.RelyingParty;
import org.campanile.saml.relyingparty.RelyingPartyOverride;
import org.campanile.saml.relyingparty.RelyingPartySettings;
import org.campanile.service.DisplayInfo;
import org.campanile.service.Service;

/** Services for the tests of this package. */
public final class ReleaseServices {

	public static final String WIKI = "https://wiki.example.edu/shibboleth";

	private final String entityId;

	private final Map<String, Set<String>> entityAttributes = new LinkedHashMap<>();

	private final List<AttributeConsumingService> sets = new ArrayList<>();

	private Optional<String> registrar = Optional.empty();

	private List<String> nameIdFormats = List.of();

	private RelyingPartySettings settings = RelyingPartySettings.DEFAULTS;

	private ReleaseServices(String entityId) {
		this.entityId = entityId;
	}

	public static ReleaseServices wiki() {
		return service(WIKI);
	}

	public static ReleaseServices service(String entityId) {
		return new ReleaseServices(entityId);
	}

	public ReleaseServices categories(String... categories) {
		entityAttributes.put(Service.ENTITY_CATEGORY, Set.of(categories));
		return this;
	}

	public ReleaseServices registrar(String uri) {
		registrar = Optional.of(uri);
		return this;
	}

	public ReleaseServices subjectIdRequirement(String... values) {
		entityAttributes.put(SubjectIdRequirement.ENTITY_ATTRIBUTE, Set.of(values));
		return this;
	}

	public ReleaseServices asksFor(int index, boolean isDefault, RequestedAttribute... attributes) {
		sets.add(new AttributeConsumingService(index, isDefault, List.of(attributes)));
		return this;
	}

	public ReleaseServices metadataFormats(String... formats) {
		nameIdFormats = List.of(formats);
		return this;
	}

	public ReleaseServices overridden(Set<String> release, Set<String> withhold, String... formats) {
		RelyingPartySettings base = RelyingPartySettings.DEFAULTS;
		settings = new RelyingPartySettings(base.enabled(), base.signAssertion(), base.encryption(),
				base.encryptionAlgorithm(), base.requireSignedRequests(), base.allowSha1Signatures(),
				base.allowInclusiveCanonicalization(), List.of(formats), base.nameIdSource(), release, withhold,
				base.assertionLifetime(), base.maxSessionLifetime());
		return this;
	}

	public ReleaseServices nameIdSource(String attribute, String... formats) {
		settings = RelyingPartyOverride.settingsFor(entityId, RelyingPartySettings.DEFAULTS,
				List.of(new RelyingPartyOverride(id -> true, Optional.empty(), Optional.empty(), Optional.empty(),
						Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), List.of(formats),
						Optional.of(attribute), Set.of(), Set.of(), Optional.empty(), Optional.empty())));
		return this;
	}

	public RelyingParty build() {
		return new RelyingParty(entityId, DisplayInfo.NONE, List.of(), List.of(), List.of(), List.of(), false, false,
				false, nameIdFormats, sets, entityAttributes, registrar, settings);
	}

}
