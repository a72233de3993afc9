package org.campanile.web.config;

import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.bootstrap.DefaultBootstrapContext;
import org.springframework.boot.context.event.ApplicationEnvironmentPreparedEvent;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

import static org.assertj.core.api.Assertions.assertThat;

class HomeEnvironmentTests {

	private static final String PORT = "campanile.storage.hazelcast.port";

	@ParameterizedTest
	@CsvSource({ "CAMPANILE_STORAGE_HAZELCAST_PORT, tcp://10.0.0.1:5701",
			"campanile_storage_hazelcast_port, udp://10.0.0.1:5701" })
	void whenAServiceLinkHasTheNameOfASettingThenItIsNotBound(String name, String value) {
		assertThat(Binder.get(environment(Map.of(name, value))).bind(PORT, String.class).isBound()).isFalse();
	}

	@Test
	void whenAVariableIsASettingThenItIsBoundBesideServiceLinks() {
		assertThat(Binder
			.get(environment(Map.of("CAMPANILE_STORAGE_HAZELCAST_PORT", "5702", "CAMPANILE_PORT", "tcp://10.0.0.1:80")))
			.bind(PORT, Integer.class)
			.get()).isEqualTo(5702);
	}

	/** The configuration file may refer to such a variable. */
	@ParameterizedTest
	@CsvSource({ "LDAP_PORT, tcp://10.0.0.1:389", "CAMPANILE_LDAP_SERVICE_HOST, 10.0.0.1" })
	void whenAServiceLinkHasNoSettingsNameThenItStays(String name, String value) {
		assertThat(environment(Map.of(name, value)).resolvePlaceholders("${" + name + "}")).isEqualTo(value);
	}

	private static StandardEnvironment environment(Map<String, Object> variables) {
		String source = StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME;
		StandardEnvironment environment = new StandardEnvironment();
		environment.getPropertySources().replace(source, new SystemEnvironmentPropertySource(source, variables));
		new HomeEnvironment().onApplicationEvent(new ApplicationEnvironmentPreparedEvent(new DefaultBootstrapContext(),
				new SpringApplication(), new String[0], environment));
		return environment;
	}

}
