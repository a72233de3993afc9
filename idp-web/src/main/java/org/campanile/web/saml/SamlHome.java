package org.campanile.web.saml;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

import org.springframework.boot.context.properties.source.ConfigurationPropertyName;

import org.campanile.HomeFolder;
import org.campanile.IdentityProvider;
import org.campanile.protocol.ProtocolId;
import org.campanile.saml.crypto.Credentials;
import org.campanile.saml.crypto.CryptoProvider;
import org.campanile.saml.metadata.MetadataCheck;
import org.campanile.saml.metadata.MetadataProblem;
import org.campanile.saml.metadata.MetadataProblem.Severity;
import org.campanile.saml.relyingparty.RelyingParty;
import org.campanile.web.config.CampanileProperties;
import org.campanile.web.config.ConfiguredNames;
import org.campanile.web.config.HomeInspection;
import org.campanile.web.config.HomePart;

/** Checks services' metadata and signing keys in a home folder. */
public final class SamlHome implements HomePart {

	private static final ConfigurationPropertyName SERVICES = ConfigurationPropertyName.of("campanile.services");

	@Override
	public void settings(HomeInspection home) {
		home.summary().add("entityID", identityProvider(home).id());
	}

	@Override
	public void files(HomeInspection home) {
		live(home);
		home.faults().check(() -> keys(home));
	}

	@Override
	public List<String> secrets() {
		return List.of("*.pem");
	}

	@Override
	public boolean dependsOn(ConfigurationPropertyName setting) {
		return SERVICES.equals(setting) || SERVICES.isAncestorOf(setting);
	}

	@Override
	public void live(HomeInspection home) {
		passedOver(home.home()).forEach(home::warn);
		absent(home);
		ServicesProperties services = home.group(ServicesProperties.class);
		try {
			MetadataCheck.Examination found = Files.isDirectory(home.home().metadata())
					? new MetadataCheck(home.group(MetadataProperties.class).settings(), services.overrides(),
							home.clock())
						.examine(home.home().metadata())
					: new MetadataCheck.Examination(List.of(), Set.of());
			for (MetadataProblem problem : found.problems()) {
				String line = "metadata/" + problem.message();
				if (problem.severity() == Severity.ERROR) {
					home.faults().add(line);
				}
				else {
					home.warn(line);
				}
			}
			home.summary().add("services", found.services().size() + " in metadata/");
			if (found.services().isEmpty() && found.problems().isEmpty()) {
				home.warn("metadata/: no services yet; put their metadata there, as files that end in .xml");
			}
			strangers(home, services, found.services());
		}
		catch (IOException ex) {
			home.faults().add(home.home().metadata() + ": cannot be read (" + ex + "); make it readable");
		}
	}

	/**
	 * Files in the metadata folder that are not read, usually because their name is
	 * wrong.
	 */
	static List<String> passedOver(HomeFolder home) {
		if (!Files.isDirectory(home.metadata())) {
			return List.of();
		}
		try (Stream<Path> files = Files.list(home.metadata())) {
			return files.filter(Files::isRegularFile)
				.map(file -> String.valueOf(file.getFileName()))
				.filter(name -> !name.startsWith(".") && !name.endsWith(".xml"))
				.sorted()
				.map(name -> "metadata/" + name
						+ ": ignored, as its name does not end in .xml; rename it, or move it elsewhere")
				.toList();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(home.metadata() + ": cannot be listed", ex);
		}
	}

	/**
	 * Warns of files that would take precedence and do not exist, usually misspelt. It is
	 * no fault, so that the setting may be made before a file is needed.
	 */
	private static void absent(HomeInspection home) {
		home.group(MetadataProperties.class)
			.precedence()
			.stream()
			.filter(name -> Files.notExists(home.home().metadata().resolve(name)))
			.forEach(name -> home.warn("campanile.metadata.precedence: there is no file metadata/" + name
					+ "; correct the name, or put the file there"));
	}

	/**
	 * Warns of settings for services without metadata, usually misspelt entityIDs.
	 */
	private static void strangers(HomeInspection home, ServicesProperties services, Set<String> known) {
		for (int i = 0; i < services.services().size(); i++) {
			ServicesProperties.Service service = services.services().get(i);
			if (known.stream().noneMatch(services.overrides().get(i).matches())) {
				String id = Optional.ofNullable(service.match()).orElseGet(() -> String.valueOf(service.pattern()));
				home.warn(ServicesProperties.key(i) + ": no service in metadata/ is " + id
						+ ConfiguredNames.suggestion(id, known));
			}
		}
	}

	@Override
	public ProtocolId protocol() {
		return RelyingParty.PROTOCOL;
	}

	@Override
	public Set<String> serviceIds(HomeInspection home) {
		try {
			return Files.isDirectory(home.home().metadata())
					? new MetadataCheck(home.group(MetadataProperties.class).settings(),
							home.group(ServicesProperties.class).overrides(), home.clock())
						.examine(home.home().metadata())
						.services()
					: Set.of();
		}
		catch (IOException ex) {
			// Reported where the files are checked.
			return Set.of();
		}
	}

	private static void keys(HomeInspection home) {
		CredentialsProperties properties = home.group(CredentialsProperties.class);
		if (properties.isMissing(home.home())) {
			home.summary()
				.add("signing key",
						"none yet; the first start creates one of type " + ConfiguredNames.of(properties.keyType()));
			return;
		}
		Credentials credentials = properties.load(home.home(), identityProvider(home), CryptoProvider.installed(),
				home.clock(), home.random());
		CertificateExpiry.describe(credentials, home.clock().instant(), home.summary());
		credentials.expiryWarnings(home.clock().instant())
			.forEach(warning -> home.warn(CertificateExpiry.words(warning)));
	}

	private static IdentityProvider identityProvider(HomeInspection home) {
		return home.group(CampanileProperties.class).identityProvider();
	}

}
