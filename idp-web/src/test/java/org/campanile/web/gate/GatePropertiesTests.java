package org.campanile.web.gate;

import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.campanile.web.config.TestConfigurations;

import static org.assertj.core.api.Assertions.assertThat;

class GatePropertiesTests {

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

	@TempDir
	Path home;

	/** Which of the two rules held would otherwise be left to chance. */
	@Test
	void whenTwoSitesHaveTheSameAddressThenAFault() throws Exception {
		assertThat(TestConfigurations.check(home, SITES)).isEmpty();
		assertThat(TestConfigurations.check(home, SITES.replace(":443/news", ":443/w%69ki"))).singleElement()
			.asString()
			.startsWith("campanile.gate.sites.www.urls")
			.contains("https://www.example.edu:443/w%69ki is an address of the site wiki too; remove one of the two");
	}

}
