package org.campanile.saml.metadata;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

import org.campanile.saml.metadata.MetadataProblem.Severity;

/**
 * All services known at one moment. Immutable.
 *
 * @param services by entityID
 * @param unavailable entityIDs that metadata names and that are not served, with the
 * reason
 * @param duplicates entityIDs that stand more than once
 * @param files what it was made from
 */
record Snapshot(Map<String, IndexedEntity> services, Map<String, String> unavailable, List<MetadataProblem> duplicates,
		List<LoadedMetadata> files) {

	static final Snapshot EMPTY = new Snapshot(Map.of(), Map.of(), List.of(), List.of());

	/**
	 * Merges files. An entityID that stands more than once is served from none of its
	 * places, for nobody can tell which is meant; what is built in stays, and what a file
	 * said that is about to go fills only gaps.
	 * @param builtIn metadata that no file can replace
	 * @param present files that are there
	 * @param leaving files that are missing, though not yet for long enough
	 */
	static Snapshot of(List<LoadedMetadata> builtIn, Collection<LoadedMetadata> present,
			Collection<LoadedMetadata> leaving) {
		Map<String, IndexedEntity> services = new HashMap<>();
		Map<String, List<IndexedEntity>> clashes = new LinkedHashMap<>();
		Map<String, String> unavailable = new HashMap<>();
		List<MetadataProblem> duplicates = new ArrayList<>();
		for (LoadedMetadata file : present) {
			for (IndexedEntity entity : file.services()) {
				IndexedEntity first = services.putIfAbsent(entity.entityId(), entity);
				if (first != null) {
					clashes.computeIfAbsent(entity.entityId(), id -> new ArrayList<>(List.of(first))).add(entity);
				}
			}
		}
		clashes.forEach((id, places) -> {
			services.remove(id);
			MetadataProblem problem = duplicate(id, places);
			duplicates.add(problem);
			unavailable.put(id, problem.message());
		});
		for (LoadedMetadata file : builtIn) {
			for (IndexedEntity entity : file.services()) {
				unavailable.remove(entity.entityId());
				IndexedEntity replaced = services.put(entity.entityId(), entity);
				if (replaced != null) {
					duplicates.add(MetadataProblem.ofEntity(Severity.WARNING, replaced,
							"not used, as a service of that name is built in"));
				}
			}
		}
		for (LoadedMetadata file : leaving) {
			for (IndexedEntity entity : file.services()) {
				if (!unavailable.containsKey(entity.entityId())) {
					services.putIfAbsent(entity.entityId(), entity);
				}
			}
		}
		List<LoadedMetadata> files = new ArrayList<>(builtIn);
		files.addAll(present);
		files.addAll(leaving);
		for (LoadedMetadata file : files) {
			file.refused().forEach((id, reason) -> {
				if (!services.containsKey(id)) {
					unavailable.putIfAbsent(id, reason);
				}
			});
		}
		return new Snapshot(services, unavailable, List.copyOf(duplicates), List.copyOf(files));
	}

	private static MetadataProblem duplicate(String entityId, List<IndexedEntity> places) {
		List<String> others = places.stream().skip(1).map(IndexedEntity::place).toList();
		return new MetadataProblem(Severity.ERROR, places.get(0).copy().file(), OptionalInt.of(places.get(0).line()),
				Optional.of(entityId), "dropped: it stands again in " + String.join(", ", others)
						+ ", and which is meant cannot be told; remove all but one");
	}

}
