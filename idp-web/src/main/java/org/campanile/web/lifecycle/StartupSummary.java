package org.campanile.web.lifecycle;

import java.util.List;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.campanile.IdentityProvider;
import org.campanile.web.config.StartupLines;
import org.campanile.web.config.SummaryLines;

/** Logs a summary of the server for the administrator once it is ready. */
class StartupSummary {

	private static final Logger logger = LoggerFactory.getLogger("org.campanile.web");

	private final IdentityProvider identityProvider;

	private final List<StartupLines> parts;

	/**
	 * @param parts in the order in which they are shown
	 */
	StartupSummary(IdentityProvider identityProvider, List<StartupLines> parts) {
		this.identityProvider = identityProvider;
		this.parts = List.copyOf(parts);
	}

	void write() {
		SummaryLines lines = new SummaryLines().add("base URL", identityProvider.baseUrl());
		parts.forEach(part -> part.addTo(lines));
		lines.lines().forEach(line -> logger.info("  {}", line));
		if (identityProvider.scopes().isEmpty()) {
			logger.warn("campanile.scopes: none, so no service gets a scoped attribute such as eduPersonPrincipalName; "
					+ "name your domains");
		}
		if (!identityProvider.secure()) {
			logger.warn("campanile.base-url: {} is http, so passwords and cookies go unprotected; for trials on this "
					+ "machine alone", identityProvider.baseUrl());
		}
	}

}
