package org.campanile.perf.profile;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import jdk.jfr.consumer.RecordedClass;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedObject;
import org.HdrHistogram.Histogram;
import org.campanile.perf.result.ProfileResult.ClassUse;
import org.campanile.perf.result.ProfileResult.LockWait;
import org.campanile.perf.result.ProfileResult.Stage;
import org.campanile.perf.result.ProfileResult;

/** Counts events of a recording. Used by one thread. */
interface EventCounter {

	/** Whether it counts events of that name. */
	boolean wants(String event);

	/** Counts an event. */
	void add(RecordedEvent event);

	/**
	 * Counts allocations by class; bytes are estimated from samples. Used by one thread.
	 * <p>
	 * A sample holds what its thread has allocated since its previous sample, and the
	 * first sample of a thread everything since the thread started: gigabytes of a
	 * warm-up, if it ran long before the recording. So samples of the first tenth of the
	 * period are discarded, and the rest is scaled up to the whole period.
	 */
	static final class Allocations implements EventCounter {

		private static final int PARTS = 10;

		private final Map<String, Long> bytes = new HashMap<>();

		private final Instant from;

		/**
		 * @param period the period in which events are counted
		 */
		Allocations(RecordedPeriod period) {
			this.from = period.begin().plus(Duration.between(period.begin(), period.end()).dividedBy(PARTS));
		}

		@Override
		public boolean wants(String event) {
			return event.equals("jdk.ObjectAllocationSample");
		}

		@Override
		public void add(RecordedEvent event) {
			if (event.getStartTime().isBefore(from)) {
				return;
			}
			bytes.merge(ClassHistogram.readable(event.getClass("objectClass").getName()), event.getLong("weight"),
					Long::sum);
		}

		/** Returns the classes with the most bytes; the number of objects is unknown. */
		List<ClassUse> largest(int count) {
			return bytes.entrySet()
				.stream()
				.map(entry -> new ClassUse(entry.getKey(), 0, entry.getValue() * PARTS / (PARTS - 1)))
				.sorted(Comparator.comparingLong(ClassUse::bytes).reversed().thenComparing(ClassUse::name))
				.limit(count)
				.toList();
		}

	}

	/** Counts collections by collector, and keeps the last heap. Used by one thread. */
	static final class GarbageCollections implements EventCounter {

		private static final String COLLECTION = "jdk.GarbageCollection";

		private static final String HEAP = "jdk.GCHeapSummary";

		private static final String USAGE = "jdk.GCHeapMemoryUsage";

		private final Map<String, Collector> collectors = new HashMap<>();

		private Heap heap = new Heap(0, 0, 0);

		private static final class Collector {

			long count;

			double pauseSeconds;

			double longestMillis;

		}

		private record Heap(long at, long used, long committed) {
		}

		@Override
		public boolean wants(String event) {
			return event.equals(COLLECTION) || event.equals(HEAP) || event.equals(USAGE);
		}

		@Override
		public void add(RecordedEvent event) {
			switch (event.getEventType().getName()) {
				case COLLECTION -> {
					Collector collector = collectors.computeIfAbsent(event.getString("name"), name -> new Collector());
					collector.count++;
					collector.pauseSeconds += event.getDuration("sumOfPauses").toNanos() / 1e9;
					collector.longestMillis = Math.max(collector.longestMillis,
							event.getDuration("longestPause").toNanos() / 1e6);
				}
				case HEAP -> {
					RecordedObject space = event.getValue("heapSpace");
					seen(event, event.getLong("heapUsed"), space.getLong("committedSize"));
				}
				default -> seen(event, event.getLong("used"), event.getLong("committed"));
			}
		}

		/** Keeps the latest heap, as the events of a recording may be out of order. */
		private void seen(RecordedEvent event, long used, long committed) {
			long at = event.getStartTime().toEpochMilli();
			if (at >= heap.at()) {
				heap = new Heap(at, used, committed);
			}
		}

		List<ProfileResult.Collections> collections(double seconds) {
			return collectors.entrySet()
				.stream()
				.map(entry -> new ProfileResult.Collections(entry.getKey(), entry.getValue().count,
						entry.getValue().count / Math.max(seconds, 1e-3), entry.getValue().pauseSeconds,
						entry.getValue().longestMillis))
				.sorted(Comparator.comparingDouble(ProfileResult.Collections::pauseSeconds)
					.reversed()
					.thenComparing(ProfileResult.Collections::collector))
				.toList();
		}

		long heapUsedBytes() {
			return heap.used();
		}

		long heapCommittedBytes() {
			return heap.committed();
		}

	}

	/**
	 * Counts how long threads waited for one another: for monitors, for locks of
	 * java.util.concurrent, and for virtual threads that held their carrier. Waiting for
	 * work is left out. The virtual machine does not report virtual threads that wait for
	 * a lock of java.util.concurrent. Used by one thread.
	 */
	static final class LockWaits implements EventCounter {

		/** Methods in which a thread waits for work. */
		private static final List<String> AT_REST = List.of("java.util.concurrent.ThreadPoolExecutor.getTask",
				"java.util.concurrent.ForkJoinPool.awaitWork", "java.util.concurrent.ForkJoinPool.runWorker",
				"java.util.concurrent.ScheduledThreadPoolExecutor$DelayedWorkQueue.take",
				"java.util.TimerThread.mainLoop", "java.lang.ref.", "jdk.internal.ref.", "java.lang.Thread.join",
				"java.util.concurrent.CountDownLatch.await",
				"com.hazelcast.internal.util.concurrent.BackoffIdleStrategy",
				"com.hazelcast.internal.util.concurrent.MPSCQueue");

		/** Packages whose methods wait on behalf of others. */
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
			List<String> stack = Samples.frames(event)
				.stream()
				.filter(RecordedFrame::isJavaFrame)
				.map(Samples::method)
				.toList();
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
			return type != null ? ClassHistogram.readable(type.getName())
					: event.getEventType().getName().equals("jdk.ThreadPark") ? "parked" : "pinned virtual thread";
		}

		/** Returns the waits that took the most time of all threads together. */
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

	/**
	 * Counts how long the stages of logins took, from the product's own events. Used by
	 * one thread.
	 */
	static final class StageTimes implements EventCounter {

		private static final String PREFIX = "campanile.";

		/** An hour, which is longer than any stage of a login. */
		private static final long LONGEST_NANOS = 3_600_000_000_000L;

		private final Map<String, Histogram> stages = new HashMap<>();

		@Override
		public boolean wants(String event) {
			return event.startsWith(PREFIX);
		}

		@Override
		public void add(RecordedEvent event) {
			stages.computeIfAbsent(name(event), name -> new Histogram(LONGEST_NANOS, 3))
				.recordValue(Math.clamp(event.getDuration().toNanos(), 0, LONGEST_NANOS));
		}

		/**
		 * Returns the name of the stage, such as {@code sign}; for stores with the
		 * operation, such as {@code store sessions create}.
		 */
		private static String name(RecordedEvent event) {
			String stage = event.getEventType().getName().substring(PREFIX.length()).toLowerCase(Locale.ROOT);
			return event.hasField("store") ? stage + ' ' + event.getString("store") + ' ' + event.getString("operation")
					: stage;
		}

		/** Returns the stages, ordered by their total time. */
		List<Stage> stages() {
			return stages.entrySet()
				.stream()
				.map(entry -> stage(entry.getKey(), entry.getValue()))
				.sorted(Comparator.comparingDouble((Stage stage) -> stage.meanMillis() * stage.count())
					.reversed()
					.thenComparing(Stage::name))
				.toList();
		}

		private static Stage stage(String name, Histogram nanos) {
			return new Stage(name, nanos.getTotalCount(), nanos.getMean() / 1e6, nanos.getValueAtPercentile(50) / 1e6,
					nanos.getValueAtPercentile(99) / 1e6, nanos.getMaxValue() / 1e6);
		}

	}

}
