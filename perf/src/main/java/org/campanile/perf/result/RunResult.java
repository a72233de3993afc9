package org.campanile.perf.result;

import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * A run of one scenario: the whole content of {@code result.json}. Written anew after
 * every step, so that a run that was stopped leaves what it had.
 *
 * @param format version of this form
 * @param scenario its name
 * @param started when
 * @param finished when it was last written
 * @param complete false if it was stopped
 * @param options it was started with, by name
 * @param conditions of the machine
 * @param remarks what differs from the published measurement, and what a reader must know
 * @param cells what was measured
 */
public record RunResult(int format, String scenario, Instant started, Instant finished, boolean complete,
		Map<String, String> options, Conditions conditions, List<String> remarks, List<CellResult> cells) {

	/** The form that is written now. */
	public static final int FORMAT = 2;

}
