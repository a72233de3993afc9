package org.campanile.saml.metadata;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Says in the log when services' metadata is about to end, and when it has ended: one
 * line per file and look, once per service and version of the file. Not thread-safe.
 */
final class ExpiryWatch {

	static final Duration NOTICE = Duration.ofHours(48);

	private static final int NAMED = 10;

	private static final Logger log = LoggerFactory.getLogger(MetadataRelyingPartyRegistry.class);

	/** When each version of a file was last looked at. */
	private Map<MetadataCopy, Instant> lookedAt = new HashMap<>();

	void look(Snapshot snapshot, Instant now) {
		Map<MetadataCopy, Instant> looked = new HashMap<>();
		for (LoadedMetadata file : snapshot.files()) {
			Instant before = lookedAt.get(file.copy());
			List<IndexedEntity> ending = new ArrayList<>();
			List<IndexedEntity> ended = new ArrayList<>();
			for (IndexedEntity entity : file.services()) {
				Instant ends = entity.ends();
				if (ends == null) {
					continue;
				}
				if (entity.expired(now)) {
					if (before == null || !entity.expired(before)) {
						ended.add(entity);
					}
				}
				else if (ends.isBefore(now.plus(NOTICE)) && (before == null || !ends.isBefore(before.plus(NOTICE)))) {
					ending.add(entity);
				}
			}
			if (!ending.isEmpty()) {
				log.warn("metadata/{}: validUntil comes soon for {}; fetch the file anew", file.file(), names(ending));
			}
			if (!ended.isEmpty()) {
				log.error("metadata/{}: validUntil has passed, no longer served: {}; fetch the file anew", file.file(),
						names(ended));
			}
			looked.put(file.copy(), now);
		}
		lookedAt = looked;
	}

	private static String names(List<IndexedEntity> entities) {
		List<String> names = entities.stream()
			.limit(NAMED)
			.map(entity -> entity.entityId() + " (" + entity.ends() + ")")
			.toList();
		int more = entities.size() - names.size();
		return String.join(", ", names) + (more > 0 ? " and " + more + " more" : "");
	}

}
