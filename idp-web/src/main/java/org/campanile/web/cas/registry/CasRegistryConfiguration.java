package org.campanile.web.cas.registry;

import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

import org.campanile.HomeFolder;
import org.campanile.attribute.AttributeSettings;
import org.campanile.web.attribute.AttributesProperties;
import org.campanile.web.config.StartupLines;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.scheduling.annotation.Scheduled;

/** The registry of CAS services. */
@Configuration(proxyBeanMethods = false)
class CasRegistryConfiguration {

	/** How many faults the health details show; the log has all of them. */
	private static final int MAX_LINES = 50;

	@Bean
	ServiceFiles casServiceFiles(HomeFolder home, AttributesProperties attributes, AttributeSettings settings,
			InstantSource clock) {
		ServiceFiles files = new ServiceFiles(home.services(), Optional.of(attributes.attributeIds(settings)), clock);
		files.poll();
		return files;
	}

	@Bean
	Poll casServicePoll(ServiceFiles files) {
		return new Poll(files);
	}

	/** Follows the folder. */
	record Poll(ServiceFiles files) {

		@Scheduled(fixedDelay = 1, timeUnit = TimeUnit.SECONDS)
		void poll() {
			files.poll();
		}

	}

	/** Always up: a node serves what it served before. */
	@Bean
	HealthIndicator casServicesHealthIndicator(ServiceFiles files) {
		return () -> {
			Health.Builder health = Health.up().withDetail("services", files.size());
			List<String> faults = files.faults().stream().limit(MAX_LINES).toList();
			return (faults.isEmpty() ? health : health.withDetail("degraded", faults)).build();
		};
	}

	@Bean
	@Order(StartupLines.SERVICES)
	StartupLines casServiceLines(ServiceFiles files) {
		return lines -> {
			if (files.size() > 0) {
				lines.add("CAS services", Integer.toString(files.size()));
			}
		};
	}

}
