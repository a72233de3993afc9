package org.campanile.web.store;

import org.campanile.web.config.HomeInspection;
import org.campanile.web.config.HomePart;

/** Says which store a home folder names. */
public final class StoreHome implements HomePart {

	@Override
	public void settings(HomeInspection home) {
		home.summary().add("store", home.group(StorageProperties.class).type());
	}

}
