package org.campanile.web.page;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.FormatStyle;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class LanguageTextsTests {

	private static final Pattern KEY = Pattern.compile("(?:\"|#\\{)([a-z]+(?:[.-][a-z]+)+)[\"}]");

	/**
	 * Matches the prefix of a key that is completed with a name, such as that of a kind
	 * of factor.
	 */
	private static final Pattern PREFIX = Pattern.compile("\"([a-z]+(?:[.-][a-z]+)*\\.)\"");

	private static final Map<String, String> ENGLISH = bundle("messages.properties");

	@ParameterizedTest
	@ValueSource(strings = { "messages_de.properties", "messages_fr.properties" })
	void whenTranslatedThenEveryTextWithTheSamePlaceholders(String file) {
		Map<String, String> translated = bundle(file);
		assertThat(translated.keySet()).isEqualTo(ENGLISH.keySet());
		ENGLISH.forEach((key, text) -> {
			assertThat(translated.getOrDefault(key, "")).as(key).isNotBlank();
			assertThat(TextLoader.placeholders(translated.getOrDefault(key, ""))).as(key)
				.isEqualTo(TextLoader.placeholders(text));
		});
	}

	@ParameterizedTest
	@ValueSource(strings = { "messages.properties", "messages_de.properties", "messages_fr.properties" })
	void whenReadThenTypographicAndWithoutMarkup(String file) {
		assertThat(bundle(file).values())
			.allSatisfy(text -> assertThat(text).doesNotContain("'", "\"", "<", "&", "..."));
	}

	@Test
	void whenFrenchThenNoLineBeginsWithItsPunctuation() {
		assertThat(bundle("messages_fr.properties").values())
			.allSatisfy(text -> assertThat(text).doesNotContainPattern("[^\u00a0\u202f][:;?!»]|«[^\u00a0\u202f]"));
	}

	@ParameterizedTest
	@CsvSource({ "messages_de.properties,helpdesk", "messages_fr.properties,le support",
			"messages_fr.properties,compte verrouillé", "messages_fr.properties,toutes les quelques" })
	void whenTranslatedThenOneWordForOneThing(String file, String other) {
		assertThat(bundle(file).values())
			.allSatisfy(text -> assertThat(text.toLowerCase(Locale.ROOT)).doesNotContain(other));
	}

	/** English without a country would be that of the United States. */
	@ParameterizedTest
	@CsvSource({ "en,27 Nov 2026", "en-US,'Nov 27, 2026'", "de,27.11.2026" })
	void whenADayIsFormattedThenAsTheLanguageWritesIt(String language, String day) {
		LanguageTexts texts = new LanguageTexts(Locale.forLanguageTag(language), ENGLISH);
		assertThat(texts.format(DateTimeFormatter.ofLocalizedDate(FormatStyle.MEDIUM),
				Instant.parse("2026-11-27T15:05:00Z"), ZoneOffset.UTC))
			.isEqualTo(day);
	}

	@Test
	void whenAPeriodEndsAtMidnightThenItsLastDayIsTheOneBefore() {
		LanguageTexts texts = new LanguageTexts(Locale.ENGLISH, ENGLISH);
		assertThat(texts.lastDayBefore(Instant.parse("2027-03-01T00:00:00Z"))).isEqualTo("28 February 2027");
		assertThat(texts.lastDayBefore(Instant.parse("2027-03-01T10:00:00Z"))).isEqualTo("1 March 2027");
	}

	@Test
	void whenKeysAreUsedThenTheyExistAndTheOtherWayRound() throws IOException {
		Set<String> used = new TreeSet<>();
		Set<String> prefixes = new TreeSet<>();
		for (String source : sources()) {
			KEY.matcher(source)
				.results()
				.map(match -> match.group(1))
				.filter(LanguageTextsTests::looksLikeAKey)
				.forEach(used::add);
			PREFIX.matcher(source).results().map(match -> match.group(1)).forEach(prefixes::add);
		}
		assertThat(used.stream()
			.filter(key -> !key.startsWith("mail.smtp.") && !key.equals("logout.url"))
			.filter(key -> ENGLISH.keySet().stream().noneMatch(text -> text.equals(key) || text.startsWith(key + '.'))))
			.as("keys without a text")
			.isEmpty();
		Stream.of(Problem.values()).map(Problem::key).forEach(used::add);
		assertThat(ENGLISH.keySet()
			.stream()
			.filter(text -> !used.contains(text) && parent(text).filter(used::contains).isEmpty()
					&& prefixes.stream().noneMatch(text::startsWith)))
			.as("texts that no page uses")
			.isEmpty();
	}

	private static Optional<String> parent(String key) {
		int dot = key.lastIndexOf('.');
		return dot < 0 ? Optional.empty() : Optional.of(key.substring(0, dot));
	}

	@ParameterizedTest
	@CsvSource({ "PT0S,10 seconds", "PT0.5S,10 seconds", "PT11S,20 seconds", "PT50S,50 seconds", "PT51S,one minute",
			"PT61S,2 minutes", "PT58M30S,59 minutes", "PT59M30S,one hour", "PT61M,2 hours" })
	void whenWaitingThenInWordsRoundedUp(Duration time, String words) {
		assertThat(new LanguageTexts(Locale.ENGLISH, ENGLISH).wait(time)).isEqualTo(words);
	}

	@Test
	void whenAnOverrideDropsThePlaceholderThenTheSentenceStands() {
		assertThat(new LanguageTexts(Locale.ENGLISH, Map.of("a", "Sign in")).around("a", "service", "Moodle"))
			.isEqualTo(new Phrase("Sign in", "", ""));
	}

	private static boolean looksLikeAKey(String text) {
		return ENGLISH.keySet()
			.stream()
			.anyMatch(key -> key.substring(0, key.indexOf('.')).equals(text.split("\\.")[0])) && !text.endsWith(".html")
				&& !text.endsWith(".css") && !text.endsWith(".js") && !text.endsWith(".properties");
	}

	private static List<String> sources() throws IOException {
		List<String> sources = new ArrayList<>();
		for (String folder : List.of("src/main/java/org/campanile/web", "src/main/resources/org/campanile/web/page",
				"../idp-core/src/main/java/org/campanile/factor")) {
			try (Stream<Path> files = Files.walk(Path.of(folder))) {
				for (Path file : files.filter(each -> each.toString().matches(".*\\.(java|html)")).toList()) {
					sources.add(Files.readString(file));
				}
			}
		}
		return sources;
	}

	private static Map<String, String> bundle(String file) {
		return TextLoader.parse(Resources.read(file));
	}

}
