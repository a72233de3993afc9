package org.campanile.perf.profile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;

import jdk.jfr.Event;
import jdk.jfr.Name;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.campanile.perf.environment.ThreadTimes;
import org.campanile.perf.result.ProfileResult;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.within;

class ProfileAnalysisTests {

	private static final RecordedPeriod ALL = new RecordedPeriod(Instant.EPOCH,
			Instant.EPOCH.plus(Duration.ofDays(100_000)));

	private static final int PIECE = 100_000;

	private static final long BEFORE = 4_000_000_000L;

	private static final long FIRST = 10_000_000;

	@SuppressWarnings("UnusedVariable") // otherwise the allocation would be optimised
										// away
	private static volatile byte[] kept = new byte[0];

	@TempDir
	private Path folder;

	@Test
	void whenAnEventBeganLongBeforeTheRecordingThenRatesAreOfTheRecordingAndItIsLeftOut() throws Exception {
		Path file = folder.resolve("recording.jfr");
		RecordedPeriod period;
		try (Recording earlier = new Recording(); Recording recording = new Recording()) {
			earlier.enable(Rehearsal.class).withoutStackTrace();
			earlier.start();
			Rehearsal parked = new Rehearsal();
			parked.begin();
			recording.enable(Rehearsal.class).withoutStackTrace();
			recording.enable("jdk.GarbageCollection");
			recording.start();
			rehearse();
			System.gc();
			parked.commit();
			recording.stop();
			period = new RecordedPeriod(recording.getStartTime(), recording.getStopTime());
			recording.dump(file);
		}
		List<RecordedEvent> rehearsals = rehearsals(file);

		ProfileResult profile = ProfileAnalysis.of(file, period)
			.result("node1", ThreadTimes.UNKNOWN, List.of(), List.of());

		assertThat(rehearsals).hasSize(2);
		assertThat(period.begin()).isAfter(rehearsals.getFirst().getStartTime())
			.isBeforeOrEqualTo(rehearsals.getLast().getStartTime());
		assertThat(profile.seconds()).isEqualTo(period.seconds());
		assertThat(profile.stages()).singleElement().satisfies(stage -> assertThat(stage.count()).isOne());
		assertThat(profile.collections()).isNotEmpty()
			.allSatisfy(one -> assertThat(one.perSecond()).isCloseTo(one.count() / profile.seconds(), within(1e-9)));
	}

	/** A thread's first sample includes everything that it allocated before. */
	@Test
	void whenAThreadAllocatedLongBeforeTheRecordingThenThatIsLeftOut() throws Exception {
		Path file = folder.resolve("recording.jfr");
		allocate(BEFORE);
		long within = 0;
		RecordedPeriod period;
		try (Recording recording = new Recording()) {
			recording.enable("jdk.ObjectAllocationSample").withoutStackTrace().with("throttle", "1000/s");
			recording.start();
			Instant begin = Instant.now();
			allocate(FIRST);
			period = new RecordedPeriod(begin, begin.plus(Duration.between(begin, Instant.now()).multipliedBy(10)));
			while (Instant.now().isBefore(period.end())) {
				allocate(PIECE);
				within += PIECE;
			}
			recording.stop();
			recording.dump(file);
		}

		// Samples are only approximate.
		long most = 2 * within + BEFORE / 4;
		assertThat(
				ProfileAnalysis.of(file, period).result("node1", ThreadTimes.UNKNOWN, List.of(), List.of()).allocated())
			.filteredOn(use -> use.name().equals("byte[]"))
			.singleElement()
			.satisfies(use -> assertThat(use.bytes()).isBetween(1L, most));
	}

	private static void allocate(long bytes) {
		for (long done = 0; done < bytes; done += PIECE) {
			kept = new byte[PIECE];
		}
	}

	@Test
	void whenAPartOfARecordingIsAskedForThenNothingElseCounts() throws Exception {
		Path file = folder.resolve("recording.jfr");
		try (Recording recording = new Recording()) {
			recording.enable(Rehearsal.class).withoutStackTrace();
			recording.start();
			for (int i = 0; i < 4; i++) {
				rehearse();
			}
			recording.stop();
			recording.dump(file);
		}
		RecordedEvent third = rehearsals(file).get(2);
		RecordedPeriod part = new RecordedPeriod(third.getStartTime(), third.getEndTime());

		assertThat(ProfileAnalysis.of(file, ALL).result("node1", ThreadTimes.UNKNOWN, List.of(), List.of()).stages())
			.singleElement()
			.satisfies(stage -> assertThat(stage.count()).isEqualTo(4));
		ProfileResult profile = ProfileAnalysis.of(file, part)
			.result("node1", ThreadTimes.UNKNOWN, List.of(), List.of());
		assertThat(profile.stages()).singleElement().satisfies(stage -> assertThat(stage.count()).isOne());
		assertThat(profile.seconds()).isEqualTo(part.seconds());
	}

	@Test
	void whenAFileIsNoRecordingThenItIsSaid() throws IOException {
		Path file = Files.writeString(folder.resolve("recording.jfr"), "no recording at all".repeat(10));

		assertThatIOException().isThrownBy(() -> ProfileAnalysis.of(file, ALL));
	}

	private static void rehearse() {
		Rehearsal rehearsal = new Rehearsal();
		rehearsal.begin();
		Instant begun = Instant.now();
		// Waits until the clock has advanced, so that one event ends before the next
		// begins.
		while (Duration.between(begun, Instant.now()).toMillis() < 1) {
			Thread.onSpinWait();
		}
		rehearsal.commit();
	}

	/** Returns the events in the order in which they began. */
	private static List<RecordedEvent> rehearsals(Path file) throws IOException {
		return RecordingFile.readAllEvents(file)
			.stream()
			.filter(event -> event.getEventType().getName().equals("campanile.Rehearsal"))
			.sorted(Comparator.comparing(RecordedEvent::getStartTime))
			.toList();
	}

	/** A stage, named like the product's own events. */
	@Name("campanile.Rehearsal")
	private static final class Rehearsal extends Event {

	}

}
