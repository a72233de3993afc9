package org.campanile.saml.metadata;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * One version of one file, as it is served.
 *
 * @param copy the file
 * @param services its services, without those already found unusable
 * @param refused entityIDs that are not served, with the reason
 * @param problems all that was found wrong while loading
 * @param others how many of its entities are no services
 */
record LoadedMetadata(MetadataCopy copy, List<IndexedEntity> services, Map<String, String> refused,
		List<MetadataProblem> problems, int others) {

	LoadedMetadata {
		services = List.copyOf(services);
		refused = Map.copyOf(refused);
		problems = List.copyOf(problems);
	}

	String file() {
		return copy.file();
	}

	/** Whether all its services have been read, so that their faults are told. */
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
		return new LoadedMetadata(place, moved, refused, problems, others);
	}

}
