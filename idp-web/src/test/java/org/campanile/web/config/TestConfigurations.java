package org.campanile.web.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;

import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.boot.support.SystemEnvironmentPropertySourceEnvironmentPostProcessor;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.core.io.FileSystemResource;

import org.campanile.HomeFolder;

import static org.assertj.core.api.Assertions.assertThat;

/** Checks configurations written by tests. */
public final class TestConfigurations {

	private TestConfigurations() {
	}

	/**
	 * Returns the faults that a check of this file reports.
	 * @param variables alternating names and values of environment variables
	 */
	public static List<String> check(Path home, String yaml, String... variables) throws IOException {
		StandardEnvironment environment = environment(home, yaml);
		if (variables.length > 0) {
			environment.getPropertySources()
				.replace(StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME,
						new SystemEnvironmentPropertySource(StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME,
								Map.of(variables[0], variables[1])));
			new SystemEnvironmentPropertySourceEnvironmentPostProcessor().postProcessEnvironment(environment,
					new org.springframework.boot.SpringApplication());
		}
		return faults(environment);
	}

	/**
	 * Returns the result of checking a home folder with this file, which must be without
	 * faults.
	 */
	public static HomeReport checkHome(Path home, String yaml) throws IOException {
		ConfigurationReport configuration = ConfigurationCheck.of(environment(home, yaml));
		assertThat(configuration.faults()).isEmpty();
		return new HomeCheck(configuration, new HomeFolder(home), InstantSource.system()).run();
	}

	/**
	 * Like {@link #check}, with a second file that supplies settings missing in the
	 * first.
	 */
	static List<String> checkOver(Path home, String yaml, String base) throws IOException {
		StandardEnvironment environment = environment(home, yaml);
		new YamlPropertySourceLoader()
			.load("base.yaml", new ByteArrayResource(base.getBytes(java.nio.charset.StandardCharsets.UTF_8)))
			.forEach(environment.getPropertySources()::addLast);
		return faults(environment);
	}

	private static StandardEnvironment environment(Path home, String yaml) throws IOException {
		Path file = Files.writeString(home.resolve("application.yaml"), yaml);
		StandardEnvironment environment = new StandardEnvironment();
		new YamlPropertySourceLoader().load("application.yaml", new FileSystemResource(file))
			.forEach(environment.getPropertySources()::addLast);
		environment.getPropertySources()
			.addFirst(new MapPropertySource("commandLineArgs", Map.of(HomeEnvironment.HOME, home.toString())));
		environment.setIgnoreUnresolvableNestedPlaceholders(true);
		CredentialFiles.addTo(environment);
		return environment;
	}

	private static List<String> faults(StandardEnvironment environment) {
		return ConfigurationCheck.of(environment).faults();
	}

}
