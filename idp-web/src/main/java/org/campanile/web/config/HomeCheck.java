package org.campanile.web.config;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.ServiceLoader;

import org.springframework.boot.context.properties.source.ConfigurationPropertyName;

import org.campanile.HomeFolder;
import org.campanile.IdentityProvider;

/**
 * Checks the other files of a home folder whose configuration is valid: keys, services'
 * metadata, overrides of pages and texts. Creates nothing that is missing.
 */
public final class HomeCheck {

	private final List<HomePart> parts = ServiceLoader.load(HomePart.class)
		.stream()
		.map(ServiceLoader.Provider::get)
		.toList();

	private final HomeInspection inspection;

	/**
	 * @param configuration the configuration of that home, free of errors
	 */
	public HomeCheck(ConfigurationReport configuration, HomeFolder home, InstantSource clock) {
		this.inspection = new HomeInspection(configuration, home, clock, parts);
	}

	public HomeReport run() {
		IdentityProvider identityProvider = inspection.group(CampanileProperties.class).identityProvider();
		inspection.summary().add("base URL", identityProvider.baseUrl());
		if (!identityProvider.secure()) {
			inspection.warn("campanile.base-url: http is only for trials on this machine; set an https address");
		}
		parts.forEach(part -> part.settings(inspection));
		if (identityProvider.secure() && !inspection.configuration().tls()
				&& inspection.group(HttpProperties.class).trustedProxies().isEmpty()) {
			inspection.warn("campanile.http.trusted-proxies: empty, but base-url is https and this server speaks plain "
					+ "http, so there is a proxy, and all users would be throttled and audited as one address; "
					+ "list the proxy");
		}
		parts.forEach(part -> inspection.faults().check(() -> part.files(inspection)));
		readableByOthers();
		return inspection.report();
	}

	/**
	 * Checks the files that changed settings depend on, for a change at runtime.
	 * @param changed the keys that changed; for a member of a list, the key of the list
	 */
	HomeReport runLive(Collection<ConfigurationPropertyName> changed) {
		parts.stream()
			.filter(part -> changed.stream().anyMatch(part::dependsOn))
			.forEach(part -> part.live(inspection));
		HomeReport report = inspection.report();
		return new HomeReport(report.faults(), report.warnings(), List.of());
	}

	/** The folder's permissions may protect a file that is itself readable. */
	private void readableByOthers() {
		secretsReadableByOthers();
		if (!permits(inspection.home().credentials(), PosixFilePermission.OTHERS_EXECUTE)) {
			return;
		}
		parts.stream()
			.flatMap(part -> part.secrets().stream())
			.flatMap(glob -> inspection.credentials(glob).stream())
			.filter(file -> permits(file, PosixFilePermission.OTHERS_READ) && isSecret(file))
			.forEach(file -> inspection.faults()
				.add("credentials/" + file.getFileName()
						+ ": every account of this machine can read this secret; take that away with chmod 600 "
						+ file));
	}

	private void secretsReadableByOthers() {
		Path secrets = inspection.home().secrets();
		if (!permits(secrets, PosixFilePermission.OTHERS_EXECUTE)) {
			return;
		}
		try (DirectoryStream<Path> files = Files.newDirectoryStream(secrets)) {
			for (Path file : files) {
				if (permits(file, PosixFilePermission.OTHERS_READ) && !Files.isDirectory(file)) {
					inspection.faults()
						.add("secrets/" + file.getFileName()
								+ ": every account of this machine can read this secret; take that away with chmod 600 "
								+ file);
				}
			}
		}
		catch (IOException ex) {
			inspection.faults().add("secrets/: cannot be listed (" + ex + ")");
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

}
