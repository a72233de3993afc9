package org.campanile.web.notice;

import java.time.InstantSource;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import org.campanile.attribute.AttributeResolver;
import org.campanile.web.config.LiveConfiguration;
import org.campanile.web.page.Pages;

/** Configures mail to users. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(MailProperties.class)
class NoticeConfiguration {

	@Bean
	Notices notices(MailProperties properties, AttributeResolver resolver, Pages pages, LiveConfiguration live,
			InstantSource clock) {
		return new Notices(properties, resolver, pages, live, clock);
	}

	@Bean
	AuditedChanges auditedChanges(ObjectProvider<Notices> notices) {
		return new AuditedChanges(notices);
	}

}
