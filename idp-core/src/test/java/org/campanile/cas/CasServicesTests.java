package org.campanile.cas;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.campanile.attribute.ValuePattern;
import org.campanile.cas.CasService.Logout;
import org.campanile.cas.CasService.Logout.Channel;
import org.campanile.cas.CasService.Proxying;
import org.campanile.cas.ServiceUrlPattern.Exact;
import org.campanile.cas.ServiceUrlPattern.Prefix;
import org.campanile.cas.ServiceUrlPattern.Regex;
import org.campanile.service.DisplayInfo;

import static org.assertj.core.api.Assertions.assertThat;

class CasServicesTests {

	private static final List<String> ORIGINS = List.of("https://a.example.edu", "https://b.example.edu",
			"http://a.example.edu", "https://a.example.edu:8443");

	private static final List<String> PATHS = List.of("/", "/app", "/app/", "/app/x", "/app/x/", "/apple", "/app/x/y",
			"/x");

	private static final List<String> REGEXES = List.of("^https://a\\.example\\.edu/.*",
			"https://[ab]\\.example\\.edu/app.*", "https?://a\\.example\\.edu/app/?",
			"(?i)HTTPS://B\\.example\\.edu/APP/.*", "https://a\\.example\\.edu/x|https://b\\.example\\.edu/",
			"https://a.example.edu(:8443)?/.*", ".*/x", "https://a\\.example\\.edu/app+",
			"https://a\\.example\\.edu/app*", "https://b\\.example\\.edu/x?", "(https)://.*",
			"https://a\\.example\\.edu/[x|y]", "https://(a|b)\\.example\\.edu/app(/.*)?",
			"\\Qhttps://a.example.edu/|\\E.*", "(?i)^https?\\:\\/\\/A\\.example\\.edu\\/.*",
			"(http|https)://a\\.example\\.edu/(app|x)/?", "http[s]?://a\\.example\\.edu(:8443)?/.*",
			"https?:?//a\\.example\\.edu/.*", "https?://a\\.example\\.edu/x|https?://b\\.example\\.edu/.*");

	/** Determines the owner like {@link CasServices#owner}, by a linear search. */
	private static Optional<CasService> linear(Collection<CasService> services, ServiceUrl url) {
		return services.stream()
			.filter(service -> service.urls().matches(url))
			.min(Comparator.comparingInt(CasService::order)
				.thenComparingInt(service -> service.urls() instanceof Exact exact
						? exact.url().query().isEmpty() ? 1 : 0 : service.urls() instanceof Prefix ? 2 : 3)
				.thenComparingInt(
						service -> service.urls() instanceof Prefix prefix ? -prefix.url().path().length() : 0)
				.thenComparing(CasService::id));
	}

	@ParameterizedTest
	@ValueSource(longs = { 1, 2, 3, 4, 5, 6, 7, 8 })
	void whenServicesAreIndexedThenTheOwnerIsThatOfALinearSearch(long seed) {
		Random random = new Random(seed);
		for (int round = 0; round < 40; round++) {
			List<CasService> services = new ArrayList<>();
			for (int i = random.nextInt(12); i >= 0; i--) {
				services.add(service("s" + i, pattern(random), random.nextInt(3)));
			}
			Collections.shuffle(services, random);
			CasServices indexed = CasServices.of(services);
			for (String origin : ORIGINS) {
				for (String path : PATHS) {
					for (String query : List.of("", "?q=1", "?q=/app")) {
						ServiceUrl url = url(origin + path + query);
						assertThat(indexed.owner(url).map(CasService::id)).as("%s of %s", url.value(), services)
							.isEqualTo(linear(services, url).map(CasService::id));
						assertThat(indexed.owners(url)).doesNotHaveDuplicates();
						assertThat(indexed.owners(url).stream().map(CasService::id).findFirst())
							.isEqualTo(indexed.owner(url).map(CasService::id));
					}
				}
			}
		}
	}

	private static ServiceUrlPattern pattern(Random random) {
		String address = any(ORIGINS, random) + any(PATHS, random);
		return switch (random.nextInt(4)) {
			case 0 -> new Exact(url(address));
			case 1 -> new Exact(url(address + "?q=1"));
			case 2 -> new Prefix(url(address));
			default -> new Regex(ValuePattern.of(any(REGEXES, random)));
		};
	}

	private static String any(List<String> values, Random random) {
		return values.get(random.nextInt(values.size()));
	}

	@Test
	void whenAServiceIsDisabledThenItStillOwnsItsUrls() {
		CasServices services = CasServices
			.of(List.of(service("off", new Prefix(url("https://a.example.edu/")), 0).disabled(),
					service("any", new Regex(ValuePattern.of("https://.*")), 1)));
		assertThat(services.owner(url("https://a.example.edu/x")).map(CasService::enabled)).contains(false);
	}

	/** Servers decode the path, and some take parameters out, before they look at it. */
	@ParameterizedTest
	@CsvSource(delimiterString = "=>", textBlock = """
			/@%61dmin/x       => admin
			/%40admin/x?y     => admin
			/@admin/x;y       => admin
			/@admin;x/y       => nobody
			/@admin;          => nobody
			/%40%61dmin;x/y;z => nobody
			/x;y/@admin       => apps
			""")
	void whenAPathIsDisguisedThenItIsNotOfAWiderService(String path, String owner) {
		ServiceUrl url = url("https://a.example.edu" + path);
		CasServices prefixes = CasServices
			.of(List.of(service("admin", new Prefix(url("https://a.example.edu/@admin")), 0),
					service("apps", new Prefix(url("https://a.example.edu/")), 0)));
		assertThat(prefixes.owner(url).map(CasService::id).orElse("nobody")).isEqualTo(owner);
		CasServices regexes = CasServices
			.of(List.of(service("admin", new Regex(ValuePattern.of("https://a\\.example\\.edu/@admin(/.*)?")), 1),
					service("apps", new Regex(ValuePattern.of("https://a\\.example\\.edu/.*")), 10)));
		assertThat(regexes.owner(url).map(CasService::id).orElse("nobody")).isEqualTo(owner);
	}

	@Test
	void whenAnAddressIsRegisteredWithItsParametersThenItIsMeantWithThem() {
		CasService page = service("page", new Exact(url("https://a.example.edu/page;id=3")), 0);
		CasServices services = CasServices
			.of(List.of(page, service("apps", new Prefix(url("https://a.example.edu/")), 1)));
		assertThat(services.owner(url("https://a.example.edu/page;id=3"))).contains(page);
		assertThat(services.owner(url("https://a.example.edu/page;id=4")).map(CasService::id)).contains("apps");
	}

	@Test
	void whenAskedForAllThenInTheirOrder() {
		CasService b = service("b", new Prefix(url("https://b.example.edu/")), 0);
		CasService a = service("a", new Prefix(url("https://a.example.edu/")), 0);
		CasServices services = CasServices.of(List.of(b, a));
		assertThat(services.all()).containsExactly(b, a);
		assertThat(services.size()).isEqualTo(2);
		assertThat(services.find("a")).contains(a);
		assertThat(services.find("A")).isEmpty();
	}

	/** The prefix lets a look-up skip most of thousands of regular expressions. */
	@ParameterizedTest
	@CsvSource(delimiterString = "=>", textBlock = """
			^https://app\\.example\\.edu/.* => https://app.example.edu/ => false
			(?i)^https://App\\.example/x+y* => https://app.example/x => true
			https?://app => http => false
			https://app.example.edu => https://app => false
			https://a|https://b => '' => false
			https://(a|b)\\.example => https:// => false
			https://[a|b] => https:// => false
			\\Qa|b\\E => '' => false
			ab{2} => a => false
			""")
	void whenARegexBeginsWithATextThenItIsKnown(String regex, String text, boolean anyCase) {
		assertThat(RegexPrefix.of(regex)).isEqualTo(new RegexPrefix(text, anyCase));
	}

	@ParameterizedTest
	@ValueSource(strings = { "^https?://app\\.example\\.edu/.*", "(?i)^https?\\:\\/\\/App\\.example\\.edu\\/.*",
			"(http|https)://app\\.example\\.edu/(a|b)?", "^(?:https|http)://app\\.example\\.edu/",
			"^(https?)://app\\.example\\.edu/.*", "http[s]?://app\\.example\\.edu/.*$",
			"http(s)?://app\\.example\\.edu/.*" })
	void whenARegexBeginsWithEitherSchemeThenBothOriginsAreKnown(String regex) {
		assertThat(RegexPrefix.ofEachScheme(regex).stream().map(each -> each.origin().orElse("")))
			.containsExactly("http://app.example.edu", "https://app.example.edu");
	}

	@ParameterizedTest
	@ValueSource(strings = { "https://app\\.example\\.edu/.*", "https?:?//app\\.example\\.edu/.*",
			"https??://app\\.example\\.edu/.*", "^(https|imaps)://app\\.example\\.edu/.*",
			"https?://app\\.example\\.edu/.*|https://b\\.example\\.edu/.*" })
	void whenARegexBeginsOtherwiseThenItHasOneBeginning(String regex) {
		assertThat(RegexPrefix.ofEachScheme(regex)).containsExactly(RegexPrefix.of(regex));
	}

	@ParameterizedTest
	@ValueSource(strings = { "http", "https" })
	void whenRegexesAreOfBothSchemesThenTheirOrderDecides(String scheme) {
		CasServices services = CasServices
			.of(List.of(service("last", new Regex(ValuePattern.of("https?://a\\.example\\.edu/(app|wiki)?")), 2),
					service("any", new Regex(ValuePattern.of("https?://.*")), 1),
					service("first", new Regex(ValuePattern.of("https?://a\\.example\\.edu/x(/.*)?")), 0)));
		assertThat(services.owners(url(scheme + "://a.example.edu/x/y"))).extracting(CasService::id)
			.containsExactly("first", "any");
		assertThat(services.owners(url(scheme + "://a.example.edu/wiki"))).extracting(CasService::id)
			.containsExactly("any", "last");
	}

	private static CasService service(String id, ServiceUrlPattern urls, int order) {
		return new CasService(id, urls, order, DisplayInfo.NONE, Map.of(), true, Set.of(), Set.of(), null, Map.of(),
				new Logout(Channel.BACK, null), Proxying.NONE, null);
	}

	private static ServiceUrl url(String text) {
		return ServiceUrl.of(text).orElseThrow();
	}

}
