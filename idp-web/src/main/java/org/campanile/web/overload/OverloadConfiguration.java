package org.campanile.web.overload;

import java.util.Map;

import io.micrometer.core.instrument.MeterRegistry;
import org.campanile.audit.AuditLog;
import org.campanile.authn.LoginThrottle;
import org.campanile.session.Sessions;
import org.campanile.web.config.LdapProperties;
import org.campanile.web.endpoint.Endpoints;
import org.campanile.web.sso.SessionCookie;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;

/** Makes what keeps the server from being overrun. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(OverloadProperties.class)
@ConditionalOnProperty(name = "campanile.overload.enabled", havingValue = "true", matchIfMissing = true)
class OverloadConfiguration {

	/** Enough to keep a processor busy whatever the requests wait for. */
	private static final int PLACES_OF_A_PROCESSOR = 64;

	/** Before it searches the directory, between that and the bind, and after it. */
	private static final int STAGES_OF_A_LOGIN = 3;

	private static final int LEAST_BEGINNING = 8;

	private static final long LEAST_WAITING = 32L * 1024 * 1024;

	@Bean
	Processors processors() {
		return Processors.ofVirtualThreads();
	}

	@Bean
	Admission admission(OverloadProperties properties, LdapProperties ldap, LoginThrottle throttle,
			Processors processors) {
		Runtime machine = Runtime.getRuntime();
		int work = PLACES_OF_A_PROCESSOR * machine.availableProcessors();
		// Logins that wait for other tries at the same name take no place from others.
		Places logins = new Places(
				() -> processors.places(ldap.maxConcurrent(), STAGES_OF_A_LOGIN) + throttle.waiting());
		long start = System.nanoTime();
		return new Admission(Map.of(Lane.WORK, new Places(() -> processors.places(work, 1)), Lane.LOGIN, logins),
				Math.max(machine.maxMemory() / 4, LEAST_WAITING), properties.maxWait().toNanos(), LEAST_BEGINNING,
				() -> System.nanoTime() - start);
	}

	@Bean
	OverloadMetrics overloadMetrics(Admission admission, Processors processors, MeterRegistry registry) {
		return new OverloadMetrics(admission, processors, registry);
	}

	@Bean
	OverloadWatch overloadWatch(Admission admission, OverloadMetrics metrics, AuditLog auditLog) {
		return new OverloadWatch(admission, metrics, auditLog);
	}

	@Bean
	AcceptPace acceptPace(Processors processors, Admission admission, OverloadMetrics metrics) {
		AcceptPace pace = AcceptPace.of(processors, admission);
		metrics.watch(pace);
		return pace;
	}

	/** After the filter that makes pages of what fails, before all others. */
	@Bean
	FilterRegistrationBean<AdmissionFilter> admissionFilter(Endpoints endpoints, Admission admission,
			SessionCookie sessionCookie, Sessions sessions, BusyPage busyPage, OverloadMetrics metrics) {
		RequestKinds kinds = new RequestKinds(endpoints,
				request -> sessionCookie.read(request).filter(sessions::issued).isPresent());
		FilterRegistrationBean<AdmissionFilter> registration = new FilterRegistrationBean<>(
				new AdmissionFilter(kinds, admission, busyPage, metrics));
		registration.setOrder(Ordered.HIGHEST_PRECEDENCE + 1);
		return registration;
	}

}
