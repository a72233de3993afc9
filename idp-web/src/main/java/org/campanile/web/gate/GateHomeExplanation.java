package org.campanile.web.gate;

import java.util.Optional;

import org.campanile.gate.GateExplanation;
import org.campanile.gate.GateSites;
import org.campanile.web.attribute.AttributesProperties;
import org.campanile.web.explain.HomeProtocol;

/** Explains the gate's part of sign-ons from a home folder. */
public final class GateHomeExplanation implements HomeProtocol {

	@Override
	public Opened open(Home home) {
		GateSites sites = home.configuration()
			.group(GateProperties.class)
			.gateSites(Optional
				.of(home.configuration().group(AttributesProperties.class).attributeIds(home.attributes())));
		return new Sites(sites);
	}

	private static final class Sites extends GateExplanation implements Opened {

		Sites(GateSites sites) {
			super(() -> sites);
		}

	}

}
