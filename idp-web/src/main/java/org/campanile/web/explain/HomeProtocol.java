package org.campanile.web.explain;

import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;

import org.campanile.HomeFolder;
import org.campanile.attribute.AttributeSettings;
import org.campanile.explain.ProtocolExplanation;
import org.campanile.release.IdentifierSalt;
import org.campanile.web.config.ConfigurationReport;

/**
 * Provides a protocol's part of explanations from a home folder, without a running
 * server. Implementations are found by {@link java.util.ServiceLoader}.
 */
public interface HomeProtocol {

	/**
	 * Reads the folder; writes nothing to it.
	 * @throws IOException if something cannot be read
	 */
	Opened open(Home home) throws IOException;

	/** The protocol as read from the folder. */
	interface Opened extends ProtocolExplanation, AutoCloseable {

		/** Returns the attributes that decide by rules of the services themselves. */
		default Set<String> deciding() {
			return Set.of();
		}

		/** Returns the attributes that are identifiers at its services. */
		default Set<String> identifying() {
			return Set.of();
		}

		@Override
		default void close() {
		}

	}

	/**
	 * A home folder.
	 *
	 * @param configuration its settings, free of errors
	 * @param work an empty folder, deleted afterwards
	 * @param attributes how attributes are resolved
	 * @param salt the salt of computed identifiers
	 * @param notes receives notes on how a real sign-on might differ
	 */
	record Home(ConfigurationReport configuration, HomeFolder folder, Path work, AttributeSettings attributes,
			IdentifierSalt salt, InstantSource clock, SecureRandom random, List<String> notes) {
	}

}
