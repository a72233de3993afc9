package org.campanile.perf.profile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;

import jdk.jfr.Event;
import jdk.jfr.Name;
import jdk.jfr.Recording;
import org.campanile.perf.result.ProfileResult;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.within;

class ProfileAnalysisTests {

	private static final Duration LONG_BEFORE = Duration.ofSeconds(2);

	private static final Duration SHORT = Duration.ofMillis(200);

	@TempDir
	private Path folder;

	@Test
	void whenAnEventBeganLongBeforeTheRecordingThenRatesAreOfTheRecordingAndItIsLeftOut() throws Exception {
		Path file = folder.resolve("recording.jfr");
		Duration lasted;
		try (Recording earlier = new Recording(); Recording recording = new Recording()) {
			earlier.enable(Rehearsal.class).withoutStackTrace();
			earlier.start();
			Rehearsal parked = new Rehearsal();
			parked.begin();
			Thread.sleep(LONG_BEFORE);
			Instant start = Instant.now();
			recording.enable(Rehearsal.class).withoutStackTrace();
			recording.enable("jdk.GarbageCollection");
			recording.start();
			rehearse();
			System.gc();
			parked.commit();
			recording.stop();
			lasted = Duration.between(start, Instant.now());
			recording.dump(file);
		}

		ProfileResult profile = ProfileAnalysis.of(file).result("node1");

		assertThat(profile.seconds()).isBetween(seconds(SHORT), seconds(lasted) + 0.1);
		assertThat(profile.stages()).singleElement().satisfies(stage -> {
			assertThat(stage.count()).isOne();
			assertThat(stage.maxMillis()).isBetween((double) SHORT.toMillis(), LONG_BEFORE.toMillis() - 1.0);
		});
		assertThat(profile.collections()).isNotEmpty()
			.allSatisfy(one -> assertThat(one.perSecond()).isCloseTo(one.count() / profile.seconds(), within(1e-9))
				.isGreaterThan(one.count() / (seconds(lasted) + 0.1) - 1e-9));
	}

	@Test
	void whenAPartOfARecordingIsAskedForThenNothingElseCounts() throws Exception {
		Path file = folder.resolve("recording.jfr");
		RecordedPeriod part;
		try (Recording recording = new Recording()) {
			recording.enable(Rehearsal.class).withoutStackTrace();
			recording.start();
			rehearse();
			rehearse();
			Instant begin = Instant.now();
			Thread.sleep(20);
			rehearse();
			Thread.sleep(20);
			part = new RecordedPeriod(begin, Instant.now());
			Thread.sleep(20);
			rehearse();
			recording.stop();
			recording.dump(file);
		}

		assertThat(ProfileAnalysis.of(file).result("node1").stages()).singleElement()
			.satisfies(stage -> assertThat(stage.count()).isEqualTo(4));
		ProfileResult profile = ProfileAnalysis.of(file, part).result("node1");
		assertThat(profile.stages()).singleElement().satisfies(stage -> assertThat(stage.count()).isOne());
		assertThat(profile.seconds()).isCloseTo(seconds(Duration.between(part.begin(), part.end())), within(1e-9));
	}

	@Test
	void whenAFileIsNoRecordingThenItIsSaid() throws IOException {
		Path file = Files.writeString(folder.resolve("recording.jfr"), "no recording at all".repeat(10));

		assertThatIOException().isThrownBy(() -> RecordedPeriod.of(file)).withMessageContaining(file + " is damaged");
	}

	private static void rehearse() throws InterruptedException {
		Rehearsal rehearsal = new Rehearsal();
		rehearsal.begin();
		Thread.sleep(SHORT);
		rehearsal.commit();
	}

	private static double seconds(Duration duration) {
		return duration.toNanos() / 1e9;
	}

	/** A stage, as the product's own are named. */
	@Name("campanile.Rehearsal")
	private static final class Rehearsal extends Event {

	}

}
