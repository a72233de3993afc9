package org.campanile.store;

import java.util.List;

/**
 * The result of an attempt to reach a store.
 *
 * @param answers the successes, one line each
 * @param faults the failures: {@code key: reason; remedy}
 */
public record StoreReach(List<String> answers, List<String> faults) {

	public StoreReach {
		answers = List.copyOf(answers);
		faults = List.copyOf(faults);
	}

}
