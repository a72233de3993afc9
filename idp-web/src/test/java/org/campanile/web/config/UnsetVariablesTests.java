package org.campanile.web.config;

import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.campanile.web.config.ConfigurationCheckTests.LEAST;

class UnsetVariablesTests {

	@TempDir
	private Path home;

	@ParameterizedTest
	@ValueSource(
			strings = { "server.port", "server.ssl.key-store-password", "logging.config", "logging.level.org.example" })
	void whenASettingOfSpringRefersToAnUnsetVariableThenAFault(String key) throws Exception {
		assertThat(TestConfigurations.check(home, LEAST + key + ": ${NO_SUCH_VARIABLE}\n")).singleElement()
			.asString()
			.startsWith(key + " (application.yaml:6): the environment variable NO_SUCH_VARIABLE is not set; ");
	}

	@ParameterizedTest
	@ValueSource(strings = { "logging.pattern.console", "logging.logback.rollingpolicy.file-name-pattern" })
	void whenAPatternHasPlaceholdersOfTheLogThenNoFault(String key) throws Exception {
		assertThat(TestConfigurations.check(home, LEAST + key + ": '${LOG_FILE}.%d.%i'\n")).isEmpty();
	}

	@Test
	void whenASettingOfSpringIsOverriddenThenItsVariableMayBeUnset() throws Exception {
		assertThat(TestConfigurations.check(home, LEAST + "server.ssl.key-store-password: ${NO_SUCH_VARIABLE}\n",
				"SERVER_SSL_KEYSTOREPASSWORD", "secret"))
			.isEmpty();
	}

}
