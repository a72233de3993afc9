package org.campanile.web.config;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

import org.campanile.HomeFolder;
import org.campanile.IdentityProvider;
import org.campanile.attribute.PrincipalDefinition;
import org.campanile.directory.LdapSyntax;
import org.campanile.release.IdentifierSaltFile;
import org.campanile.saml.crypto.CredentialLoader;
import org.campanile.saml.crypto.Credentials;
import org.campanile.saml.crypto.CryptoProvider;
import org.campanile.saml.metadata.MetadataCheck;
import org.campanile.saml.metadata.MetadataProblem;
import org.campanile.saml.metadata.MetadataProblem.Severity;
import org.campanile.seal.KeyRingLoader;
import org.campanile.web.config.AuthenticationProperties.Mode;
import org.campanile.web.management.ManagementTokenFile;
import org.campanile.web.page.Pages;

/**
 * Checks what lies in a home folder beside a configuration without faults: keys,
 * services' metadata, overrides of pages and texts. Makes nothing that is missing.
 */
public final class HomeCheck {

	private final ConfigurationReport configuration;

	private final HomeFolder home;

	private final InstantSource clock;

	private final SecureRandom random = new SecureRandom();

	private final Faults faults = new Faults();

	private final Set<String> warnings = new LinkedHashSet<>();

	private final SummaryLines summary = new SummaryLines();

	/**
	 * @param configuration of that home, without faults
	 */
	public HomeCheck(ConfigurationReport configuration, HomeFolder home, InstantSource clock) {
		this.configuration = configuration;
		this.home = home;
		this.clock = clock;
	}

	/** Checks all of it. */
	public HomeReport run() {
		IdentityProvider identityProvider = configuration.group(CampanileProperties.class).identityProvider();
		summary.add("base URL", identityProvider.baseUrl()).add("entityID", identityProvider.entityId());
		LdapProperties ldap = configuration.group(LdapProperties.class);
		summary.add("directory", ldap.describe()).add("store", configuration.group(StorageProperties.class).type());
		if (!identityProvider.secure()) {
			warnings.add("campanile.base-url: http is for trials on this machine alone; give an https address");
		}
		if (ldap.exposesPasswords()) {
			warnings.add("campanile.ldap.urls: passwords cross the network in clear; use ldaps:// or start-tls: true");
		}
		if (identityProvider.secure() && !configuration.tls()
				&& configuration.group(HttpProperties.class).trustedProxies().isEmpty()) {
			warnings
				.add("campanile.http.trusted-proxies: empty, but base-url is https and this server speaks plain http, "
						+ "so a proxy is in front and everybody would be throttled and audited as one address; list the proxy");
		}
		services();
		sources(ldap, identityProvider);
		expiringPasswords();
		faults.check(() -> keys(identityProvider));
		readableByOthers();
		pages(identityProvider);
		return new HomeReport(faults.lines(), List.copyOf(warnings), summary.lines());
	}

	/**
	 * Checks what the settings that are taken over while the server runs depend on.
	 * @param services whether to read the services' metadata, which may be much
	 * @param pages whether to try overrides of pages and texts, and the logo
	 */
	HomeReport runLive(boolean services, boolean pages) {
		if (services) {
			services();
		}
		if (pages) {
			pages(configuration.group(CampanileProperties.class).identityProvider());
		}
		return new HomeReport(faults.lines(), List.copyOf(warnings), List.of());
	}

	/** Files of the metadata folder that are not read, most of them misnamed. */
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
						+ ": passed over, as its name does not end in .xml; rename it, or put it elsewhere")
				.toList();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(home.metadata() + ": cannot be listed", ex);
		}
	}

	/**
	 * What definitions read. A directory may have any attribute, so one that resembles a
	 * known one is only probably misspelt.
	 */
	private void sources(LdapProperties ldap, IdentityProvider identityProvider) {
		AttributesProperties attributes = configuration.group(AttributesProperties.class);
		Set<String> provided = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
		provided.addAll(attributes.constants().keySet());
		provided.addAll(ldap.attributes());
		provided.add(ldap.principalAttribute());
		provided.add(PrincipalDefinition.PRINCIPAL);
		boolean every = ldap.attributes().contains("*");
		Set<String> known = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
		known.addAll(provided);
		known.addAll(attributes.samlNames().ids());
		known.addAll(LdapSyntax.standardAttributes());
		attributes.definitions().forEach((id, definition) -> {
			String key = AttributesProperties.PREFIX + "definitions." + id;
			definition.definition(key, id, identityProvider.scopes())
				.sources()
				.stream()
				.filter(source -> source.equals(id) || !attributes.definitions().containsKey(source))
				.filter(source -> !provided.contains(source))
				.forEach(source -> {
					if (!every) {
						faults.add(key + ": nothing provides '" + source
								+ "', for campanile.ldap.attributes does not ask for it; add it there"
								+ ConfiguredNames.suggestion(source, provided));
					}
					else if (!known.contains(source)) {
						ConfiguredNames.closest(source, known)
							.ifPresent(meant -> warnings.add(key + ": nothing known is called '" + source
									+ "'; did you mean '" + meant
									+ "'? If the directory has it, name it in campanile.ldap.attributes beside \"*\""));
					}
				});
		});
	}

	/** Other directories are not known to let passwords expire before they say so. */
	private void expiringPasswords() {
		if (configuration.group(AuthenticationProperties.class).mode() == Mode.ACTIVE_DIRECTORY
				&& configuration.group(BrandingProperties.class).changePasswordUrl() == null) {
			warnings.add("campanile.branding.change-password-url: missing, and passwords expire in Active Directory; "
					+ "give the address where people change theirs");
		}
	}

	/** The folder may keep others out where the file does not. */
	private void readableByOthers() {
		if (!permits(home.credentials(), PosixFilePermission.OTHERS_EXECUTE)) {
			return;
		}
		for (Path file : list(
				"{*.pem,sealing*.key," + IdentifierSaltFile.NAME + "," + ManagementTokenFile.NAME + "}")) {
			if (permits(file, PosixFilePermission.OTHERS_READ) && isSecret(file)) {
				faults.add("credentials/" + file.getFileName()
						+ ": every account of this machine can read this secret; take that away with chmod 600 "
						+ file);
			}
		}
	}

	private static boolean isSecret(Path file) {
		try {
			return !file.toString().endsWith(".pem")
					|| Files.readString(file, StandardCharsets.ISO_8859_1).contains("PRIVATE KEY");
		}
		catch (IOException ex) {
			// Reported when it is loaded.
			return false;
		}
	}

	private static boolean permits(Path file, PosixFilePermission permission) {
		try {
			return Files.getPosixFilePermissions(file).contains(permission);
		}
		catch (IOException | UnsupportedOperationException ex) {
			return false;
		}
	}

	private void services() {
		warnings.addAll(passedOver(home));
		ServicesProperties services = configuration.group(ServicesProperties.class);
		try {
			MetadataCheck.Examination found = Files.isDirectory(home.metadata())
					? new MetadataCheck(configuration.group(MetadataProperties.class).settings(), services.overrides(),
							clock)
						.examine(home.metadata())
					: new MetadataCheck.Examination(List.of(), Set.of());
			for (MetadataProblem problem : found.problems()) {
				String line = "metadata/" + problem.message();
				if (problem.severity() == Severity.ERROR) {
					faults.add(line);
				}
				else {
					warnings.add(line);
				}
			}
			summary.add("services", found.services().size() + " in metadata/");
			if (found.services().isEmpty() && found.problems().isEmpty()) {
				warnings.add("metadata/: no services yet; put their metadata there, as files that end in .xml");
			}
			strangers(services, found.services());
		}
		catch (IOException ex) {
			faults.add(home.metadata() + ": cannot be looked at (" + ex + "); make it readable");
		}
	}

	/**
	 * What is configured of services that no metadata names is mostly a misspelt
	 * entityID.
	 */
	private void strangers(ServicesProperties services, Set<String> known) {
		for (int i = 0; i < services.services().size(); i++) {
			ServicesProperties.Service service = services.services().get(i);
			if (known.stream().noneMatch(services.overrides().get(i).matches())) {
				String id = Optional.ofNullable(service.match()).orElseGet(() -> String.valueOf(service.pattern()));
				warnings.add(ServicesProperties.key(i) + ": no service in metadata/ is " + id
						+ ConfiguredNames.suggestion(id, known));
			}
		}
		List<ReleaseRuleProperties> rules = configuration.group(ReleaseProperties.class).rules();
		for (int i = 0; i < rules.size(); i++) {
			String key = "campanile.release.rules[" + i + "].services";
			rules.get(i)
				.services()
				.stream()
				.filter(id -> !"*".equals(id) && !known.contains(id))
				.forEach(id -> warnings
					.add(key + ": no service in metadata/ is " + id + ConfiguredNames.suggestion(id, known)));
		}
	}

	private void keys(IdentityProvider identityProvider) {
		CredentialsProperties properties = configuration.group(CredentialsProperties.class);
		faults.check(() -> loadIfPresent("sealing*.key", folder -> new KeyRingLoader(random).load(folder)));
		faults.check(() -> loadIfPresent(IdentifierSaltFile.NAME,
				folder -> new IdentifierSaltFile(folder, random).loadOrCreate()));
		faults.check(() -> loadIfPresent(ManagementTokenFile.NAME,
				folder -> new ManagementTokenFile(folder, random).load()));
		if (list("signing*.pem").isEmpty() && Files.notExists(home.credentials().resolve(properties.signing()))) {
			summary.add("signing key",
					"none yet; the first start makes one of type " + ConfiguredNames.of(properties.keyType()));
			return;
		}
		String host = Optional.ofNullable(URI.create(identityProvider.baseUrl()).getHost()).orElse("");
		Credentials credentials = new CredentialLoader(home.credentials(), properties.settings(), host,
				CryptoProvider.installed(), clock, random)
			.load();
		summary.keys(credentials, clock.instant());
		credentials.expiryWarnings(clock.instant()).forEach(warning -> warnings.add(CertificateExpiry.words(warning)));
	}

	@FunctionalInterface
	private interface Loading {

		Object from(Path folder) throws IOException;

	}

	private void loadIfPresent(String glob, Loading loading) {
		if (list(glob).isEmpty()) {
			return;
		}
		try {
			loading.from(home.credentials());
		}
		catch (IOException ex) {
			throw new IllegalArgumentException(
					home.credentials() + ": " + glob + " cannot be read (" + ex + "); make it readable", ex);
		}
	}

	private List<Path> list(String glob) {
		List<Path> found = new ArrayList<>();
		if (Files.isDirectory(home.credentials())) {
			try (DirectoryStream<Path> files = Files.newDirectoryStream(home.credentials(), glob)) {
				files.forEach(found::add);
			}
			catch (IOException ex) {
				throw new UncheckedIOException(home.credentials() + ": cannot be listed", ex);
			}
		}
		return found;
	}

	private void pages(IdentityProvider identityProvider) {
		BrandingProperties branding = configuration.group(BrandingProperties.class);
		new Pages(branding.toBranding(home, identityProvider), home, identityProvider, clock).faults()
			.forEach(faults::add);
		summary.add("languages", String.join(", ", branding.languages()).toLowerCase(Locale.ROOT));
	}

}
