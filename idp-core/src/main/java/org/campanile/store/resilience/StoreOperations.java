package org.campanile.store.resilience;

import java.util.concurrent.Future;
import java.util.function.Consumer;

import org.campanile.jfr.LoginEvent;
import org.campanile.store.StoreUnavailableException;

/** Runs the operations of one store; each is recorded by JFR. Thread-safe. */
abstract sealed class StoreOperations permits StoreGuard, StoreOperations.InThisProcess {

	private final String name;

	/**
	 * @param name for logs, metrics, readiness and JFR: which store, such as
	 * {@code sessions}
	 */
	StoreOperations(String name) {
		this.name = name;
	}

	/** Runs an operation directly: a store in this process answers or fails at once. */
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
	 * @throws StoreUnavailableException if it failed, or its outcome is unknown
	 */
	final <T> T once(String operation, GuardedOperation<T> work) throws StoreUnavailableException {
		return once(operation, work, abandoned -> {
		});
	}

	/**
	 * Runs an operation like {@link #once(String, GuardedOperation)} whose late outcome
	 * must not be lost.
	 * @param abandoned receives the operation when its caller continues without it
	 */
	final <T> T once(String operation, GuardedOperation<T> work, Consumer<Future<T>> abandoned)
			throws StoreUnavailableException {
		return recorded(operation, repeated -> runOnce(operation, work, abandoned));
	}

	/**
	 * Runs an operation that may be repeated.
	 * @param operation its name, in metrics and messages
	 * @throws StoreUnavailableException if it failed, or its outcome is unknown
	 */
	final <T> T repeatable(String operation, GuardedOperation<T> work) throws StoreUnavailableException {
		return recorded(operation, repeated -> runRepeatable(operation, work));
	}

	abstract <T> T runOnce(String operation, GuardedOperation<T> work, Consumer<Future<T>> abandoned)
			throws StoreUnavailableException;

	abstract <T> T runRepeatable(String operation, GuardedOperation<T> work) throws StoreUnavailableException;

	private <T> T recorded(String operation, GuardedOperation<T> work) throws StoreUnavailableException {
		LoginEvent.Store event = new LoginEvent.Store();
		event.begin();
		event.store = name;
		event.operation = operation;
		try {
			T answer = work.run(false);
			event.outcome = "answered";
			return answer;
		}
		finally {
			event.commit();
		}
	}

	final String name() {
		return name;
	}

}
