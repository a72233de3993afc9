package org.campanile.web.explain;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.springframework.util.FileSystemUtils;

import org.campanile.HomeFolder;
import org.campanile.IdentityProvider;
import org.campanile.access.AccessRules;
import org.campanile.attribute.AttributeSettings;
import org.campanile.attribute.AttributeSources;
import org.campanile.attribute.DecidingAttributes;
import org.campanile.attribute.DefaultAttributeResolver;
import org.campanile.explain.Explanation;
import org.campanile.explain.SignOnExplainer;
import org.campanile.explain.UnexplainedException;
import org.campanile.release.DefaultReleasePolicy;
import org.campanile.release.IdentifierSalt;
import org.campanile.release.IdentifierSaltFile;
import org.campanile.seal.RandomValues;
import org.campanile.web.access.AccessProperties;
import org.campanile.web.attribute.AttributesProperties;
import org.campanile.web.attribute.ConfiguredSources;
import org.campanile.web.attribute.IdentifierProperties;
import org.campanile.web.attribute.ReleaseProperties;
import org.campanile.web.config.CampanileProperties;
import org.campanile.web.config.ConfigurationReport;
import org.campanile.web.consent.ConfiguredApprovals;
import org.campanile.web.consent.TermsProperties;
import org.campanile.web.directory.AuthenticationProperties;
import org.campanile.web.directory.ReachedDirectory;

/**
 * Explains sign-ons from a home folder without a running server: reads the folder and
 * queries the directory, and writes nothing.
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
	 * @param configuration the configuration of that home, free of errors
	 */
	public HomeExplainer(ConfigurationReport configuration, HomeFolder home, InstantSource clock) {
		this.configuration = configuration;
		this.home = home;
		this.clock = clock;
	}

	/**
	 * Explains a sign-on.
	 * @param user the name as a user would type it at the login, or the canonical one
	 * @param service the service's name in its protocol
	 * @throws UnexplainedException if there is no such user or service, or the directory
	 * does not answer
	 */
	public Explanation explain(String user, String service) throws UnexplainedException {
		AttributesProperties attributes = configuration.group(AttributesProperties.class);
		IdentityProvider identityProvider = configuration.group(CampanileProperties.class).identityProvider();
		AttributeSettings settings = attributes.settings(identityProvider);
		IdentifierProperties identifiers = configuration.group(IdentifierProperties.class);
		List<HomeProtocol.Opened> protocols = new ArrayList<>();
		try {
			Path work = Files.createTempDirectory("campanile-explain");
			try (ReachedDirectory directory = ReachedDirectory.of(configuration, home, clock, meters);
					AttributeSources sources = ConfiguredSources.of(configuration.nested()).open(home, clock, meters)) {
				IdentifierSalt salt = salt(identifiers);
				for (HomeProtocol protocol : ServiceLoader.load(HomeProtocol.class)) {
					protocols.add(protocol
						.open(new HomeProtocol.Home(configuration, home, work, settings, salt, clock, random, notes)));
				}
				notes.addAll(ExplainConfiguration.notes(configuration.group(AuthenticationProperties.class)));
				DefaultReleasePolicy releasePolicy = new DefaultReleasePolicy(
						configuration.group(ReleaseProperties.class).releaseRules(attributes.attributeIds(settings)),
						identifiers.pairwiseIds(identityProvider, attributes.attributeIds(settings), salt));
				AccessRules accessRules = configuration.group(AccessProperties.class)
					.accessRules(Optional.of(attributes.attributeIds(settings)), clock);
				Set<String> deciding = new HashSet<>(accessRules.deciding());
				deciding.addAll(configuration.group(TermsProperties.class)
					.policy(Optional.of(attributes.attributeIds(settings)))
					.deciding());
				protocols.forEach(protocol -> deciding.addAll(protocol.deciding()));
				Set<String> identifying = new HashSet<>(identifiers.identifying(settings));
				protocols.forEach(protocol -> identifying.addAll(protocol.identifying()));
				return new SignOnExplainer(directory.users(),
						new DefaultAttributeResolver(settings, directory.reader(), sources,
								DecidingAttributes
									.all(List.of(() -> deciding, DecidingAttributes.ofIdentifiers(() -> identifying))),
								clock, meters),
						() -> releasePolicy, () -> accessRules, List.copyOf(protocols), notes,
						ConfiguredApprovals.ofHome(configuration, attributes.attributeIds(settings), clock), clock,
						random, null)
					.explain(user, service);
			}
			finally {
				protocols.forEach(HomeProtocol.Opened::close);
				FileSystemUtils.deleteRecursively(work);
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(home.path() + ": cannot be read", ex);
		}
	}

	/**
	 * Returns the salt. A home whose server was never started has none; none is created
	 * here.
	 */
	private IdentifierSalt salt(IdentifierProperties properties) throws IOException {
		if (properties.persistentSalt() == null
				&& Files.notExists(home.credentials().resolve(IdentifierSaltFile.NAME))) {
			notes.add("the salt of identifiers is created at the first start; until then persistent identifiers and "
					+ "pairwise-id differ each time");
			return new IdentifierSalt(RandomValues.bytes(NEW_SALT, random));
		}
		return properties.salt(home, random);
	}

}
