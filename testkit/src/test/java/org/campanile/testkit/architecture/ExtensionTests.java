package org.campanile.testkit.architecture;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class ExtensionTests {

	@ParameterizedTest
	@CsvSource({ "signon, cas", "web.sso, cas.ticket", "saml, cas", "cas, saml.xml", "web.saml, cas", "web.cas, saml",
			"storage.jpa, saml", "directory, saml", "web.attribute, directory", "fourth, saml" })
	void isUsedByNothingElse(String from, String to) {
		assertThat(Extension.forbids("org.campanile." + from, "org.campanile." + to)).isTrue();
	}

	@ParameterizedTest
	@CsvSource({ "cas, cas.ticket", "web.cas, cas", "web.cas.page, cas.ticket", "cas, signon", "signon, session",
			"web.cas, web.sso", "demo.service, saml", "testkit, cas", "perf.load, saml", "web.directory, directory" })
	void mayUseTheCoreAndIsUsedByItsOwnAndByKits(String from, String to) {
		assertThat(Extension.forbids("org.campanile." + from, "org.campanile." + to)).isFalse();
	}

}
