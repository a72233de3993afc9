package org.campanile.web.page;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

class AccentColorTests {

	@ParameterizedTest
	@CsvSource({ "000000,ffffff,21.0", "ffffff,ffffff,1.0", "767676,ffffff,4.54", "ff0000,ffffff,4.0" })
	void whenContrastIsComputedThenAsTheGuidelinesDo(String one, String other, double expected) {
		assertThat(AccentColor.contrast(Integer.parseInt(one, 16), Integer.parseInt(other, 16))).isCloseTo(expected,
				within(0.01));
	}

	@Test
	void whenAnyColourThenItCanBeReadInBothModes() {
		Map<String, Integer> light = palette(0);
		Map<String, Integer> dark = palette(1);
		Random random = new Random(1);
		for (int round = 0; round < 20_000; round++) {
			AccentColor accent = new AccentColor(round < 2 ? round * 0xFFFFFF : random.nextInt(0x1000000));
			int onLight = rgb(accent.onLight());
			int onDark = rgb(accent.onDark());
			for (AccentColor.Button button : List.of(accent.buttonOnLight(), accent.buttonOnDark())) {
				for (String background : List.of(button.background(), button.hover())) {
					assertThat(AccentColor.contrast(rgb(background), rgb(button.text()))).as("%s %s", accent, button)
						.isGreaterThanOrEqualTo(4.5);
				}
			}
			for (String background : new String[] { "page", "card" }) {
				assertDistinct(accent, accent.buttonOnLight(), color(light, background));
				assertDistinct(accent, accent.buttonOnDark(), color(dark, background));
				assertThat(AccentColor.contrast(onLight, color(light, background)))
					.as("%s light %s", accent, background)
					.isGreaterThanOrEqualTo(4.5);
				assertThat(AccentColor.contrast(onDark, color(dark, background))).as("%s dark %s", accent, background)
					.isGreaterThanOrEqualTo(4.5);
			}
		}
	}

	@ParameterizedTest
	@ValueSource(ints = { 0, 1 })
	void whenThePaletteIsReadThenItsColoursCanBe(int mode) {
		Map<String, Integer> colors = palette(mode);
		assertContrast(colors, "text", "page", 7);
		assertContrast(colors, "text", "card", 7);
		assertContrast(colors, "text", "bad-back", 7);
		assertContrast(colors, "text", "note-back", 7);
		assertContrast(colors, "soft", "page", 4.5);
		assertContrast(colors, "soft", "card", 4.5);
		assertContrast(colors, "bad", "bad-back", 4.5);
		assertContrast(colors, "field", "card", 3);
		assertContrast(colors, "bad", "card", 3);
	}

	@Test
	void whenTheColourIsReadableAlreadyThenItStays() {
		assertThat(AccentColor.parse("#1d5c87").onLight()).isEqualTo("#1d5c87");
		assertThat(AccentColor.parse("#FC0").onDark()).isEqualTo("#ffcc00");
	}

	@Test
	void whenWhiteTextOnTheColourCanBeReadThenADarkPageKeepsItForButtons() {
		assertThat(AccentColor.parse("#cc3333").buttonOnDark().background()).isEqualTo("#cc3333");
		assertThat(AccentColor.parse("#cc3333").buttonOnDark().text()).isEqualTo("#ffffff");
		assertThat(AccentColor.parse("#cc3333").onDark()).as("for links").isNotEqualTo("#cc3333");
		assertThat(AccentColor.parse("#fc0").buttonOnDark().background()).isEqualTo("#ffcc00");
		assertThat(AccentColor.parse("#fc0").buttonOnDark().text()).isEqualTo("#101316");
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "red", "#12345", "1d5c87", "#1d5c8g", "#1d5c87;}body{display:none" })
	void whenNotAColourThenRefused(String text) {
		assertThatIllegalArgumentException().isThrownBy(() -> AccentColor.parse(text)).withMessageContaining("#1d5c87");
	}

	@ParameterizedTest
	@ValueSource(strings = { "#1d2126", "#00205b", "#000", "#8c1515" })
	void whenTheColourIsAsDarkAsADarkPageThenItsButtonIsLighterAndHasWhiteText(String colour) {
		AccentColor.Button button = AccentColor.parse(colour).buttonOnDark();
		assertThat(button.text()).isEqualTo("#ffffff");
		assertThat(button.hover()).isNotEqualTo(button.background());
		assertDistinct(AccentColor.parse(colour), button, color(palette(1), "card"));
	}

	private static void assertDistinct(AccentColor accent, AccentColor.Button button, int background) {
		for (String color : List.of(button.background(), button.hover())) {
			assertThat(AccentColor.contrast(rgb(color), background)).as("%s %s", accent, button)
				.isGreaterThanOrEqualTo(3);
		}
	}

	private static void assertContrast(Map<String, Integer> colors, String one, String other, double least) {
		assertThat(AccentColor.contrast(color(colors, one), color(colors, other))).as(one + " on " + other)
			.isGreaterThanOrEqualTo(least);
	}

	private static Map<String, Integer> palette(int mode) {
		Matcher blocks = Pattern.compile(":root \\{(.*?)}", Pattern.DOTALL).matcher(Resources.read("style.css"));
		Map<String, Integer> colors = new HashMap<>();
		for (int block = 0; block <= mode; block++) {
			assertThat(blocks.find()).isTrue();
		}
		Matcher declarations = Pattern.compile("--([a-z-]+): (#[0-9a-f]{6});").matcher(blocks.group(1));
		while (declarations.find()) {
			colors.put(declarations.group(1), rgb(declarations.group(2)));
		}
		return colors;
	}

	private static int color(Map<String, Integer> colors, String name) {
		return Objects.requireNonNull(colors.get(name), name);
	}

	private static int rgb(String hex) {
		return Integer.parseInt(hex.substring(1), 16);
	}

}
