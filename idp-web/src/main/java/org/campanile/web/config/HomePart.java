package org.campanile.web.config;

import java.util.List;

import org.springframework.boot.context.properties.source.ConfigurationPropertyName;

/**
 * A feature's contribution to the check of a home folder. Found by
 * {@link java.util.ServiceLoader}, in the order of its file.
 */
public interface HomePart {

	/** Summarizes the settings. */
	default void settings(HomeInspection home) {
	}

	/** Checks the files in the folder. Creates nothing that is missing. */
	default void files(HomeInspection home) {
	}

	/** Names of files in the folder of credentials that may hold secrets, as globs. */
	default List<String> secrets() {
		return List.of();
	}

	/**
	 * Whether {@link #live} is to be called for a change of this setting while the server
	 * runs.
	 * @param setting its key; for a member of a list, the key of the list
	 */
	default boolean dependsOn(ConfigurationPropertyName setting) {
		return false;
	}

	/**
	 * Whether {@link #live} adds services to the inspection: then it is also called for a
	 * change of a setting that names services, whosever it is.
	 */
	default boolean knowsServices() {
		return false;
	}

	/** Checks what such settings depend on besides {@code application.yaml}. */
	default void live(HomeInspection home) {
	}

}
