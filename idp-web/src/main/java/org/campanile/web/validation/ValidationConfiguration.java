package org.campanile.web.validation;

import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.stream.Collectors;

import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.autoconfigure.web.server.ManagementPortType;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AbstractHttpConfigurer;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.web.SecurityFilterChain;

import org.campanile.HomeFolder;
import org.campanile.authn.AuthenticationMethod;
import org.campanile.authn.resolver.UserResolver;
import org.campanile.authn.throttle.LoginThrottle;
import org.campanile.factor.Enrolments;
import org.campanile.factor.pin.Pins;
import org.campanile.onetime.OneTimeStore;
import org.campanile.seal.Sealer;
import org.campanile.validation.CodeCheck;
import org.campanile.validation.PinCheck;
import org.campanile.validation.Realm;
import org.campanile.validation.Transactions;
import org.campanile.validation.ValidationClients;
import org.campanile.validation.ValidationService;
import org.campanile.web.config.LiveConfiguration;
import org.campanile.web.config.StartupLines;
import org.campanile.web.directory.LdapProperties;
import org.campanile.web.factor.FactorsProperties;
import org.campanile.web.page.Pages;

/** Wires the validation service. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(ValidationProperties.class)
class ValidationConfiguration {

	/** The beans that exist if the service is on. */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnBooleanProperty("campanile.validation.enabled")
	static class Enabled {

		/**
		 * The longest wait for a PIN to be hashed; a burst of a few dozen is served
		 * within it.
		 */
		private static final Duration LONGEST_WAIT = Duration.ofSeconds(1);

		@Bean
		Realms validationRealms(ValidationProperties properties, UserResolver loginUsers, LdapProperties ldap,
				HomeFolder home, LiveConfiguration live, InstantSource clock, MeterRegistry meters,
				Environment environment) {
			if (ManagementPortType.get(environment) != ManagementPortType.DIFFERENT) {
				throw new IllegalArgumentException("campanile.validation.enabled: true, but there is no management "
						+ "port; set management.server.port to another port than that of users");
			}
			return new Realms(properties.open(loginUsers, ldap.timeout(), home, clock, meters),
					properties.defaultRealm(), live);
		}

		@Bean
		ValidationClients validationClients(ValidationProperties properties, InstantSource clock) {
			return new ValidationClients(properties.clientList(), clock);
		}

		@Bean
		ValidationService validationService(ValidationProperties properties, List<AuthenticationMethod> methods,
				LoginThrottle throttle, ObjectProvider<Enrolments> enrolments, ObjectProvider<Pins> pins,
				OneTimeStore store, Sealer sealer, InstantSource clock, SecureRandom random) {
			return new ValidationService(new CodeCheck.ByMethods(methods, throttle),
					Optional.ofNullable(pins.getIfAvailable())
						.<PinCheck>map(all -> all::check)
						.orElse((principal, pin) -> Optional.empty()),
					Optional.ofNullable(enrolments.getIfAvailable()),
					new Transactions(store, sealer, properties.challengeLifetime(), clock, random), throttle, clock);
		}

		@Bean
		@Order(6)
		@ConditionalOnBooleanProperty(FactorsProperties.ENABLED)
		Pins validationPins(ValidationProperties properties, Enrolments enrolments, InstantSource clock,
				SecureRandom random, Semaphore pinHashes) {
			return new Pins(properties.pinSettings(), enrolments, clock, random, pinHashes, LONGEST_WAIT);
		}

		/**
		 * Creates permits for half of the processors, so that the other half serves
		 * everybody else.
		 */
		@Bean
		@ConditionalOnBooleanProperty(FactorsProperties.ENABLED)
		Semaphore pinHashes() {
			return new Semaphore(Math.max(1, Runtime.getRuntime().availableProcessors() / 2));
		}

		@Bean
		@ConditionalOnBooleanProperty(FactorsProperties.ENABLED)
		PinEnrolmentPage pinEnrolmentPage(Pages pages) {
			return new PinEnrolmentPage(pages);
		}

		@Bean
		UserCacheEndpoint userCacheEndpoint(Realms realms) {
			return new UserCacheEndpoint(realms);
		}

		/**
		 * Reports the further directories and databases; part of the overall health,
		 * which includes that of the login separately.
		 */
		@Bean
		HealthIndicator validationRealmsHealthIndicator(Realms realms, UserResolver loginUsers) {
			return () -> {
				Health.Builder health = Health.up();
				for (Realm realm : realms.all()) {
					if (realm.resolver().id().equals(loginUsers.id())) {
						continue;
					}
					realm.resolver().fault().ifPresent(fault -> health.down().withDetail(realm.name(), fault));
				}
				return health.build();
			};
		}

		/** Clients show a token that no page of another site can send. */
		@Bean
		@Order(Ordered.HIGHEST_PRECEDENCE + 1)
		SecurityFilterChain validationFilterChain(HttpSecurity http) throws Exception {
			return http.securityMatcher(ValidationServlet.PATH)
				.csrf(AbstractHttpConfigurer::disable)
				.authorizeHttpRequests(requests -> requests.anyRequest().permitAll())
				.sessionManagement(session -> session.sessionCreationPolicy(SessionCreationPolicy.STATELESS))
				.requestCache(AbstractHttpConfigurer::disable)
				.anonymous(AbstractHttpConfigurer::disable)
				.formLogin(AbstractHttpConfigurer::disable)
				.httpBasic(AbstractHttpConfigurer::disable)
				.logout(AbstractHttpConfigurer::disable)
				.build();
		}

		@Bean
		@Order(StartupLines.SERVICES)
		StartupLines validationLines(ValidationProperties properties, Realms realms) {
			return lines -> lines.add("validation",
					ValidationServlet.PATH + ' ' + properties.listen().describe() + ", for "
							+ properties.clients().size() + " clients, realms "
							+ realms.all()
								.stream()
								.map(realm -> realm.name() + " (" + realm.check().code() + ")")
								.collect(Collectors.joining(", ")));
		}

	}

}
