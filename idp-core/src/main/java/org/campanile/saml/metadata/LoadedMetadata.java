package org.campanile.saml.metadata;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * One version of one file, as it is served.
 *
 * @param copy the file
 * @param services its services, without those already found unusable
 * @param refused entityIDs that are not served, with the reason
 * @param problems all that was found wrong while loading
 * @param others how many of its entities are no services
 * @param held those of the services that are served as they were in an earlier version
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
	 * A service that is served as it was.
	 *
	 * @param entity the service in the earlier version
	 * @param problem why it is not served as it is now
	 */
	record Held(IndexedEntity entity, MetadataProblem problem) {
	}

	String file() {
		return copy.file();
	}

	/** Whether all its services have been read, so that their faults are reported. */
	boolean readWhole() {
		return services.size() <= MetadataLoader.EAGER;
	}

	/** The same, found in the copy's final place. */
	LoadedMetadata movedTo(MetadataCopy place) {
		List<IndexedEntity> moved = new ArrayList<>(services.size());
		for (IndexedEntity entity : services) {
			moved.add(new IndexedEntity(entity.entityId(), place, entity.line(), entity.offset(), entity.length(),
					entity.enclosing(), entity.ends()));
		}
		return new LoadedMetadata(place, moved, refused, problems, others, held);
	}

	/** The same, with these services as they were in an earlier version. */
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
					why.reason() + "; it is served on as it was before. If it is to go, remove it from the file");
			all.add(service.entity());
			told.add(problem);
			telling.add(new Held(service.entity(), problem));
		}
		return new LoadedMetadata(copy, all, stillRefused, told, others, telling);
	}

	/** What it is read from: the copy of the file, and those of held services. */
	Set<MetadataCopy> copies() {
		Set<MetadataCopy> copies = new HashSet<>();
		copies.add(copy);
		held.forEach(service -> copies.add(service.entity().copy()));
		return copies;
	}

}
