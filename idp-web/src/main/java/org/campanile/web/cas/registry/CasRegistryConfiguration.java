package org.campanile.web.cas.registry;

import java.io.IOException;
import java.time.InstantSource;
import java.util.List;

import io.micrometer.core.instrument.MeterRegistry;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;

import org.campanile.HomeFolder;
import org.campanile.attribute.AttributeSettings;
import org.campanile.attribute.DecidingAttributes;
import org.campanile.web.access.AccessProperties;
import org.campanile.web.attribute.AttributesProperties;
import org.campanile.web.config.StartupLines;

/** Configures the registry of CAS services. */
@Configuration(proxyBeanMethods = false)
class CasRegistryConfiguration {

	private static final Logger logger = LoggerFactory.getLogger(CasRegistryConfiguration.class);

	/** The number of faults that the health details show; the log has all of them. */
	private static final int MAX_LINES = 50;

	@Bean(initMethod = "start")
	CasServiceRegistry casServices(HomeFolder home, AttributesProperties attributes, AttributeSettings settings,
			AccessProperties access, InstantSource clock, MeterRegistry meters) {
		try {
			new ServicesFolder(home.services()).ignored().forEach(line -> logger.warn("services/{}", line));
		}
		catch (IOException ex) {
			// The registry reports it, and tries again.
			logger.debug("services/: cannot be listed", ex);
		}
		return new CasServiceRegistry(home, ServiceContext.of(attributes.attributeIds(settings), access), clock,
				meters);
	}

	@Bean
	DecidingAttributes casServiceAttributes(CasServiceRegistry registry) {
		return DecidingAttributes
			.all(List.of(registry::deciding, DecidingAttributes.ofIdentifiers(registry::usernames)));
	}

	/**
	 * Always reports up: a node that serves what it served before must not be removed
	 * from the proxy because of a file that every node has.
	 */
	@Bean
	HealthIndicator casServicesHealthIndicator(CasServiceRegistry registry) {
		return () -> {
			List<String> degraded = registry.problems()
				.stream()
				.limit(MAX_LINES)
				.map(line -> "services/" + line)
				.toList();
			Health.Builder health = Health.up().withDetail("services", registry.size());
			return degraded.isEmpty() ? health.build() : health.withDetail("degraded", degraded).build();
		};
	}

	@Bean
	@Order(StartupLines.SERVICES)
	StartupLines casServiceLines(CasServiceRegistry registry) {
		return lines -> {
			if (registry.size() > 0) {
				lines.add("CAS services", Integer.toString(registry.size()));
			}
		};
	}

}
