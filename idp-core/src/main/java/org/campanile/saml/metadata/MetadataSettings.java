package org.campanile.saml.metadata;

import java.time.Duration;
import java.util.List;

/**
 * The settings of reading services' metadata.
 *
 * @param pollInterval how often the folder is checked for changes
 * @param maxFileBytes the maximum size of a file; a larger one is refused
 * @param cachedServices how many services are kept parsed in memory; the others are read
 * from the file again when needed
 * @param precedence files whose services are served even if other files contain them, the
 * first of these files first
 */
public record MetadataSettings(Duration pollInterval, long maxFileBytes, int cachedServices, List<String> precedence) {

	/** The default settings: one second, 100 MiB, 1,000 services, no precedence. */
	public static final MetadataSettings DEFAULTS = new MetadataSettings(Duration.ofSeconds(1), 100L * 1024 * 1024,
			1_000, List.of());

	/** Positions in a file are stored as {@code int}, after conversion to UTF-8. */
	public static final long MAX_FILE_BYTES = 512L * 1024 * 1024;

	/**
	 * Checks the values.
	 * @throws IllegalArgumentException naming the component and the reason
	 */
	public MetadataSettings {
		if (pollInterval.compareTo(Duration.ofMillis(100)) < 0) {
			throw new IllegalArgumentException("poll-interval: must be at least 100ms");
		}
		if (maxFileBytes < 1024 || maxFileBytes > MAX_FILE_BYTES) {
			throw new IllegalArgumentException("max-file-size: must be between 1KB and 512MB");
		}
		if (cachedServices < 1) {
			throw new IllegalArgumentException("cached-services: must be at least 1");
		}
		precedence = List.copyOf(precedence);
		for (String file : precedence) {
			if (!MetadataFiles.isName(file)) {
				throw new IllegalArgumentException(
						"precedence: \"" + file + "\" names no file of metadata/; give names such as 00-wiki.xml");
			}
		}
	}

}
