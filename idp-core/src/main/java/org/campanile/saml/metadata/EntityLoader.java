package org.campanile.saml.metadata;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

import org.campanile.saml.opensaml.metadata.EntityReading;
import org.campanile.saml.opensaml.metadata.ServiceReader;
import org.campanile.saml.relyingparty.RelyingPartyOverride;
import org.campanile.saml.relyingparty.RelyingPartySettings;

/**
 * Reads an indexed entity and merges the local settings into it. Thread-safe.
 */
final class EntityLoader {

	private final ServiceReader reader = new ServiceReader();

	private final RelyingPartySettings defaults;

	private final Supplier<List<RelyingPartyOverride>> overrides;

	EntityLoader(RelyingPartySettings defaults, List<RelyingPartyOverride> overrides) {
		this(defaults, () -> overrides);
	}

	/**
	 * @param overrides evaluated for each entity
	 */
	EntityLoader(RelyingPartySettings defaults, Supplier<List<RelyingPartyOverride>> overrides) {
		this.defaults = defaults;
		this.overrides = overrides;
	}

	EntityReading load(IndexedEntity entity) throws IOException {
		return reader.read(entity.document(), entity.entityId(),
				RelyingPartyOverride.settingsFor(entity.entityId(), defaults, overrides.get()));
	}

	/** Returns why users cannot sign in to the service; empty if they can. */
	Optional<String> fault(IndexedEntity entity) throws IOException {
		return switch (load(entity)) {
			case EntityReading.Refused refused -> Optional.of(refused.reason());
			case EntityReading.Service service -> service.obstacles().stream().findFirst();
		};
	}

}
