package org.campanile.web.sso;

import java.time.InstantSource;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

import org.campanile.access.AccessRules;
import org.campanile.attribute.AttributeResolver;
import org.campanile.onetime.OneTimeStore;
import org.campanile.protocol.ProtocolId;
import org.campanile.release.DefaultReleasePolicy;
import org.campanile.service.ServiceCatalog;
import org.campanile.service.ServiceRegistry;
import org.campanile.session.SessionPolicy;
import org.campanile.session.Sessions;
import org.campanile.signon.AccessSteps;
import org.campanile.signon.AnsweredRequests;
import org.campanile.signon.Approval;
import org.campanile.signon.EndedLogins;
import org.campanile.signon.SignOnProtocol;
import org.campanile.signon.SignOnService;
import org.campanile.signon.SignOnSteps;
import org.campanile.signon.StageTimers;
import org.campanile.web.config.LiveConfiguration;
import org.campanile.web.security.ClientAddress;
import org.campanile.web.store.SessionProperties;

/** The use case of the sign-on, over all protocols. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(RequestsProperties.class)
@Import({ StageTimers.class, ServiceCatalog.class })
class SignOnConfiguration {

	@Bean
	AnsweredRequests answeredRequests(OneTimeStore replayKeys, SessionProperties session, RequestsProperties requests) {
		return new AnsweredRequests(replayKeys, session.loginTimeout(), requests.checkedClockSkew());
	}

	@Bean
	EndedLogins endedLogins(OneTimeStore values, InstantSource clock, SessionProperties session,
			RequestsProperties requests) {
		return new EndedLogins(values, clock,
				AnsweredRequests.pending(session.loginTimeout(), requests.checkedClockSkew()));
	}

	@Bean
	AccessSteps accessSteps(SignOnSteps steps, InstantSource clock) {
		return new AccessSteps(steps, clock);
	}

	@Bean
	SignOnService signOnService(LiveConfiguration live, List<ServiceRegistry> registries,
			ObjectProvider<LiveServices> configured, AttributeResolver resolver, List<SignOnProtocol> protocols,
			SignOnSteps steps, Sessions sessions, SessionPolicy policy, InstantSource clock, StageTimers timers,
			ClientAddress clientAddress, ObjectProvider<Approval> approvals) {
		Supplier<String> address = clientAddress::ofCurrentRequest;
		List<LiveServices> liveServices = configured.orderedStream().toList();
		LiveCatalog services = new LiveCatalog(registries, liveServices);
		requireAnswerable(services.under(live.current()), protocols);
		return new SignOnService(() -> {
			LiveConfiguration.Version version = live.current();
			return new SignOnService.Rules(services.under(version), version.get(DefaultReleasePolicy.class),
					version.get(AccessRules.class), address.get());
		}, resolver, protocols, steps, sessions, policy, clock, timers, approvals.orderedStream().toList());
	}

	/**
	 * @throws IllegalStateException if there are services that no protocol answers
	 */
	private static void requireAnswerable(ServiceCatalog services, List<SignOnProtocol> protocols) {
		Set<ProtocolId> missing = new HashSet<>(services.protocols());
		protocols.forEach(protocol -> missing.remove(protocol.id()));
		if (!missing.isEmpty()) {
			throw new IllegalStateException("services of " + missing + " are registered, and nothing answers them: "
					+ "a protocol needs a SignOnProtocol bean beside its ServiceRegistry");
		}
	}

	/**
	 * Services with the local settings of a version, where they have any. Thread-safe.
	 */
	private static final class LiveCatalog {

		private final List<ServiceRegistry> registries;

		private final List<LiveServices> liveServices;

		private volatile @Nullable Made last;

		LiveCatalog(List<ServiceRegistry> registries, List<LiveServices> liveServices) {
			this.registries = registries;
			this.liveServices = liveServices;
		}

		private record Made(LiveConfiguration.Version version, ServiceCatalog services) {
		}

		ServiceCatalog under(LiveConfiguration.Version version) {
			Made made = last;
			if (made == null || made.version() != version) {
				made = new Made(version, make(version));
				last = made;
			}
			return made.services();
		}

		private ServiceCatalog make(LiveConfiguration.Version version) {
			Map<ProtocolId, ServiceRegistry> services = new LinkedHashMap<>();
			registries.forEach(registry -> services.put(registry.protocol(), registry));
			liveServices.stream()
				.map(configured -> configured.under(version))
				.forEach(registry -> services.put(registry.protocol(), registry));
			return new ServiceCatalog(services.values());
		}

	}

}
