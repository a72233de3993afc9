package org.campanile.web.management;

import java.util.List;

import org.campanile.web.config.HomeInspection;
import org.campanile.web.config.HomePart;

/** Checks the token in a home folder. */
public final class ManagementHome implements HomePart {

	@Override
	public void files(HomeInspection home) {
		home.loadIfPresent(ManagementTokenFile.NAME, folder -> new ManagementTokenFile(folder, home.random()).load());
	}

	@Override
	public List<String> secrets() {
		return List.of(ManagementTokenFile.NAME);
	}

}
