package org.campanile.web.config;

import java.time.InstantSource;

import org.campanile.IdentityProvider;
import org.campanile.relyingparty.RelyingPartyRegistry;
import org.campanile.saml.crypto.Credentials;
import org.campanile.saml.crypto.CryptoProvider;
import org.campanile.seal.LiveKeyRing;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.env.Environment;

/** Says, once the server is ready, what it is: for the administrator who started it. */
class StartupSummary {

	private static final Logger logger = LoggerFactory.getLogger("org.campanile.web");

	private final IdentityProvider identityProvider;

	private final Credentials credentials;

	private final CryptoProvider crypto;

	private final RelyingPartyRegistry services;

	private final LdapProperties ldap;

	private final StorageProperties storage;

	private final LiveKeyRing keyRing;

	private final InstantSource clock;

	private final Environment environment;

	StartupSummary(IdentityProvider identityProvider, Credentials credentials, CryptoProvider crypto,
			RelyingPartyRegistry services, LdapProperties ldap, StorageProperties storage, LiveKeyRing keyRing,
			InstantSource clock, Environment environment) {
		this.identityProvider = identityProvider;
		this.credentials = credentials;
		this.crypto = crypto;
		this.services = services;
		this.ldap = ldap;
		this.storage = storage;
		this.keyRing = keyRing;
		this.clock = clock;
		this.environment = environment;
	}

	void write() {
		new SummaryLines().add("base URL", identityProvider.baseUrl())
			.add("entityID", identityProvider.entityId())
			.add("listens on", address("server", "local.server.port"))
			.add("management", address("management.server", "local.management.port"))
			.add("directory", ldap.describe())
			.add("services", Integer.toString(services.size()))
			.add("store", storage.type())
			.keys(credentials, clock.instant())
			.add("sealing keys", keyRing.describe())
			.add("cryptography", crypto.describe())
			.lines()
			.forEach(line -> logger.info("  {}", line));
		if (identityProvider.scopes().isEmpty()) {
			logger.warn("campanile.scopes: none, so no service gets a scoped attribute such as eduPersonPrincipalName; "
					+ "name your domains");
		}
		if (!identityProvider.secure()) {
			logger.warn("campanile.base-url: {} is http, so passwords and cookies go unprotected; for trials on this "
					+ "machine alone", identityProvider.baseUrl());
		}
	}

	private String address(String prefix, String port) {
		return environment.getProperty(prefix + ".address", "every address") + ", port "
				+ environment.getProperty(port, "unknown");
	}

}
