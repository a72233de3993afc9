package org.campanile.store.guard;

import java.util.concurrent.Future;
import java.util.function.Consumer;

import org.campanile.flight.StoreEvent;
import org.campanile.store.StoreUnavailableException;

/** How the operations of one store run; a flight recording shows each. Thread-safe. */
abstract sealed class StoreOperations permits StoreGuard, StoreOperations.InThisProcess {

	private final String name;

	/**
	 * @param name for logs, metrics, readiness and flight recordings: which store, as
	 * {@code sessions}
	 */
	StoreOperations(String name) {
		this.name = name;
	}

	/** Runs an operation as it is: a store in this process answers or fails at once. */
	static final class InThisProcess extends StoreOperations {

		InThisProcess(String name) {
			super(name);
		}

		@Override
		<T> T runOnce(String operation, GuardedOperation<T> work, Consumer<Future<T>> abandoned)
				throws StoreUnavailableException {
			return work.run(false);
		}

		@Override
		<T> T runRepeatable(String operation, GuardedOperation<T> work) throws StoreUnavailableException {
			return work.run(false);
		}

	}

	/**
	 * Runs an operation once.
	 * @param operation its name, in metrics and messages
	 * @throws StoreUnavailableException if it failed, or its outcome is not known
	 */
	final <T> T once(String operation, GuardedOperation<T> work) throws StoreUnavailableException {
		return once(operation, work, abandoned -> {
		});
	}

	/**
	 * As {@link #once(String, GuardedOperation)}, for an operation whose outcome is not
	 * to be lost where it comes late.
	 * @param abandoned is given the operation when its caller goes on without it
	 */
	final <T> T once(String operation, GuardedOperation<T> work, Consumer<Future<T>> abandoned)
			throws StoreUnavailableException {
		return recorded(operation, repeated -> runOnce(operation, work, abandoned));
	}

	/**
	 * Runs an operation that may be repeated.
	 * @param operation its name, in metrics and messages
	 * @throws StoreUnavailableException if it failed, or its outcome is not known
	 */
	final <T> T repeatable(String operation, GuardedOperation<T> work) throws StoreUnavailableException {
		return recorded(operation, repeated -> runRepeatable(operation, work));
	}

	abstract <T> T runOnce(String operation, GuardedOperation<T> work, Consumer<Future<T>> abandoned)
			throws StoreUnavailableException;

	abstract <T> T runRepeatable(String operation, GuardedOperation<T> work) throws StoreUnavailableException;

	private <T> T recorded(String operation, GuardedOperation<T> work) throws StoreUnavailableException {
		StoreEvent event = StoreEvent.begun();
		String outcome = "failed";
		try {
			T answer = work.run(false);
			outcome = "answered";
			return answer;
		}
		finally {
			event.ended(name, operation, outcome);
		}
	}

	final String name() {
		return name;
	}

}
