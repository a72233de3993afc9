package org.campanile.web.gate;

import java.util.Set;

import org.campanile.web.config.HomeInspection;
import org.campanile.web.config.HomePart;

/** What the gate contributes to the check of a home folder. */
public final class GateHome implements HomePart {

	@Override
	public void settings(HomeInspection home) {
		if (!serviceIds(home).isEmpty()) {
			home.summary().add("gated sites", String.join(", ", serviceIds(home)));
		}
	}

	@Override
	public Set<String> serviceIds(HomeInspection home) {
		return home.group(GateProperties.class).sites().keySet();
	}

}
