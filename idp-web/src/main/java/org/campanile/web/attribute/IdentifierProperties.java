package org.campanile.web.attribute;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HashSet;
import java.util.Set;

import jakarta.validation.constraints.NotBlank;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

import org.campanile.HomeFolder;
import org.campanile.IdentityProvider;
import org.campanile.attribute.AttributeDefinition;
import org.campanile.attribute.AttributeSettings;
import org.campanile.attribute.SubjectIdDefinition;
import org.campanile.release.DefaultReleasePolicy;
import org.campanile.release.IdentifierAlgorithm;
import org.campanile.release.IdentifierSalt;
import org.campanile.release.IdentifierSaltFile;
import org.campanile.release.PairwiseIds;
import org.campanile.web.config.CheckedProperties;
import org.campanile.web.config.ConfiguredNames;
import org.campanile.web.config.Faults;

/**
 * Persistent identifiers of a user, different for each service.
 *
 * @param persistent whether persistent identifiers are {@code computed} each time, or
 * {@code stored}, so that one can be looked up and revoked
 * @param persistentSource the attribute that persistent identifiers are computed from; it
 * must never be given to another user
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
public record IdentifierProperties(@DefaultValue("computed") PersistentMode persistent,
		@NotBlank @DefaultValue("principal") String persistentSource,
		@DefaultValue("hmac-sha256") IdentifierAlgorithm persistentAlgorithm, @Nullable String persistentSalt,
		@Nullable String pairwiseSource,
		@DefaultValue("hmac-sha256") IdentifierAlgorithm pairwiseAlgorithm) implements CheckedProperties {

	/** The source of persistent identifiers. */
	public enum PersistentMode {

		/** Identifiers are computed each time, and not stored. */
		COMPUTED,
		/** Identifiers are stored, beginning with the computed one. */
		STORED

	}

	private static final String PREFIX = "campanile.name-id.";

	private static final String BASE64 = "base64:";

	@Override
	public void check(CheckContext context, Faults faults) {
		context.attributeIds().ifPresent(ids -> {
			faults.check(() -> Faults.requireAttribute(PREFIX + "persistent-source", persistentSource, ids));
			if (pairwiseSource != null) {
				faults.check(() -> Faults.requireAttribute(PREFIX + "pairwise-source", pairwiseSource, ids));
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

	/**
	 * Requires an explicit salt. With another one, the identifiers would not be those
	 * that services know.
	 */
	private static void requireOldSalt(String setting, IdentifierAlgorithm algorithm, Faults faults) {
		if (algorithm != IdentifierAlgorithm.HMAC_SHA256) {
			faults.add(PREFIX + "persistent-salt: missing, though " + setting + " is " + ConfiguredNames.of(algorithm)
					+ "; give the salt of the Shibboleth IdP, or use hmac-sha256 if there was none");
		}
	}

	/**
	 * The first start makes the salt before the sealing key, so a key without a salt
	 * means that the salt was lost. A new salt would change the identifiers of all users.
	 */
	private static void requireSaltFile(HomeFolder home) {
		Path file = home.credentials().resolve(IdentifierSaltFile.NAME);
		if (Files.notExists(file) && Files.isDirectory(home.credentials())) {
			try (DirectoryStream<Path> keys = Files.newDirectoryStream(home.credentials(), "{sealing,factors}*.key")) {
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

	/**
	 * Returns the ids of the attributes from which identifiers are computed, and of
	 * subject identifiers.
	 */
	public Set<String> identifying(AttributeSettings settings) {
		Set<String> ids = new HashSet<>(DefaultReleasePolicy.SUBJECT_IDS);
		ids.add(persistentSource);
		if (pairwiseSource != null) {
			ids.add(pairwiseSource);
		}
		settings.definitions()
			.stream()
			.filter(SubjectIdDefinition.class::isInstance)
			.map(AttributeDefinition::id)
			.forEach(ids::add);
		return ids;
	}

	/**
	 * Computes pairwise identifiers as configured.
	 * @throws IllegalArgumentException if the source does not exist, or the first scope
	 * is none of the profile's
	 */
	public PairwiseIds pairwiseIds(IdentityProvider identityProvider, Set<String> attributeIds, IdentifierSalt salt) {
		String source = pairwiseSource != null
				? Faults.requireAttribute(PREFIX + "pairwise-source", pairwiseSource, attributeIds) : persistentSource;
		return Faults.named("campanile.scopes",
				() -> new PairwiseIds(pairwiseAlgorithm, salt, source, identityProvider.scopes().stream().findFirst()));
	}

	/**
	 * Returns the configured salt, or else that of the home folder.
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

	/** Does not contain the salt. */
	@Override
	public String toString() {
		return "IdentifierProperties[persistentAlgorithm=" + persistentAlgorithm + "]";
	}

}
