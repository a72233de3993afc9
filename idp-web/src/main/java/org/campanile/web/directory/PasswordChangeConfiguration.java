package org.campanile.web.directory;

import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import org.campanile.HomeFolder;
import org.campanile.authn.PasswordChange;
import org.campanile.directory.password.DirectoryPasswordAuthenticator;
import org.campanile.web.config.LiveConfiguration;
import org.campanile.web.page.Branding;
import org.campanile.web.page.BrandingProperties;

/** Configures the change of passwords. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(PasswordChangeProperties.class)
class PasswordChangeConfiguration {

	@Bean
	PasswordChange passwordChange(PasswordChangeProperties properties, AuthenticationProperties authentication,
			LdapProperties directory, BrandingProperties branding, HomeFolder home, LiveConfiguration live,
			DirectoryPasswordAuthenticator authenticator) {
		properties.require(authentication, directory, branding.changePasswordUrl());
		return authenticator.passwordChange(properties.settings(authentication, directory, home), () -> properties
			.here(authentication, directory, live.current().get(Branding.class).changePasswordUrl()));
	}

}
