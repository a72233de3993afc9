package org.campanile.web.seal;

import java.util.List;

import org.campanile.seal.KeyRingLoader;
import org.campanile.web.config.HomeInspection;
import org.campanile.web.config.HomePart;

/** Checks the sealing keys of a home folder. */
public final class SealingHome implements HomePart {

	private static final String KEYS = "sealing*.key";

	@Override
	public void files(HomeInspection home) {
		home.loadIfPresent(KEYS, folder -> new KeyRingLoader(home.random()).load(folder));
	}

	@Override
	public List<String> secrets() {
		return List.of(KEYS);
	}

}
