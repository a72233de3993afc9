package org.campanile.web.config;

import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

import org.campanile.attribute.DefaultAttributeResolver;
import org.campanile.attribute.SamlAttributeNames;
import org.campanile.directory.Directory;
import org.campanile.explain.SignOnExplainer;
import org.campanile.saml.crypto.Credentials;
import org.campanile.saml.metadata.MetadataRelyingPartyRegistry;
import org.campanile.saml.nameid.DefaultNameIdPolicy;
import org.campanile.web.config.AuthenticationProperties.Mode;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Explains sign-ons to administrators, through the parts that make them. */
@Configuration(proxyBeanMethods = false)
class ExplainConfiguration {

	@Bean
	SignOnExplainer signOnExplainer(Directory directory, DefaultAttributeResolver resolver, LiveConfiguration live,
			DefaultNameIdPolicy nameIdPolicy, SamlAttributeNames names, MetadataRelyingPartyRegistry services,
			Credentials credentials, AuthenticationProperties authentication, InstantSource clock,
			SecureRandom random) {
		return new SignOnExplainer(directory, resolver, () -> live.current().releasePolicy(), nameIdPolicy, names,
				services, Optional.of(credentials), near(services), notes(authentication), clock, random);
	}

	/** What to say of an unknown service: which ones resemble it, which files are bad. */
	static UnaryOperator<String> near(MetadataRelyingPartyRegistry services) {
		return typed -> {
			String bad = services.problems().isEmpty() ? ""
					: "; not all files there can be used: " + services.problems().getFirst().message();
			return suggestion(typed, services.entityIds()) + bad;
		};
	}

	private static String suggestion(String typed, Set<String> known) {
		String part = typed.toLowerCase(Locale.ROOT);
		List<String> containing = known.stream()
			.filter(name -> name.toLowerCase(Locale.ROOT).contains(part))
			.sorted()
			.limit(3)
			.toList();
		return containing.isEmpty() ? ConfiguredNames.suggestion(typed, known)
				: "; did you mean " + String.join(" or ", containing) + "?";
	}

	static List<String> notes(AuthenticationProperties authentication) {
		return authentication.mode() == Mode.BIND_SEARCH ? List.of()
				: List.of("a login reads the entry as the person (campanile.authentication.mode: "
						+ ConfiguredNames.of(authentication.mode())
						+ "), this was read with the service account, which may see other attributes");
	}

}
