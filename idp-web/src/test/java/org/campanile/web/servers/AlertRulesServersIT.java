package org.campanile.web.servers;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.campanile.testkit.servers.Installed;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Prometheus's own tool must accept the alert rules of {@code deploy/}, and the alerts
 * must fire when they should.
 */
class AlertRulesServersIT {

	@ParameterizedTest
	@CsvSource({ "check, ../deploy/prometheus/alerts.yaml", "test, src/test/resources/prometheus/alerts-test.yaml" })
	void whenPromtoolReadsTheRulesThenItFindsNoFault(String command, Path file) throws Exception {
		Process promtool = new ProcessBuilder(Installed.PROMTOOL.path().toString(), command, "rules", file.toString())
			.redirectErrorStream(true)
			.start();
		String said = new String(promtool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
		assertThat(promtool.waitFor()).as(said).isZero();
		assertThat(said).contains("SUCCESS");
	}

}
