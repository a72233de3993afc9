package org.campanile.web.factor;

import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import org.campanile.factor.Enrolments;
import org.campanile.onetime.OneTimeStore;
import org.campanile.record.Records;

/** Configures what users have enrolled. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(FactorsProperties.class)
class FactorsConfiguration {

	/** Creates an executor with one thread for each note; notes are few. */
	@Bean(destroyMethod = "close")
	@ConditionalOnBooleanProperty(FactorsProperties.ENABLED)
	ExecutorService factorNotes() {
		return Executors.newVirtualThreadPerTaskExecutor();
	}

	@Bean
	@ConditionalOnBooleanProperty(FactorsProperties.ENABLED)
	Enrolments enrolments(@Qualifier("durableRecords") Records records, OneTimeStore oneTime, InstantSource clock,
			SecureRandom random, @Qualifier("factorNotes") ExecutorService factorNotes) {
		return new Enrolments(records, oneTime, clock, random, factorNotes);
	}

}
