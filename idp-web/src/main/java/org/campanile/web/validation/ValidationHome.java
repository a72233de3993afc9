package org.campanile.web.validation;

import org.campanile.web.config.ConfigurationReport.ManagementPort;
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
		ManagementPort management = home.configuration().management();
		if (validation.listen().port() == null && !management.tls() && !OwnPort.isLoopback(management.address())) {
			home.warn("management.server.ssl: missing, and the port is not of this machine alone, so the passwords "
					+ "that clients send to " + ValidationServlet.PATH + " cross the network in clear; set it, set "
					+ "management.server.address to 127.0.0.1 for a proxy with TLS, or set campanile.validation.listen");
		}
		validation.realms().forEach((name, realm) -> {
			String key = "campanile.validation.realms." + name + ".ldap.";
			if (realm.ldap() != null && realm.ldap().exposesPasswords(key)) {
				home.warn(key + "urls: passwords cross the network in clear; use ldaps:// or start-tls: true");
			}
		});
	}

}
