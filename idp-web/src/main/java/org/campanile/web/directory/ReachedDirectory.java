package org.campanile.web.directory;

import java.time.InstantSource;

import io.micrometer.core.instrument.MeterRegistry;

import org.campanile.HomeFolder;
import org.campanile.attribute.UserReader;
import org.campanile.directory.Directory;
import org.campanile.directory.DirectorySettings;
import org.campanile.explain.UserSource;
import org.campanile.web.config.ConfigurationReport;

/** The directory of a home folder whose server need not run. */
public final class ReachedDirectory implements AutoCloseable {

	private final Directory directory;

	private ReachedDirectory(Directory directory) {
		this.directory = directory;
	}

	public static ReachedDirectory of(ConfigurationReport configuration, HomeFolder home, InstantSource clock,
			MeterRegistry meters) {
		LdapProperties properties = configuration.group(LdapProperties.class);
		DirectorySettings settings = configuration.group(AuthenticationProperties.class)
			.limit(properties.settings(home));
		return new ReachedDirectory(LdapConfiguration.directory(settings, properties.attributes(), clock, meters));
	}

	public UserSource users() {
		return new DirectoryUserSource(directory);
	}

	public UserReader reader() {
		return directory;
	}

	@Override
	public void close() {
		directory.close();
	}

}
