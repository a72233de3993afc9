package org.campanile.web.saml;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;

import org.campanile.IdentityProvider;
import org.campanile.explain.ProtocolExplanation;
import org.campanile.explain.UnexplainedException;
import org.campanile.release.ReleasedAttributes;
import org.campanile.release.RequestedAttributes;
import org.campanile.saml.crypto.Credentials;
import org.campanile.saml.crypto.CryptoProvider;
import org.campanile.saml.explain.SamlExplanation;
import org.campanile.saml.metadata.MetadataRelyingPartyRegistry;
import org.campanile.saml.nameid.NameIdPolicy;
import org.campanile.service.Service;
import org.campanile.session.SsoSession;
import org.campanile.web.attribute.AttributesProperties;
import org.campanile.web.attribute.IdentifierProperties;
import org.campanile.web.attribute.IdentifierProperties.PersistentMode;
import org.campanile.web.config.CampanileProperties;
import org.campanile.web.config.ConfigurationReport;
import org.campanile.web.config.ConfiguredNames;
import org.campanile.web.explain.HomeProtocol;
import org.campanile.web.saml.NameIdConfiguration.SamlNames;

/** Explains the SAML part of sign-ons from a home folder. */
public final class SamlHomeExplanation implements HomeProtocol {

	@Override
	public Opened open(Home home) throws IOException {
		ConfigurationReport configuration = home.configuration();
		IdentityProvider identityProvider = configuration.group(CampanileProperties.class).identityProvider();
		AttributesProperties attributes = configuration.group(AttributesProperties.class);
		IdentifierProperties identifiers = configuration.group(IdentifierProperties.class);
		if (identifiers.persistent() == PersistentMode.STORED) {
			home.notes()
				.add("persistent identifiers are stored (campanile.name-id.persistent), and the store was not "
						+ "queried: a stored one takes precedence over the computed one; query the running server "
						+ "(--running)");
		}
		NameIdProperties nameIds = configuration.group(NameIdProperties.class);
		NameIdPolicy nameIdPolicy = new NameIdPolicy(
				nameIds.settings(identityProvider, identifiers, attributes.attributeIds(home.attributes())),
				home.salt(), Optional.empty());
		ServicesProperties overrides = configuration.group(ServicesProperties.class);
		Set<String> identifying = new HashSet<>(nameIds.nameIdSources());
		identifying.addAll(overrides.nameIdSources());
		Optional<Credentials> credentials = credentials(home, identityProvider);
		MetadataRelyingPartyRegistry services = new MetadataRelyingPartyRegistry(home.folder(), home.work(),
				configuration.group(MetadataProperties.class).settings(), overrides::overrides, List.of(), home.clock(),
				new SimpleMeterRegistry());
		return new Closing(
				new SamlExplanation(nameIdPolicy, SamlNames.of(attributes), services, credentials, near(services)),
				services, home.folder().metadata(), identifying);
	}

	/** Describes an unknown service: similar entityIDs and unreadable files. */
	static UnaryOperator<String> near(MetadataRelyingPartyRegistry services) {
		return typed -> {
			String bad = services.problems().isEmpty() ? ""
					: "; some files there cannot be used: " + services.problems().getFirst().message();
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

	private static Optional<Credentials> credentials(Home home, IdentityProvider identityProvider) {
		CredentialsProperties properties = home.configuration().group(CredentialsProperties.class);
		if (properties.isMissing(home.folder())) {
			home.notes().add("the first start creates the signing key");
			return Optional.empty();
		}
		return Optional.of(properties.load(home.folder(), identityProvider, CryptoProvider.installed(), home.clock(),
				home.random()));
	}

	/** Closes the registry that the explanation reads from. */
	private record Closing(ProtocolExplanation explanation, MetadataRelyingPartyRegistry services, Path metadata,
			Set<String> identifying) implements Opened {

		@Override
		public Optional<? extends Service> find(String service) {
			return explanation.find(service);
		}

		@Override
		public String whyNotFound(String service) {
			return Files.isDirectory(metadata) ? explanation.whyNotFound(service) : "service " + service
					+ " is unknown: " + metadata + " does not exist; put the services' metadata there";
		}

		@Override
		public RequestedAttributes requested(Service service) {
			return explanation.requested(service);
		}

		@Override
		public Received explain(Service service, SsoSession session, ReleasedAttributes released)
				throws UnexplainedException {
			return explanation.explain(service, session, released);
		}

		@Override
		public void close() {
			services.close();
		}

	}

}
