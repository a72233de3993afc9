package org.campanile.web.config;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import jakarta.validation.constraints.NotBlank;
import org.campanile.HomeFolder;
import org.campanile.IdentityProvider;
import org.campanile.release.IdentifierAlgorithm;
import org.campanile.release.IdentifierSalt;
import org.campanile.release.IdentifierSaltFile;
import org.campanile.release.PairwiseIds;
import org.campanile.saml.nameid.NameId;
import org.campanile.saml.nameid.NameIdSettings;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Name identifiers: what a person is called at a service.
 *
 * @param defaultFormat the format where neither the request nor the service's settings
 * nor its metadata name one: {@code transient}, {@code persistent},
 * {@code email-address}, {@code unspecified}, or the URI of one of these
 * @param emailSource the attribute that format emailAddress takes
 * @param unspecifiedSource the attribute that format unspecified takes; {@code principal}
 * is the canonical name
 * @param persistent whether persistent identifiers are {@code computed} each time, or
 * {@code stored}, so that one can be looked up and revoked
 * @param strictAllowCreate whether a first stored identifier is only given to a service
 * whose request says {@code AllowCreate="true"}
 * @param persistentSource the attribute that persistent identifiers are computed from; it
 * must never be given to another person
 * @param persistentAlgorithm how persistent identifiers are computed:
 * {@code hmac-sha256}, or {@code shibboleth} or {@code shibboleth-base32} to keep those
 * of a Shibboleth IdP
 * @param persistentSalt the salt of a Shibboleth IdP, as text or after {@code base64:};
 * without it the file {@code credentials/persistent-id.salt}, made on first start
 * @param pairwiseSource the attribute that {@code pairwise-id} is computed from; without
 * it that of persistent identifiers
 * @param pairwiseAlgorithm how {@code pairwise-id} is computed, as
 * {@code persistent-algorithm}
 */
@Validated
@ConfigurationProperties("campanile.name-id")
public record NameIdProperties(@NotBlank @DefaultValue("transient") String defaultFormat,
		@NotBlank @DefaultValue("mail") String emailSource,
		@NotBlank @DefaultValue("principal") String unspecifiedSource,
		@DefaultValue("computed") PersistentMode persistent, @DefaultValue("false") boolean strictAllowCreate,
		@NotBlank @DefaultValue("principal") String persistentSource,
		@DefaultValue("hmac-sha256") IdentifierAlgorithm persistentAlgorithm, @Nullable String persistentSalt,
		@Nullable String pairwiseSource,
		@DefaultValue("hmac-sha256") IdentifierAlgorithm pairwiseAlgorithm) implements CheckedProperties {

	/** Where persistent identifiers come from. */
	public enum PersistentMode {

		/** Computed each time, and kept nowhere. */
		COMPUTED,
		/** Kept in a store, beginning with the computed one. */
		STORED

	}

	private static final String PREFIX = "campanile.name-id.";

	private static final String BASE64 = "base64:";

	private static final Map<String, String> FORMATS = Map.of("transient", NameId.TRANSIENT, "persistent",
			NameId.PERSISTENT, "email-address", NameId.EMAIL_ADDRESS, "unspecified", NameId.UNSPECIFIED);

	/**
	 * The settings of the core.
	 * @param attributeIds the ids of all attributes there can be
	 * @throws IllegalArgumentException if a format or a source does not exist; the
	 * message begins with the key
	 */
	public NameIdSettings settings(IdentityProvider identityProvider, Set<String> attributeIds) {
		Map<String, String> attributeFormats = new LinkedHashMap<>();
		attributeFormats.put(NameId.EMAIL_ADDRESS, known("email-source", emailSource, attributeIds));
		attributeFormats.put(NameId.UNSPECIFIED, known("unspecified-source", unspecifiedSource, attributeIds));
		return new NameIdSettings(identityProvider.entityId(), format(), attributeFormats,
				known("persistent-source", persistentSource, attributeIds), persistentAlgorithm, strictAllowCreate);
	}

	@Override
	public void check(CheckContext context, Faults faults) {
		faults.check(this::format);
		context.attributeIds().ifPresent(ids -> {
			faults.check(() -> known("email-source", emailSource, ids));
			faults.check(() -> known("unspecified-source", unspecifiedSource, ids));
			faults.check(() -> known("persistent-source", persistentSource, ids));
			if (pairwiseSource != null) {
				faults.check(() -> known("pairwise-source", pairwiseSource, ids));
			}
		});
		if (persistentSalt != null) {
			faults.check(() -> configuredSalt(persistentSalt));
		}
		else {
			requireOldSalt("persistent-algorithm", persistentAlgorithm, faults);
			requireOldSalt("pairwise-algorithm", pairwiseAlgorithm, faults);
			faults.check(() -> requireSaltFile(context.home()));
		}
	}

	/** Made with another salt, the identifiers would not be those that services know. */
	private static void requireOldSalt(String setting, IdentifierAlgorithm algorithm, Faults faults) {
		if (algorithm != IdentifierAlgorithm.HMAC_SHA256) {
			faults.add(PREFIX + "persistent-salt: missing, though " + setting + " is " + ConfiguredNames.of(algorithm)
					+ "; give the salt of the Shibboleth IdP, or use hmac-sha256 if there was none");
		}
	}

	/**
	 * The first start makes the salt before the sealing key, so a key without a salt
	 * means that the salt was lost. A new one would make everybody somebody new.
	 */
	private static void requireSaltFile(HomeFolder home) {
		Path file = home.credentials().resolve(IdentifierSaltFile.NAME);
		if (Files.notExists(file) && Files.isDirectory(home.credentials())) {
			try (DirectoryStream<Path> keys = Files.newDirectoryStream(home.credentials(), "sealing*.key")) {
				if (keys.iterator().hasNext()) {
					throw new IllegalArgumentException("credentials/" + IdentifierSaltFile.NAME
							+ ": missing, though the sealing keys beside it are not; restore it from a backup, for with "
							+ "another one every service takes everybody for somebody new (openssl rand -base64 32 makes one)");
				}
			}
			catch (IOException ex) {
				throw new IllegalArgumentException(
						home.credentials() + ": cannot be listed (" + ex + "); make it readable", ex);
			}
		}
	}

	private String format() {
		String format = FORMATS.getOrDefault(defaultFormat, defaultFormat);
		if (!FORMATS.containsValue(format)) {
			List<String> names = FORMATS.keySet().stream().sorted().toList();
			throw new IllegalArgumentException(PREFIX + "default-format: '" + defaultFormat + "' is none of "
					+ String.join(", ", names) + ConfiguredNames.suggestion(defaultFormat, names));
		}
		return format;
	}

	/**
	 * Computes pairwise identifiers as configured.
	 * @throws IllegalArgumentException if the source does not exist, or the first scope
	 * is none of the profile's
	 */
	public PairwiseIds pairwiseIds(IdentityProvider identityProvider, Set<String> attributeIds, IdentifierSalt salt) {
		String source = pairwiseSource != null ? known("pairwise-source", pairwiseSource, attributeIds)
				: persistentSource;
		try {
			return new PairwiseIds(pairwiseAlgorithm, salt, source, identityProvider.scopes().stream().findFirst());
		}
		catch (IllegalArgumentException ex) {
			throw new IllegalArgumentException("campanile.scopes: " + ex.getMessage(), ex);
		}
	}

	/**
	 * The salt that is configured, or else that of the home folder.
	 * @throws IllegalArgumentException if it is too short or no base64
	 * @throws IOException if the file can be neither read nor made
	 */
	public IdentifierSalt salt(HomeFolder home, SecureRandom random) throws IOException {
		if (persistentSalt == null) {
			return new IdentifierSaltFile(home.credentials(), random).loadOrCreate();
		}
		return configuredSalt(persistentSalt);
	}

	private static IdentifierSalt configuredSalt(String salt) {
		try {
			return new IdentifierSalt(
					salt.startsWith(BASE64) ? Base64.getDecoder().decode(salt.substring(BASE64.length()))
							: salt.getBytes(StandardCharsets.UTF_8));
		}
		catch (IllegalArgumentException ex) {
			// Without its cause: the decoder's message shows a character of the secret.
			throw new IllegalArgumentException(PREFIX
					+ "persistent-salt: no usable salt; it needs 16 bytes or more, as text or as base64 after base64:");
		}
	}

	/** Does not tell the salt. */
	@Override
	public String toString() {
		return "NameIdProperties[defaultFormat=" + defaultFormat + ", persistentAlgorithm=" + persistentAlgorithm + "]";
	}

	private static String known(String setting, String id, Set<String> attributeIds) {
		if (!attributeIds.contains(id)) {
			throw new IllegalArgumentException(PREFIX + setting + ": there is no attribute '" + id
					+ "'; one that is not built in needs a definition in campanile.attributes.definitions"
					+ ConfiguredNames.suggestion(id, attributeIds));
		}
		return id;
	}

}
