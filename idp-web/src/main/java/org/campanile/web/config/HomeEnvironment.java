package org.campanile.web.config;

import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Map;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.context.event.ApplicationEnvironmentPreparedEvent;
import org.springframework.boot.support.SystemEnvironmentPropertySourceEnvironmentPostProcessor;
import org.springframework.context.ApplicationListener;
import org.springframework.core.Ordered;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.MutablePropertySources;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/**
 * Derives settings of the servlet container: the context path, and for http on loopback
 * the port, are taken from {@code campanile.base-url} unless set explicitly. Also reads
 * {@link CredentialFiles}, and removes environment variables that are no settings but
 * would be bound as such.
 */
public final class HomeEnvironment implements ApplicationListener<ApplicationEnvironmentPreparedEvent>, Ordered {

	/** The home folder's path. */
	public static final String HOME = "campanile.home";

	/** The name of the property source of derived settings. */
	static final String DERIVED = "campanile-derived";

	@Override
	public void onApplicationEvent(ApplicationEnvironmentPreparedEvent event) {
		ConfigurableEnvironment environment = event.getEnvironment();
		removeNoSettings(environment, event.getSpringApplication());
		CredentialFiles.addTo(environment);
		Map<String, Object> derived = new LinkedHashMap<>();
		try {
			URI base = URI.create(environment.getProperty("campanile.base-url", "http://localhost:8080/idp"));
			derived.put("server.servlet.context-path", base.getPath() == null ? "" : base.getPath());
			if ("http".equals(base.getScheme()) && base.getPort() > 0) {
				derived.put("server.port", base.getPort());
			}
		}
		catch (IllegalArgumentException ex) {
			// Not a URL: the configuration check says so, with the key.
			return;
		}
		environment.getPropertySources().addLast(new MapPropertySource(DERIVED, derived));
	}

	/**
	 * Removes a variable named CAMPANILE, which binding would take for the value of all
	 * settings.
	 */
	private static void removeNoSettings(ConfigurableEnvironment environment, SpringApplication application) {
		MutablePropertySources sources = environment.getPropertySources();
		for (String shared : ConfigurationCheck.SHARED_SOURCES) {
			if (sources.get(shared) instanceof MapPropertySource source) {
				Map<String, Object> settings = new LinkedHashMap<>(source.getSource());
				if (settings.entrySet()
					.removeIf(entry -> EnvironmentVariables.isNoSetting(entry.getKey(),
							String.valueOf(entry.getValue())))) {
					sources.replace(shared,
							source instanceof SystemEnvironmentPropertySource
									? new SystemEnvironmentPropertySource(shared, settings)
									: new MapPropertySource(shared, settings));
				}
			}
		}
		// The replacement loses the origins of variables, which error messages use; this
		// restores them.
		new SystemEnvironmentPropertySourceEnvironmentPostProcessor().postProcessEnvironment(environment, application);
	}

	/** Runs after the files are read, before the configuration is checked. */
	@Override
	public int getOrder() {
		return Ordered.LOWEST_PRECEDENCE - 2;
	}

}
