package org.campanile.perf.profile;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;

import org.campanile.perf.environment.ThreadTimes;
import org.campanile.perf.environment.RunningSystem.MeasuredProcess;
import org.campanile.perf.profile.FlightRecording.ProfilingException;
import org.campanile.perf.result.ProcessResult.ProcessRole;
import org.campanile.perf.result.ProfileResult.Area;
import org.campanile.perf.result.ProfileResult.ClassUse;
import org.campanile.perf.result.ProfileResult.HotMethod;
import org.campanile.perf.result.ProfileResult.LockWait;
import org.campanile.perf.result.ProfileResult;
import org.campanile.perf.result.RunResults;
import org.campanile.testkit.MutableClock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

@Timeout(120)
class FlightRecordingTests {

	private static final int ROUNDS = 30;

	@TempDir
	private Path folder;

	private Process child;

	private BufferedReader output;

	@BeforeEach
	void start() throws IOException {
		child = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx64m", "-cp",
				System.getProperty("java.class.path"), KnownWork.class.getName())
			.redirectError(ProcessBuilder.Redirect.INHERIT)
			.start();
		output = child.inputReader();
	}

	@AfterEach
	void stop() throws InterruptedException {
		child.destroyForcibly().waitFor();
	}

	/** Waits for a number of rounds from now on; earlier ones do not count. */
	private void work(int rounds) throws IOException {
		while (output.ready()) {
			output.readLine();
		}
		for (int i = 0; i < rounds; i++) {
			assertThat(output.readLine()).isEqualTo("round");
		}
	}

	private MeasuredProcess process() {
		return new MeasuredProcess("node1", ProcessRole.IDENTITY_PROVIDER, child.pid());
	}

	@Test
	void whenKnownWorkIsRecordedThenTheTablesShowIt() throws IOException, InterruptedException {
		work(1);
		ProfileResult profile;
		try (FlightRecording recording = FlightRecording.start(process(), folder)) {
			work(ROUNDS);
			profile = recording.stop();
		}
		String work = KnownWork.class.getName();
		assertThat(profile.seconds()).isBetween(0.5, 60.0);
		assertThat(profile.cpuSeconds()).isPositive();
		assertThat(profile.samples()).isGreaterThan(20);
		HotMethod hottest = profile.hotMethods().getFirst();
		assertThat(hottest.method()).isEqualTo(work + ".burn");
		assertThat(hottest.self()).isBetween(0.2, 1.0);
		assertThat(profile.hotMethods()).filteredOn(method -> method.method().equals(work + ".hold"))
			.singleElement()
			.satisfies(hold -> assertThat(hold.self()).isLessThan(hottest.self()))
			.satisfies(hold -> assertThat(hold.total()).isGreaterThan(0.1));
		assertThat(profile.areas()).extracting(Area::name).contains("Campanile, elsewhere");
		assertThat(profile.areas().stream().mapToDouble(Area::share).sum()).isBetween(0.95, 1.05);
		assertThat(profile.allocated()).first().extracting(ClassUse::name).isEqualTo(work + "$Crumb");
		assertThat(profile.live()).hasSize(20).allSatisfy(use -> assertThat(use.count()).isPositive());
		assertThat(profile.live()).extracting(ClassUse::name).contains("byte[]", "java.lang.String");
		assertThat(profile.locks()).extracting(LockWait::lock)
			.contains(work + "$Gate", "java.util.concurrent.locks.ReentrantLock$NonfairSync");
		assertThat(profile.locks()).filteredOn(wait -> wait.lock().equals(work + "$Gate"))
			.first()
			.extracting(LockWait::method)
			.isEqualTo(work + ".hold");
		assertThat(profile.collections()).isNotEmpty();
		assertThat(profile.heapCommittedBytes()).isGreaterThanOrEqualTo(profile.heapUsedBytes())
			.isBetween(1_000_000L, 64L << 20);
		assertThat(Files.readString(folder.resolve("flamegraph.html"))).contains("KnownWork", "processor time");
		assertThat(folder.resolve("recording.jfr")).isNotEmptyFile();
		assertThat(RunResults.profile(folder).orElseThrow()).isEqualTo(profile);
	}

	@Test
	void whenThereIsWorkBeforeAndAfterWhatIsMeasuredThenTheProfileDoesNotShowIt()
			throws IOException, InterruptedException {
		MutableClock clock = new MutableClock(Instant.now());
		try (FlightRecording recording = FlightRecording.start(process(), folder, clock)) {
			work(ROUNDS);
			clock.set(Instant.now());
			recording.begin();
			recording.end();
			work(ROUNDS);
			clock.set(Instant.now());

			ProfileResult profile = recording.stop();

			assertThat(profile.seconds()).isZero();
			assertThat(profile.samples()).isZero();
			assertThat(ProfileAnalysis
				.of(folder.resolve("recording.jfr"), new RecordedPeriod(Instant.EPOCH, Instant.now()))
				.result("node1", ThreadTimes.UNKNOWN, List.of(), List.of())
				.samples()).isGreaterThan(40);
		}
	}

	@Test
	void whenClosedWithoutBeingStoppedThenNothingIsLeftAndItCanBeRecordedAgain()
			throws IOException, InterruptedException {
		work(1);
		FlightRecording.start(process(), folder).close();
		assertThat(folder).isEmptyDirectory();
		try (FlightRecording again = FlightRecording.start(process(), folder)) {
			// A busy machine may have no sample in a single round.
			work(ROUNDS);
			assertThat(again.stop().samples()).isPositive();
		}
	}

	@Test
	void whenTheProcessIsNoJavaThenItIsSaid() throws IOException, InterruptedException {
		Process sleeper = new ProcessBuilder("sleep", "60").start();
		try {
			assertThatExceptionOfType(ProfilingException.class)
				.isThrownBy(() -> FlightRecording
					.start(new MeasuredProcess("slapd", ProcessRole.DIRECTORY, sleeper.pid()), folder))
				.withMessageContaining("slapd")
				.withMessageContaining("0 Java processes");
		}
		finally {
			sleeper.destroyForcibly().waitFor();
		}
	}

}
