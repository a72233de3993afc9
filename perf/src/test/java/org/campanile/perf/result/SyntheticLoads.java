package org.campanile.perf.result;

import java.util.List;
import java.util.Map;

import org.campanile.perf.result.LoadResult.LatencyResult;
import org.campanile.perf.result.ProcessResult.ProcessRole;

public final class SyntheticLoads {

	private SyntheticLoads() {
	}

	/**
	 * Returns a result without latencies in order and without generator figures, in which
	 * all answers came in time.
	 */
	public static LoadResult load(double seconds, long logins, long signOns, Map<String, LatencyResult> requests,
			Map<String, Long> failures, int checkedEvery, long bytesReceived, List<LoadResult.Second> series) {
		return new LoadResult(seconds, seconds, logins + signOns, logins, signOns, requests, failures, checkedEvery,
				bytesReceived, series, List.of(), new ProcessResult("load", ProcessRole.LOAD, 0, 0, 0, 0, 0, 0));
	}

}
