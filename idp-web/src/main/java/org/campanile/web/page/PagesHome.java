package org.campanile.web.page;

import java.util.Locale;

import org.springframework.boot.context.properties.source.ConfigurationPropertyName;

import org.campanile.IdentityProvider;
import org.campanile.web.config.CampanileProperties;
import org.campanile.web.config.HomeInspection;
import org.campanile.web.config.HomePart;

/** Checks overrides of pages and texts in a home folder, and the logo. */
public final class PagesHome implements HomePart {

	private static final ConfigurationPropertyName BRANDING = ConfigurationPropertyName.of("campanile.branding");

	@Override
	public void files(HomeInspection home) {
		live(home);
		home.summary()
			.add("languages",
					String.join(", ", home.group(BrandingProperties.class).languages()).toLowerCase(Locale.ROOT));
	}

	@Override
	public boolean dependsOn(ConfigurationPropertyName setting) {
		return BRANDING.equals(setting) || BRANDING.isAncestorOf(setting);
	}

	@Override
	public void live(HomeInspection home) {
		IdentityProvider identityProvider = home.group(CampanileProperties.class).identityProvider();
		Branding branding = home.group(BrandingProperties.class).toBranding(home.home(), identityProvider);
		new Pages(() -> branding, home.home(), identityProvider, home.clock(), null).faults()
			.forEach(home.faults()::add);
	}

}
