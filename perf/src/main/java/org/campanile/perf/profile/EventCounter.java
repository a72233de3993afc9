package org.campanile.perf.profile;

import jdk.jfr.consumer.RecordedEvent;

/** Counts events of a recording. Used by one thread. */
interface EventCounter {

	/** Whether it counts events of that name. */
	boolean wants(String event);

	/** Counts one. */
	void add(RecordedEvent event);

}
