package org.campanile.web.management;

import java.util.List;

import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.security.web.SecurityFilterChain;

import static org.assertj.core.api.Assertions.assertThat;

class ManagementConfigurationTests {

	/** Nothing may weaken the public port's protection against forged forms. */
	@Test
	void whenThereIsNoPortForManagementThenThereIsNoEndpointOfOursEither() {
		for (String port : List.of("8080", "-1")) {
			new WebApplicationContextRunner().withUserConfiguration(ManagementConfiguration.class)
				.withPropertyValues("server.port=8080", "management.server.port=" + port,
						"campanile.name-id.persistent=stored")
				.run(context -> assertThat(context).hasNotFailed()
					.doesNotHaveBean(SessionsEndpoint.class)
					.doesNotHaveBean(PersistentIdsEndpoint.class)
					.doesNotHaveBean(SecurityFilterChain.class));
		}
	}

}
