package org.campanile.perf.profile;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.campanile.perf.environment.ThreadTimes;
import org.campanile.perf.result.ProfileResult;
import org.campanile.perf.result.ProfileResult.ClassUse;
import org.campanile.perf.result.ProfileResult.ProfileFile;

/**
 * What a recording shows of a period, as tables. Any virtual machine's recording can be
 * read; what it does not hold is missing from the tables. Immutable once read.
 */
public final class ProfileAnalysis {

	private static final int METHODS = 25;

	private static final int CLASSES = 20;

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
	 * Reads a recording.
	 * @throws IOException if it is none, or damaged
	 */
	public static ProfileAnalysis of(Path recording) throws IOException {
		return of(recording, RecordedPeriod.of(recording));
	}

	/**
	 * Reads a part of a recording. What began before it or ended after it is left out: a
	 * thread that was parked since the process started would count with all of that time.
	 */
	static ProfileAnalysis of(Path recording, RecordedPeriod period) throws IOException {
		ProfileAnalysis analysis = new ProfileAnalysis(period);
		List<EventCounter> tallies = List.of(analysis.samples, analysis.allocations, analysis.collections, analysis.locks,
				analysis.stages);
		try (RecordingFile file = new RecordingFile(recording)) {
			while (file.hasMoreEvents()) {
				analysis.add(file.readEvent(), tallies);
			}
		}
		return analysis;
	}

	private void add(RecordedEvent event, List<EventCounter> tallies) {
		String name = event.getEventType().getName();
		for (EventCounter tally : tallies) {
			if (tally.wants(name) && period.holds(event)) {
				tally.add(event);
			}
		}
	}

	/** How long the period is that rates are of. */
	public double seconds() {
		return period.seconds();
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
		double share = times.javaShare();
		return new ProfileResult(process, seconds(), times.process() > 0 ? times.process() : samples.cpuSeconds(),
				samples.all().size(), HotMethods.of(samples, share, METHODS), Areas.of(samples, times),
				allocations.largest(CLASSES), live, collections.collections(seconds()), locks.longest(LOCKS),
				stages.stages(), collections.heapUsedBytes(), collections.heapCommittedBytes(), files);
	}

	/** Writes a flame graph of processor time, one page of HTML. */
	public void flameGraph(String title, Path file) throws IOException {
		FlameGraphs.write(samples, title, file);
	}

	static int classes() {
		return CLASSES;
	}

}
