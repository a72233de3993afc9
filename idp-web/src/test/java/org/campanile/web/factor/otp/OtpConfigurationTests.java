package org.campanile.web.factor.otp;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import org.campanile.factor.otp.TotpMethod;

import static org.assertj.core.api.Assertions.assertThat;

class OtpConfigurationTests {

	/** The factor is off for every spelling that the settings and their check accept. */
	@ParameterizedTest
	@CsvSource({ "true, off", "true, no", "true, 0", "true, false", "no, true", "off, on" })
	void whenSwitchedOffInOtherWordsThenThereIsNoSuchFactor(String factors, String totp) {
		new ApplicationContextRunner().withUserConfiguration(OtpConfiguration.class)
			.withPropertyValues("campanile.factors.enabled=" + factors, "campanile.factors.totp.enabled=" + totp)
			.run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(TotpMethod.class));
	}

}
