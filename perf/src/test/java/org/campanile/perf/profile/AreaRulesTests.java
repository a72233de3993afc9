package org.campanile.perf.profile;

import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class AreaRulesTests {

	private final AreaRules rules = new AreaRules();

	@ParameterizedTest
	@CsvSource({ "org.campanile.saml.assertion.ElementSigner.sign, signing",
			"org.campanile.saml.assertion.AssertionWriter.write, writing XML",
			"org.campanile.saml.crypto.CryptoProvider.encrypt, encryption",
			"org.campanile.saml.binding.RedirectDecoder.decode, reading SAML",
			"org.campanile.web.page.Pages.render, templates", "org.thymeleaf.TemplateEngine.process, templates",
			"org.springframework.security.web.FilterChainProxy.doFilter, Spring Security",
			"org.springframework.web.servlet.DispatcherServlet.doDispatch, Spring MVC",
			"org.springframework.jdbc.core.JdbcTemplate.query, JDBC",
			"com.hazelcast.map.impl.MapService.get, Hazelcast",
			"org.campanile.web.sso.LoginController.login, 'Campanile, elsewhere'" })
	void whenAMethodRunsThenItsLongestRuleDecides(String method, String area) {
		assertThat(rules.areaOfMethods(List.of(method))).isEqualTo(area);
	}

	@Test
	void whenTheJdkWorksForSomebodyThenItIsTheirTime() {
		List<String> signing = List.of("java.math.BigInteger.oddModPow", "sun.security.rsa.RSACore.crtCrypt",
				"org.campanile.saml.assertion.ElementSigner.sign", "org.campanile.saml.assertion.ResponseIssuer.finish",
				"org.springframework.web.servlet.DispatcherServlet.doDispatch");
		List<String> secured = List.of("sun.security.ssl.SSLSocketImpl.write", "com.unboundid.asn1.ASN1Buffer.writeTo",
				"org.campanile.directory.Searches.run");
		assertThat(rules.areaOfMethods(signing)).isEqualTo("signing");
		assertThat(rules.areaOfMethods(secured)).isEqualTo("LDAP");
		assertThat(rules.areaOfMethods(List.of("java.lang.Thread.run"))).isEqualTo(AreaRules.OTHER);
		assertThat(rules.areaOf(List.of())).isEqualTo(AreaRules.UNKNOWN);
	}

}
