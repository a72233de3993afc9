package org.campanile.perf.scenario;

import java.nio.file.Path;

import org.campanile.perf.environment.SystemSpec.Store;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Runs a short form of every scenario that repeats no publication, so that none of them
 * breaks unnoticed.
 */
class OwnScenariosServersIT {

	@TempDir
	private Path results;

	/** Covers each kind of store and each number of nodes, but not every combination. */
	@ParameterizedTest
	@CsvSource({ "compare,JPA_DURABLE,3,2,20", "overload,MEMORY,1,20,0", "sessions,MEMORY,1,1,30", "soak,MEMORY,1,2,0",
			"stages,MEMORY,1,2,0", "startup,MEMORY,1,1,0", "memory,MEMORY,1,1,0", "baseline,MEMORY,1,2,0",
			"factors,MEMORY,1,1,0" })
	void whenShortenedThenEveryPlannedStepIsMeasured(String name, Store store, int nodes, int users, int sessions)
			throws Exception {
		new ShortRuns(results).run(name, store, nodes, users, sessions);
	}

}
