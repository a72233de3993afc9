package org.campanile.web.gate;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.jspecify.annotations.Nullable;
import org.campanile.web.config.TestConfigurations;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/** Settings with which the gate would be ineffective must be reported. */
class GatePropertiesTests {

	private static final String KEY = "campanile.gate.sites.wiki";

	private static final String SITES = """
			campanile:
			  base-url: https://login.example.edu/idp
			  scopes: example.edu
			  ldap: {urls: ["ldaps://ldap.example.edu"], base-dn: "dc=example,dc=edu"}
			  gate:
			    sites:
			      wiki: {urls: ["https://www.example.edu/wiki"]}
			      www: {urls: ["https://www.example.edu/", "https://www.example.edu:443/news"]}
			""";

	@Test
	void whenAllIsSoundThenNoFault() {
		assertThat(new GateProperties(Map.of("wiki", site("https://wiki.example.edu/", "X-Mail", 60, "example.edu")))
			.gateSites(Optional.empty())
			.find("wiki")).isPresent();
	}

	@ParameterizedTest
	@CsvSource(nullValues = "null", value = { "Wiki, https://a.edu/, X-Mail, 60, null, the name of a site",
			"a;b, https://a.edu/, X-Mail, 60, null, the name of a site",
			"wiki, https://a.edu/../b, X-Mail, 60, null, is no address",
			"wiki, https://a.edu/ http://b.edu/, X-Mail, 60, null, some are https and some are http",
			"wiki, https://a.edu/, X_Mail, 60, null, '''X_Mail'' cannot be the name of a header'",
			"wiki, https://a.edu/, X-Forwarded-For, 60, null, '''X-Forwarded-For'' cannot be the name of a header'",
			"wiki, https://a.edu/, set-cookie, 60, null, '''set-cookie'' cannot be the name of a header'",
			"wiki, https://a.edu/, x-remote-user, 60, null, occurs twice",
			"wiki, https://a.edu/, X-Mail, 601, null, is not between 0 and 10 min",
			"wiki, https://a.edu/, X-Mail, -1, null, is not between 0 and 10 min",
			"wiki, https://a.example.edu/, X-Mail, 60, edu, is no domain",
			"wiki, https://a.example.edu/, X-Mail, 60, other.edu, is no domain",
			"wiki, https://badexample.edu/, X-Mail, 60, example.edu, is no domain" })
	void whenSomethingIsWrongThenTheKeyAndTheReason(String id, String urls, String header, int fresh,
			@Nullable String domain, String fault) {
		assertThatIllegalArgumentException()
			.isThrownBy(
					() -> new GateProperties(Map.of(id, site(urls, header, fresh, domain))).gateSites(Optional.empty()))
			.withMessageStartingWith(KEY.replace("wiki", id))
			.withMessageContaining(fault);
	}

	/** Otherwise it would be left to chance which site's rules apply. */
	@Test
	void whenTwoSitesHaveTheSameAddressThenAFault(@TempDir Path home) throws Exception {
		assertThat(TestConfigurations.check(home, SITES)).isEmpty();
		assertThat(TestConfigurations.check(home, SITES.replace(":443/news", ":443/w%69ki"))).singleElement()
			.asString()
			.startsWith("campanile.gate.sites.www.urls")
			.contains("https://www.example.edu:443/w%69ki is an address of the site wiki too; remove one of the two");
	}

	private static GateProperties.SiteProperties site(String urls, String header, int fresh, @Nullable String domain) {
		List<String> all = Arrays.asList(urls.split(" "));
		return new GateProperties.SiteProperties(all, null, List.of(), Map.of(header, "mail"), "X-Remote-User",
				Duration.ofSeconds(fresh), false, domain);
	}

}
