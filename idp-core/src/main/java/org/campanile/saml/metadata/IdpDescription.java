package org.campanile.saml.metadata;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import org.campanile.service.DisplayInfo;

/**
 * The description of this identity provider in its metadata. Keys of the maps are BCP 47
 * language tags.
 *
 * @param display the description for users ({@code mdui:UIInfo})
 * @param organization the organization that runs it
 * @param errorUrl the page to which services send users after an error ({@code errorURL},
 * SAML Metadata 2.4.1), as it is written, with placeholders
 * @param entityAttributes its entity attributes: the values by name
 * @param validity how long a copy of the metadata is valid; empty for no limit
 * @param cacheDuration how long a copy may be kept before it is fetched again
 */
public record IdpDescription(DisplayInfo display, Optional<Organization> organization, List<Contact> contacts,
		Optional<String> errorUrl, Map<String, List<String>> entityAttributes, Optional<Duration> validity,
		Optional<Duration> cacheDuration) {

	public static final IdpDescription NONE = new IdpDescription(DisplayInfo.NONE, Optional.empty(), List.of(),
			Optional.empty(), Map.of(), Optional.empty(), Optional.empty());

	public IdpDescription {
		contacts = List.copyOf(contacts);
		entityAttributes = Map.copyOf(entityAttributes);
	}

	/**
	 * The organization (SAML Metadata 2.3.2.1); each map contains at least one text.
	 *
	 * @param urls its home page
	 */
	public record Organization(Map<String, String> names, Map<String, String> displayNames, Map<String, String> urls) {

		public Organization {
			names = Map.copyOf(names);
			displayNames = Map.copyOf(displayNames);
			urls = Map.copyOf(urls);
			if (names.isEmpty() || displayNames.isEmpty() || urls.isEmpty()) {
				throw new IllegalArgumentException("An organization needs a name, a display name and a URL");
			}
		}

	}

	/**
	 * A contact (SAML Metadata 2.3.2.2).
	 *
	 * @param type its purpose
	 * @param givenName given name, or the name of a team
	 * @param surName family name
	 * @param email mail address, without {@code mailto:}
	 */
	public record Contact(ContactType type, @Nullable String givenName, @Nullable String surName,
			@Nullable String email) {
	}

	/** The purpose of a contact. */
	public enum ContactType {

		TECHNICAL, SUPPORT, ADMINISTRATIVE, BILLING, OTHER,
		/** The contact for incident response (REFEDS security contact). */
		SECURITY

	}

}
