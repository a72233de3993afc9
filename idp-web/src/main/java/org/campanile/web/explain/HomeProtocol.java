package org.campanile.web.explain;

import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.List;

import org.campanile.HomeFolder;
import org.campanile.attribute.AttributeSettings;
import org.campanile.explain.ProtocolExplanation;
import org.campanile.release.IdentifierSalt;
import org.campanile.web.config.ConfigurationReport;

/**
 * Makes a protocol's part of explanations from a home folder whose server need not run.
 * Found by {@link java.util.ServiceLoader}.
 */
public interface HomeProtocol {

	/**
	 * Reads what lies in the folder, and makes nothing in it.
	 * @throws IOException if something cannot be read
	 */
	Opened open(Home home) throws IOException;

	/** What it read. */
	interface Opened extends ProtocolExplanation, AutoCloseable {

		@Override
		void close();

	}

	/**
	 * A home folder.
	 *
	 * @param configuration its settings, without faults
	 * @param work an empty folder, deleted afterwards
	 * @param attributes how attributes are resolved
	 * @param salt what identifiers are computed with
	 * @param notes takes what a real sign-on might do otherwise
	 */
	record Home(ConfigurationReport configuration, HomeFolder folder, Path work, AttributeSettings attributes,
			IdentifierSalt salt, InstantSource clock, SecureRandom random, List<String> notes) {
	}

}
