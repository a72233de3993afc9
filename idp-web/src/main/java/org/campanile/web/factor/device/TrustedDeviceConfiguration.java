package org.campanile.web.factor.device;

import java.security.SecureRandom;
import java.time.InstantSource;

import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import org.campanile.IdentityProvider;
import org.campanile.factor.Enrolments;
import org.campanile.factor.device.TrustedDevices;
import org.campanile.seal.Sealer;
import org.campanile.web.factor.FactorsProperties;
import org.campanile.web.security.HostCookie;

/** Devices at which a second factor is not asked for each time. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(TrustedDeviceProperties.class)
class TrustedDeviceConfiguration {

	@Bean
	@ConditionalOnBooleanProperty({ FactorsProperties.ENABLED, TrustedDeviceProperties.PREFIX + ".enabled" })
	TrustedDeviceCookie trustedDeviceCookie(IdentityProvider identityProvider, Enrolments enrolments, Sealer sealer,
			SecureRandom random, InstantSource clock, TrustedDeviceProperties properties) {
		HostCookie cookie = new HostCookie(identityProvider, "campanile-device");
		return new TrustedDeviceCookie(cookie, new TrustedDevices(enrolments, sealer, random, clock,
				properties.settings(), () -> TrustedDeviceCookie.ofCurrentRequest(cookie)),
				properties.settings().lifetime());
	}

	@Bean
	@ConditionalOnBooleanProperty({ FactorsProperties.ENABLED, TrustedDeviceProperties.PREFIX + ".enabled" })
	TrustedDevices trustedDevices(TrustedDeviceCookie cookie) {
		return cookie.devices();
	}

}
