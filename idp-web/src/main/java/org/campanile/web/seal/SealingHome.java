package org.campanile.web.seal;

import java.util.List;
import java.util.stream.Stream;

import org.campanile.seal.KeyFamily;
import org.campanile.seal.KeyRingLoader;
import org.campanile.web.config.HomeInspection;
import org.campanile.web.config.HomePart;

/** Checks the sealing keys of a home folder. */
public final class SealingHome implements HomePart {

	@Override
	public void files(HomeInspection home) {
		for (KeyFamily family : KeyFamily.values()) {
			home.loadIfPresent(family.glob(), folder -> new KeyRingLoader(family, home.random()).load(folder));
		}
	}

	@Override
	public List<String> secrets() {
		return Stream.of(KeyFamily.values()).map(KeyFamily::glob).toList();
	}

}
