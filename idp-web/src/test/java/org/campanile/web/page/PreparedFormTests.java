package org.campanile.web.page;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;

import org.campanile.HomeFolder;
import org.campanile.testkit.MutableClock;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class PreparedFormTests {

	private static final List<String> NAMES = List.of("SAMLResponse", "RelayState");

	private static final String INPUTS = "<input name=\"SAMLResponse\" value=\"%1$s\">"
			+ "<input name=\"RelayState\" value=\"%2$s\">";

	@TempDir
	private static Path folder;

	private final MutableClock clock = new MutableClock(Instant.parse("2026-01-01T00:00:00Z"));

	private final Theme theme = new ThemeLoader(PagesFixture.BRANDING, new HomeFolder(folder)).load(fault -> {
		throw new IllegalStateException(fault);
	});

	private final PreparedForms forms = new PreparedForms(clock);

	private final AtomicInteger rendered = new AtomicInteger();

	@Test
	void whenFilledThenEveryValueIsWhatTheBrowserReads() {
		String relayState = "\"><script>alert('ä & ö')</script> ${x} $1 \\";
		Document page = Jsoup.parse(filled(List.of("PHNhbWw+", relayState)));
		assertThat(page.select("input[name=SAMLResponse]").attr("value")).isEqualTo("PHNhbWw+");
		assertThat(page.select("input[name=RelayState]").attr("value")).isEqualTo(relayState);
		assertThat(page.select("script")).isEmpty();
	}

	@Test
	void whenManyAreSentThenOneIsRendered() {
		assertThat(filled(List.of("one", "two"))).contains("value=\"one\"");
		assertThat(filled(List.of("three", "four"))).contains("value=\"three\"").doesNotContain("one");
		assertThat(rendered).as("twice, to compare").hasValue(2);
		clock.advance(Duration.ofSeconds(61));
		filled(List.of("five", "six"));
		assertThat(rendered).hasValue(4);
	}

	/** Further uses of a value that a template in the home folder might contain. */
	@ParameterizedTest
	@ValueSource(strings = { "<p>%2$s</p>", "<input value=%2$s>", "<input value=\"x%2$s\">",
			"<script>var a = \"%2$s\"</script>", "<input value=\"%2$s\"><p>%2$s</p>", "" })
	void whenAValueStandsAnywhereElseThenTheFormIsNotPrepared(String second) {
		assertThat(form("<input value=\"%1$s\">" + second)).isEmpty();
		assertThat(form("<input value=\"%1$s\"><input value=\"%2$s\">")).as("another key").isPresent();
	}

	@Test
	void whenLinksRepeatTheAddressThenEachHasItsQuery() {
		String template = "<a href=\"?%3$s&amp;lang=de\">Deutsch</a><a href=\"?%3$s&amp;lang=fr\">Français</a>"
				+ INPUTS;
		Document page = Jsoup.parse(filled(template, List.of("one", "two"), "flow=a%2fB&x=\">'"));
		assertThat(page.select("a").eachAttr("href")).containsExactly("?flow=a%2fB&x=\">'&lang=de",
				"?flow=a%2fB&x=\">'&lang=fr");
		assertThat(page.select("input").eachAttr("value")).containsExactly("one", "two");
	}

	@ParameterizedTest
	@ValueSource(strings = { "<p>%3$s</p>", "<a href=\"https://x.example/?%3$s\">x</a>", "<a href=\"?%3$s\">x</a>",
			"<a data-href=\"?y=%3$s&amp;lang=de\">x</a>" })
	void whenTheAddressStandsAnywhereElseThenTheFormIsNotPrepared(String other) {
		assertThat(form(other + INPUTS)).isEmpty();
	}

	@Test
	void whenATemplateShortensAValueThenTheFormIsNotPrepared() {
		assertThat(forms.get(key("shortened"),
				(fields, query) -> page(INPUTS.formatted(fields.get(0).value(), fields.get(1).value()) + "<p>"
						+ query.substring(0, 9) + "</p>")))
			.isEmpty();
	}

	private String filled(List<String> values) {
		return filled(INPUTS, values, "");
	}

	private String filled(String template, List<String> values, String query) {
		PreparedPage page = form(template).orElseThrow().filled(values, query);
		return new String(page.body(), StandardCharsets.UTF_8);
	}

	private Optional<PreparedForm> form(String template) {
		return forms.get(key(template), rendering(template));
	}

	private PreparedForms.Key key(String service) {
		return new PreparedForms.Key(theme, Locale.ENGLISH, new ServiceView(service, null, null),
				RedirectPage.Purpose.SIGN_ON, "https://sp.example.org/acs", NAMES);
	}

	private BiFunction<List<HiddenField>, String, PreparedPage> rendering(String template) {
		return (fields, query) -> {
			rendered.incrementAndGet();
			return page(template.formatted(fields.get(0).value(), fields.get(1).value(), query));
		};
	}

	private static PreparedPage page(String body) {
		return new PreparedPage(200, "en", "default-src 'none'", false, body.getBytes(StandardCharsets.UTF_8));
	}

}
