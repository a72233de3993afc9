package org.campanile.web.saml;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import jakarta.validation.constraints.NotBlank;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

import org.campanile.IdentityProvider;
import org.campanile.saml.nameid.NameId;
import org.campanile.saml.nameid.NameIdSettings;
import org.campanile.web.attribute.IdentifierProperties;
import org.campanile.web.config.CheckedProperties;
import org.campanile.web.config.ConfiguredNames;
import org.campanile.web.config.Faults;

/**
 * The settings of name identifiers, by which a user is identified to a service.
 *
 * @param defaultFormat the format where neither the request nor the service's settings
 * nor its metadata name a possible one: {@code transient}, {@code persistent},
 * {@code email-address}, {@code unspecified}, or the URI of one of these
 * @param emailSource the attribute used for the format emailAddress
 * @param unspecifiedSource the attribute used for the format unspecified;
 * {@code principal} is the canonical name
 * @param strictAllowCreate whether a stored identifier is only created for a service
 * whose request contains {@code AllowCreate="true"}
 */
@Validated
@ConfigurationProperties("campanile.name-id")
public record NameIdProperties(@NotBlank @DefaultValue("transient") String defaultFormat,
		@NotBlank @DefaultValue("mail") String emailSource,
		@NotBlank @DefaultValue("principal") String unspecifiedSource,
		@DefaultValue("false") boolean strictAllowCreate) implements CheckedProperties {

	private static final String PREFIX = "campanile.name-id.";

	/** The formats that need no source of the service's own. */
	static final Map<String, String> FORMATS = Map.of("transient", NameId.TRANSIENT, "persistent", NameId.PERSISTENT,
			"email-address", NameId.EMAIL_ADDRESS, "unspecified", NameId.UNSPECIFIED);

	/**
	 * The settings of the core.
	 * @param attributeIds the ids of all defined attributes
	 * @throws IllegalArgumentException if a format or a source does not exist; the
	 * message begins with the key
	 */
	public NameIdSettings settings(IdentityProvider identityProvider, IdentifierProperties identifiers,
			Set<String> attributeIds) {
		Map<String, String> attributeFormats = new LinkedHashMap<>();
		attributeFormats.put(NameId.EMAIL_ADDRESS,
				Faults.requireAttribute(PREFIX + "email-source", emailSource, attributeIds));
		attributeFormats.put(NameId.UNSPECIFIED,
				Faults.requireAttribute(PREFIX + "unspecified-source", unspecifiedSource, attributeIds));
		attributeFormats.put(NameId.UNSPECIFIED_2_0, unspecifiedSource);
		return new NameIdSettings(identityProvider.id(), format(), attributeFormats,
				Faults.requireAttribute(PREFIX + "persistent-source", identifiers.persistentSource(), attributeIds),
				identifiers.persistentAlgorithm(), strictAllowCreate);
	}

	/**
	 * Returns the ids of the attributes that are lasting name identifiers, unless a
	 * service has a source of its own. An e-mail address may change at any time, and
	 * {@code mail} is the source of those in every configuration.
	 */
	Set<String> nameIdSources() {
		return Set.of(unspecifiedSource);
	}

	@Override
	public void check(CheckContext context, Faults faults) {
		faults.check(this::format);
		context.attributeIds().ifPresent(ids -> {
			faults.check(() -> Faults.requireAttribute(PREFIX + "email-source", emailSource, ids));
			faults.check(() -> Faults.requireAttribute(PREFIX + "unspecified-source", unspecifiedSource, ids));
		});
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

}
