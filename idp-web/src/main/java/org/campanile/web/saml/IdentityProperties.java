package org.campanile.web.saml;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import jakarta.validation.Valid;
import jakarta.validation.constraints.Email;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Positive;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

import org.campanile.saml.metadata.IdpDescription;
import org.campanile.saml.metadata.IdpDescription.Contact;
import org.campanile.saml.metadata.IdpDescription.ContactType;
import org.campanile.service.DisplayInfo;
import org.campanile.service.DisplayInfo.Logo;
import org.campanile.service.Service;
import org.campanile.web.config.CheckedProperties;
import org.campanile.web.config.ConfiguredNames;
import org.campanile.web.config.Faults;

/**
 * The settings of the server's description in its own metadata. Texts are given by
 * language, such as {@code en} or {@code de}.
 *
 * @param displayNames the display name, by language
 * @param descriptions a one-sentence description, by language
 * @param logos the logos
 * @param informationUrls information pages, by language
 * @param privacyStatementUrls the privacy statements, by language
 * @param organization the organization that runs the server
 * @param contacts the contacts for operators of services
 * @param errorUrl the page to which services send users after an error (errorURL); the
 * placeholders of the REFEDS specification, such as ERRORURL_CODE, are left to services
 * @param entityAttributes entity attributes, by {@code assurance-certification},
 * {@code entity-category-support}, {@code entity-category} or another URI in brackets
 * @param metadataValidity how long a copy of the metadata is valid (validUntil); absent:
 * forever, which is right unless a federation requires otherwise
 * @param metadataCacheDuration how long services keep a copy before they fetch it again;
 * absent: unspecified
 */
@Validated
@ConfigurationProperties("campanile.identity")
public record IdentityProperties(@DefaultValue Map<String, @NotBlank String> displayNames,
		@DefaultValue Map<String, @NotBlank String> descriptions, @DefaultValue List<@Valid LogoProperties> logos,
		@DefaultValue Map<String, @Pattern(regexp = WEB_ADDRESS) String> informationUrls,
		@DefaultValue Map<String, @Pattern(regexp = WEB_ADDRESS) String> privacyStatementUrls,
		@Valid @Nullable OrganizationProperties organization, @DefaultValue List<@Valid ContactProperties> contacts,
		@Nullable String errorUrl, @DefaultValue Map<String, List<String>> entityAttributes,
		@Nullable Duration metadataValidity, @Nullable Duration metadataCacheDuration) implements CheckedProperties {

	static final String WEB_ADDRESS = "https?://\\S+";

	private static final String KEY = "campanile.identity.";

	private static final java.util.regex.Pattern LANGUAGE = java.util.regex.Pattern
		.compile("[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*");

	/** The names that entity attributes have here (RFC 8409, SAML Identity Assurance). */
	private static final Map<String, String> ENTITY_ATTRIBUTES = Map.of("assurance-certification",
			"urn:oasis:names:tc:SAML:attribute:assurance-certification", "entity-category", Service.ENTITY_CATEGORY,
			"entity-category-support", "http://macedir.org/entity-category-support");

	/**
	 * The description for the metadata.
	 * @throws IllegalArgumentException for a fault; the message begins with the key
	 */
	IdpDescription description() {
		return new IdpDescription(
				new DisplayInfo(languages("display-names", displayNames), languages("descriptions", descriptions),
						logos.stream().map(logo -> new Logo(logo.url(), logo.width(), logo.height())).toList(),
						languages("information-urls", informationUrls),
						languages("privacy-statement-urls", privacyStatementUrls)),
				Optional.ofNullable(organization).map(OrganizationProperties::organization),
				contacts.stream()
					.map(contact -> new Contact(contact.type(), contact.givenName(), contact.surName(),
							contact.email()))
					.toList(),
				errorPage(), attributes(), positive("metadata-validity", metadataValidity),
				positive("metadata-cache-duration", metadataCacheDuration));
	}

	@Override
	public void check(CheckContext context, Faults faults) {
		faults.check(() -> languages("display-names", displayNames));
		faults.check(() -> languages("descriptions", descriptions));
		faults.check(() -> languages("information-urls", informationUrls));
		faults.check(() -> languages("privacy-statement-urls", privacyStatementUrls));
		faults.check(() -> Optional.ofNullable(organization).ifPresent(OrganizationProperties::organization));
		faults.check(this::errorPage);
		faults.check(this::attributes);
		faults.check(() -> positive("metadata-validity", metadataValidity));
		faults.check(() -> positive("metadata-cache-duration", metadataCacheDuration));
	}

	private Optional<String> errorPage() {
		if (errorUrl != null && !errorUrl.matches("https://\\S+")) {
			throw new IllegalArgumentException(
					KEY + "error-url: '" + errorUrl + "' is not the URL of an https page such as "
							+ "https://help.example.edu/login?code=ERRORURL_CODE");
		}
		return Optional.ofNullable(errorUrl);
	}

	/** The entity attributes by URI. */
	private Map<String, List<String>> attributes() {
		Map<String, List<String>> attributes = new LinkedHashMap<>();
		entityAttributes.forEach((name, values) -> {
			String key = KEY + "entity-attributes." + name;
			String uri = name.contains(":") ? name : ENTITY_ATTRIBUTES.get(name);
			if (uri == null) {
				throw new IllegalArgumentException(key + ": is neither a known name nor a URI; write a URI in quotes "
						+ "and brackets, such as \"[urn:x:attribute]\""
						+ ConfiguredNames.suggestion(name, ENTITY_ATTRIBUTES.keySet()));
			}
			if (values.isEmpty() || values.stream().anyMatch(String::isBlank)) {
				throw new IllegalArgumentException(key + ": has no value, or an empty one; give some, or remove it");
			}
			attributes.computeIfAbsent(uri, each -> new ArrayList<>()).addAll(values);
		});
		return attributes;
	}

	private static Optional<Duration> positive(String key, @Nullable Duration duration) {
		if (duration != null && duration.compareTo(Duration.ofMinutes(1)) < 0) {
			throw new IllegalArgumentException(KEY + key + ": " + duration + " is too short; a minute at least");
		}
		return Optional.ofNullable(duration);
	}

	private static Map<String, String> languages(String key, Map<String, String> texts) {
		for (String language : texts.keySet()) {
			if (!LANGUAGE.matcher(language).matches()) {
				throw new IllegalArgumentException(
						KEY + key + "." + language + ": is not a language; use a tag such as en or de");
			}
		}
		return texts;
	}

	/**
	 * A logo.
	 *
	 * @param url its address
	 * @param width its width in pixels
	 * @param height its height in pixels
	 */
	public record LogoProperties(@NotNull @Pattern(regexp = "https://\\S+") String url, @Positive int width,
			@Positive int height) {
	}

	/**
	 * The organization.
	 *
	 * @param names its name, by language
	 * @param displayNames its display name, by language; absent: the name
	 * @param urls its home page, by language
	 */
	public record OrganizationProperties(@DefaultValue Map<String, @NotBlank String> names,
			@DefaultValue Map<String, @NotBlank String> displayNames,
			@DefaultValue Map<String, @Pattern(regexp = WEB_ADDRESS) String> urls) {

		private IdpDescription.Organization organization() {
			if (names.isEmpty() || urls.isEmpty()) {
				throw new IllegalArgumentException(
						KEY + "organization: names and urls belong together; state both, or neither");
			}
			return new IdpDescription.Organization(languages("organization.names", names),
					languages("organization.display-names", displayNames.isEmpty() ? names : displayNames),
					languages("organization.urls", urls));
		}

	}

	/**
	 * A contact.
	 *
	 * @param type its purpose: technical, support, administrative, billing, security or
	 * other
	 * @param givenName given name, or the name of a team
	 * @param surName family name
	 * @param email mail address
	 */
	public record ContactProperties(@DefaultValue("technical") ContactType type, @Nullable String givenName,
			@Nullable String surName, @NotNull @Email String email) {
	}

}
