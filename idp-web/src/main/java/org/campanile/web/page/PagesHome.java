package org.campanile.web.page;

import java.util.Locale;

import org.springframework.boot.context.properties.source.ConfigurationPropertyName;

import org.campanile.IdentityProvider;
import org.campanile.web.directory.AuthenticationProperties;
import org.campanile.web.directory.AuthenticationProperties.Mode;
import org.campanile.web.config.CampanileProperties;
import org.campanile.web.config.HomeInspection;
import org.campanile.web.config.HomePart;

/** Checks overrides of pages and texts in a home folder, and the logo. */
public final class PagesHome implements HomePart {

	private static final ConfigurationPropertyName BRANDING = ConfigurationPropertyName.of("campanile.branding");

	@Override
	public void files(HomeInspection home) {
		BrandingProperties branding = home.group(BrandingProperties.class);
		// For other directories it is unknown whether passwords expire.
		if (home.group(AuthenticationProperties.class).mode() == Mode.ACTIVE_DIRECTORY
				&& branding.changePasswordUrl() == null) {
			home.warn("campanile.branding.change-password-url: missing, and passwords expire in Active Directory; "
					+ "set the address where users change theirs");
		}
		live(home);
		home.summary().add("languages", String.join(", ", branding.languages()).toLowerCase(Locale.ROOT));
	}

	@Override
	public boolean dependsOn(ConfigurationPropertyName setting) {
		return BRANDING.equals(setting) || BRANDING.isAncestorOf(setting);
	}

	@Override
	public void live(HomeInspection home) {
		IdentityProvider identityProvider = home.group(CampanileProperties.class).identityProvider();
		new Pages(home.group(BrandingProperties.class).toBranding(home.home(), identityProvider), home.home(),
				identityProvider, home.clock())
			.faults()
			.forEach(home.faults()::add);
	}

}
