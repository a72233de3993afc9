package org.campanile.demo;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import org.campanile.testkit.directory.EmbeddedDirectory;
import org.campanile.web.config.HomeEnvironment;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.boot.EnvironmentPostProcessor;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.core.Ordered;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;

/**
 * Starts a directory if {@code campanile.ldap.embedded.enabled} is set, and points the
 * ordinary keys of {@code campanile.ldap} to it, so that the server treats it like any
 * other directory. It is stopped after the server.
 */
final class DemoDirectory implements EnvironmentPostProcessor, Ordered {

	private static final String LDAP = "campanile.ldap.";

	/**
	 * The directory that the demo starts, in place of the servers and accounts below
	 * {@code campanile.ldap}.
	 *
	 * @param enabled whether it is started
	 * @param ldif the file of its users, relative to the home folder; without it the
	 * users of the demo
	 * @param port the port on loopback, 0 for any free one
	 */
	@ConfigurationProperties("campanile.ldap.embedded")
	record DemoDirectoryProperties(@DefaultValue("false") boolean enabled, @Nullable Path ldif,
			@DefaultValue("0") @Min(0) @Max(65535) int port) {
	}

	@Override
	public void postProcessEnvironment(ConfigurableEnvironment environment, SpringApplication application) {
		if (!environment.getProperty(LDAP + "embedded.enabled", "").equals("true")) {
			return;
		}
		DemoDirectoryProperties properties = Binder.get(environment)
			.bindOrCreate(LDAP + "embedded", DemoDirectoryProperties.class);
		Path home = Path.of(environment.getProperty(HomeEnvironment.HOME, "."));
		@Nullable Path ldif = properties.ldif() == null ? null : home.resolve(properties.ldif());
		String baseDn = environment.getProperty(LDAP + "base-dn", EmbeddedDirectory.DEMO_BASE_DN);
		EmbeddedDirectory directory = start(ldif, baseDn, properties.port());
		application.addInitializers(context -> {
			// The first to be registered is the last to be destroyed.
			if (context.getBeanFactory() instanceof DefaultListableBeanFactory beans) {
				beans.registerDisposableBean("demoDirectory", directory::close);
			}
		});
		Map<String, Object> settings = new LinkedHashMap<>(directory.settings());
		settings.put(LDAP + "start-tls", "false");
		settings.put(LDAP + "base-dn", baseDn);
		if (ldif != null) {
			// The file and the configuration determine its accounts.
			settings.remove(LDAP + "bind-dn");
			settings.remove(LDAP + "bind-password");
		}
		environment.getPropertySources().addFirst(new MapPropertySource("demo-directory", settings));
	}

	private static EmbeddedDirectory start(@Nullable Path ldif, String baseDn, int port) {
		if (ldif != null && !Files.isReadable(ldif)) {
			throw new IllegalArgumentException(LDAP + "embedded.ldif: " + ldif
					+ " cannot be read; set a file of entries in LDIF, or remove the setting to use the demo's users");
		}
		try {
			return ldif == null ? EmbeddedDirectory.demo(port) : EmbeddedDirectory.start(baseDn, ldif, port);
		}
		catch (IOException ex) {
			throw new IllegalArgumentException(LDAP + "embedded: " + ex.getMessage() + "; choose another port or file",
					ex);
		}
	}

	@Override
	public int getOrder() {
		return LOWEST_PRECEDENCE;
	}

}
