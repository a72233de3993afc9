package org.campanile.web.consent;

import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;

import org.campanile.HomeFolder;
import org.campanile.attribute.AttributeSettings;
import org.campanile.attribute.DecidingAttributes;
import org.campanile.audit.AuditLog;
import org.campanile.consent.Acknowledgements;
import org.campanile.consent.ConsentApproval;
import org.campanile.consent.ConsentPolicy;
import org.campanile.consent.Consents;
import org.campanile.consent.NoticeApproval;
import org.campanile.consent.TermsApproval;
import org.campanile.explain.ApprovalNotes;
import org.campanile.signon.SignOnProtocol;
import org.campanile.web.attribute.AttributesProperties;
import org.campanile.web.attribute.ConfiguredSources;
import org.campanile.web.config.LiveConfiguration;
import org.campanile.web.config.LiveSetting;
import org.campanile.web.config.NestedSettings;

/**
 * Configures what users agree to or read between a login and a service: messages first,
 * then terms of use, then what the service receives.
 */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties({ ConsentProperties.class, TermsProperties.class, InterruptsProperties.class })
@Import({ Acknowledgements.class, Consents.class })
class ConsentConfiguration {

	private static final Logger logger = LoggerFactory.getLogger(ConsentConfiguration.class);

	@Bean
	LiveSetting<ConsentProperties, ConsentPolicy> liveConsent(ConsentProperties consent,
			AttributesProperties attributes, AttributeSettings settings) {
		Optional<Set<String>> attributeIds = Optional.of(attributes.attributeIds(settings));
		return LiveSetting.of("campanile.consent", List.of("campanile.consent.rules"), consent, ConsentProperties.class,
				ConsentPolicy.class, properties -> properties.policy(attributeIds));
	}

	@Bean
	LiveSetting<TermsProperties, TermsProperties.Texts> liveTerms(TermsProperties terms,
			AttributesProperties attributes, AttributeSettings settings, HomeFolder home, Environment environment) {
		terms.warnings(settings, ConfiguredSources.of(new NestedSettings(environment))).forEach(logger::warn);
		Optional<Set<String>> attributeIds = Optional.of(attributes.attributeIds(settings));
		return LiveSetting.of("campanile.terms", List.of("campanile.terms.documents"), terms, TermsProperties.class,
				TermsProperties.Texts.class, properties -> properties.read(attributeIds, home));
	}

	@Bean
	DecidingAttributes termsAttributes(LiveConfiguration live) {
		return () -> live.current().get(TermsProperties.Texts.class).policy().deciding();
	}

	@Bean
	LiveSetting<InterruptsProperties, InterruptsProperties.Texts> liveInterrupts(InterruptsProperties interrupts,
			AttributesProperties attributes, AttributeSettings settings) {
		Optional<Set<String>> attributeIds = Optional.of(attributes.attributeIds(settings));
		return LiveSetting.of("campanile.interrupts", List.of(), interrupts, InterruptsProperties.class,
				InterruptsProperties.Texts.class, properties -> properties.read(attributeIds));
	}

	@Bean
	ApprovalNotes approvalNotes(LiveConfiguration live, Acknowledgements acknowledgements, ConsentApproval consent,
			InstantSource clock) {
		return new ConfiguredApprovals(
				() -> new ConfiguredApprovals.Policies(live.current().get(InterruptsProperties.Texts.class).policy(),
						live.current().get(TermsProperties.Texts.class).policy(),
						live.current().get(ConsentPolicy.class)),
				new ConfiguredApprovals.Stored(acknowledgements, consent), clock);
	}

	@Bean
	@Order(1)
	NoticeApproval noticeApproval(LiveConfiguration live, Acknowledgements acknowledgements, AuditLog auditLog,
			InstantSource clock) {
		return new NoticeApproval(() -> live.current().get(InterruptsProperties.Texts.class).policy(), acknowledgements,
				auditLog, clock);
	}

	@Bean
	@Order(2)
	TermsApproval termsApproval(LiveConfiguration live, Acknowledgements acknowledgements, AuditLog auditLog) {
		return new TermsApproval(() -> live.current().get(TermsProperties.Texts.class).policy(), acknowledgements,
				auditLog);
	}

	@Bean
	@Order(3)
	ConsentApproval consentApproval(LiveConfiguration live, Consents consents, List<SignOnProtocol> protocols,
			AuditLog auditLog) {
		return new ConsentApproval(() -> live.current().get(ConsentPolicy.class), consents, protocols, auditLog);
	}

}
