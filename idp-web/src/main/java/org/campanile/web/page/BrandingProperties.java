package org.campanile.web.page;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

import org.campanile.HomeFolder;
import org.campanile.IdentityProvider;
import org.campanile.web.config.CheckedProperties;
import org.campanile.web.config.Faults;

/**
 * The institution's branding of the pages.
 *
 * @param name the institution's name, shown above every page; the host of the base URL if
 * absent
 * @param logo an https address, or the name of a picture file in the home folder's
 * {@code views}; no logo if absent
 * @param accentColor the institution's colour, {@code #rrggbb}; each mode, light and
 * dark, uses the nearest shade that can be read, and a dark page keeps the colour itself
 * for buttons where white text can be read on it
 * @param helpUrl the help desk's page (https, http or mailto), linked from every page
 * @param privacyUrl the privacy statement, linked from every page
 * @param imprintUrl the imprint (legal notice), linked from every page
 * @param forgottenPasswordUrl where a forgotten password is reset, linked beside the
 * password field
 * @param changePasswordUrl where a password is changed, offered when it expires
 * @param defaultLanguage the language for who asks for none of the languages offered
 * @param languages the languages offered, in the order shown; one that is not built in
 * needs a {@code messages/messages_TAG.properties} in the home folder
 * @param languageCookie the name of the cookie that keeps a chosen language, without the
 * {@code __Host-} prefix it gets under https
 * @param formTargets Content-Security-Policy sources, such as
 * {@code https://*.example.edu}, to which services may send the browser on once they have
 * received a sign-on; a service's own address is always allowed
 */
@ConfigurationProperties("campanile.branding")
public record BrandingProperties(@Nullable String name, @Nullable String logo,
		@DefaultValue("#1d5c87") String accentColor, @Nullable String helpUrl, @Nullable String privacyUrl,
		@Nullable String imprintUrl, @Nullable String forgottenPasswordUrl, @Nullable String changePasswordUrl,
		@DefaultValue("en") String defaultLanguage, @DefaultValue( {
				"en", "de", "fr" }) List<String> languages,
		@DefaultValue("campanile_lang") String languageCookie,
		@DefaultValue("https:") List<String> formTargets) implements CheckedProperties{

	private static final String PREFIX = "campanile.branding.";

	private static final Pattern COOKIE_NAME = Pattern.compile("[A-Za-z0-9_-]{1,64}");

	private static final Pattern FILE_NAME = Pattern
		.compile("[A-Za-z0-9][A-Za-z0-9._-]*\\.(svg|png|jpe?g|gif|webp|avif)", Pattern.CASE_INSENSITIVE);

	private static final Pattern SOURCE = Pattern
		.compile("https:|(https://)?(\\*\\.)?[A-Za-z0-9.-]+(:[0-9]{1,5}|:\\*)?");

	/**
	 * Converts the settings.
	 * @throws IllegalArgumentException with key, reason and remedy
	 */
	public Branding toBranding(HomeFolder home, IdentityProvider identityProvider) {
		if (!COOKIE_NAME.matcher(languageCookie).matches()) {
			throw fault("language-cookie", "'" + languageCookie + "' is not a cookie name",
					"use letters, digits, '_' and '-'");
		}
		for (String target : formTargets) {
			if (!SOURCE.matcher(target).matches()) {
				throw fault("form-targets", "'" + target + "' is not a CSP source",
						"use 'https:', a host, or a host with '*.' before it");
			}
		}
		List<Locale> offered = offered(home);
		Locale first = language("default-language", defaultLanguage);
		if (!offered.contains(first)) {
			throw fault("default-language", "'" + defaultLanguage + "' is not among the languages offered",
					"add it to campanile.branding.languages");
		}
		return new Branding(shownName(identityProvider), checkedLogo(home), accent(),
				address("help-url", helpUrl, "https", "http", "mailto"),
				address("privacy-url", privacyUrl, "https", "http"),
				address("imprint-url", imprintUrl, "https", "http"),
				address("forgotten-password-url", forgottenPasswordUrl, "https", "http"),
				address("change-password-url", changePasswordUrl, "https", "http"), offered, first, languageCookie,
				formTargets);
	}

	@Override
	public void check(CheckContext context, Faults faults) {
		HomeFolder home = context.home();
		faults.check(() -> checkedLogo(home));
		faults.check(this::accent);
		faults.check(() -> address("help-url", helpUrl, "https", "http", "mailto"));
		faults.check(() -> address("privacy-url", privacyUrl, "https", "http"));
		faults.check(() -> address("imprint-url", imprintUrl, "https", "http"));
		faults.check(() -> address("forgotten-password-url", forgottenPasswordUrl, "https", "http"));
		faults.check(() -> address("change-password-url", changePasswordUrl, "https", "http"));
		context.identityProvider()
			.ifPresent(identityProvider -> faults.check(() -> toBranding(home, identityProvider)));
	}

	private String shownName(IdentityProvider identityProvider) {
		if (name != null && !name.isBlank()) {
			return name.strip();
		}
		String host = URI.create(identityProvider.baseUrl()).getHost();
		return host == null ? identityProvider.baseUrl() : host;
	}

	private AccentColor accent() {
		try {
			return AccentColor.parse(accentColor);
		}
		catch (IllegalArgumentException ex) {
			throw fault("accent-color", String.valueOf(ex.getMessage()), "quote it in YAML, where # begins a comment");
		}
	}

	private @Nullable String checkedLogo(HomeFolder home) {
		if (logo == null || logo.isBlank()) {
			return null;
		}
		if (logo.startsWith("https:")) {
			return address("logo", logo, "https");
		}
		if (!FILE_NAME.matcher(logo).matches()) {
			throw fault("logo", "'" + logo + "' is neither an https address nor the name of a picture file",
					"put the file into " + home.views() + " and give its name, such as logo.svg");
		}
		return logo;
	}

	private List<Locale> offered(HomeFolder home) {
		List<Locale> offered = new ArrayList<>();
		for (String tag : languages) {
			Locale locale = language("languages", tag);
			if (!Branding.isAvailable(locale, home)) {
				throw fault("languages", "no texts in '" + tag + "'",
						"add " + home.messages().resolve("messages_" + tag + ".properties"));
			}
			if (!offered.contains(locale)) {
				offered.add(locale);
			}
		}
		if (offered.isEmpty()) {
			throw fault("languages", "no language is offered", "name at least one, such as en");
		}
		return offered;
	}

	private static Locale language(String key, String tag) {
		Locale locale = Locale.forLanguageTag(tag);
		if (locale.getLanguage().isEmpty() || !locale.toLanguageTag().equalsIgnoreCase(tag)) {
			throw fault(key, "'" + tag + "' is not a language tag", "use one such as en or de-CH");
		}
		return locale;
	}

	private static @Nullable String address(String key, @Nullable String url, String... schemes) {
		if (url == null || url.isBlank()) {
			return null;
		}
		try {
			URI uri = new URI(url);
			boolean complete = uri.getHost() != null || "mailto".equals(uri.getScheme());
			if (complete && List.of(schemes).contains(uri.getScheme())) {
				return url;
			}
		}
		catch (java.net.URISyntaxException ex) {
			throw fault(key, "'" + url + "' is not a URL (" + ex.getReason() + ")", "give a complete URL");
		}
		throw fault(key, "'" + url + "' is not a URL with scheme " + String.join(" or ", schemes),
				"give a complete URL");
	}

	private static IllegalArgumentException fault(String key, String reason, String remedy) {
		return new IllegalArgumentException(PREFIX + key + ": " + reason + "; " + remedy);
	}

}
