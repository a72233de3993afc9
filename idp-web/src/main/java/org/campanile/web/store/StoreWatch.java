package org.campanile.web.store;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

import org.springframework.scheduling.annotation.Scheduled;

import org.campanile.store.resilience.ClockComparison;
import org.campanile.store.resilience.StoreGuards;

/** Probes the stores and compares the clock while there are no requests. Thread-safe. */
class StoreWatch {

	private final StoreGuards guards;

	private final Optional<ClockComparison> clock;

	/**
	 * @param clock empty if the nodes share none
	 */
	StoreWatch(StoreGuards guards, Optional<ClockComparison> clock) {
		this.guards = guards;
		this.clock = clock;
	}

	@Scheduled(fixedRate = 1, timeUnit = TimeUnit.SECONDS)
	void run() {
		guards.probe();
		clock.ifPresent(ClockComparison::compareIfDue);
	}

	List<String> storeFaults() {
		return guards.faults();
	}

	List<String> clockFaults() {
		return clock.flatMap(ClockComparison::fault).stream().toList();
	}

}
