package org.campanile.testkit.store;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

import org.campanile.store.StoreUnavailableException;

/**
 * Records every operation of a store, and fails those configured to fail.
 *
 * @param <O> the operations of the store
 */
public abstract class CountingStore<O> {

	private final List<O> operations = new CopyOnWriteArrayList<>();

	private final Set<O> failing = ConcurrentHashMap.newKeySet();

	/** The operations called since the last {@link #forget()}, in order. */
	public final List<O> operations() {
		return List.copyOf(operations);
	}

	public final void forget() {
		operations.clear();
	}

	/** Makes that operation fail from now on; it is still recorded. */
	public final void fail(O operation) {
		failing.add(operation);
	}

	/** Makes that operation work again. */
	public final void recover(O operation) {
		failing.remove(operation);
	}

	/** Notes an operation. Must be called by every operation before it does anything. */
	protected final void note(O operation) throws StoreUnavailableException {
		operations.add(operation);
		if (failing.contains(operation)) {
			throw new StoreUnavailableException("configured to fail: " + operation);
		}
	}

}
