package org.campanile.web.directory;

import org.campanile.web.config.HomeInspection;
import org.campanile.web.config.HomePart;

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

}
