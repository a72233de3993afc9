package org.campanile.web.overload;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;

import org.jspecify.annotations.Nullable;

/**
 * The waiters by kind, in the order of arrival. Waiters that have given up are removed
 * when they reach an end of their queue. Not thread-safe.
 */
final class WaitQueue {

	private final Map<RequestKind, Deque<Waiter>> queues = new EnumMap<>(RequestKind.class);

	private final Map<RequestKind, AtomicInteger> sizes = new EnumMap<>(RequestKind.class);

	private long bytes;

	WaitQueue() {
		for (RequestKind kind : RequestKind.values()) {
			queues.put(kind, new ArrayDeque<>());
			sizes.put(kind, new AtomicInteger());
		}
	}

	void add(Waiter waiter) {
		queue(waiter.kind()).addLast(waiter);
		count(waiter, 1);
	}

	/** The longest waiter of that kind, without removing it. */
	@Nullable Waiter first(RequestKind kind) {
		Deque<Waiter> queue = queue(kind);
		while (!queue.isEmpty() && !queue.peekFirst().isWaiting()) {
			queue.removeFirst();
		}
		return queue.peekFirst();
	}

	/** The last waiter of the least urgent kind. */
	@Nullable Waiter leastUrgent() {
		RequestKind[] kinds = RequestKind.values();
		for (int i = kinds.length - 1; i >= 0; i--) {
			Deque<Waiter> queue = queue(kinds[i]);
			while (!queue.isEmpty() && !queue.peekLast().isWaiting()) {
				queue.removeLast();
			}
			if (!queue.isEmpty()) {
				return queue.peekLast();
			}
		}
		return null;
	}

	/** Must be called before a waiter's state changes. */
	void removed(Waiter waiter) {
		count(waiter, -1);
	}

	/** Removes waiters at the head of the queue that no longer wait. */
	void removeDone(RequestKind kind) {
		first(kind);
	}

	/** The heap that all waiters use, in bytes. */
	long bytes() {
		return bytes;
	}

	/** The only method that any thread may call. */
	int size(RequestKind kind) {
		return Objects.requireNonNull(sizes.get(kind)).get();
	}

	private void count(Waiter waiter, int change) {
		Objects.requireNonNull(sizes.get(waiter.kind())).addAndGet(change);
		bytes += change * waiter.bytes();
	}

	private Deque<Waiter> queue(RequestKind kind) {
		return queues.computeIfAbsent(kind, missing -> new ArrayDeque<>());
	}

}
