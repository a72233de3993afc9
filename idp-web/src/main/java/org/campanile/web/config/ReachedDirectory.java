package org.campanile.web.config;

import java.time.InstantSource;
import java.util.Optional;

import io.micrometer.core.instrument.MeterRegistry;
import org.campanile.HomeFolder;
import org.campanile.directory.Directory;
import org.campanile.directory.DirectorySettings;
import org.campanile.testkit.directory.EmbeddedDirectory;

/**
 * The directory of a home folder whose server need not run. An embedded one is a copy of
 * the server's, on a port of its own.
 *
 * @param directory the directory
 * @param settings how it is reached
 * @param embedded the embedded one, if that is configured
 */
record ReachedDirectory(Directory directory, DirectorySettings settings,
		Optional<EmbeddedDirectory> embedded) implements AutoCloseable {

	static ReachedDirectory of(ConfigurationReport configuration, HomeFolder home, InstantSource clock,
			MeterRegistry meters) {
		LdapProperties properties = configuration.group(LdapProperties.class);
		Optional<EmbeddedDirectory> embedded = properties.embedded().enabled()
				? Optional.of(LdapConfiguration.embedded(properties, home, 0)) : Optional.empty();
		DirectorySettings settings = properties.settings(home, embedded.map(EmbeddedDirectory::address));
		return new ReachedDirectory(LdapConfiguration.directory(settings, properties, clock, meters), settings,
				embedded);
	}

	@Override
	public void close() {
		directory.close();
		embedded.ifPresent(EmbeddedDirectory::close);
	}

}
