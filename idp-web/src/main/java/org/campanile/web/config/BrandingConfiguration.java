package org.campanile.web.config;

import java.time.InstantSource;

import org.campanile.HomeFolder;
import org.campanile.IdentityProvider;
import org.campanile.web.page.LogoController;
import org.campanile.web.page.Pages;
import org.campanile.web.page.SamplePeople;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The pages and the institution's logo. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(BrandingProperties.class)
class BrandingConfiguration {

	@Bean
	Pages pages(LiveConfiguration live, HomeFolder home, IdentityProvider identityProvider, InstantSource time,
			ObjectProvider<SamplePeople> samplePeople) {
		return new Pages(() -> live.current().branding(), home, identityProvider, time,
				samplePeople.getIfAvailable(() -> SamplePeople.NONE));
	}

	@Bean
	LogoController logoController(Pages pages) {
		return new LogoController(pages);
	}

}
