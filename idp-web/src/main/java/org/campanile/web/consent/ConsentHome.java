package org.campanile.web.consent;

import org.campanile.attribute.AttributeSettings;
import org.campanile.web.attribute.AttributesProperties;
import org.campanile.web.attribute.ConfiguredSources;
import org.campanile.web.config.CampanileProperties;
import org.campanile.web.config.HomeInspection;
import org.campanile.web.config.HomePart;

/** Warns of terms of use that do not apply during an outage. */
public final class ConsentHome implements HomePart {

	@Override
	public void files(HomeInspection home) {
		AttributeSettings settings = home.group(AttributesProperties.class)
			.settings(home.group(CampanileProperties.class).identityProvider());
		home.group(TermsProperties.class)
			.warnings(settings, ConfiguredSources.of(home.configuration().nested()))
			.forEach(home::warn);
	}

}
