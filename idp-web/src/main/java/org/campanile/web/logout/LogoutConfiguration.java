package org.campanile.web.logout;

import java.util.stream.Collectors;

import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

import org.campanile.logout.FrontChannelLogout;
import org.campanile.logout.LogoutSettings;
import org.campanile.logout.OpenLogoutRequests;
import org.campanile.logout.ServiceLogout;
import org.campanile.logout.ServiceLogoutState;
import org.campanile.logout.SingleLogout;
import org.campanile.web.management.EndedSessionListener;

/** Configures single logout across all protocols. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(LogoutProperties.class)
@Import({ SingleLogout.class, OpenLogoutRequests.class, FrontChannelLogout.class })
class LogoutConfiguration {

	@Bean
	LogoutSettings logoutSettings(LogoutProperties properties) {
		return properties.settings();
	}

	/** Notifies services of a session that an administrator terminated. */
	@Bean
	EndedSessionListener endedSessionListener(SingleLogout singleLogout) {
		return sessions -> singleLogout.afterEnd(sessions)
			.services()
			.stream()
			.filter(service -> service.state() != ServiceLogoutState.ENDED)
			.map(ServiceLogout::service)
			.collect(Collectors.toSet());
	}

}
