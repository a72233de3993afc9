package org.campanile.perf.environment;

import java.net.URI;
import java.time.Instant;

import org.campanile.perf.result.ProcessRole;
import org.jspecify.annotations.Nullable;

/**
 * A process, counted with its children.
 *
 * @param name in reports
 * @param role what it is to a login
 * @param pid of the process
 * @param metrics where its virtual machine tells of heap and collections, in Prometheus'
 * text form; null if nowhere
 * @param started just before it was, for starts that are timed; null if nobody looked
 */
public record MeasuredProcess(String name, ProcessRole role, long pid, @Nullable URI metrics,
		@Nullable Instant started) {

	public MeasuredProcess(String name, ProcessRole role, long pid) {
		this(name, role, pid, null, null);
	}

	public MeasuredProcess(String name, ProcessRole role, long pid, @Nullable URI metrics) {
		this(name, role, pid, metrics, null);
	}

	/** The process that this code runs in, as what makes the load. */
	public static MeasuredProcess ofLoad() {
		return new MeasuredProcess("load", ProcessRole.LOAD, ProcessHandle.current().pid());
	}

}
