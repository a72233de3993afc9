package org.campanile.web.page;

import java.nio.file.Files;
import java.util.List;
import java.util.Locale;

import org.campanile.HomeFolder;
import org.jspecify.annotations.Nullable;

/**
 * The institution's branding of the pages.
 *
 * @param name its name, above every page
 * @param logo an https address, or the name of a file in the home folder's {@code views};
 * null for none
 * @param accent its colour
 * @param helpUrl the help page; null for none
 * @param privacyUrl the privacy statement; null for none
 * @param imprintUrl the imprint, also called legal notice; null for none
 * @param forgottenPasswordUrl where a forgotten password is reset; null for none
 * @param changePasswordUrl where a password is changed; null for none
 * @param languages the languages offered, in the order shown; at least one
 * @param defaultLanguage the language for users who request none of these; one of them
 * @param languageCookie the cookie that stores the chosen language, without a {@code
 * __Host-} prefix
 * @param formTargets CSP sources to which services may redirect the browser after they
 * received the response; {@code https:} for anywhere
 */
public record Branding(String name, @Nullable String logo, AccentColor accent, @Nullable String helpUrl,
		@Nullable String privacyUrl, @Nullable String imprintUrl, @Nullable String forgottenPasswordUrl,
		@Nullable String changePasswordUrl, List<Locale> languages, Locale defaultLanguage, String languageCookie,
		List<String> formTargets) {

	public Branding {
		languages = List.copyOf(languages);
		formTargets = List.copyOf(formTargets);
	}

	/** Whether there are texts in a language, built in or in the home folder. */
	public static boolean isAvailable(Locale language, HomeFolder home) {
		return TextLoader.isBuiltIn(language)
				|| Files.isRegularFile(home.messages().resolve("messages_" + language.toLanguageTag() + ".properties"));
	}

	/** Whether the logo is a file in the home folder. */
	boolean logoIsFile() {
		return logo != null && !logo.startsWith("https:");
	}

}
