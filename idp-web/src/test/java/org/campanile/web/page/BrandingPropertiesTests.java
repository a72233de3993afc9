package org.campanile.web.page;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

import org.campanile.HomeFolder;
import org.campanile.IdentityProvider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class BrandingPropertiesTests {

	private static final IdentityProvider IDP = new IdentityProvider("https://login.example.edu/idp",
			"https://login.example.edu/idp", List.of());

	@TempDir
	Path folder;

	@Test
	void whenNothingIsSetThenTheDefaults() {
		assertThat(branding(Map.of())).isEqualTo(new Branding("login.example.edu", null, new AccentColor(0x1d5c87),
				null, null, null, null, null, List.of(Locale.ENGLISH, Locale.GERMAN, Locale.FRENCH), Locale.ENGLISH,
				"campanile_lang", List.of("https:")));
	}

	@Test
	void whenAllIsSetThenEachArrives() {
		assertThat(branding(Map.ofEntries(Map.entry("name", "Alma Mater"), Map.entry("logo", "crest.svg"),
				Map.entry("accent-color", "#a00"), Map.entry("help-url", "mailto:help@example.edu"),
				Map.entry("privacy-url", "https://www.example.edu/p"),
				Map.entry("imprint-url", "https://www.example.edu/i"),
				Map.entry("forgotten-password-url", "https://id.example.edu/f"),
				Map.entry("change-password-url", "https://id.example.edu/c"), Map.entry("default-language", "de"),
				Map.entry("languages", "de,fr"), Map.entry("language-cookie", "lang"),
				Map.entry("form-targets", "https://*.example.edu,sp.example.org:8443"))))
			.isEqualTo(new Branding("Alma Mater", "crest.svg", new AccentColor(0xaa0000), "mailto:help@example.edu",
					"https://www.example.edu/p", "https://www.example.edu/i", "https://id.example.edu/f",
					"https://id.example.edu/c", List.of(Locale.GERMAN, Locale.FRENCH), Locale.GERMAN, "lang",
					List.of("https://*.example.edu", "sp.example.org:8443")));
	}

	@Test
	void whenNoFormTargetIsGivenThenNone() {
		assertThat(branding(Map.of("form-targets", "")).formTargets()).isEmpty();
	}

	@Test
	void whenTheHomeFolderHasTextsThenTheLanguageCanBeOffered() throws IOException {
		Files.createDirectories(folder.resolve("messages"));
		Files.writeString(folder.resolve("messages/messages_he.properties"), "");
		assertThat(branding(Map.of("languages", "en,he,de-CH")).languages()).containsExactly(Locale.ENGLISH,
				Locale.forLanguageTag("he"), Locale.forLanguageTag("de-CH"));
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			textBlock = """
					logo                   | ../application.yaml     | campanile.branding.logo: '../application.yaml' is neither
					logo                   | http://x.example/a.png  | campanile.branding.logo: 'http://x.example/a.png' is neither
					logo                   | https:a                 | campanile.branding.logo: 'https:a' is not a URL with scheme https
					accent-color           | red                     | campanile.branding.accent-color: 'red' is not a colour
					help-url               | javascript:alert(1)     | campanile.branding.help-url: 'javascript:alert(1)' is not a URL with scheme https or http or mailto
					privacy-url            | mailto:a@example.edu    | campanile.branding.privacy-url: 'mailto:a@example.edu' is not a URL with scheme https or http
					imprint-url            | imprint.html            | campanile.branding.imprint-url: 'imprint.html' is not a URL with scheme https or http
					forgotten-password-url | mailto:a@example.edu    | campanile.branding.forgotten-password-url: 'mailto:a@example.edu' is not a URL with scheme https or http
					change-password-url    | https://x y             | campanile.branding.change-password-url: 'https://x y' is not a URL (
					default-language       | it                      | campanile.branding.default-language: 'it' is not among the languages offered
					default-language       | '!!'                    | campanile.branding.default-language: '!!' is not a language tag
					languages              | en,it                   | campanile.branding.languages: no texts in 'it'; add
					languages              | ''                      | campanile.branding.languages: no language is offered
					language-cookie        | a;b                     | campanile.branding.language-cookie: 'a;b' is not a cookie name
					form-targets           | '*'                     | campanile.branding.form-targets: '*' is not a CSP source
					form-targets           | https:; script-src *    | campanile.branding.form-targets: 'https:; script-src *' is no source
					""")
	void whenAValueIsWrongThenKeyReasonAndRemedy(String key, String value, String message) {
		assertThatIllegalArgumentException().isThrownBy(() -> branding(Map.of(key, value)))
			.withMessageStartingWith(message)
			.withMessageContaining("; ");
	}

	private Branding branding(Map<String, String> values) {
		Binder binder = new Binder(new MapConfigurationPropertySource(values.entrySet()
			.stream()
			.collect(java.util.stream.Collectors.toMap(entry -> "campanile.branding." + entry.getKey(),
					Map.Entry::getValue))));
		return binder.bindOrCreate("campanile.branding", BrandingProperties.class)
			.toBranding(new HomeFolder(folder), IDP);
	}

}
