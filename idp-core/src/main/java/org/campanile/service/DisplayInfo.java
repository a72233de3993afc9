package org.campanile.service;

import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The presentation of a service, or of this identity provider, to users. Keys of the maps
 * are BCP 47 language tags, those of services in lower case.
 *
 * @param names display names
 * @param descriptions a sentence or two
 * @param logos logos; a service's only with {@code https:} and {@code data:image/}
 * addresses
 * @param informationUrls pages about it
 */
public record DisplayInfo(Map<String, String> names, Map<String, String> descriptions, List<Logo> logos,
		Map<String, String> informationUrls, Map<String, String> privacyStatementUrls) {

	/** The display information of a service that has none. */
	public static final DisplayInfo NONE = new DisplayInfo(Map.of(), Map.of(), List.of(), Map.of(), Map.of());

	public DisplayInfo {
		names = Map.copyOf(names);
		descriptions = Map.copyOf(descriptions);
		logos = List.copyOf(logos);
		informationUrls = Map.copyOf(informationUrls);
		privacyStatementUrls = Map.copyOf(privacyStatementUrls);
	}

	/**
	 * A logo.
	 *
	 * @param url its address
	 * @param width pixels
	 * @param height pixels
	 */
	public record Logo(String url, int width, int height) {
	}

	/**
	 * The name in the given language, else English, else any; empty if there is none.
	 */
	public Optional<String> name(Locale locale) {
		return pick(names, locale);
	}

	/** The description, with the same fallbacks as {@link #name}. */
	public Optional<String> description(Locale locale) {
		return pick(descriptions, locale);
	}

	/** Returns the language of {@link #description}, as a tag in lower case. */
	public Optional<String> descriptionLanguage(Locale locale) {
		return language(descriptions, locale);
	}

	/**
	 * The page about the service in the given language, with the same fallbacks as
	 * {@link #name}.
	 */
	public Optional<String> informationUrl(Locale locale) {
		return pick(informationUrls, locale);
	}

	private static Optional<String> pick(Map<String, String> texts, Locale locale) {
		return language(texts, locale).map(texts::get);
	}

	private static Optional<String> language(Map<String, String> texts, Locale locale) {
		return Stream.of(locale.toLanguageTag().toLowerCase(Locale.ROOT), locale.getLanguage(), "en")
			.filter(texts::containsKey)
			.findFirst()
			.or(() -> texts.keySet().stream().min(String::compareTo));
	}

	/**
	 * The name a user reads: the display name, else the host of the service's id, else
	 * the id itself.
	 */
	public String nameOrHost(Locale locale, String id) {
		return name(locale).orElseGet(() -> {
			try {
				String host = URI.create(id).getHost();
				return host == null ? id : host;
			}
			catch (IllegalArgumentException ex) {
				return id;
			}
		});
	}

}
