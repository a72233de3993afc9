package org.campanile.web.config;

import java.util.List;
import java.util.Set;

import org.campanile.protocol.ProtocolId;
import org.jspecify.annotations.Nullable;
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
	 * The ids of the services that this feature knows in the folder, for settings that
	 * name services of any protocol.
	 */
	default Set<String> serviceIds(HomeInspection home) {
		return Set.of();
	}

	/**
	 * Returns the protocol of this feature, for settings that name protocols; null for
	 * none.
	 */
	default @Nullable ProtocolId protocol() {
		return null;
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
	 * Checks the files and other sources on which such settings depend besides
	 * {@code application.yaml}.
	 */
	default void live(HomeInspection home) {
	}

}
