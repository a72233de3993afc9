package org.campanile.web.factor.bypass;

import org.campanile.web.authn.FactorProperties;
import org.campanile.web.config.HomeInspection;
import org.campanile.web.config.HomePart;

/** Warns of bypasses that would help nobody. */
public final class BypassHome implements HomePart {

	@Override
	public void files(HomeInspection home) {
		home.group(BypassProperties.class)
			.warning(home.group(FactorProperties.class).authnContexts())
			.ifPresent(home::warn);
	}

}
