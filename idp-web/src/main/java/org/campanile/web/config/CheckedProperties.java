package org.campanile.web.config;

/** A group of settings with rules that types and constraints cannot say. */
public interface CheckedProperties {

	/**
	 * Checks the group without side effects: nothing is created, no connection is opened.
	 * @param context what the other groups say
	 * @param faults takes each fault
	 */
	void check(CheckContext context, Faults faults);

}
