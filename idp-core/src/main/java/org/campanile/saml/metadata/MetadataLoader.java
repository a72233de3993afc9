package org.campanile.saml.metadata;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

import org.campanile.saml.metadata.MetadataIndexer.MetadataIndex;
import org.campanile.saml.metadata.MetadataProblem.Severity;
import org.campanile.saml.opensaml.metadata.EntityReading;
import org.campanile.saml.relyingparty.RelyingParty;

/**
 * Loads one file: indexes it and, if it holds few services, reads them all, so that their
 * faults are reported at once. Thread-safe.
 */
final class MetadataLoader {

	/** Files with more services are read service by service, on demand. */
	static final int EAGER = 100;

	private final MetadataIndexer indexer = new MetadataIndexer();

	private final EntityLoader entities;

	private final int eager;

	private final BiConsumer<IndexedEntity, RelyingParty> onService;

	MetadataLoader(EntityLoader entities, int eager) {
		this(entities, eager, (entity, service) -> {
		});
	}

	/**
	 * @param eager how many services a file may have for all of them to be read
	 * @param onService receives each service that was read
	 */
	MetadataLoader(EntityLoader entities, int eager, BiConsumer<IndexedEntity, RelyingParty> onService) {
		this.entities = entities;
		this.eager = eager;
		this.onService = onService;
	}

	LoadedMetadata load(MetadataCopy copy) throws MetadataRefusedException, IOException {
		MetadataIndex index = indexer.index(copy);
		List<IndexedEntity> services = index.services();
		List<MetadataProblem> problems = new ArrayList<>(index.problems());
		Map<String, String> refused = new LinkedHashMap<>();
		index.problems().forEach(problem -> problem.entityId().ifPresent(id -> refused.put(id, problem.message())));
		if (services.size() <= eager) {
			List<IndexedEntity> usable = new ArrayList<>();
			for (IndexedEntity entity : services) {
				if (readable(entity, problems, refused)) {
					usable.add(entity);
				}
			}
			services = usable;
		}
		return new LoadedMetadata(copy, services, refused, problems, index.others(), List.of());
	}

	private boolean readable(IndexedEntity entity, List<MetadataProblem> problems, Map<String, String> refused)
			throws IOException {
		EntityReading reading = entities.load(entity);
		List<MetadataProblem> found = problems(entity, reading);
		problems.addAll(found);
		if (reading instanceof EntityReading.Service service) {
			onService.accept(entity, service.relyingParty());
			return true;
		}
		refused.put(entity.entityId(), found.get(0).message());
		return false;
	}

	/** The problems of an entity that was read. */
	static List<MetadataProblem> problems(IndexedEntity entity, EntityReading reading) {
		return switch (reading) {
			case EntityReading.Refused refused ->
				List.of(MetadataProblem.ofEntity(Severity.ERROR, entity, "dropped: " + refused.reason()));
			case EntityReading.Service service -> service.remarks()
				.stream()
				.map(remark -> MetadataProblem.ofEntity(Severity.WARNING, entity, remark))
				.toList();
		};
	}

}
