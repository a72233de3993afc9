package org.campanile.web.overload;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;

import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.Ordered;
import org.springframework.core.env.Environment;

import org.campanile.IdentityProvider;
import org.campanile.authn.AuthenticationMethod;
import org.campanile.authn.throttle.LoginThrottle;
import org.campanile.protocol.Endpoint;
import org.campanile.web.directory.LdapProperties;
import org.campanile.web.endpoint.Endpoints;
import org.campanile.web.lifecycle.Drain;
import org.campanile.web.page.Pages;
import org.campanile.web.sso.SessionCookie;

/** The beans of overload protection. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(OverloadProperties.class)
@ConditionalOnProperty(name = "campanile.overload.enabled", havingValue = "true", matchIfMissing = true)
@Import({ OverloadMetrics.class, OverloadWatch.class })
class OverloadConfiguration {

	/**
	 * The number of permits for each processor, enough to keep it busy while requests
	 * wait.
	 */
	private static final int PERMITS_PER_PROCESSOR = 64;

	/**
	 * The number of phases of a login: before the directory search, between search and
	 * bind, and after the bind.
	 */
	private static final int PHASES_OF_LOGIN = 3;

	private static final int MIN_BEGINNING = 8;

	private static final long MIN_WAITING_BYTES = 32L * 1024 * 1024;

	@Bean
	Processors processors() {
		return Processors.ofVirtualThreads();
	}

	@Bean
	Admission admission(OverloadProperties properties, LdapProperties ldap, LoginThrottle throttle,
			List<AuthenticationMethod> methods, Processors processors) {
		Runtime machine = Runtime.getRuntime();
		int work = PERMITS_PER_PROCESSOR * machine.availableProcessors();
		// Logins that wait for other tries at the same name, for the time at which a
		// wrong
		// password is answered, or for another system, must not use up permits.
		Permits logins = new Permits(
				() -> processors.permits(ldap.maxConcurrent(), PHASES_OF_LOGIN) + throttle.waiting()
						+ methods.stream().mapToInt(method -> Math.min(method.waiting(), ldap.maxConcurrent())).sum());
		long start = System.nanoTime();
		return new Admission(
				Map.of(Priority.WORK, new Permits(() -> processors.permits(work, 1)), Priority.LOGIN, logins),
				Math.max(machine.maxMemory() / 4, MIN_WAITING_BYTES), properties.maxWait().toNanos(), MIN_BEGINNING,
				() -> System.nanoTime() - start);
	}

	@Bean
	AcceptPace acceptPace(Processors processors, Admission admission, OverloadMetrics metrics) {
		AcceptPace pace = AcceptPace.of(processors, admission);
		metrics.watch(pace);
		return pace;
	}

	@Bean
	EarlyRefusal earlyRefusal(OverloadProperties properties, Admission admission, Processors processors, Drain drain,
			Endpoints endpoints, IdentityProvider identityProvider, SessionCookie sessionCookie, Pages pages,
			BusyPage busyPage, OverloadMetrics metrics, Environment environment) {
		Set<String> paths = endpoints.all()
			.stream()
			.filter(endpoint -> endpoint.kind() == Endpoint.Kind.SIGN_ON)
			.map(endpoint -> identityProvider.contextPath() + endpoint.path())
			.collect(Collectors.toSet());
		BooleanSupplier needed = EarlyRefusal.needed(admission, processors, properties.maxWait(),
				Runtime.getRuntime().availableProcessors(), Connections.limit(environment));
		// A node that is leaving sends its requests to another one.
		return new EarlyRefusal(() -> needed.getAsBoolean() && !drain.isLeaving(), paths, sessionCookie::mayBeIn, pages,
				busyPage, () -> metrics.countRefused(RequestKind.NEW));
	}

	/** Registers the filter right after the one that renders error pages. */
	@Bean
	FilterRegistrationBean<AdmissionFilter> admissionFilter(Endpoints endpoints, Admission admission,
			EarlyRefusal refusal, SessionCookie sessionCookie, BusyPage busyPage, OverloadMetrics metrics) {
		RequestKinds kinds = new RequestKinds(endpoints, sessionCookie::isIssued);
		FilterRegistrationBean<AdmissionFilter> registration = new FilterRegistrationBean<>(
				new AdmissionFilter(kinds, admission, refusal, busyPage, metrics));
		registration.setOrder(Ordered.HIGHEST_PRECEDENCE + 3);
		return registration;
	}

}
