package org.campanile.saml.metadata;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.function.Predicate;

import org.campanile.saml.metadata.MetadataProblem.Severity;

/**
 * Logs when services' metadata is about to expire, and when it has expired: one line per
 * file and check, once per service and version of the file. Not thread-safe.
 */
final class ExpiryWatch {

	static final Duration NOTICE = Duration.ofHours(48);

	/** The time at which each version of a file was last checked. */
	private Map<MetadataCopy, Instant> lookedAt = new HashMap<>();

	/**
	 * Checks once.
	 * @return the current problems, whether logged before or not
	 */
	List<MetadataProblem> look(Snapshot snapshot, Instant now) {
		Map<MetadataCopy, Instant> looked = new HashMap<>();
		List<MetadataProblem> problems = new ArrayList<>();
		for (LoadedMetadata file : snapshot.files()) {
			List<IndexedEntity> bounded = bounded(snapshot, file);
			Instant before = lookedAt.get(file.copy());
			problems.addAll(problems(file.file(), bounded, now, entity -> true));
			ProblemLog.write(problems(file.file(), bounded, now, entity -> before == null
					|| entity.expired(now) != entity.expired(before) || ending(entity, now) != ending(entity, before)));
			looked.put(file.copy(), now);
		}
		lookedAt = looked;
		return List.copyOf(problems);
	}

	/** The files with services that have expired or are about to. */
	static List<MetadataProblem> problems(Snapshot snapshot, Instant now) {
		return snapshot.files()
			.stream()
			.flatMap(file -> problems(file.file(), bounded(snapshot, file), now, entity -> true).stream())
			.toList();
	}

	/**
	 * Returns the time at which the last of each file's services expires, without files
	 * with one that never does. It is that of the root, unless all have earlier ones; a
	 * service of an aggregate that expires alone cannot be renewed here.
	 */
	static Map<String, Instant> ends(Snapshot snapshot) {
		Map<String, Instant> ends = new TreeMap<>();
		for (LoadedMetadata file : snapshot.files()) {
			// Services held from an earlier version have that version's validity.
			List<IndexedEntity> current = file.services()
				.stream()
				.filter(entity -> snapshot.serves(entity) && entity.copy().equals(file.copy()))
				.toList();
			if (current.stream().allMatch(entity -> entity.ends() != null)) {
				current.stream()
					.flatMap(entity -> entity.validUntil().stream())
					.max(Comparator.naturalOrder())
					.ifPresent(end -> ends.put(file.file(), end));
			}
		}
		return ends;
	}

	/** The services that are served from the file and have an expiry. */
	private static List<IndexedEntity> bounded(Snapshot snapshot, LoadedMetadata file) {
		return file.services().stream().filter(entity -> entity.ends() != null && snapshot.serves(entity)).toList();
	}

	private static List<MetadataProblem> problems(String file, List<IndexedEntity> entities, Instant now,
			Predicate<IndexedEntity> wanted) {
		List<String> ended = new ArrayList<>();
		List<String> ending = new ArrayList<>();
		entities.stream().filter(wanted).forEach(entity -> {
			if (entity.expired(now)) {
				ended.add(name(entity));
			}
			else if (ending(entity, now)) {
				ending.add(name(entity));
			}
		});
		List<MetadataProblem> problems = new ArrayList<>();
		if (!ending.isEmpty()) {
			problems.add(new MetadataProblem(Severity.WARNING, file, OptionalInt.empty(), Optional.empty(),
					"validUntil is near for " + MetadataProblem.some(ending) + "; fetch the file again"));
		}
		if (!ended.isEmpty()) {
			problems.add(MetadataProblem.ofFile(file, OptionalInt.empty(), "validUntil has passed, no longer served: "
					+ MetadataProblem.some(ended) + "; fetch the file again"));
		}
		return problems;
	}

	private static boolean ending(IndexedEntity entity, Instant now) {
		return !entity.expired(now) && entity.expired(now.plus(NOTICE));
	}

	private static String name(IndexedEntity entity) {
		return entity.entityId() + " (" + entity.ends() + ")";
	}

}
