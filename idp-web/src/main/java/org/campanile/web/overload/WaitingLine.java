package org.campanile.web.overload;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;

import org.jspecify.annotations.Nullable;

/**
 * Who waits, by kind, in the order of arrival. Those that have given up are dropped when
 * they come to an end of their queue. Not thread-safe.
 */
final class WaitingLine {

	private final Map<RequestKind, Deque<Ticket>> queues = new EnumMap<>(RequestKind.class);

	private final Map<RequestKind, Integer> sizes = new EnumMap<>(RequestKind.class);

	private final Map<Lane, AtomicInteger> sizesOfLanes = new EnumMap<>(
			Map.of(Lane.WORK, new AtomicInteger(), Lane.LOGIN, new AtomicInteger()));

	private long bytes;

	WaitingLine() {
		for (RequestKind kind : RequestKind.values()) {
			queues.put(kind, new ArrayDeque<>());
			sizes.put(kind, 0);
		}
	}

	void add(Ticket ticket) {
		queue(ticket.kind()).addLast(ticket);
		count(ticket, 1);
	}

	/** The one of that kind who has waited longest, who stays where it is. */
	@Nullable Ticket first(RequestKind kind) {
		Deque<Ticket> queue = queue(kind);
		while (!queue.isEmpty() && !queue.peekFirst().isWaiting()) {
			queue.removeFirst();
		}
		return queue.peekFirst();
	}

	/** The one who came last, of the kind that has least to lose. */
	@Nullable Ticket leastUrgent() {
		RequestKind[] kinds = RequestKind.values();
		for (int i = kinds.length - 1; i >= 0; i--) {
			Deque<Ticket> queue = queue(kinds[i]);
			while (!queue.isEmpty() && !queue.peekLast().isWaiting()) {
				queue.removeLast();
			}
			if (!queue.isEmpty()) {
				return queue.peekLast();
			}
		}
		return null;
	}

	/** To be told when the state of one who waited is about to change. */
	void leaves(Ticket ticket) {
		count(ticket, -1);
	}

	/** Forgets at the head of the queue who does not wait any more. */
	void tidy(RequestKind kind) {
		first(kind);
	}

	/** What all who wait keep of the heap. */
	long bytes() {
		return bytes;
	}

	/** The one thing that may be asked by any thread. */
	int size(Lane lane) {
		return Objects.requireNonNull(sizesOfLanes.get(lane)).get();
	}

	int size(RequestKind kind) {
		return sizes.getOrDefault(kind, 0);
	}

	private void count(Ticket ticket, int change) {
		sizes.merge(ticket.kind(), change, Integer::sum);
		Objects.requireNonNull(sizesOfLanes.get(ticket.kind().lane())).addAndGet(change);
		bytes += change * ticket.bytes();
	}

	private Deque<Ticket> queue(RequestKind kind) {
		return queues.computeIfAbsent(kind, missing -> new ArrayDeque<>());
	}

}
