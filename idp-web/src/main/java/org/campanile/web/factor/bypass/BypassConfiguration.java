package org.campanile.web.factor.bypass;

import java.time.InstantSource;

import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import org.campanile.audit.AuditLog;
import org.campanile.factor.Enrolments;
import org.campanile.factor.bypass.Bypasses;
import org.campanile.web.factor.FactorsProperties;

/** Configures administrators' permission to sign in without a second factor. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(BypassProperties.class)
class BypassConfiguration {

	@Bean
	@ConditionalOnBooleanProperty({ FactorsProperties.ENABLED, BypassProperties.PREFIX + ".enabled" })
	Bypasses bypasses(Enrolments enrolments, BypassProperties properties, InstantSource clock, AuditLog auditLog) {
		return new Bypasses(enrolments, properties.maximum(), clock, auditLog);
	}

}
