package org.campanile.store.recorded;

import org.campanile.flight.StoreEvent;
import org.campanile.store.StoreUnavailableException;

/** What a store is asked. */
@FunctionalInterface
interface Operation<T> {

	T run() throws StoreUnavailableException;

	/** Runs it, with an event that tells how it ended. */
	static <T> T recorded(String store, String name, Operation<T> operation) throws StoreUnavailableException {
		StoreEvent event = StoreEvent.begun();
		String outcome = "failed";
		try {
			T answer = operation.run();
			outcome = "answered";
			return answer;
		}
		finally {
			event.ended(store, name, outcome);
		}
	}

}
