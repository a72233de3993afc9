package org.campanile.saml.metadata;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.InstantSource;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.campanile.saml.opensaml.metadata.EntityReading;
import org.campanile.saml.relyingparty.RelyingParty;
import org.campanile.saml.relyingparty.RelyingPartyOverride;
import org.campanile.saml.relyingparty.RelyingPartyRegistry;
import org.campanile.saml.relyingparty.RelyingPartySettings;

/** The current services, under one version of the local settings. Thread-safe. */
final class ConfiguredServices implements RelyingPartyRegistry {

	private static final Logger log = LoggerFactory.getLogger(MetadataRelyingPartyRegistry.class);

	private final List<RelyingPartyOverride> overrides;

	private final EntityLoader entities;

	private final Supplier<Snapshot> snapshot;

	private final InstantSource clock;

	/**
	 * Keys are compared by identity, so that a new version of a file never uses old
	 * entries.
	 */
	private final Cache<IndexedEntity, EntityReading> readings;

	/**
	 * The entities whose faults have been logged; discarded with their file's version.
	 */
	private final Set<IndexedEntity> said = Collections
		.newSetFromMap(Caffeine.newBuilder().weakKeys().<IndexedEntity, Boolean>build().asMap());

	/**
	 * @param snapshot the current metadata
	 * @param cached how many services are cached
	 */
	ConfiguredServices(List<RelyingPartyOverride> overrides, Supplier<Snapshot> snapshot, int cached,
			InstantSource clock) {
		this.overrides = overrides;
		this.entities = new EntityLoader(RelyingPartySettings.DEFAULTS, overrides);
		this.snapshot = snapshot;
		this.clock = clock;
		this.readings = Caffeine.newBuilder().maximumSize(cached).weakKeys().build();
	}

	List<RelyingPartyOverride> overrides() {
		return overrides;
	}

	/** Records that the faults of these have been logged. */
	void said(Collection<IndexedEntity> services) {
		said.addAll(services);
	}

	@Override
	public Optional<RelyingParty> find(String entityId) {
		return look(entityId) instanceof Look.Found found ? Optional.of(found.service()) : Optional.empty();
	}

	@Override
	public Optional<String> reasonUnavailable(String entityId) {
		return look(entityId) instanceof Look.Unavailable unavailable ? Optional.of(unavailable.reason())
				: Optional.empty();
	}

	private Look look(String entityId) {
		Snapshot current = snapshot.get();
		while (true) {
			try {
				return look(entityId, current);
			}
			catch (UncheckedIOException ex) {
				Snapshot newer = snapshot.get();
				if (newer == current) {
					log.error("metadata/: {} cannot be read: {}", entityId, String.valueOf(ex.getMessage()));
					return new Look.Unavailable("its metadata cannot be read: " + ex.getMessage());
				}
				// The copy was removed with its snapshot.
				current = newer;
			}
		}
	}

	private Look look(String entityId, Snapshot current) {
		IndexedEntity entity = current.services().get(entityId);
		if (entity == null) {
			String reason = current.unavailable().get(entityId);
			return reason == null ? Look.UNKNOWN : new Look.Unavailable(reason);
		}
		if (entity.expired(clock.instant())) {
			return new Look.Unavailable(
					"its metadata (" + entity.place() + ") expired at " + entity.ends() + "; fetch the file again");
		}
		return switch (readings.get(entity, this::read)) {
			case EntityReading.Service service -> new Look.Found(service.relyingParty());
			case EntityReading.Refused refused -> new Look.Unavailable(entity.place() + ": " + refused.reason());
		};
	}

	private EntityReading read(IndexedEntity entity) {
		try {
			EntityReading reading = entities.load(entity);
			List<MetadataProblem> problems = MetadataLoader.problems(entity, reading);
			if (!problems.isEmpty() && said.add(entity)) {
				ProblemLog.write(problems);
			}
			return reading;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private sealed interface Look {

		Look UNKNOWN = new Unknown();

		record Found(RelyingParty service) implements Look {
		}

		record Unavailable(String reason) implements Look {
		}

		record Unknown() implements Look {
		}

	}

}
