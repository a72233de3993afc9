package org.campanile.perf.scenario;

import java.nio.file.Path;

import org.campanile.perf.environment.SystemSpec.Store;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Runs a short form of every scenario that repeats a published measurement, so that none
 * of them breaks unnoticed.
 */
class PublishedScenariosServersIT {

	@TempDir
	private Path results;

	/** Covers each kind of store and each number of nodes, but not every combination. */
	@ParameterizedTest
	@CsvSource({ "memphis,JPA_DURABLE,1,2,50", "chicago,MEMORY,1,3,0", "virginia-tech,JPA_FAST,1,2,0",
			"lafayette,HAZELCAST,3,4,0", "authmark,MEMORY,1,2,0", "sentinel,MEMORY,1,2,0", "privacyidea,MEMORY,1,1,0" })
	void whenShortenedThenEveryPlannedStepIsMeasured(String name, Store store, int nodes, int users, int sessions)
			throws Exception {
		new ShortRuns(results).run(name, store, nodes, users, sessions);
	}

}
