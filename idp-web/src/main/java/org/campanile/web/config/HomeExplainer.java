package org.campanile.web.config;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.campanile.HomeFolder;
import org.campanile.IdentityProvider;
import org.campanile.attribute.AttributeSettings;
import org.campanile.attribute.AttributeSources;
import org.campanile.attribute.DefaultAttributeResolver;
import org.campanile.attribute.SamlAttributeNames;
import org.campanile.directory.Directory;
import org.campanile.explain.Explanation;
import org.campanile.explain.SignOnExplainer;
import org.campanile.explain.UnexplainedException;
import org.campanile.release.DefaultReleasePolicy;
import org.campanile.release.IdentifierSalt;
import org.campanile.release.IdentifierSaltFile;
import org.campanile.saml.crypto.CredentialLoader;
import org.campanile.saml.crypto.Credentials;
import org.campanile.saml.crypto.CryptoProvider;
import org.campanile.saml.metadata.MetadataRelyingPartyRegistry;

/**
 * Explains sign-ons from a home folder, without its server: reads what lies there and
 * asks the directory, and makes nothing in it.
 */
public final class HomeExplainer {

	private static final int NEW_SALT = 32;

	private final ConfigurationReport configuration;

	private final HomeFolder home;

	private final InstantSource clock;

	private final MeterRegistry meters = new SimpleMeterRegistry();

	private final SecureRandom random = new SecureRandom();

	private final List<String> notes = new ArrayList<>();

	/**
	 * @param configuration of that home, without faults
	 */
	public HomeExplainer(ConfigurationReport configuration, HomeFolder home, InstantSource clock) {
		this.configuration = configuration;
		this.home = home;
		this.clock = clock;
	}

	/**
	 * Explains.
	 * @param user the name as it would be typed at the login, or the canonical one
	 * @throws UnexplainedException if there is no such person or service, or the
	 * directory does not answer
	 */
	public Explanation explain(String user, String entityId) throws UnexplainedException {
		if (!Files.isDirectory(home.metadata())) {
			throw new UnexplainedException(UnexplainedException.Kind.SERVICE, "service " + entityId + " is unknown: "
					+ home.metadata() + " does not exist; put the services' metadata there");
		}
		try {
			Path work = Files.createTempDirectory("campanile-explain");
			try (MetadataRelyingPartyRegistry services = services(work);
					ReachedDirectory directory = ReachedDirectory.of(configuration, home, clock, meters);
					AttributeSources sources = configuration.group(AttributesProperties.class)
						.sources(home, clock, meters)) {
				return explainer(directory.directory(), sources, services).explain(user, entityId);
			}
			finally {
				delete(work);
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(home.path() + ": cannot be read", ex);
		}
	}

	private SignOnExplainer explainer(Directory directory, AttributeSources sources,
			MetadataRelyingPartyRegistry services) throws IOException {
		IdentityProvider identityProvider = configuration.group(CampanileProperties.class).identityProvider();
		AttributesProperties attributes = configuration.group(AttributesProperties.class);
		AttributeSettings settings = attributes.settings(identityProvider);
		SamlAttributeNames names = attributes.samlNames();
		NameIdProperties nameIds = configuration.group(NameIdProperties.class);
		IdentifierSalt salt = salt(nameIds);
		NameIdConfiguration nameIdConfiguration = new NameIdConfiguration();
		DefaultReleasePolicy releasePolicy = new DefaultReleasePolicy(
				configuration.group(ReleaseProperties.class)
					.releaseRules(DefaultAttributeResolver.attributeIds(settings, names)),
				nameIdConfiguration.pairwiseIds(nameIds, identityProvider, settings, names, salt));
		if (nameIds.persistent() == NameIdProperties.PersistentMode.STORED) {
			notes.add("persistent identifiers are stored (campanile.name-id.persistent), and the store was not asked: "
					+ "a stored one goes before the computed one; the running server knows (--running)");
		}
		notes.addAll(ExplainConfiguration.notes(configuration.group(AuthenticationProperties.class)));
		UnaryOperator<String> near = ExplainConfiguration.near(services);
		return new SignOnExplainer(directory, new DefaultAttributeResolver(settings, directory, sources, clock, meters),
				() -> releasePolicy,
				nameIdConfiguration.nameIdPolicy(nameIds, identityProvider, settings, names, salt, Optional.empty()),
				names, services, credentials(identityProvider), near, notes, clock, random);
	}

	private MetadataRelyingPartyRegistry services(Path work) {
		return new MetadataRelyingPartyRegistry(home, work, configuration.group(MetadataProperties.class).settings(),
				() -> configuration.group(ServicesProperties.class).overrides(), List.of(), clock, meters);
	}

	/** A home that was never started has no salt, and gets none here. */
	private IdentifierSalt salt(NameIdProperties properties) throws IOException {
		if (properties.persistentSalt() == null
				&& Files.notExists(home.credentials().resolve(IdentifierSaltFile.NAME))) {
			notes.add("the first start makes the salt of identifiers; until then persistent ones and pairwise-id are "
					+ "other ones each time");
			byte[] passing = new byte[NEW_SALT];
			random.nextBytes(passing);
			return new IdentifierSalt(passing);
		}
		return properties.salt(home, random);
	}

	private Optional<Credentials> credentials(IdentityProvider identityProvider) throws IOException {
		CredentialsProperties properties = configuration.group(CredentialsProperties.class);
		if (Files.notExists(home.credentials().resolve(properties.signing())) && !hasSigningKeys()) {
			notes.add("the first start makes the signing key");
			return Optional.empty();
		}
		String host = Optional.ofNullable(URI.create(identityProvider.baseUrl()).getHost()).orElse("");
		return Optional.of(new CredentialLoader(home.credentials(), properties.settings(), host,
				CryptoProvider.installed(), clock, random)
			.load());
	}

	private boolean hasSigningKeys() throws IOException {
		if (!Files.isDirectory(home.credentials())) {
			return false;
		}
		try (DirectoryStream<Path> keys = Files.newDirectoryStream(home.credentials(), "signing*.pem")) {
			return keys.iterator().hasNext();
		}
	}

	private static void delete(Path work) throws IOException {
		try (DirectoryStream<Path> files = Files.newDirectoryStream(work)) {
			for (Path file : files) {
				Files.delete(file);
			}
		}
		Files.delete(work);
	}

}
