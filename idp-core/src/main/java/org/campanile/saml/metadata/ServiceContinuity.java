package org.campanile.saml.metadata;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import org.campanile.saml.metadata.LoadedMetadata.Held;
import org.campanile.saml.metadata.MetadataProblem.Severity;
import org.campanile.saml.opensaml.metadata.EntityReading;

/**
 * Keeps serving a service from an earlier version if a new version of its file still
 * contains it, but makes it unusable. To stop serving a service, remove it from the file.
 * Thread-safe.
 */
final class ServiceContinuity {

	private final EntityLoader entities;

	private final InstantSource clock;

	ServiceContinuity(EntityLoader entities, InstantSource clock) {
		this.entities = entities;
		this.clock = clock;
	}

	/**
	 * The new version, with those services that must be kept from the earlier version.
	 * Only services that differ are read, as there may be thousands.
	 * @param before the version of the same file that was served before
	 */
	LoadedMetadata keep(LoadedMetadata version, LoadedMetadata before) throws IOException {
		Instant now = clock.instant();
		Map<String, IndexedEntity> services = new HashMap<>();
		version.services().forEach(entity -> services.putIfAbsent(entity.entityId(), entity));
		List<Held> held = new ArrayList<>();
		Set<String> seen = new HashSet<>();
		for (IndexedEntity old : before.services()) {
			if (seen.add(old.entityId()) && !old.expired(now)) {
				IndexedEntity entity = services.get(old.entityId());
				Optional<MetadataProblem> fault = entity == null ? refusal(version, old.entityId())
						: fault(entity, old, now);
				if (fault.isPresent() && works(old)) {
					held.add(new Held(old, fault.get()));
				}
			}
		}
		return held.isEmpty() ? version : version.holding(held);
	}

	private static Optional<MetadataProblem> refusal(LoadedMetadata version, String entityId) {
		if (!version.refused().containsKey(entityId)) {
			return Optional.empty();
		}
		return version.problems()
			.stream()
			.filter(problem -> problem.severity() == Severity.ERROR && problem.isAbout(entityId))
			.findFirst();
	}

	private Optional<MetadataProblem> fault(IndexedEntity entity, IndexedEntity old, Instant now) throws IOException {
		if (entity.expired(now)) {
			return Optional.of(MetadataProblem.ofEntity(Severity.ERROR, entity,
					"its validUntil has passed (" + entity.ends() + ")"));
		}
		if (same(entity, old)) {
			return Optional.empty();
		}
		return entities.fault(entity).map(fault -> MetadataProblem.ofEntity(Severity.ERROR, entity, fault));
	}

	private static boolean same(IndexedEntity entity, IndexedEntity old) throws IOException {
		byte[] document = entity.document();
		try {
			return Arrays.equals(document, old.document());
		}
		catch (NoSuchFileException ex) {
			return false;
		}
	}

	private boolean works(IndexedEntity old) throws IOException {
		try {
			return entities.load(old) instanceof EntityReading.Service service && service.obstacles().isEmpty()
					&& service.relyingParty().settings().enabled();
		}
		catch (NoSuchFileException ex) {
			return false;
		}
	}

}
