package org.campanile.web.validation;

import org.campanile.web.config.HomeInspection;
import org.campanile.web.config.HomePart;

/** Summarizes the validation service of a home folder. */
public final class ValidationHome implements HomePart {

	@Override
	public void settings(HomeInspection home) {
		ValidationProperties validation = home.group(ValidationProperties.class);
		if (!validation.enabled()) {
			return;
		}
		home.summary()
			.add("validation", ValidationServlet.PATH + ' ' + validation.listen().describe() + ", for "
					+ validation.clients().size() + " clients");
		if (validation.clients().isEmpty()) {
			home.warn("campanile.validation.clients: empty, so nobody may ask; add a client with its token-sha256");
		}
		validation.realms().forEach((name, realm) -> {
			String key = "campanile.validation.realms." + name + ".ldap.";
			if (realm.ldap() != null && realm.ldap().exposesPasswords(key)) {
				home.warn(key + "urls: passwords cross the network in clear; use ldaps:// or start-tls: true");
			}
		});
	}

}
