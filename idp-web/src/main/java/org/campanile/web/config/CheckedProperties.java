package org.campanile.web.config;

import org.campanile.HomeFolder;

/** A group of settings with rules that types and constraints cannot say. */
public interface CheckedProperties {

	/**
	 * Checks the group, without side effects.
	 * @throws IllegalArgumentException with one line for each fault:
	 * {@code key: what is wrong; what to do}
	 */
	void check(HomeFolder home);

}
