package org.campanile.web.factor.external;

import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

import javax.net.ssl.SSLContext;

import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;

import org.campanile.HomeFolder;
import org.campanile.attribute.SourceUnavailableException;
import org.campanile.attribute.SourceValues;
import org.campanile.attribute.UserReader;
import org.campanile.authn.AuthenticatedUser;
import org.campanile.authn.AuthenticationMethod;
import org.campanile.factor.external.ExternalMethod;
import org.campanile.factor.external.PrivacyIdea;
import org.campanile.http.OutgoingHttp;
import org.campanile.web.factor.FactorsProperties;
import org.campanile.web.outgoing.OutgoingProperties;
import org.campanile.web.page.Pages;
import org.campanile.web.sso.ServiceViews;

/** The factor that another system checks. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(ExternalProperties.class)
class ExternalConfiguration {

	@Bean
	@ConditionalOnBooleanProperty({ FactorsProperties.ENABLED, ExternalProperties.PREFIX + ".enabled" })
	@Order(4)
	ExternalMethod externalMethod(ExternalProperties properties, OutgoingProperties outgoing, HomeFolder home,
			UserReader reader, InstantSource clock) {
		SSLContext tls = properties.tls(home).orElseGet(() -> outgoing.tls(home));
		// A connection for each request, as waiting for one would look like a server that
		// does not answer.
		PrivacyIdea validator = new PrivacyIdea(properties.settings(),
				new OutgoingHttp(tls, properties.maxConcurrent()));
		ExternalMethod.Users users = properties.users() == ExternalProperties.Users.ATTRIBUTE
				? user -> has(properties, user, reader) : ExternalMethod.Users.ALL;
		return new ExternalMethod(validator,
				new ExternalMethod.Settings(users, properties.triggers(),
						properties.users() == ExternalProperties.Users.CHALLENGE, properties.challengeTime(),
						properties.maxConcurrent()),
				clock);
	}

	/** A step-up has not read the entry. */
	private static boolean has(ExternalProperties properties, AuthenticatedUser user, UserReader reader)
			throws AuthenticationMethod.MethodUnavailableException {
		try {
			Optional<? extends SourceValues> entry = user.entry().isPresent() ? user.entry()
					: reader.read(user.principal());
			if (entry.isEmpty()) {
				// Nobody is let off the factor because no login would find the entry.
				return true;
			}
			String attribute = String.valueOf(properties.attribute());
			if (entry.get().isPartial(attribute)) {
				// The value could be among those that the directory did not return.
				return true;
			}
			List<String> found = entry.get().texts(attribute);
			return properties.values().isEmpty() ? !found.isEmpty()
					: properties.values().stream().anyMatch(value -> found.stream().anyMatch(value::equalsIgnoreCase));
		}
		catch (SourceUnavailableException ex) {
			throw new AuthenticationMethod.MethodUnavailableException(ex.getMessage(), ex);
		}
	}

	@Bean
	@ConditionalOnBooleanProperty({ FactorsProperties.ENABLED, ExternalProperties.PREFIX + ".enabled" })
	ExternalPage externalPage(Pages pages, ServiceViews services, ExternalProperties properties) {
		return new ExternalPage(pages, services, properties.triggers());
	}

}
