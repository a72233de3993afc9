package org.campanile.web.store;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

import org.campanile.store.guard.ClockComparison;
import org.campanile.store.guard.StoreGuards;
import org.springframework.scheduling.annotation.Scheduled;

/** Has stores and clock looked after while nobody asks for them. Thread-safe. */
class StoreWatch {

	private final StoreGuards guards;

	private final Optional<ClockComparison> clock;

	/**
	 * @param clock empty where the nodes share none
	 */
	StoreWatch(StoreGuards guards, Optional<ClockComparison> clock) {
		this.guards = guards;
		this.clock = clock;
	}

	@Scheduled(fixedRate = 1, timeUnit = TimeUnit.SECONDS)
	void look() {
		guards.look();
		clock.ifPresent(ClockComparison::look);
	}

	List<String> storeFaults() {
		return guards.faults();
	}

	List<String> clockFaults() {
		return clock.flatMap(ClockComparison::fault).stream().toList();
	}

}
