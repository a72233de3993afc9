package org.campanile.web.cas.registry;

import java.util.Optional;
import java.util.Set;

import org.campanile.web.attribute.AttributesProperties;
import org.campanile.web.config.CampanileProperties;
import org.campanile.web.config.HomeInspection;
import org.campanile.web.config.HomePart;

/** Checks the files of CAS services in a home folder. */
public final class CasHome implements HomePart {

	@Override
	public void files(HomeInspection home) {
		Set<String> attributeIds = home.group(AttributesProperties.class)
			.attributeIds(home.group(CampanileProperties.class).identityProvider());
		ServiceFiles files = new ServiceFiles(home.home().services(), Optional.of(attributeIds), home.clock());
		files.poll();
		files.faults().forEach(home.faults()::add);
		files.warnings().forEach(home::warn);
		if (files.size() > 0) {
			home.summary().add("CAS services", files.size() + " in services/");
		}
	}

}
