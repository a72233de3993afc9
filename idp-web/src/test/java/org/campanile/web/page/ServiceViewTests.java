package org.campanile.web.page;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.campanile.saml.relyingparty.RelyingParty;
import org.campanile.saml.relyingparty.RelyingPartySettings;
import org.campanile.service.DisplayInfo;
import org.campanile.service.DisplayInfo.Logo;

import static org.assertj.core.api.Assertions.assertThat;

class ServiceViewTests {

	@ParameterizedTest
	@ValueSource(strings = { "http://x.example/a.png", "javascript:alert(1)", "data:text/html;base64,AAAA",
			"data:image/png;base64,AA AA", "https:///a.png", "https://x.example/a b.png", "//x.example/a.png",
			"https://user:pw@x.example/a.png", "https://my_app.example/a.png", "" })
	void whenALogoCannotBeShownThenNoImage(String url) {
		assertThat(WebAddress.isImage(url)).isFalse();
	}

	@Test
	void whenAPictureInItselfIsHeavyThenNoImage() {
		assertThat(WebAddress.isImage("data:image/png;base64," + "A".repeat(11_000))).isTrue();
		assertThat(WebAddress.isImage("data:image/png;base64," + "A".repeat(12_000))).isFalse();
	}

	@Test
	void whenSeveralLogosThenTheOneScaledLeast() {
		assertThat(view(new Logo("https://x.example/16.png", 16, 16), new Logo("https://x.example/200.png", 200, 200),
				new Logo("https://x.example/60.png", 80, 60), new Logo("http://x.example/48.png", 48, 48))
			.logoUrl()).isEqualTo("https://x.example/60.png");
		assertThat(view().logoUrl()).isNull();
	}

	@Test
	void whenNamesInSeveralLanguagesThenThePersons() {
		assertThat(view().name()).isEqualTo("Bibliothek");
		assertThat(view().description()).isEqualTo("Bücher und Zeitschriften");
		assertThat(view().descriptionLanguage()).as("that of the page").isNull();
		assertThat(view().startUrl()).isEqualTo("https://library.example.edu/de");
	}

	@Test
	void whenTheDescriptionIsInAnotherLanguageThanThePageThenItSaysWhich() {
		assertThat(view(Locale.FRENCH).description()).isEqualTo("Books and journals");
		assertThat(view(Locale.FRENCH).descriptionLanguage()).isEqualTo("en");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			'  a \t\n b '  | a b
			'a\u202eb\u2066c' | abc
			''             | ?
			'\ud800x'      | x
			""")
	void whenANameIsUntidyThenOneCleanLine(String raw, String clean) {
		assertThat(DisplayText.name(raw)).isEqualTo(clean);
	}

	@Test
	void whenANameIsEndlessThenItIsCutAtACharacter() {
		assertThat(DisplayText.name("😀".repeat(500))).isEqualTo("😀".repeat(120) + "…");
		assertThat(DisplayText.name("x".repeat(120))).isEqualTo("x".repeat(120));
	}

	@Test
	void whenADescriptionIsEndlessThenItIsCutAndAnEmptyOneIsNone() {
		assertThat(DisplayText.description("x".repeat(500))).hasSize(241).endsWith("…");
		assertThat(DisplayText.description(" \u202e\n")).isNull();
	}

	private static ServiceView view(Logo... logos) {
		return view(Locale.GERMAN, logos);
	}

	private static ServiceView view(Locale locale, Logo... logos) {
		DisplayInfo display = new DisplayInfo(Map.of("en", "Library", "de", "Bibliothek"),
				Map.of("en", "Books and journals", "de", "Bücher und Zeitschriften"), List.of(logos),
				Map.of("de", "https://library.example.edu/de"), Map.of());
		return ServiceView.of(new RelyingParty("https://library.example.edu/sp", display, List.of(), List.of(),
				List.of(), List.of(), false, false, false, List.of(), List.of(), Map.of(), Optional.empty(),
				RelyingPartySettings.DEFAULTS), locale);
	}

}
