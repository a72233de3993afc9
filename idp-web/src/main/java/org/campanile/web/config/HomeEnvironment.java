package org.campanile.web.config;

import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Map;

import org.springframework.boot.context.event.ApplicationEnvironmentPreparedEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.core.Ordered;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;

/**
 * Settings of the container that follow from ours: the context path, and for http on
 * loopback the port, are those of {@code campanile.base-url}. Lowest in order, so that
 * whoever sets them differently is obeyed.
 */
public final class HomeEnvironment implements ApplicationListener<ApplicationEnvironmentPreparedEvent>, Ordered {

	/** The home folder's path. */
	public static final String HOME = "campanile.home";

	@Override
	public void onApplicationEvent(ApplicationEnvironmentPreparedEvent event) {
		ConfigurableEnvironment environment = event.getEnvironment();
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
		environment.getPropertySources().addLast(new MapPropertySource("campanile-derived", derived));
	}

	@Override
	public int getOrder() {
		return Ordered.LOWEST_PRECEDENCE;
	}

}
