package org.campanile.perf.profile;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.campanile.perf.result.ProfileResult;
import org.campanile.perf.result.ProfileResult.ClassUse;
import org.campanile.perf.result.ProfileResult.ProfileFile;

/**
 * What a recording shows, as tables. Any virtual machine's recording can be read; what it
 * does not hold is missing from the tables. Immutable once read.
 */
public final class ProfileAnalysis {

	private static final int METHODS = 25;

	private static final int CLASSES = 20;

	private static final int LOCKS = 20;

	private final Samples samples = new Samples();

	private final Allocations allocations = new Allocations();

	private final GarbageCollections collections = new GarbageCollections();

	private final LockWaits locks = new LockWaits();

	private final StageTimes stages = new StageTimes();

	private Instant first = Instant.MAX;

	private Instant last = Instant.MIN;

	private ProfileAnalysis() {
	}

	/**
	 * Reads a recording.
	 * @throws IOException if it is none, or damaged
	 */
	public static ProfileAnalysis of(Path recording) throws IOException {
		ProfileAnalysis analysis = new ProfileAnalysis();
		List<Tally> tallies = List.of(analysis.samples, analysis.allocations, analysis.collections, analysis.locks,
				analysis.stages);
		try (RecordingFile file = new RecordingFile(recording)) {
			while (file.hasMoreEvents()) {
				analysis.add(file.readEvent(), tallies);
			}
		}
		return analysis;
	}

	private void add(RecordedEvent event, List<Tally> tallies) {
		String name = event.getEventType().getName();
		for (Tally tally : tallies) {
			if (tally.wants(name)) {
				tally.add(event);
				first = first.isBefore(event.getStartTime()) ? first : event.getStartTime();
				last = last.isAfter(event.getEndTime()) ? last : event.getEndTime();
			}
		}
	}

	/** From the first event to the last. */
	public double seconds() {
		return first.isAfter(last) ? 0 : Duration.between(first, last).toNanos() / 1e9;
	}

	/** The tables, as far as the recording alone tells. */
	public ProfileResult result(String process) {
		return result(process, ThreadTimes.UNKNOWN, List.of(), List.of());
	}

	/**
	 * The tables.
	 * @param times of the process's threads while it was recorded
	 * @param live classes of what was alive at the end
	 * @param files that lie beside
	 */
	ProfileResult result(String process, ThreadTimes times, List<ClassUse> live, List<ProfileFile> files) {
		double share = Areas.javaShare(times);
		return new ProfileResult(process, seconds(), times.process() > 0 ? times.process() : samples.cpuSeconds(),
				samples.all().size(), HotMethods.of(samples, share, METHODS), Areas.of(samples, times),
				allocations.largest(CLASSES), live, collections.collections(seconds()), locks.longest(LOCKS),
				stages.stages(), collections.heapUsedOctets(), collections.heapCommittedOctets(), files);
	}

	/** Writes a flame graph of processor time, one page of HTML. */
	public void flameGraph(String title, Path file) throws IOException {
		FlameGraphs.write(samples, title, file);
	}

	static int classes() {
		return CLASSES;
	}

}
