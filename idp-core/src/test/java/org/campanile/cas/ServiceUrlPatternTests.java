package org.campanile.cas;

import java.util.Optional;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.campanile.attribute.ValuePattern;
import org.campanile.cas.ServiceUrlPattern.Exact;
import org.campanile.cas.ServiceUrlPattern.Prefix;
import org.campanile.cas.ServiceUrlPattern.Regex;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class ServiceUrlPatternTests {

	@Test
	void whenAUrlIsExactThenOnlyItsQueryMayDiffer() {
		Exact exact = new Exact(url("https://a.example.edu/app"));
		assertThat(exact.matches(url("https://A.example.edu:443/app?x=1"))).isTrue();
		assertThat(exact.matches(url("https://a.example.edu/app/"))).isFalse();
		assertThat(exact.matches(url("https://a.example.edu/App"))).isFalse();
		assertThat(exact.matches(url("http://a.example.edu/app"))).isFalse();
		assertThat(exact.matches(url("https://a.example.edu:8443/app"))).isFalse();
		Exact withQuery = new Exact(url("https://a.example.edu/app?site=1"));
		assertThat(withQuery.matches(url("https://a.example.edu/app?site=1"))).isTrue();
		assertThat(withQuery.matches(url("https://a.example.edu/app?site=12"))).isFalse();
		assertThat(withQuery.matches(url("https://a.example.edu/app"))).isFalse();
	}

	@ParameterizedTest
	@CsvSource({ "https://a.example.edu/app, https://a.example.edu/app, true",
			"https://a.example.edu/app, https://a.example.edu/app/x?y, true",
			"https://a.example.edu/app, https://a.example.edu/app?y, true",
			"https://a.example.edu/app, https://a.example.edu/apple, false",
			"https://a.example.edu/app, https://a.example.edu/app;x, false",
			"https://a.example.edu/app, https://a.example.edu/, false",
			"https://a.example.edu/app/, https://a.example.edu/app, false",
			"https://a.example.edu/app/, https://a.example.edu/app/x, true",
			"https://a.example.edu, https://a.example.edu/x, true",
			"https://a.example.edu, https://a.example.edu.evil.example/, false",
			"https://a.example.edu, https://a.example.edu:8443/, false",
			"https://a.example.edu, http://a.example.edu/, false" })
	void whenAPrefixEndsAtASegmentThenItOwnsWhatIsBelow(String prefix, String other, boolean owns) {
		assertThat(new Prefix(url(prefix)).matches(url(other))).isEqualTo(owns);
	}

	@Test
	void whenAPrefixHasAQueryThenItIsRefused() {
		assertThatIllegalArgumentException().isThrownBy(() -> new Prefix(url("https://a.example.edu/?x")))
			.withMessageContaining("has a query");
	}

	@Test
	void whenItIsARegexThenTheWholeFormIsMatched() {
		Regex regex = new Regex(ValuePattern.of("https://a\\.example\\.edu/app"));
		assertThat(regex.matches(url("HTTPS://A.example.edu:443/app"))).isTrue();
		assertThat(regex.matches(url("https://a.example.edu/app/x"))).isFalse();
		assertThat(regex.matches(url("https://a.example.edu/app?x=https://a.example.edu/app"))).isFalse();
	}

	@ParameterizedTest
	@CsvSource(delimiterString = "=>", textBlock = """
			^https://a\\.example\\.edu/app/.* => https://a.example.edu/ => true
			(?i)https://A\\.example\\.edu/.* => https://a.example.edu/ => true
			https://a\\.example\\.edu:8443/.* => https://a.example.edu:8443/ => true
			https:\\/\\/a\\.example\\.edu\\/.* => https://a.example.edu/ => true
			https://a.example.edu/.* => => false
			https://a\\.example\\.edu.* => => false
			^https?://a\\.example\\.edu/.* => => true
			^https?://a.example.edu/.* => => false
			^https?://a\\.example\\.edu/|.* => => false
			https://a\\.example\\.edu/|.* => => false
			https://a\\.example\\.ed(u)?/.* => => false
			""")
	void whenARegexIsOfOneHostThenItIsKnown(String regex, String example, boolean namesHost) {
		Regex pattern = new Regex(ValuePattern.of(regex));
		assertThat(pattern.example()).isEqualTo(Optional.ofNullable(example));
		assertThat(pattern.namesHost()).isEqualTo(namesHost);
	}

	@ParameterizedTest
	@CsvSource(delimiterString = "=>", textBlock = """
			https://app\\.example\\.edu.* => https://app.example.edu.stranger.invalid
			^https://app\\.example\\.edu(/.*)?.* => https://app.example.edu.stranger.invalid
			https://app\\.example\\.edu[^/]*/.* => https://app.example.edu.stranger.invalid
			https://app.example.edu/.* => https://appxexample.edu/
			https://app\\.example.edu/.* => https://app.examplexedu/
			https://(wiki|app.x)\\.example\\.edu/.* => https://appxx.example.edu/
			https://.*\\.example\\.edu/.* => https://stranger.invalid/x.example.edu/
			https://.*example\\.edu/.* => https://strangerexample.edu/
			https://[a-z.]*uni\\.ac\\.uk/.* => https://strangeruni.ac.uk/
			https://[^.]+\\.example\\.edu/.* => https://[2001:db8::1]/
			^https?://.* => every site
			^(https|imaps)://.* => every site
			^http://.* => every site
			.* => every site
			https://[^/]+/.* => every site
			https://App\\.example\\.edu/.* => no address
			https://app\\.example\\.edu:443/.* => no address
			https://app\\.example\\.edu => no address
			""")
	void whenARegexReachesFurtherThanMeantThenAnAddressIsNamed(String regex, String named) {
		assertThat(RegexReach.warnings(ValuePattern.of(regex)))
			.anySatisfy(reason -> assertThat(reason).contains(named));
	}

	@ParameterizedTest
	@ValueSource(strings = { "^https://app\\.example\\.edu/.*", "https://app\\.example\\.edu(/.*)?",
			"^https?://app\\.example\\.edu(:8443)?/.*$", "https://[a-z]+\\.example\\.edu/.*",
			"https://([a-z0-9-]+\\.)*example\\.edu/.*", "https://(wiki|app)\\.example\\.edu/.*",
			"(?i)https://App\\.example\\.edu/.*", "https://[a-z0-9.-]+\\.example\\.edu/.*",
			"https://app\\.example\\.edu/\\w{2,}(\\?.*)?", "https://(?:a|b)\\.uni\\.ac\\.uk(:443)?/.*",
			"https://(?P<host>app)[0-9]{1,3}\\.example\\.edu/.*" })
	void whenARegexNamesItsHostsThenNothingIsSaid(String regex) {
		assertThat(RegexReach.warnings(ValuePattern.of(regex))).isEmpty();
	}

	@ParameterizedTest
	@ValueSource(strings = { "((((a{9}){9}){9}){9})", "[", "(", "a{2", "\\", "[[:alpha:]]+", "(?i)(?s)x", "(?P<a",
			"a**", "()", "|", "[]a]", "[^]a]", "\\Qa.b\\E", "\\pL", "x{1000}" })
	void whenARegexIsOddThenSamplesAreStillMade(String regex) {
		assertThat(RegexSamples.of(regex)).isNotEmpty()
			.allSatisfy(sample -> assertThat(sample).hasSizeLessThan(100_000));
	}

	private static ServiceUrl url(String text) {
		return ServiceUrl.of(text).orElseThrow();
	}

}
