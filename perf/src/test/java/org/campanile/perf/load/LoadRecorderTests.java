package org.campanile.perf.load;

import java.time.Duration;
import java.util.List;
import java.util.Objects;

import org.campanile.perf.load.AnswerCheck.FailureClass;
import org.campanile.perf.load.LoadPlan.RequestKind;
import org.campanile.perf.load.LoadRecorder.Timing;
import org.campanile.perf.result.LoadResult.LatencyResult;
import org.campanile.perf.result.LoadResult.Second;
import org.campanile.perf.result.LoadResult;
import org.campanile.perf.result.ProcessResult.ProcessRole;
import org.campanile.perf.result.ProcessResult;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class LoadRecorderTests {

	private static final long MILLI = 1_000_000;

	private static final long START = -5_000 * MILLI;

	private final LoadRecorder recorder = new LoadRecorder(2, Duration.ZERO);

	@Test
	void whenBegunBeforeTheMeasuredTimeThenNotCounted() {
		recorder.answered(RequestKind.FORM, at(0, 10));
		recorder.begin(START + 5 * MILLI);
		recorder.answered(RequestKind.LOGIN, at(0, 10));
		recorder.sound(RequestKind.LOGIN, at(0, 10));
		recorder.failed("status-503", at(0, 10));

		LoadResult result = result();
		assertThat(result.logins()).isZero();
		assertThat(result.requests()).isEmpty();
		assertThat(result.failures()).isEmpty();
	}

	@Test
	void whenWrongUserThenAlwaysCounted() {
		recorder.failed(FailureClass.WRONG_USER, at(0, 10));
		recorder.begin(START + 50 * MILLI);
		recorder.failed(FailureClass.WRONG_USER, at(10, 10));
		recorder.failed(FailureClass.WRONG_USER, at(60, 10));

		assertThat(result().wrongUsers()).isEqualTo(3);
	}

	@Test
	void whenALoginWasWaitedForThenByItsLastRequestAndWithAllItsWaits() {
		recorder.begin(START + 5 * MILLI);
		recorder.waited(at(0, 10), 30 * MILLI);
		recorder.waited(at(6, 10), 40 * MILLI);

		assertThat(result().requests().get(RequestKind.WHOLE_LOGIN)).satisfies(whole -> {
			assertThat(whole.count()).isEqualTo(1);
			assertThat(whole.p50()).isCloseTo(40, within(0.1));
		});
		assertThat(result().logins()).as("counted when judged").isZero();
	}

	@Test
	void whenAnsweredThenLatenciesInMilliseconds() {
		recorder.begin(START);
		for (int i = 1; i <= 100; i++) {
			recorder.answered(RequestKind.FORM, at(0, i));
		}

		LatencyResult form = Objects.requireNonNull(result().requests().get(RequestKind.FORM));
		assertThat(form.count()).isEqualTo(100);
		assertThat(form.mean()).isCloseTo(50.5, within(0.1));
		assertThat(form.deviation()).isCloseTo(28.9, within(0.1));
		assertThat(form.min()).isCloseTo(1, within(0.01));
		assertThat(form.p50()).isCloseTo(50, within(0.1));
		assertThat(form.p90()).isCloseTo(90, within(0.1));
		assertThat(form.p95()).isCloseTo(95, within(0.1));
		assertThat(form.p99()).isCloseTo(99, within(0.1));
		assertThat(form.max()).isCloseTo(100, within(0.1));
	}

	@Test
	void whenSecondsPassThenSeries() {
		recorder.begin(START);
		login(100, 10);
		login(200, 30);
		login(2_900, 200);
		recorder.failed("timeout", at(500, 100));

		LoadResult result = result();
		assertThat(result.series()).containsExactly(new Second(2, 1, 20), new Second(0, 0, 0), new Second(0, 0, 0),
				new Second(1, 0, 200));
		assertThat(result.seconds()).isCloseTo(3.1, within(1e-6));
		assertThat(result.logins()).isEqualTo(3);
		assertThat(result.bytesReceived()).isEqualTo(3_000);
		assertThat(result.failures()).containsOnlyKeys("timeout");
	}

	@Test
	void whenSignedOnWithASessionThenSecondsHaveItsLatencyAndLoginsInOrderDoNot() {
		recorder.begin(START);
		recorder.answered(RequestKind.FORM, at(0, 900));
		recorder.answered(RequestKind.SSO, at(100, 4));
		recorder.sound(RequestKind.SSO, at(100, 4));

		assertThat(result().series()).containsExactly(new Second(1, 0, 4));
		assertThat(result().inOrder()).isEmpty();
	}

	@Test
	void whenTimeEndsItThenLateAnswersAreNoThroughput() {
		LoadRecorder timed = new LoadRecorder(0, Duration.ofSeconds(2));
		timed.begin(START);
		timed.sound(RequestKind.LOGIN, at(0, 500));
		timed.sound(RequestKind.SSO, at(1_000, 1_000));
		timed.sound(RequestKind.LOGIN, at(1_900, 8_100));

		LoadResult result = timed.result(1, new ProcessResult("load", ProcessRole.LOAD, 0, 0, 0, 0, 0, 0));
		assertThat(result.perSecond()).isCloseTo(1, within(1e-6));
		assertThat(result.logins()).as("its processor time was spent all the same").isEqualTo(2);
		assertThat(result.seconds()).isCloseTo(10, within(1e-6));
	}

	@Test
	void whenCountEndsItThenAllAnswersAreThroughput() {
		recorder.begin(START);
		login(0, 500);
		login(0, 4_000);

		assertThat(result().perSecond()).isCloseTo(0.5, within(1e-6));
	}

	@Test
	void whenKeptInOrderThenNotMoreThanAsked() {
		recorder.begin(START);
		login(0, 7);
		login(10, 3);
		login(20, 5);

		assertThat(result().inOrder()).isEqualTo(List.of(7.0, 3.0));
	}

	@Test
	void whenSignedOnWithoutPasswordThenNoLogin() {
		recorder.begin(START);
		recorder.sound(RequestKind.SSO, at(0, 1));

		assertThat(result().signOns()).isEqualTo(1);
		assertThat(result().logins()).isZero();
	}

	private void login(long began, long millis) {
		recorder.answered(RequestKind.LOGIN, at(began, millis));
		recorder.sound(RequestKind.LOGIN, at(began, millis));
	}

	private static Timing at(long began, long millis) {
		return new Timing(START + began * MILLI, START + (began + millis) * MILLI, 1_000);
	}

	private LoadResult result() {
		return recorder.result(1, new ProcessResult("load", ProcessRole.LOAD, 0, 0, 0, 0, 0, 0));
	}

}
