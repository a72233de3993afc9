package org.campanile.web.explain;

import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import org.campanile.access.AccessRules;
import org.campanile.attribute.DefaultAttributeResolver;
import org.campanile.explain.ApprovalNotes;
import org.campanile.explain.ProtocolExplanation;
import org.campanile.explain.FactorExplainer;
import org.campanile.explain.SignOnExplainer;
import org.campanile.explain.UserSource;
import org.campanile.factor.Enrolments;
import org.campanile.release.DefaultReleasePolicy;
import org.campanile.signon.AccessSteps;
import org.campanile.web.directory.AuthenticationProperties;
import org.campanile.web.directory.AuthenticationProperties.Mode;
import org.campanile.web.config.ConfiguredNames;
import org.campanile.web.config.LiveConfiguration;

/** Explains sign-ons to administrators, with the components that perform them. */
@Configuration(proxyBeanMethods = false)
class ExplainConfiguration {

	@Bean
	SignOnExplainer signOnExplainer(UserSource users, DefaultAttributeResolver resolver, LiveConfiguration live,
			List<ProtocolExplanation> protocols, AuthenticationProperties authentication, AccessSteps steps,
			ObjectProvider<Enrolments> enrolments, ApprovalNotes approvals, InstantSource clock, SecureRandom random) {
		return new SignOnExplainer(users, resolver, () -> live.current().get(DefaultReleasePolicy.class),
				() -> live.current().get(AccessRules.class), protocols, notes(authentication), approvals, clock, random,
				new FactorExplainer(steps, Optional.ofNullable(enrolments.getIfAvailable()), clock));
	}

	static List<String> notes(AuthenticationProperties authentication) {
		return authentication.mode() == Mode.BIND_SEARCH ? List.of()
				: List.of("a login reads the entry as the user (campanile.authentication.mode: "
						+ ConfiguredNames.of(authentication.mode())
						+ "), this was read with the service account, which may see other attributes");
	}

}
