package org.campanile.web.saml;

import org.campanile.saml.request.OpenSamlWarmup;
import org.campanile.web.lifecycle.Warmup;

/** Initializes OpenSAML. */
public final class SamlWarmup implements Warmup {

	@Override
	public void begin() {
		OpenSamlWarmup.begin();
	}

}
