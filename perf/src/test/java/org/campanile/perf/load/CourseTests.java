package org.campanile.perf.load;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

class CourseTests {

	private static final Population PEOPLE = new Population(10);

	private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 500_000_000L);

	private final LoadRecorder recorder = new LoadRecorder(0, Duration.ZERO);

	private final AtomicInteger told = new AtomicInteger();

	private final AtomicInteger over = new AtomicInteger();

	@Test
	void whenTimeEndsItThenUntilItIsOver() {
		Course course = course(LoadPlan.closed(2, Duration.ofSeconds(1), PEOPLE));
		course.begin();

		assertThat(course.another()).isTrue();
		nanos.addAndGet(999_000_000L);
		assertThat(course.another()).isTrue();
		assertThat(course.fraction()).isBetween(0.99, 1.0);
		nanos.addAndGet(1_000_000L);
		assertThat(course.another()).isFalse();
		assertThat(course.over()).isTrue();
	}

	@Test
	void whenCountEndsItThenNotOneMore() {
		Course course = course(LoadPlan.logins(3, 2, PEOPLE));
		course.begin();

		assertThat(course.another()).isTrue();
		assertThat(course.another()).isTrue();
		assertThat(course.over()).isFalse();
		assertThat(course.another()).isTrue();
		assertThat(course.over()).isTrue();
		assertThat(course.another()).isFalse();
	}

	@Test
	void whenNotBegunThenNeverOver() {
		Course course = course(LoadPlan.closed(2, Duration.ofSeconds(1), PEOPLE));
		nanos.addAndGet(Duration.ofHours(1).toNanos());

		assertThat(course.over()).isFalse();
		assertThat(course.fraction()).isZero();
	}

	@Test
	@Timeout(60)
	void whenAnotherBeginsItThenNobodyGoesOnBeforeItHasBegun() throws Exception {
		AtomicBoolean measuring = new AtomicBoolean();
		CountDownLatch beginning = new CountDownLatch(1);
		CompletableFuture<Thread> second = new CompletableFuture<>();
		Course course = new Course(LoadPlan.logins(3, 2, PEOPLE), recorder, () -> {
			beginning.countDown();
			Thread beside = second.join();
			while (beside.isAlive() && beside.getState() != Thread.State.BLOCKED) {
				Thread.onSpinWait();
			}
		}, over::incrementAndGet, nanos::get);

		Thread first = Thread.ofPlatform().start(course::begin);
		beginning.await();
		second.complete(Thread.ofPlatform().start(() -> {
			course.begin();
			measuring.set(recorder.measuring());
		}));
		first.join();
		second.join().join();

		assertThat(measuring).isTrue();
	}

	@Test
	void whenBegunTwiceThenToldOnce() {
		Course course = course(LoadPlan.closed(2, Duration.ofSeconds(1), PEOPLE));
		course.begin();
		course.begin();

		assertThat(told).hasValue(1);
		assertThat(recorder.measuring()).isTrue();
	}

	@Test
	void whenUsersComeAtARateThenACountIsALength() {
		LoadPlan plan = LoadPlan.open(50, Duration.ZERO, Duration.ZERO, PEOPLE);
		LoadPlan counted = new LoadPlan(plan.journey(), plan.arrival(), plan.length(), 100, PEOPLE, plan.choice(), 1,
				plan.thinkTime(), plan.habits());

		assertThat(course(counted).length()).isEqualTo(Duration.ofSeconds(2));
	}

	@Test
	void whenUsersComeThenTheFirstAfterTheRampBegins() {
		Course course = course(LoadPlan.open(50, Duration.ofSeconds(2), Duration.ofSeconds(1), PEOPLE));
		course.arrive(Duration.ofSeconds(2));
		nanos.addAndGet(1_999_000_000L);
		course.arrive(Duration.ofSeconds(2));
		assertThat(told).hasValue(0);

		nanos.addAndGet(1_000_000L);
		course.arrive(Duration.ofSeconds(2));
		assertThat(told).hasValue(1);
	}

	@Test
	void whenUsersComeThenThoseWithinTheMeasuredTimeAreCountedAndLaterOnesSentAway() {
		Duration ramp = Duration.ofSeconds(2);
		Course course = course(LoadPlan.open(50, ramp, Duration.ofSeconds(1), PEOPLE));
		assertThat(course.arrive(ramp)).as("in the ramp").isTrue();
		nanos.addAndGet(2_000_000_000L);
		assertThat(course.arrive(ramp)).isTrue();
		nanos.addAndGet(999_000_000L);
		assertThat(course.arrive(ramp)).isTrue();
		nanos.addAndGet(1_000_000L);
		assertThat(course.arrive(ramp)).isFalse();

		assertThat(course.arrivals()).isEqualTo(2);
	}

	@Test
	void whenACountEndsUsersWhoComeThenNotOneMore() {
		LoadPlan plan = LoadPlan.open(50, Duration.ZERO, Duration.ZERO, PEOPLE);
		Course course = course(new LoadPlan(plan.journey(), plan.arrival(), plan.length(), 2, PEOPLE, plan.choice(), 1,
				plan.thinkTime(), plan.habits()));

		assertThat(course.arrive(Duration.ZERO)).isTrue();
		assertThat(course.arrive(Duration.ZERO)).isTrue();
		assertThat(course.arrive(Duration.ZERO)).isFalse();
		assertThat(course.arrivals()).isEqualTo(2);
	}

	@Test
	void whenTheLastUserLeavesAfterTheMeasuredTimeThenItIsToldOnce() {
		Course course = course(LoadPlan.closed(2, Duration.ofSeconds(1), PEOPLE));
		course.begin();
		course.enter();
		course.leave();
		assertThat(over).as("before the end").hasValue(0);

		course.enter();
		course.enter();
		nanos.addAndGet(1_000_000_000L);
		course.leave();
		assertThat(over).as("one still waits").hasValue(0);
		course.leave();
		assertThat(over).hasValue(1);
		course.end();
		assertThat(over).hasValue(1);
	}

	@Test
	void whenPausedThenNotBeyondTheMeasuredTime() {
		Duration pause = Duration.ofMillis(700);
		Course course = course(LoadPlan.closed(2, Duration.ofSeconds(1), PEOPLE));
		assertThat(course.untilOver(pause)).as("not begun").isEqualTo(pause);
		course.begin();
		assertThat(course.untilOver(pause)).isEqualTo(pause);

		nanos.addAndGet(900_000_000L);
		Duration left = course.untilOver(pause);
		assertThat(left).isBetween(Duration.ofMillis(100), Duration.ofMillis(110));
		nanos.addAndGet(left.toNanos());
		assertThat(course.over()).as("nobody comes back too early").isTrue();
		assertThat(course.untilOver(pause)).isEqualTo(Duration.ZERO);
	}

	@Test
	void whenNobodyWasLeftAtTheEndThenItIsToldAllTheSame() {
		Course course = course(LoadPlan.closed(2, Duration.ofSeconds(1), PEOPLE));
		course.begin();
		course.end();

		assertThat(over).hasValue(1);
	}

	private Course course(LoadPlan plan) {
		return new Course(plan, recorder, told::incrementAndGet, over::incrementAndGet, nanos::get);
	}

}
