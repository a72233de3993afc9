package org.campanile.perf.scenario;

import java.io.IOException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.campanile.perf.load.LoadGenerator.Progress;
import org.campanile.perf.result.ProcessResult.ProcessRole;
import org.campanile.perf.result.ProcessResult;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class MeasurementStartTests {

	private static final Progress RAMP = new Progress(0, 0, 0, false, false);

	private static final Progress UNDER_WAY = new Progress(0.5, 1, 0, true, false);

	private static final Progress OVER = new Progress(1, 9, 0, true, true);

	private final List<String> done = new ArrayList<>();

	private double clock;

	private boolean broken;

	@Test
	void whenTheMeasuredTimeBeginsThenProcessesAreReadBeforeTheServersAreAsked() throws IOException {
		MeasurementStart measurementStart = measurementStart();
		assertThat(done).containsExactly("begin", "count");

		measurementStart.accept(RAMP);
		assertThat(done).containsExactly("begin", "count", "look");
		measurementStart.accept(UNDER_WAY);
		measurementStart.accept(UNDER_WAY);
		assertThat(done).containsExactly("begin", "count", "look", "begin", "count", "look");
	}

	@Test
	void whenTheLastAnswerHasComeThenWhatIsUsedLaterDoesNotCount() throws IOException {
		MeasurementStart measurementStart = measurementStart();
		clock = 2;
		measurementStart.accept(UNDER_WAY);
		clock = 12;
		measurementStart.accept(OVER);
		clock = 15;

		assertThat(measurementStart.use().used().processes()).extracting(ProcessResult::cpuSeconds)
			.containsExactly(10.0);
		assertThat(measurementStart.use().counted()).containsEntry("logins", 10.0);
		assertThat(done).endsWith("look", "stop", "count").hasSize(7);
	}

	@Test
	void whenNobodyReportedTheEndThenUntilItIsAskedFor() throws IOException {
		MeasurementStart measurementStart = measurementStart();
		measurementStart.accept(UNDER_WAY);
		clock = 15;

		assertThat(measurementStart.use().used().processes()).extracting(ProcessResult::cpuSeconds)
			.containsExactly(15.0);
	}

	@Test
	void whenTheMetersCannotBeReadAtTheEndThenTheLoadEndsAndTheReasonIsReported() throws IOException {
		MeasurementStart measurementStart = measurementStart();
		measurementStart.accept(UNDER_WAY);
		broken = true;
		measurementStart.accept(OVER);
		broken = false;

		assertThatThrownBy(measurementStart::use).isInstanceOf(IOException.class).hasMessage("node1 does not answer");
	}

	/**
	 * Returns a start with simulated meters: each second counts as a second of processor
	 * time and one login.
	 */
	private MeasurementStart measurementStart() throws IOException {
		return new MeasurementStart(this::meter, this::count, InstantSource.system());
	}

	private TestBed.Meter meter() {
		done.add("begin");
		double began = clock;
		return new TestBed.Meter() {

			@Override
			public void look() {
				done.add("look");
			}

			@Override
			public TestBed.Used stop() {
				done.add("stop");
				return new TestBed.Used(List
					.of(new ProcessResult("node1", ProcessRole.IDENTITY_PROVIDER, clock - began, 0, 0, 0, 0, 0)), null,
						true);
			}
		};
	}

	private Map<String, Double> count() throws IOException {
		if (broken) {
			throw new IOException("node1 does not answer");
		}
		done.add("count");
		return Map.of("logins", clock);
	}

}
