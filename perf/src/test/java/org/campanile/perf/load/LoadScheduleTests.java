package org.campanile.perf.load;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

class LoadScheduleTests {

	private static final Population PEOPLE = new Population(10);

	private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 500_000_000L);

	private final LoadRecorder recorder = new LoadRecorder(0, Duration.ZERO);

	private final AtomicInteger told = new AtomicInteger();

	private final AtomicInteger over = new AtomicInteger();

	@Test
	void whenTimeEndsItThenUntilItIsOver() {
		LoadSchedule schedule = schedule(LoadPlan.closed(2, Duration.ofSeconds(1), PEOPLE));
		schedule.begin();

		assertThat(schedule.another()).isTrue();
		nanos.addAndGet(999_000_000L);
		assertThat(schedule.another()).isTrue();
		assertThat(schedule.fraction()).isBetween(0.99, 1.0);
		nanos.addAndGet(1_000_000L);
		assertThat(schedule.another()).isFalse();
		assertThat(schedule.over()).isTrue();
	}

	@Test
	void whenCountEndsItThenNotOneMore() {
		LoadSchedule schedule = schedule(LoadPlan.logins(3, 2, PEOPLE));
		schedule.begin();

		assertThat(schedule.another()).isTrue();
		assertThat(schedule.another()).isTrue();
		assertThat(schedule.over()).isFalse();
		assertThat(schedule.another()).isTrue();
		assertThat(schedule.over()).isTrue();
		assertThat(schedule.another()).isFalse();
	}

	/**
	 * The lead-in takes three times the typing pause; until then, more forms are
	 * requested than passwords are sent.
	 */
	@Test
	void whenUsersTypeThenTheMeasuredTimeBeginsWhenTheyAreInStep() {
		LoadSchedule schedule = schedule(
				LoadPlan.closed(2, Duration.ofSeconds(10), PEOPLE).withTyping(Duration.ofSeconds(6)));

		assertThat(schedule.leadsIn()).isTrue();
		nanos.addAndGet(Duration.ofSeconds(18).toNanos() - 1);
		assertThat(schedule.leadsIn()).isTrue();
		assertThat(recorder.measuring()).isFalse();
		nanos.addAndGet(1);
		assertThat(schedule.leadsIn()).isFalse();
		assertThat(recorder.measuring()).isTrue();
		assertThat(told).hasValue(1);
	}

	@Test
	void whenTimeEndsItThenPausesEndWithItAndNobodyGoesOn() {
		LoadSchedule schedule = schedule(LoadPlan.closed(2, Duration.ofSeconds(10), PEOPLE));
		schedule.begin();

		assertThat(schedule.within(Duration.ofSeconds(4))).isEqualTo(Duration.ofSeconds(4));
		assertThat(schedule.within(Duration.ofSeconds(20))).isLessThan(Duration.ofSeconds(11));
		assertThat(schedule.goesOn()).isTrue();
		nanos.addAndGet(Duration.ofSeconds(10).toNanos());
		assertThat(schedule.goesOn()).isFalse();
	}

	@Test
	void whenACountEndsItThenTheLastUsersTypeAsLongAsOthers() {
		LoadSchedule schedule = schedule(LoadPlan.logins(1, 1, PEOPLE));
		schedule.begin();
		schedule.another();

		assertThat(schedule.over()).isTrue();
		assertThat(schedule.within(Duration.ofSeconds(20))).isEqualTo(Duration.ofSeconds(20));
		assertThat(schedule.goesOn()).isTrue();
	}

	@Test
	void whenPausesAreDrawnThenTheirMedianIsTheOneAskedForAndOneInTwentyIsMoreThanTwice() {
		long[] pauses = LongStream.generate(() -> Journeys.typing(Duration.ofSeconds(6)).toMillis())
			.limit(20_000)
			.sorted()
			.toArray();

		assertThat(pauses[10_000]).isBetween(5_700L, 6_300L);
		assertThat(pauses[1_000]).isBetween(2_300L, 3_000L);
		assertThat(pauses[19_000]).isBetween(12_500L, 14_900L);
	}

	@Test
	void whenNotBegunThenNeverOver() {
		LoadSchedule schedule = schedule(LoadPlan.closed(2, Duration.ofSeconds(1), PEOPLE));
		nanos.addAndGet(Duration.ofHours(1).toNanos());

		assertThat(schedule.over()).isFalse();
		assertThat(schedule.fraction()).isZero();
	}

	@Test
	@Timeout(60)
	void whenAnotherBeginsItThenNobodyGoesOnBeforeItHasBegun() throws Exception {
		AtomicBoolean measuring = new AtomicBoolean();
		CountDownLatch measurementStart = new CountDownLatch(1);
		CompletableFuture<Thread> second = new CompletableFuture<>();
		LoadSchedule schedule = new LoadSchedule(LoadPlan.logins(3, 2, PEOPLE), recorder, () -> {
			measurementStart.countDown();
			Thread beside = second.join();
			while (beside.isAlive() && beside.getState() != Thread.State.BLOCKED) {
				Thread.onSpinWait();
			}
		}, over::incrementAndGet, nanos::get);

		Thread first = Thread.ofPlatform().start(schedule::begin);
		measurementStart.await();
		second.complete(Thread.ofPlatform().start(() -> {
			schedule.begin();
			measuring.set(recorder.measuring());
		}));
		first.join();
		second.join().join();

		assertThat(measuring).isTrue();
	}

	@Test
	void whenBegunTwiceThenReportedOnce() {
		LoadSchedule schedule = schedule(LoadPlan.closed(2, Duration.ofSeconds(1), PEOPLE));
		schedule.begin();
		schedule.begin();

		assertThat(told).hasValue(1);
		assertThat(recorder.measuring()).isTrue();
	}

	@Test
	void whenUsersComeAtARateThenACountIsALength() {
		LoadPlan plan = LoadPlan.open(50, Duration.ZERO, Duration.ZERO, PEOPLE);
		LoadPlan counted = new LoadPlan(plan.journey(), plan.arrival(), plan.length(), 100, PEOPLE, plan.choice(), 1,
				plan.thinkTime(), plan.behavior());

		assertThat(schedule(counted).length()).isEqualTo(Duration.ofSeconds(2));
	}

	@Test
	void whenUsersComeThenTheFirstAfterTheRampBegins() {
		LoadSchedule schedule = schedule(LoadPlan.open(50, Duration.ofSeconds(2), Duration.ofSeconds(1), PEOPLE));
		schedule.arrive(Duration.ofSeconds(2));
		nanos.addAndGet(1_999_000_000L);
		schedule.arrive(Duration.ofSeconds(2));
		assertThat(told).hasValue(0);

		nanos.addAndGet(1_000_000L);
		schedule.arrive(Duration.ofSeconds(2));
		assertThat(told).hasValue(1);
	}

	@Test
	void whenUsersComeThenThoseWithinTheMeasuredTimeAreCountedAndLaterOnesSentAway() {
		Duration ramp = Duration.ofSeconds(2);
		LoadSchedule schedule = schedule(LoadPlan.open(50, ramp, Duration.ofSeconds(1), PEOPLE));
		assertThat(schedule.arrive(ramp)).as("in the ramp").isTrue();
		nanos.addAndGet(2_000_000_000L);
		assertThat(schedule.arrive(ramp)).isTrue();
		nanos.addAndGet(999_000_000L);
		assertThat(schedule.arrive(ramp)).isTrue();
		nanos.addAndGet(1_000_000L);
		assertThat(schedule.arrive(ramp)).isFalse();

		assertThat(schedule.arrivals()).isEqualTo(2);
	}

	@Test
	void whenACountEndsUsersWhoComeThenNotOneMore() {
		LoadPlan plan = LoadPlan.open(50, Duration.ZERO, Duration.ZERO, PEOPLE);
		LoadSchedule schedule = schedule(new LoadPlan(plan.journey(), plan.arrival(), plan.length(), 2, PEOPLE,
				plan.choice(), 1, plan.thinkTime(), plan.behavior()));

		assertThat(schedule.arrive(Duration.ZERO)).isTrue();
		assertThat(schedule.arrive(Duration.ZERO)).isTrue();
		assertThat(schedule.arrive(Duration.ZERO)).isFalse();
		assertThat(schedule.arrivals()).isEqualTo(2);
	}

	@Test
	void whenTheLastUserLeavesAfterTheMeasuredTimeThenItIsReportedOnce() {
		LoadSchedule schedule = schedule(LoadPlan.closed(2, Duration.ofSeconds(1), PEOPLE));
		schedule.begin();
		schedule.enter();
		schedule.leave();
		assertThat(over).as("before the end").hasValue(0);

		schedule.enter();
		schedule.enter();
		nanos.addAndGet(1_000_000_000L);
		schedule.leave();
		assertThat(over).as("one still waits").hasValue(0);
		schedule.leave();
		assertThat(over).hasValue(1);
		schedule.end();
		assertThat(over).hasValue(1);
	}

	@Test
	void whenPausedThenNotBeyondTheMeasuredTime() {
		Duration pause = Duration.ofMillis(700);
		LoadSchedule schedule = schedule(LoadPlan.closed(2, Duration.ofSeconds(1), PEOPLE));
		assertThat(schedule.untilOver(pause)).as("not begun").isEqualTo(pause);
		schedule.begin();
		assertThat(schedule.untilOver(pause)).isEqualTo(pause);

		nanos.addAndGet(900_000_000L);
		Duration left = schedule.untilOver(pause);
		assertThat(left).isBetween(Duration.ofMillis(100), Duration.ofMillis(110));
		nanos.addAndGet(left.toNanos());
		assertThat(schedule.over()).as("nobody comes back too early").isTrue();
		assertThat(schedule.untilOver(pause)).isEqualTo(Duration.ZERO);
	}

	@Test
	void whenNobodyWasLeftAtTheEndThenItIsReportedAllTheSame() {
		LoadSchedule schedule = schedule(LoadPlan.closed(2, Duration.ofSeconds(1), PEOPLE));
		schedule.begin();
		schedule.end();

		assertThat(over).hasValue(1);
	}

	private LoadSchedule schedule(LoadPlan plan) {
		return new LoadSchedule(plan, recorder, told::incrementAndGet, over::incrementAndGet, nanos::get);
	}

}
