package org.campanile.web.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.Map;
import java.util.stream.Stream;

import org.campanile.testkit.serviceprovider.ServiceProvider;
import org.campanile.testkit.serviceprovider.ServiceProviderKeys;
import org.campanile.testkit.serviceprovider.ServiceProviderSettings;

/** The home folder of a server to check. */
record CheckedHome(Path folder) {

	static final String LEAST = """
			campanile:
			  base-url: https://login.example.edu/idp
			  ldap:
			    urls: ldaps://ldap.example.edu
			    base-dn: ou=people,dc=example,dc=edu
			  http: {trusted-proxies: [10.0.0.5]}
			""";

	static final String WIKI = "https://wiki.example.edu/shibboleth";

	private static final ServiceProviderKeys KEYS = ServiceProviderKeys.generate("test", Clock.systemUTC(),
			new SecureRandom());

	/** Creates an empty home folder. */
	static CheckedHome in(Path folder) throws IOException {
		Files.createDirectories(folder.resolve("metadata"));
		return new CheckedHome(folder);
	}

	Path resolve(String path) {
		return folder.resolve(path);
	}

	Output check(String... options) {
		return Output.of(Stream.concat(Stream.of("check", "--home", folder.toString()), Stream.of(options))
			.toArray(String[]::new));
	}

	void write(String yaml) throws IOException {
		Files.writeString(resolve("application.yaml"), yaml);
	}

	/** Writes the metadata of a service. */
	void service(String file, String entityId) throws Exception {
		ServiceProvider provider = new ServiceProvider(
				ServiceProviderSettings.of(entityId, entityId + "/acs", Map.of()), KEYS, Clock.systemUTC(),
				new SecureRandom());
		Files.write(resolve("metadata/" + file), provider.metadata());
	}

}
