package org.campanile.web.page;

import java.time.InstantSource;
import java.util.List;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import org.campanile.HomeFolder;
import org.campanile.IdentityProvider;
import org.campanile.web.config.LiveConfiguration;
import org.campanile.web.config.LiveSetting;

/** Configures the pages and the institution's logo. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(BrandingProperties.class)
class BrandingConfiguration {

	@Bean
	Pages pages(LiveConfiguration live, HomeFolder home, IdentityProvider identityProvider, InstantSource time,
			ObjectProvider<LoginAside> aside) {
		return new Pages(() -> live.current().get(Branding.class), home, identityProvider, time,
				aside.getIfAvailable());
	}

	@Bean
	LiveSetting<BrandingProperties, Branding> liveBranding(BrandingProperties properties, HomeFolder home,
			IdentityProvider identityProvider) {
		return LiveSetting.of("campanile.branding", List.of(), properties, BrandingProperties.class, Branding.class,
				branding -> branding.toBranding(home, identityProvider));
	}

}
