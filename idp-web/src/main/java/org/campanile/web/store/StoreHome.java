package org.campanile.web.store;

import org.campanile.web.config.HomeInspection;
import org.campanile.web.config.HomePart;

/** Reports which store a home folder configures. */
public final class StoreHome implements HomePart {

	@Override
	public void settings(HomeInspection home) {
		home.summary().add("store", home.group(StorageProperties.class).describe());
	}

}
