package org.campanile.testkit.onetime;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import org.campanile.onetime.OneTimeStore;

/** Writes down every operation before it passes it on. Thread-safe. */
public final class CountingOneTimeStore extends InterceptedOneTimeStore {

	private final List<Operation> operations;

	public CountingOneTimeStore(OneTimeStore target) {
		this(target, new CopyOnWriteArrayList<>());
	}

	private CountingOneTimeStore(OneTimeStore target, List<Operation> operations) {
		super(target, operations::add);
		this.operations = operations;
	}

	/** What was called since the last {@link #forget()}, in order. */
	public List<Operation> operations() {
		return List.copyOf(operations);
	}

	public void forget() {
		operations.clear();
	}

}
