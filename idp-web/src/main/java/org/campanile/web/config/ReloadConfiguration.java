package org.campanile.web.config;

import java.time.InstantSource;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.logging.LoggerGroups;
import org.springframework.boot.logging.LoggingSystem;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.ConfigurableEnvironment;

import org.campanile.HomeFolder;

/** Reloads settings while the server runs. */
@Configuration(proxyBeanMethods = false)
class ReloadConfiguration {

	@Bean
	ConfigurationWatch configurationWatch(HomeFolder home, ConfigurableEnvironment environment, LiveConfiguration live,
			LoggingSystem logging, LoggerGroups groups, InstantSource clock, MeterRegistry meters) {
		ConfigurationWatch watch = new ConfigurationWatch(home, environment, live, new LogLevels(logging, groups),
				clock);
		Gauge
			.builder("campanile.configuration.refused", watch, current -> Math.min(1, current.state().refused().size()))
			.description("1 while the current application.yaml is refused")
			.register(meters);
		Gauge.builder("campanile.configuration.restart", watch, current -> current.state().restart().size())
			.description("Settings of application.yaml that wait for a restart")
			.register(meters);
		return watch;
	}

	/** Always up: the server continues with the settings in force. */
	@Bean
	HealthIndicator configurationHealthIndicator(ConfigurationWatch watch) {
		return () -> {
			ConfigurationWatch.State state = watch.state();
			Health.Builder health = Health.up();
			if (!state.refused().isEmpty()) {
				health.withDetail("refused", state.refused());
			}
			if (!state.restart().isEmpty()) {
				health.withDetail("restart", state.restart());
			}
			return health.build();
		};
	}

}
