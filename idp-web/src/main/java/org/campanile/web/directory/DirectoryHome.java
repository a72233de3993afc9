package org.campanile.web.directory;

import org.campanile.web.config.HomeInspection;
import org.campanile.web.config.HomePart;
import org.campanile.web.page.BrandingProperties;

/** Says which directory a home folder names. */
public final class DirectoryHome implements HomePart {

	@Override
	public void settings(HomeInspection home) {
		LdapProperties ldap = home.group(LdapProperties.class);
		home.summary().add("directory", ldap.describe());
		if (ldap.exposesPasswords()) {
			home.warn("campanile.ldap.urls: passwords cross the network in clear; use ldaps:// or start-tls: true");
		}
	}

	@Override
	public void files(HomeInspection home) {
		// Other directories are not known to let passwords expire before they say so.
		if (home.group(AuthenticationProperties.class).mode() == AuthenticationProperties.Mode.ACTIVE_DIRECTORY
				&& home.group(BrandingProperties.class).changePasswordUrl() == null) {
			home.warn("campanile.branding.change-password-url: missing, and passwords expire in Active Directory; "
					+ "give the address where people change theirs");
		}
	}

}
