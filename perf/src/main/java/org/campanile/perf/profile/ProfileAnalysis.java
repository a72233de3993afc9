package org.campanile.perf.profile;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordingFile;
import one.convert.Arguments;
import one.convert.CallStack;
import one.convert.FlameGraph;
import one.convert.Frame;
import org.campanile.perf.environment.ThreadTimes;
import org.campanile.perf.profile.EventCounter.Allocations;
import org.campanile.perf.profile.EventCounter.GarbageCollections;
import org.campanile.perf.profile.EventCounter.LockWaits;
import org.campanile.perf.profile.EventCounter.StageTimes;
import org.campanile.perf.profile.Samples.Sample;
import org.campanile.perf.result.ProfileResult.ClassUse;
import org.campanile.perf.result.ProfileResult.HotMethod;
import org.campanile.perf.result.ProfileResult.ProfileFile;
import org.campanile.perf.result.ProfileResult;

/**
 * The tables of a recording for a period. The recording of any virtual machine can be
 * read; tables lack what it does not contain. Immutable once read.
 */
final class ProfileAnalysis {

	private static final int METHODS = 25;

	static final int CLASSES = 20;

	private static final int LOCKS = 20;

	private final Samples samples = new Samples();

	private final Allocations allocations;

	private final GarbageCollections collections = new GarbageCollections();

	private final LockWaits locks = new LockWaits();

	private final StageTimes stages = new StageTimes();

	private final RecordedPeriod period;

	private ProfileAnalysis(RecordedPeriod period) {
		this.period = period;
		this.allocations = new Allocations(period);
	}

	/**
	 * Reads a period of a recording. Events that began before or ended after it are left
	 * out: a thread that had been parked since the process started would count with all
	 * of that time.
	 */
	static ProfileAnalysis of(Path recording, RecordedPeriod period) throws IOException {
		ProfileAnalysis analysis = new ProfileAnalysis(period);
		List<EventCounter> counters = List.of(analysis.samples, analysis.allocations, analysis.collections,
				analysis.locks, analysis.stages);
		try (RecordingFile file = new RecordingFile(recording)) {
			while (file.hasMoreEvents()) {
				analysis.add(file.readEvent(), counters);
			}
		}
		return analysis;
	}

	private void add(RecordedEvent event, List<EventCounter> counters) {
		String name = event.getEventType().getName();
		for (EventCounter counter : counters) {
			if (counter.wants(name) && period.holds(event)) {
				counter.add(event);
			}
		}
	}

	/**
	 * Returns the tables.
	 * @param times the processor times of the process's threads while it was recorded
	 * @param live the classes of objects that were alive at the end
	 * @param files files beside the tables
	 */
	ProfileResult result(String process, ThreadTimes times, List<ClassUse> live, List<ProfileFile> files) {
		double share = times.javaShare();
		return new ProfileResult(process, period.seconds(),
				times.process() > 0 ? times.process() : samples.cpuSeconds(), samples.all().size(),
				hotMethods(samples, share, METHODS), AreaRules.shares(samples, times), allocations.largest(CLASSES),
				live, collections.collections(period.seconds()), locks.longest(LOCKS), stages.stages(),
				collections.heapUsedBytes(), collections.heapCommittedBytes(), files);
	}

	private static final class Weights {

		long self;

		long total;

	}

	/**
	 * Returns the methods with the largest own time, and those with the largest total
	 * time.
	 * @param share the share of the process's time that the samples represent, 0 to 1
	 * @param each the number of methods of either kind; methods that are both are listed
	 * once
	 */
	private static List<HotMethod> hotMethods(Samples samples, double share, int each) {
		Map<String, Weights> methods = new HashMap<>();
		for (Sample sample : samples.all()) {
			Set<String> seen = new HashSet<>();
			for (RecordedFrame frame : sample.frames()) {
				String method = Samples.method(frame);
				Weights weights = methods.computeIfAbsent(method, key -> new Weights());
				if (seen.isEmpty()) {
					weights.self += sample.weight();
				}
				// A method that calls itself counts once.
				if (seen.add(method)) {
					weights.total += sample.weight();
				}
			}
		}
		double all = Math.max(1, samples.weight()) / Math.max(share, 1e-9);
		List<HotMethod> hot = methods.entrySet()
			.stream()
			.map(entry -> new HotMethod(entry.getKey(), entry.getValue().self / all, entry.getValue().total / all))
			.toList();
		Set<HotMethod> chosen = new HashSet<>();
		largest(hot, Comparator.comparingDouble(HotMethod::self), each, chosen);
		largest(hot, Comparator.comparingDouble(HotMethod::total), each, chosen);
		return chosen.stream()
			.sorted(Comparator.comparingDouble(HotMethod::self)
				.thenComparingDouble(HotMethod::total)
				.reversed()
				.thenComparing(HotMethod::method))
			.toList();
	}

	private static void largest(List<HotMethod> methods, Comparator<HotMethod> by, int count, Set<HotMethod> into) {
		methods.stream().sorted(by.reversed().thenComparing(HotMethod::method)).limit(count).forEach(into::add);
	}

	/**
	 * Writes a flame graph of processor time, one page of HTML. The library draws it but
	 * cannot read samples by processor time, so it gets the stacks.
	 */
	void flameGraph(String title, Path file) throws IOException {
		Arguments arguments = new Arguments();
		arguments.title = title;
		FlameGraph graph = new FlameGraph(arguments);
		for (Sample sample : samples.all()) {
			graph.addSample(stack(sample.frames()), sample.weight());
		}
		try (PrintStream page = new PrintStream(Files.newOutputStream(file), false, StandardCharsets.UTF_8)) {
			graph.dump(page);
			if (page.checkError()) {
				throw new IOException(file + ": the flame graph could not be written; is the disk full?");
			}
		}
	}

	private static CallStack stack(List<RecordedFrame> frames) {
		CallStack stack = new CallStack();
		for (RecordedFrame frame : frames.reversed()) {
			stack.push(Samples.method(frame), type(frame));
		}
		if (frames.isEmpty()) {
			stack.push(AreaRules.UNKNOWN, Frame.TYPE_NATIVE);
		}
		return stack;
	}

	private static byte type(RecordedFrame frame) {
		return switch (frame.getType()) {
			case "Interpreted" -> Frame.TYPE_INTERPRETED;
			case "Inlined" -> Frame.TYPE_INLINED;
			case "Native" -> Frame.TYPE_NATIVE;
			default -> Frame.TYPE_JIT_COMPILED;
		};
	}

}
