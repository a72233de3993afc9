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
		home.faults()
			.check(() -> home.group(PasswordChangeProperties.class)
				.require(home.group(AuthenticationProperties.class), ldap,
						home.group(BrandingProperties.class).changePasswordUrl()));
	}

	@Override
	public void files(HomeInspection home) {
		// Other directories are not known to let passwords expire before they say so.
		AuthenticationProperties authentication = home.group(AuthenticationProperties.class);
		String changePasswordUrl = home.group(BrandingProperties.class).changePasswordUrl();
		if (authentication.mode() == AuthenticationProperties.Mode.ACTIVE_DIRECTORY && changePasswordUrl == null
				&& !home.group(PasswordChangeProperties.class)
					.here(authentication, home.group(LdapProperties.class), changePasswordUrl)) {
			home.warn("campanile.branding.change-password-url: missing, and passwords expire in Active Directory; "
					+ "give the address where people change theirs, or what campanile.authentication.password.change "
					+ "needs for here");
		}
	}

}
