package org.campanile.web.overload;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

class AdmissionTests {

	private static final long MAX_WAIT = 1_200;

	private static final int MAX_WAITING = 10;

	private static final int LEAST_BEGINNING = 1;

	/** The heap that a waiting request uses. */
	private static final long ONE = 100;

	private final AtomicLong now = new AtomicLong();

	private final AtomicInteger work = new AtomicInteger(2);

	private final AtomicInteger logins = new AtomicInteger(20);

	private final Admission admission = new Admission(
			Map.of(Priority.WORK, new Permits(work::get), Priority.LOGIN, new Permits(logins::get)), MAX_WAITING * ONE,
			MAX_WAIT, LEAST_BEGINNING, now::get);

	@ParameterizedTest
	@EnumSource
	void whenThereIsAPermitThenAdmittedAtOnce(RequestKind kind) {
		Waiter waiter = admission.enqueue(kind, ONE);
		assertThat(admission.await(waiter)).isTrue();
		assertThat(waiter.waited()).isZero();
		assertThat(admission.underWay(kind.priority())).isEqualTo(1);
		admission.release(waiter);
		assertThat(admission.underWay(kind.priority())).isZero();
	}

	@Test
	void whenThereIsNoPermitThenAReleasedOneIsGranted() {
		List<Waiter> waiters = enqueue(RequestKind.NEW, 3);
		assertThat(states(waiters)).containsExactly(true, true, false);
		assertThat(admission.waiting(RequestKind.NEW)).isEqualTo(1);
		assertThat(admission.waiting(RequestKind.LOGIN)).isZero();
		now.addAndGet(30);
		admission.release(waiters.get(0));
		assertThat(waiters.get(2).isAdmitted()).isTrue();
		assertThat(waiters.get(2).waited()).isEqualTo(30);
		assertThat(admission.underWay(Priority.WORK)).isEqualTo(2);
	}

	@Test
	void whenTheTimeIsOverThenRefusedAndRemovedFromTheQueue() {
		List<Waiter> waiters = enqueue(RequestKind.SESSION, 3);
		now.addAndGet(MAX_WAIT);
		assertThat(admission.await(waiters.get(2))).isFalse();
		assertThat(admission.waiting(RequestKind.SESSION)).isZero();
		admission.release(waiters.get(2));
		assertThat(admission.underWay(Priority.WORK)).as("a refused waiter releases nothing").isEqualTo(2);
	}

	@Test
	void whenInterruptedThenRefusedAndStillInterrupted() {
		List<Waiter> waiters = enqueue(RequestKind.SESSION, 3);
		Thread.currentThread().interrupt();
		assertThat(admission.await(waiters.get(2))).isFalse();
		assertThat(Thread.interrupted()).isTrue();
	}

	@Test
	void whenTheLongestWaiterHasGivenUpThenTheNextIsAdmitted() {
		List<Waiter> waiters = enqueue(RequestKind.NEW, 5);
		admission.giveUp(waiters.get(3));
		admission.giveUp(waiters.get(2));
		admission.release(waiters.get(0));
		assertThat(states(waiters)).containsExactly(false, true, false, false, true);
	}

	@Test
	void whenReleasedTwiceThenOnePermitIsReleased() {
		List<Waiter> waiters = enqueue(RequestKind.NEW, 4);
		admission.release(waiters.get(0));
		admission.release(waiters.get(0));
		assertThat(states(waiters)).containsExactly(false, true, true, false);
	}

	@Test
	void whenManyWaitThenSessionsBeforeRequestsUnderWayBeforeNewOnes() {
		List<Waiter> busy = enqueue(RequestKind.NEW, 2);
		Waiter begins = admission.enqueue(RequestKind.NEW, ONE);
		Waiter underWay = admission.enqueue(RequestKind.UNDER_WAY, ONE);
		Waiter session = admission.enqueue(RequestKind.SESSION, ONE);
		admission.release(busy.get(0));
		assertThat(states(List.of(begins, underWay, session))).containsExactly(false, false, true);
		admission.release(busy.get(1));
		assertThat(states(List.of(begins, underWay, session))).containsExactly(false, true, true);
		admission.release(session);
		assertThat(begins.isAdmitted()).isTrue();
	}

	@Test
	void whenSessionsKeepArrivingThenTheOldestIsAdmittedAnyway() {
		Waiter running = enqueue(RequestKind.SESSION, 2).get(0);
		Waiter begins = admission.enqueue(RequestKind.NEW, ONE);
		int turns = 0;
		while (!begins.isAdmitted() && turns < 20) {
			Waiter session = admission.enqueue(RequestKind.SESSION, ONE);
			now.incrementAndGet();
			admission.release(running);
			running = session;
			turns++;
		}
		assertThat(turns).isBetween(2, 8);
	}

	@Test
	void whenAllPasswordPermitsAreUsedThenNewRequestsWaitButSessionsContinue() {
		logins.set(1);
		Waiter typed = admission.enqueue(RequestKind.LOGIN, ONE);
		Waiter begins = admission.enqueue(RequestKind.NEW, ONE);
		Waiter session = admission.enqueue(RequestKind.SESSION, ONE);
		Waiter underWay = admission.enqueue(RequestKind.UNDER_WAY, ONE);
		assertThat(states(List.of(typed, begins, session, underWay))).containsExactly(true, false, true, true);
		admission.release(session);
		admission.release(underWay);
		assertThat(begins.isAdmitted()).isFalse();
		admission.release(typed);
		assertThat(begins.isAdmitted()).isTrue();
	}

	/**
	 * Otherwise a hundred would be admitted for a single permit that is free at the
	 * moment.
	 */
	@Test
	void whenTheLoginPageIsBeingShownThenNoMoreBeginThanThereArePasswordPermits() {
		logins.set(2);
		work.set(10);
		admission.enqueue(RequestKind.LOGIN, ONE);
		List<Waiter> begin = enqueue(RequestKind.NEW, 3);
		assertThat(states(begin)).containsExactly(true, false, false);
		admission.release(begin.getFirst());
		assertThat(states(begin.subList(1, 3))).containsExactly(true, false);
		assertThat(states(enqueue(RequestKind.SESSION, 2))).containsExactly(true, true);
	}

	@Test
	void whenPasswordsHadToWaitThenUsersJustShownTheLoginPageAreExpectedBack() {
		logins.set(3);
		work.set(100);
		enqueue(RequestKind.LOGIN, 4).forEach(admission::release);
		enqueue(RequestKind.NEW, 3).forEach(admission::release);

		Waiter next = admission.enqueue(RequestKind.NEW, ONE);
		assertThat(next.isAdmitted()).as("three are expected back").isFalse();

		admission.release(admission.enqueue(RequestKind.LOGIN, ONE));
		assertThat(next.isAdmitted()).as("one has come back and is done").isTrue();
		admission.release(next);
		assertThat(admission.enqueue(RequestKind.NEW, ONE).isAdmitted()).isFalse();
		now.addAndGet(MAX_WAIT);
		assertThat(admission.enqueue(RequestKind.NEW, ONE).isAdmitted()).as("none is expected any more").isTrue();
	}

	@Test
	void whenAUserIsSentToTheLoginPageAndShownItThenOnePasswordIsExpected() {
		logins.set(3);
		work.set(100);
		enqueue(RequestKind.LOGIN, 4).forEach(admission::release);
		admission.release(admission.enqueue(RequestKind.NEW, ONE));
		admission.release(admission.enqueue(RequestKind.NEW, ONE));
		enqueue(RequestKind.UNDER_WAY, 2).forEach(admission::release);

		assertThat(admission.enqueue(RequestKind.NEW, ONE).isAdmitted()).isTrue();
	}

	@Test
	void whenTheLongestWaiterThatBeginsGivesUpThenTheNextIsTheLongest() {
		work.set(0);
		assertThat(admission.newWaits()).isZero();
		Waiter first = admission.enqueue(RequestKind.NEW, ONE);
		now.addAndGet(10);
		Waiter second = admission.enqueue(RequestKind.NEW, ONE);
		admission.enqueue(RequestKind.SESSION, ONE);
		now.addAndGet(10);
		assertThat(admission.newWaits()).isEqualTo(20);
		admission.giveUp(first);
		assertThat(admission.newWaits()).isEqualTo(10);
		admission.giveUp(second);
		assertThat(admission.newWaits()).isZero();
	}

	@Test
	void whenOthersWaitedAllTheTimeThenAsManyMayWaitAsWereAdmittedInAThirdOfTheMaximumWait() {
		Admission one = oneAtATime();
		List<Waiter> waiters = IntStream.range(0, 60).mapToObj(index -> one.enqueue(RequestKind.NEW, ONE)).toList();
		// None waited at first, so that only the second period counts.
		for (int admitted = 0; admitted < 40; admitted++) {
			assertThat(one.newCapacity(50)).as("not known").isEqualTo(50);
			now.addAndGet(MAX_WAIT / 3 / 20);
			one.release(waiters.get(admitted));
		}
		assertThat(one.newCapacity(50)).isEqualTo(20);
		assertThat(one.newCapacity(15)).as("never more").isEqualTo(15);
		now.addAndGet(MAX_WAIT);
		one.release(waiters.get(40));
		assertThat(one.newCapacity(50)).as("nothing was admitted for a while").isEqualTo(50);
	}

	@Test
	void whenNoOthersWaitedThenItIsNotKnownHowManyCouldBeAdmitted() {
		Admission one = oneAtATime();
		for (int i = 0; i < 100; i++) {
			now.addAndGet(MAX_WAIT / 3 / 20);
			one.release(one.enqueue(RequestKind.NEW, ONE));
		}
		assertThat(one.newCapacity(50)).isEqualTo(50);
	}

	/** Creates an admission with one permit and room for many that wait. */
	private Admission oneAtATime() {
		return new Admission(Map.of(Priority.WORK, new Permits(() -> 1), Priority.LOGIN, new Permits(() -> 1_000)),
				Long.MAX_VALUE, MAX_WAIT, LEAST_BEGINNING, now::get);
	}

	/** The first waiter polls often, because permits may appear without an event. */
	@Test
	void whenSomeWaitThenOneOfEachKindIsTheFirst() {
		work.set(0);
		List<Waiter> begin = enqueue(RequestKind.NEW, 2);
		List<Waiter> sessions = enqueue(RequestKind.SESSION, 2);
		assertThat(begin).extracting(Waiter::isFirst).containsExactly(true, false);
		assertThat(sessions).extracting(Waiter::isFirst).containsExactly(true, false);
		assertThat(admission.waiting(RequestKind.NEW)).isEqualTo(2);
		assertThat(admission.waiting(RequestKind.SESSION)).isEqualTo(2);
	}

	/** Without polling, it would take an hour. */
	@Test
	@Timeout(60)
	void whenNoPasswordIsExpectedAnyMoreThenAWaiterIsAdmittedWithoutAnEvent() {
		logins.set(1);
		Admission patient = new Admission(
				Map.of(Priority.WORK, new Permits(work::get), Priority.LOGIN, new Permits(logins::get)),
				MAX_WAITING * ONE, Duration.ofHours(1).toNanos(), LEAST_BEGINNING, System::nanoTime);
		List.of(patient.enqueue(RequestKind.LOGIN, ONE), patient.enqueue(RequestKind.LOGIN, ONE))
			.forEach(patient::release);
		patient.release(patient.enqueue(RequestKind.NEW, ONE));
		Waiter next = patient.enqueue(RequestKind.NEW, ONE);
		assertThat(next.isAdmitted()).isFalse();

		assertThat(patient.await(next)).isTrue();
	}

	@Test
	void whenNoPasswordHasToWaitThenNoRequestIsHeldBackForExpectedOnes() {
		logins.set(3);
		work.set(100);
		enqueue(RequestKind.NEW, 3).forEach(admission::release);
		enqueue(RequestKind.NEW, 3).forEach(admission::release);

		assertThat(admission.enqueue(RequestKind.NEW, ONE).isAdmitted()).isTrue();
	}

	@Test
	void whenThereAreFewPasswordPermitsThenSomeMayBeginAnyway() {
		logins.set(1);
		work.set(10);
		Admission generous = new Admission(
				Map.of(Priority.WORK, new Permits(work::get), Priority.LOGIN, new Permits(logins::get)),
				MAX_WAITING * ONE, MAX_WAIT, 3, now::get);
		List<Waiter> begin = IntStream.range(0, 5).mapToObj(index -> generous.enqueue(RequestKind.NEW, ONE)).toList();
		assertThat(states(begin)).containsExactly(true, true, true, false, false);
	}

	@Test
	void whenAPermitAppearsAtTheTimeoutThenItIsGranted() {
		List<Waiter> sessions = enqueue(RequestKind.SESSION, 3);
		work.set(3);
		now.addAndGet(MAX_WAIT);
		assertThat(admission.await(sessions.getLast())).isTrue();
	}

	@Test
	void whenPasswordsWaitThenTheyComeBeforeNewRequests() {
		logins.set(1);
		List<Waiter> typed = enqueue(RequestKind.LOGIN, 2);
		Waiter begins = admission.enqueue(RequestKind.NEW, ONE);
		admission.release(typed.get(0));
		assertThat(states(List.of(begins, typed.get(1)))).containsExactly(false, true);
		admission.release(typed.get(1));
		assertThat(begins.isAdmitted()).isTrue();
	}

	/** The directory blocks every login; single sign-on is not affected. */
	@Test
	void whenEveryLoginHangsThenSessionsHaveAllTheirPermits() {
		logins.set(1);
		enqueue(RequestKind.LOGIN, 5);
		assertThat(states(enqueue(RequestKind.SESSION, 2))).containsExactly(true, true);
	}

	@Test
	void whenThereAreMorePermitsThenTheNextIsAdmitted() {
		logins.set(1);
		enqueue(RequestKind.LOGIN, 1);
		logins.set(2);
		assertThat(admission.enqueue(RequestKind.LOGIN, ONE).isAdmitted()).isTrue();
		assertThat(admission.enqueue(RequestKind.LOGIN, ONE).isAdmitted()).isFalse();
	}

	@Test
	void whenTooManyWaitThenTheLastOfTheLeastUrgentIsRefused() {
		enqueue(RequestKind.NEW, 2);
		List<Waiter> begin = enqueue(RequestKind.NEW, MAX_WAITING);
		Waiter session = admission.enqueue(RequestKind.SESSION, ONE);
		assertThat(session.isWaiting()).isTrue();
		assertThat(begin.getLast().state()).isEqualTo(Waiter.State.REFUSED);
		assertThat(begin.subList(0, MAX_WAITING - 1)).allMatch(Waiter::isWaiting);
		assertThat(admission.enqueue(RequestKind.NEW, ONE).state()).isEqualTo(Waiter.State.REFUSED);
		assertThat(admission.waiting(RequestKind.NEW)).isEqualTo(MAX_WAITING - 1);
	}

	@Test
	void whenTheLimitGrowsThenMoreAreAdmittedWithTheNextEvent() {
		List<Waiter> waiters = enqueue(RequestKind.NEW, 6);
		work.set(4);
		admission.release(waiters.get(0));
		assertThat(states(waiters)).containsExactly(false, true, true, true, true, false);
	}

	@Test
	void whenTheLimitShrinksThenNoneIsAdmittedUntilEnoughAreReleased() {
		List<Waiter> waiters = enqueue(RequestKind.NEW, 3);
		work.set(1);
		admission.release(waiters.get(0));
		assertThat(waiters.get(2).isAdmitted()).isFalse();
		admission.release(waiters.get(1));
		assertThat(waiters.get(2).isAdmitted()).isTrue();
	}

	@Test
	void whenALargeRequestWaitsThenFewerOthersMayWait() {
		enqueue(RequestKind.NEW, 2);
		List<Waiter> begin = enqueue(RequestKind.NEW, MAX_WAITING);
		Waiter large = admission.enqueue(RequestKind.SESSION, 3 * ONE);
		assertThat(large.isWaiting()).isTrue();
		assertThat(begin).filteredOn(Waiter::isWaiting).hasSize(MAX_WAITING - 3);
	}

	@Test
	void whenARequestExceedsTheLimitThenItAloneIsRefusedIfNoneIsLessUrgent() {
		enqueue(RequestKind.SESSION, 2);
		List<Waiter> sessions = enqueue(RequestKind.SESSION, 3);
		Waiter large = admission.enqueue(RequestKind.NEW, 2 * MAX_WAITING * ONE);
		assertThat(large.state()).isEqualTo(Waiter.State.REFUSED);
		assertThat(sessions).allMatch(Waiter::isWaiting);
	}

	private List<Waiter> enqueue(RequestKind kind, int count) {
		return IntStream.range(0, count).mapToObj(index -> admission.enqueue(kind, ONE)).toList();
	}

	private static List<Boolean> states(List<Waiter> waiters) {
		return waiters.stream().map(Waiter::isAdmitted).toList();
	}

}
