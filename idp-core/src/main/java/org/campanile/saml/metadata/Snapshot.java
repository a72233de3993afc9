package org.campanile.saml.metadata;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;

import org.campanile.saml.metadata.MetadataProblem.Severity;
import org.jspecify.annotations.Nullable;

/**
 * All services known at one time. Immutable.
 *
 * @param services by entityID
 * @param unavailable entityIDs in metadata that are not served, with the reason
 * @param duplicates entries that are not served, because another one with the same
 * entityID is
 * @param files the files it was built from
 * @param reviewAt when the served entry of a duplicated service expires, so that another
 * entry may replace it; null for never
 * @param chosen the file that each service with several entries is served from, by
 * entityID
 */
record Snapshot(Map<String, IndexedEntity> services, Map<String, String> unavailable, List<MetadataProblem> duplicates,
		List<LoadedMetadata> files, @Nullable Instant reviewAt, Map<String, String> chosen) {

	static final Snapshot EMPTY = initial(Map.of());

	/** Returns the one before the first, with what the previous run chose. */
	static Snapshot initial(Map<String, String> chosen) {
		return new Snapshot(Map.of(), Map.of(), List.of(), List.of(), null, chosen);
	}

	/**
	 * Merges files. A service with several entries is served from the file that takes
	 * precedence, unless its entry is unusable there and another is not, otherwise from
	 * the same file as before, otherwise from the first that is usable, as far as that is
	 * known, and from an expired one only if all are. Built-in metadata comes before all
	 * files; a file that is about to be dropped comes last.
	 * @param precedence {@link MetadataSettings#precedence()}
	 * @param entities reads the entries that would take precedence
	 * @param builtIn metadata that no file can replace
	 * @param present existing files
	 * @param leaving files that are missing, but not yet for long enough to be dropped
	 * @param before the previous snapshot
	 */
	static Snapshot of(List<String> precedence, EntityLoader entities, List<LoadedMetadata> builtIn,
			Collection<LoadedMetadata> present, Collection<LoadedMetadata> leaving, Snapshot before, Instant now)
			throws IOException {
		Map<String, IndexedEntity> services = new HashMap<>();
		List<MetadataProblem> duplicates = new ArrayList<>();
		builtIn.forEach(file -> file.services().forEach(entity -> services.put(entity.entityId(), entity)));
		Set<String> fixed = Set.copyOf(services.keySet());
		List<LoadedMetadata> fromFolder = new ArrayList<>(present);
		fromFolder.addAll(leaving);
		Map<String, List<IndexedEntity>> clashes = new LinkedHashMap<>();
		for (LoadedMetadata file : fromFolder) {
			for (IndexedEntity entity : file.services()) {
				IndexedEntity first = services.putIfAbsent(entity.entityId(), entity);
				if (first != null && fixed.contains(entity.entityId())) {
					duplicates.add(MetadataProblem.ofEntity(Severity.WARNING, entity,
							"not used, as a service of that name is built in"));
				}
				else if (first != null) {
					clashes.computeIfAbsent(entity.entityId(), id -> new ArrayList<>(List.of(first))).add(entity);
				}
			}
		}
		Map<Clash, List<IndexedEntity>> refused = new LinkedHashMap<>();
		List<Instant> ends = new ArrayList<>();
		Map<String, String> chosen = new HashMap<>();
		boolean many = clashes.size() > MetadataLoader.EAGER;
		Set<String> going = leaving.stream().map(LoadedMetadata::file).collect(Collectors.toSet());
		for (List<IndexedEntity> places : clashes.values()) {
			String id = places.getFirst().entityId();
			IndexedEntity served = choose(precedence, entities, places, before.fileOf(id), many, now);
			services.put(id, served);
			chosen.put(id, served.file());
			served.validUntil().filter(now::isBefore).ifPresent(ends::add);
			for (IndexedEntity place : places) {
				if (rank(precedence, place.file()) < rank(precedence, served.file())) {
					if (!going.contains(place.file())) {
						duplicates.add(MetadataProblem.ofEntity(Severity.ERROR, place,
								fault(entities, place, now).orElse("is unusable") + "; although " + place.file()
										+ " takes precedence, " + served.file() + " is served; correct or remove it"));
					}
				}
				else if (place != served) {
					refused.computeIfAbsent(new Clash(place.file(), served.file()), clash -> new ArrayList<>())
						.add(place);
				}
			}
		}
		refused.forEach((clash, places) -> {
			MetadataProblem problem = clash.problem(places, precedence);
			// A renamed file exists under both names for a moment, which is not a fault.
			if (!going.contains(clash.refused)
					&& (!going.contains(clash.served) || before.duplicates().contains(problem))) {
				duplicates.add(problem);
			}
		});
		List<LoadedMetadata> files = new ArrayList<>(builtIn);
		files.addAll(fromFolder);
		Map<String, String> unavailable = new HashMap<>();
		for (LoadedMetadata file : files) {
			file.refused().forEach((id, reason) -> {
				if (!services.containsKey(id)) {
					unavailable.putIfAbsent(id, reason);
				}
			});
		}
		return new Snapshot(services, unavailable, List.copyOf(duplicates), List.copyOf(files),
				ends.stream().min(Comparator.naturalOrder()).orElse(null), Map.copyOf(chosen));
	}

	private @Nullable String fileOf(String entityId) {
		IndexedEntity served = services.get(entityId);
		return served == null ? chosen.get(entityId) : served.file();
	}

	private static IndexedEntity choose(List<String> precedence, EntityLoader entities, List<IndexedEntity> places,
			@Nullable String before, boolean many, Instant now) throws IOException {
		Comparator<IndexedEntity> order = Comparator.comparing((IndexedEntity place) -> place.expired(now))
			.thenComparingInt(place -> rank(precedence, place.file()))
			.thenComparing(place -> !place.file().equals(before));
		List<IndexedEntity> ordered = places.stream().sorted(order).toList();
		IndexedEntity best = ordered.getFirst();
		// That file may also have several.
		boolean stays = best.file().equals(before) && !ordered.get(1).file().equals(before);
		if (!precedence.contains(best.file()) && (stays || many)) {
			// Nothing is read: two aggregates may have thousands of services in common.
			return best;
		}
		for (IndexedEntity place : ordered) {
			if (fault(entities, place, now).isEmpty()) {
				return place;
			}
		}
		return best;
	}

	/** Returns why an entry is unusable; empty if it is usable. */
	private static Optional<String> fault(EntityLoader entities, IndexedEntity place, Instant now) throws IOException {
		if (place.expired(now)) {
			return Optional.of("its validUntil has passed (" + place.ends() + ")");
		}
		try {
			return entities.fault(place);
		}
		catch (NoSuchFileException ex) {
			return Optional.of("its copy " + ex.getMessage() + " has been removed");
		}
	}

	/** The place of a file in the order of precedence; unnamed files are last. */
	private static int rank(List<String> precedence, String file) {
		int rank = precedence.indexOf(file);
		return rank < 0 ? precedence.size() : rank;
	}

	/** Whether another entry may have to be served by now. */
	boolean due(Instant now) {
		return reviewAt != null && !now.isBefore(reviewAt);
	}

	/** Whether the service is served from this entry. */
	boolean serves(IndexedEntity entity) {
		return services.get(entity.entityId()) == entity;
	}

	/**
	 * Two files that contain the same services.
	 *
	 * @param refused the file they are not served from
	 * @param served the file they are served from; the same if it contains them twice
	 */
	private record Clash(String refused, String served) {

		MetadataProblem problem(List<IndexedEntity> places, List<String> precedence) {
			if (rank(precedence, served) < rank(precedence, refused)) {
				// Without a line, which would make it a new problem whenever the file
				// changes.
				return new MetadataProblem(Severity.WARNING, refused, OptionalInt.empty(), Optional.empty(),
						"not served from here, as " + served + " takes precedence (campanile.metadata.precedence): "
								+ MetadataProblem.some(names(places)));
			}
			String where = refused.equals(served) ? "elsewhere in this file" : "in " + served + " too";
			if (places.size() == 1) {
				return MetadataProblem.ofEntity(Severity.ERROR, places.getFirst(), "not served from here, as it stands "
						+ where + " and is served from there; remove one of the two");
			}
			return MetadataProblem.ofFile(refused, OptionalInt.empty(),
					places.size() + " services are not served from here, as they stand " + where
							+ " and are served from there; remove one of the two: "
							+ MetadataProblem.some(names(places)));
		}

		private static List<String> names(List<IndexedEntity> places) {
			return places.stream().map(IndexedEntity::entityId).toList();
		}

	}

}
