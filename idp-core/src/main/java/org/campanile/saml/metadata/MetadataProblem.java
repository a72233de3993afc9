package org.campanile.saml.metadata;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A fault in services' metadata, to be reported to an administrator.
 *
 * @param severity its consequence
 * @param file name of the file in the metadata folder
 * @param line the line in the file, counted from 1
 * @param entityId the entity concerned; empty if it is the whole file
 * @param reason what is wrong, and the remedy where there is one
 */
public record MetadataProblem(Severity severity, String file, OptionalInt line, Optional<String> entityId,
		String reason) {

	private static final int NAMED = 10;

	/** The consequence of a fault. */
	public enum Severity {

		/** The file or the entity is not served. */
		ERROR,

		/** The entity is served, but without some parts of its metadata. */
		WARNING

	}

	static MetadataProblem ofFile(String file, OptionalInt line, String reason) {
		return new MetadataProblem(Severity.ERROR, file, line, Optional.empty(), reason);
	}

	static MetadataProblem ofEntity(Severity severity, IndexedEntity entity, String reason) {
		return new MetadataProblem(severity, entity.copy().file(), OptionalInt.of(entity.line()),
				Optional.of(entity.entityId()), reason);
	}

	boolean isAbout(String entityId) {
		return this.entityId.filter(entityId::equals).isPresent();
	}

	/** Returns the first ten of many names, and the number of the others. */
	static String some(List<String> names) {
		int more = names.size() - NAMED;
		return String.join(", ", names.subList(0, Math.min(NAMED, names.size())))
				+ (more > 0 ? " and " + more + " more" : "");
	}

	/** Returns the problem as one line: file, place, entity and reason. */
	public String message() {
		return file + (line.isPresent() ? ", line " + line.getAsInt() : "") + ": "
				+ entityId.map(id -> "service " + id + ": ").orElse("") + reason;
	}

}
