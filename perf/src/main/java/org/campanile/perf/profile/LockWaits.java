package org.campanile.perf.profile;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import jdk.jfr.consumer.RecordedClass;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import org.campanile.perf.result.ProfileResult.LockWait;

/**
 * Where threads waited for one another: monitors, locks of java.util.concurrent, virtual
 * threads that held their carrier. Threads that have nothing to do wait as well, and are
 * left out. The virtual machine does not tell of virtual threads that wait for a lock of
 * java.util.concurrent. Used by one thread.
 */
final class LockWaits implements EventCounter {

	/** Where a thread waits for work. */
	private static final List<String> AT_REST = List.of("java.util.concurrent.ThreadPoolExecutor.getTask",
			"java.util.concurrent.ForkJoinPool.awaitWork", "java.util.concurrent.ForkJoinPool.runWorker",
			"java.util.concurrent.ScheduledThreadPoolExecutor$DelayedWorkQueue.take", "java.util.TimerThread.mainLoop",
			"java.lang.ref.", "jdk.internal.ref.", "java.lang.Thread.join", "java.util.concurrent.CountDownLatch.await",
			"com.hazelcast.internal.util.concurrent.BackoffIdleStrategy",
			"com.hazelcast.internal.util.concurrent.MPSCQueue");

	/** What waits on behalf of others. */
	private static final List<String> BENEATH = List.of("java.", "jdk.", "sun.");

	private final Map<Place, Wait> waits = new HashMap<>();

	private record Place(String lock, String method) {
	}

	private static final class Wait {

		long count;

		double totalMillis;

		double longestMillis;

	}

	@Override
	public boolean wants(String event) {
		return switch (event) {
			case "jdk.JavaMonitorEnter", "jdk.ThreadPark", "jdk.VirtualThreadPinned" -> true;
			default -> false;
		};
	}

	@Override
	public void add(RecordedEvent event) {
		List<String> stack = StackFrames.of(event).stream().filter(RecordedFrame::isJavaFrame).map(StackFrames::method).toList();
		if (stack.stream().anyMatch(method -> AT_REST.stream().anyMatch(method::startsWith))) {
			return;
		}
		String method = stack.stream()
			.filter(each -> BENEATH.stream().noneMatch(each::startsWith))
			.findFirst()
			.orElse(stack.isEmpty() ? "?" : stack.getFirst());
		double millis = event.getDuration().toNanos() / 1e6;
		Wait wait = waits.computeIfAbsent(new Place(lock(event), method), place -> new Wait());
		wait.count++;
		wait.totalMillis += millis;
		wait.longestMillis = Math.max(wait.longestMillis, millis);
	}

	private static String lock(RecordedEvent event) {
		RecordedClass type = switch (event.getEventType().getName()) {
			case "jdk.JavaMonitorEnter" -> event.getClass("monitorClass");
			case "jdk.ThreadPark" -> event.getClass("parkedClass");
			default -> null;
		};
		return type != null ? ClassNames.readable(type.getName())
				: event.getEventType().getName().equals("jdk.ThreadPark") ? "parked" : "pinned virtual thread";
	}

	/** Those that took the most time of all threads together. */
	List<LockWait> longest(int count) {
		return waits.entrySet()
			.stream()
			.map(entry -> new LockWait(entry.getKey().lock(), entry.getKey().method(), entry.getValue().count,
					entry.getValue().totalMillis, entry.getValue().longestMillis))
			.sorted(Comparator.comparingDouble(LockWait::totalMillis).reversed().thenComparing(LockWait::method))
			.limit(count)
			.toList();
	}

}
