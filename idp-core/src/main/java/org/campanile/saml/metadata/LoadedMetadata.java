package org.campanile.saml.metadata;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The content of one version of one file.
 *
 * @param copy the file
 * @param services its services, without those already found unusable
 * @param refused entityIDs that are not served, with the reason
 * @param problems all faults found while loading
 * @param others how many of its entities are not services
 * @param held services that are still served from an earlier version
 */
record LoadedMetadata(MetadataCopy copy, List<IndexedEntity> services, Map<String, String> refused,
		List<MetadataProblem> problems, int others, List<Held> held) {

	LoadedMetadata {
		services = List.copyOf(services);
		refused = Map.copyOf(refused);
		problems = List.copyOf(problems);
		held = List.copyOf(held);
	}

	/**
	 * A service that is still served from an earlier version.
	 *
	 * @param entity the service in the earlier version
	 * @param problem why its current version is not served
	 */
	record Held(IndexedEntity entity, MetadataProblem problem) {
	}

	String file() {
		return copy.file();
	}

	/**
	 * Whether all services of the file have been read, so that their faults are reported.
	 */
	boolean readWhole() {
		return services.size() <= MetadataLoader.EAGER;
	}

	/** Returns the same metadata with the copy's final location. */
	LoadedMetadata movedTo(MetadataCopy place) {
		List<IndexedEntity> moved = new ArrayList<>(services.size());
		for (IndexedEntity entity : services) {
			moved.add(new IndexedEntity(entity.entityId(), place, entity.line(), entity.offset(), entity.length(),
					entity.enclosing(), entity.ends()));
		}
		return new LoadedMetadata(place, moved, refused, problems, others, held);
	}

	/** Returns the same metadata with these services from an earlier version. */
	LoadedMetadata holding(List<Held> kept) {
		Set<String> ids = kept.stream().map(service -> service.entity().entityId()).collect(Collectors.toSet());
		List<IndexedEntity> all = new ArrayList<>(services);
		all.removeIf(entity -> ids.contains(entity.entityId()));
		Map<String, String> stillRefused = new HashMap<>(refused);
		stillRefused.keySet().removeAll(ids);
		List<MetadataProblem> told = new ArrayList<>(problems);
		told.removeIf(problem -> ids.stream().anyMatch(problem::isAbout));
		List<Held> telling = new ArrayList<>();
		for (Held service : kept) {
			MetadataProblem why = service.problem();
			MetadataProblem problem = new MetadataProblem(why.severity(), why.file(), why.line(), why.entityId(),
					why.reason() + "; its earlier version is still served. To stop serving it, remove it from the "
							+ "file");
			all.add(service.entity());
			told.add(problem);
			telling.add(new Held(service.entity(), problem));
		}
		return new LoadedMetadata(copy, all, stillRefused, told, others, telling);
	}

	/** Returns the copies in use: the file's own and those of held services. */
	Set<MetadataCopy> copies() {
		Set<MetadataCopy> copies = new HashSet<>();
		copies.add(copy);
		held.forEach(service -> copies.add(service.entity().copy()));
		return copies;
	}

}
