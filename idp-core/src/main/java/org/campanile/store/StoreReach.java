package org.campanile.store;

import java.util.List;

/**
 * What came of an attempt to reach a store.
 *
 * @param answers what went well, one line each
 * @param faults what did not: {@code key: reason; remedy}
 */
public record StoreReach(List<String> answers, List<String> faults) {

	public StoreReach {
		answers = List.copyOf(answers);
		faults = List.copyOf(faults);
	}

}
