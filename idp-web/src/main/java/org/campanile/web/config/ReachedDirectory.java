package org.campanile.web.config;

import java.time.InstantSource;

import io.micrometer.core.instrument.MeterRegistry;
import org.campanile.HomeFolder;
import org.campanile.directory.Directory;
import org.campanile.directory.DirectorySettings;

/**
 * The directory of a home folder whose server need not run.
 *
 * @param directory the directory
 * @param settings how it is reached
 */
record ReachedDirectory(Directory directory, DirectorySettings settings) implements AutoCloseable {

	static ReachedDirectory of(ConfigurationReport configuration, HomeFolder home, InstantSource clock,
			MeterRegistry meters) {
		LdapProperties properties = configuration.group(LdapProperties.class);
		DirectorySettings settings = properties.settings(home);
		return new ReachedDirectory(LdapConfiguration.directory(settings, properties, clock, meters), settings);
	}

	@Override
	public void close() {
		directory.close();
	}

}
