package org.campanile.web.directory;

import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

import io.micrometer.core.instrument.MeterRegistry;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.annotation.Order;

import org.campanile.HomeFolder;
import org.campanile.attribute.EntryAttributes;
import org.campanile.authn.resolver.UserResolver;
import org.campanile.directory.Directory;
import org.campanile.directory.DirectoryResolver;
import org.campanile.directory.DirectorySettings;
import org.campanile.directory.EntryCache;
import org.campanile.directory.password.LoginMethod;
import org.campanile.web.config.Faults;
import org.campanile.web.config.StartupLines;
import org.campanile.web.lifecycle.StartGate;

/** Makes the directory. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(LdapProperties.class)
@Import(DirectoryUserSource.class)
class LdapConfiguration {

	private static final Logger logger = LoggerFactory.getLogger(LdapConfiguration.class);

	@Bean
	Directory directory(LdapProperties properties, AuthenticationProperties authentication, HomeFolder home,
			InstantSource clock, MeterRegistry registry, ObjectProvider<EntryAttributes> needed) {
		DirectorySettings settings = authentication.limit(properties.settings(home));
		if (properties.exposesPasswords()) {
			logger.warn("campanile.ldap.urls: {} is reached without encryption, so every password crosses the network "
					+ "in clear; use ldaps:// or start-tls: true", properties.urls());
		}
		List<String> attributes = Stream
			.concat(properties.attributes().stream(), needed.stream().flatMap(one -> one.names().stream().sorted()))
			.distinct()
			.toList();
		Directory directory = directory(settings, attributes, clock, registry);
		directory.checkConnectivity();
		return directory;
	}

	/** The users of the login, for validations by other systems. No realm has this id. */
	@Bean
	@ConditionalOnBooleanProperty("campanile.validation.enabled")
	UserResolver loginUsers(Directory directory, AuthenticationProperties authentication) {
		LoginMethod method = authentication.passwordSettings(EntryCache.OFF).method();
		return new DirectoryResolver("_login", directory, false, method::countedAccount);
	}

	/**
	 * Reports the current state of the directory; part of the overall health, not of
	 * readiness.
	 */
	@Bean
	HealthIndicator directoryHealthIndicator(Directory directory) {
		return () -> directory.fault()
			.map(reason -> Health.down().withDetail("reason", reason).build())
			.orElseGet(() -> Health.up().build());
	}

	@Bean
	HealthIndicator directoryAnsweredHealthIndicator(Directory directory) {
		return new DirectoryAnswered(directory::fault);
	}

	@Bean
	StartGate.Probe directoryProbe(Directory directory) {
		return new StartGate.Probe("directory", directory::isHealthy);
	}

	@Bean
	@Order(StartupLines.USERS)
	StartupLines directoryLines(LdapProperties properties) {
		return lines -> lines.add("directory", properties.describe());
	}

	/** Creates it without connecting. */
	static Directory directory(DirectorySettings settings, List<String> attributes, InstantSource clock,
			MeterRegistry registry) {
		return Faults.named("campanile.ldap.trusted-certificates",
				() -> new Directory(settings, attributes, clock, registry));
	}

	/**
	 * Whether the directory has answered since the start. Logins should not be sent to a
	 * node that never reached it, or that looks for people where there is nothing. A node
	 * that did find its base DN stays ready while the directory is away: people with a
	 * session sign on without it, and every other node would be no better off.
	 * Thread-safe.
	 */
	private static final class DirectoryAnswered implements HealthIndicator {

		private final Supplier<Optional<String>> probe;

		private volatile boolean answered;

		/**
		 * @param probe asks the directory now; gives what is wrong
		 */
		DirectoryAnswered(Supplier<Optional<String>> probe) {
			this.probe = probe;
		}

		@Override
		public Health health() {
			if (answered) {
				return Health.up().build();
			}
			Optional<String> fault = probe.get();
			answered = fault.isEmpty();
			return fault.map(reason -> Health.outOfService().withDetail("reason", reason).build())
				.orElseGet(() -> Health.up().build());
		}

	}

}
