package org.campanile.testkit.onetime;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import org.campanile.onetime.OneTimeStore;

/** Records every operation before passing it on. Thread-safe. */
public final class CountingOneTimeStore extends InterceptedOneTimeStore {

	private final List<Operation> operations;

	public CountingOneTimeStore(OneTimeStore target) {
		this(target, new CopyOnWriteArrayList<>());
	}

	private CountingOneTimeStore(OneTimeStore target, List<Operation> operations) {
		super(target, operations::add);
		this.operations = operations;
	}

	/** The operations called since the last {@link #forget()}, in order. */
	public List<Operation> operations() {
		return List.copyOf(operations);
	}

	public void forget() {
		operations.clear();
	}

}
