package org.campanile.saml.metadata;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

import org.jspecify.annotations.Nullable;

/**
 * How we present ourselves in our own metadata. Keys of the maps are BCP 47 language
 * tags.
 *
 * @param displayNames our name as people read it ({@code mdui:DisplayName})
 * @param descriptions a sentence about us ({@code mdui:Description})
 * @param logos our logos
 * @param informationUrls pages about us
 * @param privacyStatementUrls our privacy statements
 * @param organization the organization that runs us
 * @param contacts whom to write to
 * @param validity how long a copy of the metadata holds; empty for ever
 * @param cacheDuration how long a copy may be kept before it is fetched anew
 */
public record IdpDescription(SortedMap<String, String> displayNames, SortedMap<String, String> descriptions,
		List<Logo> logos, SortedMap<String, String> informationUrls, SortedMap<String, String> privacyStatementUrls,
		Optional<Organization> organization, List<Contact> contacts, Optional<Duration> validity,
		Optional<Duration> cacheDuration) {

	/** Nothing said. */
	public static final IdpDescription NONE = new IdpDescription(sorted(Map.of()), sorted(Map.of()), List.of(),
			sorted(Map.of()), sorted(Map.of()), Optional.empty(), List.of(), Optional.empty(), Optional.empty());

	public IdpDescription {
		displayNames = sorted(displayNames);
		descriptions = sorted(descriptions);
		logos = List.copyOf(logos);
		informationUrls = sorted(informationUrls);
		privacyStatementUrls = sorted(privacyStatementUrls);
		contacts = List.copyOf(contacts);
	}

	/** An unmodifiable copy in the order of the language tags. */
	public static SortedMap<String, String> sorted(Map<String, String> texts) {
		return Collections.unmodifiableSortedMap(new TreeMap<>(texts));
	}

	/**
	 * A logo ({@code mdui:Logo}).
	 *
	 * @param url its address, https
	 * @param width pixels
	 * @param height pixels
	 */
	public record Logo(String url, int width, int height) {
	}

	/**
	 * The organization (SAML Metadata 2.3.2.1); each map holds at least one text.
	 *
	 * @param names its name
	 * @param displayNames its name as people read it
	 * @param urls its home page
	 */
	public record Organization(SortedMap<String, String> names, SortedMap<String, String> displayNames,
			SortedMap<String, String> urls) {

		public Organization {
			names = sorted(names);
			displayNames = sorted(displayNames);
			urls = sorted(urls);
			if (names.isEmpty() || displayNames.isEmpty() || urls.isEmpty()) {
				throw new IllegalArgumentException("An organization needs a name, a display name and a URL");
			}
		}

	}

	/**
	 * A contact (SAML Metadata 2.3.2.2).
	 *
	 * @param type what for
	 * @param givenName given name, or the name of a team
	 * @param surName family name
	 * @param email mail address, without {@code mailto:}
	 */
	public record Contact(ContactType type, @Nullable String givenName, @Nullable String surName,
			@Nullable String email) {
	}

	/** What a contact is for. */
	public enum ContactType {

		TECHNICAL, SUPPORT, ADMINISTRATIVE, BILLING, OTHER,
		/** Incident response (REFEDS security contact). */
		SECURITY

	}

}
