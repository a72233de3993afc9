package org.campanile.web.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/** The codes, texts of pages and sections in the guides for administrators must exist. */
class GuidesTests {

	private static final Path DOCS = Path.of("../docs");

	private static final Pattern CODE = Pattern.compile("`([A-Z]+_[A-Z_]+|THROTTLED|OVERLOADED)`");

	private static final Pattern PAGE_TEXT = Pattern.compile("“([^”]+)”");

	private static final Pattern LINK = Pattern.compile("\\]\\((?!https?:)([^)#]*)(?:#([^)]*))?\\)");

	/** Words in capitals that are not codes, such as events and variables. */
	private static final Set<String> NO_CODES = Set.of("SIGN_ON", "CAMPANILE_JAVA_OPTS", "LDAP_PASSWORD",
			"CREDENTIALS_DIRECTORY", "LOGIN_REFUSED", "REQUEST_REFUSED", "PERSON_VIEWED");

	@Test
	void whenAGuideNamesACodeThenItIsExplained() throws Exception {
		String errors = Files.readString(DOCS.resolve("errors.md"));
		List<String> codes = found(CODE, "troubleshooting.md", match -> match.group(1));
		assertThat(codes).hasSizeGreaterThan(20)
			.allSatisfy(code -> assertThat(NO_CODES.contains(code) || errors.contains("\n| `" + code + "` |")).as(code)
				.isTrue());
	}

	@Test
	void whenAGuideQuotesAPageThenThePageSaysSo() throws Exception {
		Properties texts = new Properties();
		try (var file = Files
			.newBufferedReader(Path.of("src/main/resources/org/campanile/web/page/messages.properties"))) {
			texts.load(file);
		}
		String dashboard = Files.readString(Path.of("../deploy/grafana/campanile.json"));
		assertThat(found(PAGE_TEXT, "troubleshooting.md", match -> match.group(1))).hasSizeGreaterThan(15)
			.allSatisfy(quoted -> assertThat(texts.values().stream().map(String::valueOf)).as(quoted)
				.anyMatch(text -> text.startsWith(quoted.replace(" …", "")) || dashboard.contains(quoted)));
	}

	static List<String> guides() throws IOException {
		try (Stream<Path> pages = Files.list(DOCS)) {
			return pages.map(page -> page.getFileName().toString()).filter(name -> name.endsWith(".md")).toList();
		}
	}

	@ParameterizedTest
	@MethodSource("guides")
	void whenAGuideLinksToASectionThenItIsThere(String guide) throws Exception {
		List<MatchResult> links = found(LINK, guide, Function.identity());
		assertThat(links).allSatisfy(link -> {
			Path page = link.group(1).isEmpty() ? DOCS.resolve(guide) : DOCS.resolve(link.group(1));
			assertThat(page).exists();
			if (link.group(2) != null) {
				assertThat(anchors(page)).as(link.group()).contains(link.group(2));
			}
		});
	}

	private static <T> List<T> found(Pattern pattern, String guide, Function<MatchResult, T> what) throws IOException {
		return pattern.matcher(Files.readString(DOCS.resolve(guide))).results().map(what).toList();
	}

	/** Returns the anchors that GitHub derives from the page's headings. */
	private static Set<String> anchors(Path page) throws IOException {
		return Pattern.compile("(?m)^#+ (.+)$")
			.matcher(Files.readString(page))
			.results()
			.map(heading -> heading.group(1).toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9 _-]", "").replace(' ', '-'))
			.collect(Collectors.toUnmodifiableSet());
	}

}
