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

	private static final long MAX_WAIT = 1_000;

	private static final int MAX_WAITING = 10;

	private static final int LEAST_BEGINNING = 1;

	/** What one who waits keeps of the heap. */
	private static final long ONE = 100;

	private final AtomicLong now = new AtomicLong();

	private final AtomicInteger work = new AtomicInteger(2);

	private final AtomicInteger logins = new AtomicInteger(20);

	private final Admission admission = new Admission(
			Map.of(Lane.WORK, new Places(work::get), Lane.LOGIN, new Places(logins::get)), MAX_WAITING * ONE, MAX_WAIT,
			LEAST_BEGINNING, now::get);

	@ParameterizedTest
	@EnumSource
	void whenThereIsAPlaceThenAdmittedAtOnce(RequestKind kind) {
		Ticket ticket = admission.enter(kind, ONE);
		assertThat(admission.await(ticket)).isTrue();
		assertThat(ticket.waited()).isZero();
		assertThat(admission.underWay(kind.lane())).isEqualTo(1);
		admission.leave(ticket);
		assertThat(admission.underWay(kind.lane())).isZero();
	}

	@Test
	void whenThereIsNoPlaceThenTheNextIsForWhoLeft() {
		List<Ticket> tickets = enter(RequestKind.NEW, 3);
		assertThat(states(tickets)).containsExactly(true, true, false);
		assertThat(admission.waiting(RequestKind.NEW)).isEqualTo(1);
		assertThat(admission.waiting(Lane.WORK)).isEqualTo(1);
		assertThat(admission.waiting(Lane.LOGIN)).isZero();
		now.addAndGet(30);
		admission.leave(tickets.get(0));
		assertThat(tickets.get(2).isAdmitted()).isTrue();
		assertThat(tickets.get(2).waited()).isEqualTo(30);
		assertThat(admission.underWay(Lane.WORK)).isEqualTo(2);
	}

	@Test
	void whenTheTimeIsOverThenRefusedAndNobodyWaits() {
		List<Ticket> tickets = enter(RequestKind.SESSION, 3);
		now.addAndGet(MAX_WAIT);
		assertThat(admission.await(tickets.get(2))).isFalse();
		assertThat(admission.waiting(RequestKind.SESSION)).isZero();
		admission.leave(tickets.get(2));
		assertThat(admission.underWay(Lane.WORK)).as("who was refused gives nothing back").isEqualTo(2);
	}

	@Test
	void whenInterruptedThenRefusedAndStillInterrupted() {
		List<Ticket> tickets = enter(RequestKind.SESSION, 3);
		Thread.currentThread().interrupt();
		assertThat(admission.await(tickets.get(2))).isFalse();
		assertThat(Thread.interrupted()).isTrue();
	}

	@Test
	void whenWhoWaitedLongestHasGivenUpThenTheNextIsAdmitted() {
		List<Ticket> tickets = enter(RequestKind.NEW, 5);
		admission.giveUp(tickets.get(3));
		admission.giveUp(tickets.get(2));
		admission.leave(tickets.get(0));
		assertThat(states(tickets)).containsExactly(false, true, false, false, true);
	}

	@Test
	void whenSomebodyLeavesTwiceThenOnePlaceIsGivenBack() {
		List<Ticket> tickets = enter(RequestKind.NEW, 4);
		admission.leave(tickets.get(0));
		admission.leave(tickets.get(0));
		assertThat(states(tickets)).containsExactly(false, true, true, false);
	}

	@Test
	void whenManyWaitThenSessionsBeforeThoseUnderWayBeforeNewOnes() {
		List<Ticket> busy = enter(RequestKind.NEW, 2);
		Ticket begins = admission.enter(RequestKind.NEW, ONE);
		Ticket underWay = admission.enter(RequestKind.UNDER_WAY, ONE);
		Ticket session = admission.enter(RequestKind.SESSION, ONE);
		admission.leave(busy.get(0));
		assertThat(states(List.of(begins, underWay, session))).containsExactly(false, false, true);
		admission.leave(busy.get(1));
		assertThat(states(List.of(begins, underWay, session))).containsExactly(false, true, true);
		admission.leave(session);
		assertThat(begins.isAdmitted()).isTrue();
	}

	@Test
	void whenSessionsNeverEndThenTheOldestStillHasATurn() {
		Ticket running = enter(RequestKind.SESSION, 2).get(0);
		Ticket begins = admission.enter(RequestKind.NEW, ONE);
		int turns = 0;
		while (!begins.isAdmitted() && turns < 20) {
			Ticket session = admission.enter(RequestKind.SESSION, ONE);
			now.incrementAndGet();
			admission.leave(running);
			running = session;
			turns++;
		}
		assertThat(turns).isBetween(2, 8);
	}

	@Test
	void whenEveryPlaceForPasswordsIsTakenThenNobodyBeginsButSessionsGoOn() {
		logins.set(1);
		Ticket typed = admission.enter(RequestKind.LOGIN, ONE);
		Ticket begins = admission.enter(RequestKind.NEW, ONE);
		Ticket session = admission.enter(RequestKind.SESSION, ONE);
		Ticket underWay = admission.enter(RequestKind.UNDER_WAY, ONE);
		assertThat(states(List.of(typed, begins, session, underWay))).containsExactly(true, false, true, true);
		admission.leave(session);
		admission.leave(underWay);
		assertThat(begins.isAdmitted()).isFalse();
		admission.leave(typed);
		assertThat(begins.isAdmitted()).isTrue();
	}

	/** Else a hundred would be let in for the one place that is free just now. */
	@Test
	void whenPeopleAreBeingShownTheLoginPageThenNoMoreBeginThanHavePlacesForTheirPasswords() {
		logins.set(2);
		work.set(10);
		admission.enter(RequestKind.LOGIN, ONE);
		List<Ticket> begin = enter(RequestKind.NEW, 3);
		assertThat(states(begin)).containsExactly(true, false, false);
		admission.leave(begin.getFirst());
		assertThat(states(begin.subList(1, 3))).containsExactly(true, false);
		assertThat(states(enter(RequestKind.SESSION, 2))).containsExactly(true, true);
	}

	@Test
	void whenPasswordsHadToWaitThenWhoeverWasJustShownTheLoginPageIsExpectedBack() {
		logins.set(3);
		work.set(100);
		enter(RequestKind.LOGIN, 4).forEach(admission::leave);
		enter(RequestKind.NEW, 3).forEach(admission::leave);

		Ticket next = admission.enter(RequestKind.NEW, ONE);
		assertThat(next.isAdmitted()).as("three are expected back").isFalse();

		admission.leave(admission.enter(RequestKind.LOGIN, ONE));
		assertThat(next.isAdmitted()).as("one has come back and is done").isTrue();
		admission.leave(next);
		assertThat(admission.enter(RequestKind.NEW, ONE).isAdmitted()).isFalse();
		now.addAndGet(MAX_WAIT);
		assertThat(admission.enter(RequestKind.NEW, ONE).isAdmitted()).as("nobody is expected any more").isTrue();
	}

	@Test
	void whenSomebodyIsSentToTheLoginPageAndShownItThenOnePasswordIsExpected() {
		logins.set(3);
		work.set(100);
		enter(RequestKind.LOGIN, 4).forEach(admission::leave);
		admission.leave(admission.enter(RequestKind.NEW, ONE));
		admission.leave(admission.enter(RequestKind.NEW, ONE));
		enter(RequestKind.UNDER_WAY, 2).forEach(admission::leave);

		assertThat(admission.enter(RequestKind.NEW, ONE).isAdmitted()).isTrue();
	}

	/** Who looks again soon, as there may be places without any event. */
	@Test
	void whenSomeWaitThenOneOfEachKindIsTheFirst() {
		work.set(0);
		List<Ticket> begin = enter(RequestKind.NEW, 2);
		List<Ticket> sessions = enter(RequestKind.SESSION, 2);
		assertThat(begin).extracting(Ticket::isFirst).containsExactly(true, false);
		assertThat(sessions).extracting(Ticket::isFirst).containsExactly(true, false);
		assertThat(admission.waiting(Lane.WORK)).isEqualTo(4);
	}

	/** Without looking again it would be an hour. */
	@Test
	@Timeout(60)
	void whenNobodyIsExpectedAnyMoreThenWhoWaitsIsLetInThoughNothingElseHappens() {
		logins.set(1);
		Admission patient = new Admission(Map.of(Lane.WORK, new Places(work::get), Lane.LOGIN, new Places(logins::get)),
				MAX_WAITING * ONE, Duration.ofHours(1).toNanos(), LEAST_BEGINNING, System::nanoTime);
		List.of(patient.enter(RequestKind.LOGIN, ONE), patient.enter(RequestKind.LOGIN, ONE)).forEach(patient::leave);
		patient.leave(patient.enter(RequestKind.NEW, ONE));
		Ticket next = patient.enter(RequestKind.NEW, ONE);
		assertThat(next.isAdmitted()).isFalse();

		assertThat(patient.await(next)).isTrue();
	}

	@Test
	void whenNoPasswordHasToWaitThenNobodyIsHeldBackForThoseWhoType() {
		logins.set(3);
		work.set(100);
		enter(RequestKind.NEW, 3).forEach(admission::leave);
		enter(RequestKind.NEW, 3).forEach(admission::leave);

		assertThat(admission.enter(RequestKind.NEW, ONE).isAdmitted()).isTrue();
	}

	@Test
	void whenThereAreFewPlacesForPasswordsThenSomeMayBeginAllTheSame() {
		logins.set(1);
		work.set(10);
		Admission generous = new Admission(
				Map.of(Lane.WORK, new Places(work::get), Lane.LOGIN, new Places(logins::get)), MAX_WAITING * ONE,
				MAX_WAIT, 3, now::get);
		List<Ticket> begin = IntStream.range(0, 5).mapToObj(index -> generous.enter(RequestKind.NEW, ONE)).toList();
		assertThat(states(begin)).containsExactly(true, true, true, false, false);
	}

	@Test
	void whenThereIsAPlaceAfterAllThenWhoWaitedTooLongGetsIt() {
		List<Ticket> sessions = enter(RequestKind.SESSION, 3);
		work.set(3);
		now.addAndGet(MAX_WAIT);
		assertThat(admission.await(sessions.getLast())).isTrue();
	}

	@Test
	void whenPasswordsWaitThenTheyComeBeforeWhoBegins() {
		logins.set(1);
		List<Ticket> typed = enter(RequestKind.LOGIN, 2);
		Ticket begins = admission.enter(RequestKind.NEW, ONE);
		admission.leave(typed.get(0));
		assertThat(states(List.of(begins, typed.get(1)))).containsExactly(false, true);
		admission.leave(typed.get(1));
		assertThat(begins.isAdmitted()).isTrue();
	}

	/** The directory holds every login, single sign-on does not notice. */
	@Test
	void whenEveryLoginHangsThenSessionsHaveAllTheirPlaces() {
		logins.set(1);
		enter(RequestKind.LOGIN, 5);
		assertThat(states(enter(RequestKind.SESSION, 2))).containsExactly(true, true);
	}

	@Test
	void whenThereAreMorePlacesThenTheNextHasOne() {
		logins.set(1);
		enter(RequestKind.LOGIN, 1);
		logins.set(2);
		assertThat(admission.enter(RequestKind.LOGIN, ONE).isAdmitted()).isTrue();
		assertThat(admission.enter(RequestKind.LOGIN, ONE).isAdmitted()).isFalse();
	}

	@Test
	void whenTooManyWaitThenTheLeastUrgentWhoCameLastIsRefused() {
		enter(RequestKind.NEW, 2);
		List<Ticket> begin = enter(RequestKind.NEW, MAX_WAITING);
		Ticket session = admission.enter(RequestKind.SESSION, ONE);
		assertThat(session.isWaiting()).isTrue();
		assertThat(begin.getLast().state()).isEqualTo(Ticket.State.REFUSED);
		assertThat(begin.subList(0, MAX_WAITING - 1)).allMatch(Ticket::isWaiting);
		assertThat(admission.enter(RequestKind.NEW, ONE).state()).isEqualTo(Ticket.State.REFUSED);
		assertThat(admission.waiting(RequestKind.NEW)).isEqualTo(MAX_WAITING - 1);
	}

	@Test
	void whenTheLimitGrowsThenMoreAreAdmittedWithTheNextEvent() {
		List<Ticket> tickets = enter(RequestKind.NEW, 6);
		work.set(4);
		admission.leave(tickets.get(0));
		assertThat(states(tickets)).containsExactly(false, true, true, true, true, false);
	}

	@Test
	void whenTheLimitShrinksThenNobodyIsAdmittedUntilEnoughHaveLeft() {
		List<Ticket> tickets = enter(RequestKind.NEW, 3);
		work.set(1);
		admission.leave(tickets.get(0));
		assertThat(tickets.get(2).isAdmitted()).isFalse();
		admission.leave(tickets.get(1));
		assertThat(tickets.get(2).isAdmitted()).isTrue();
	}

	@Test
	void whenALargeRequestWaitsThenAsManyOthersLessDo() {
		enter(RequestKind.NEW, 2);
		List<Ticket> begin = enter(RequestKind.NEW, MAX_WAITING);
		Ticket large = admission.enter(RequestKind.SESSION, 3 * ONE);
		assertThat(large.isWaiting()).isTrue();
		assertThat(begin).filteredOn(Ticket::isWaiting).hasSize(MAX_WAITING - 3);
	}

	@Test
	void whenARequestIsLargerThanAllThatMayWaitThenItAloneIsRefusedIfNobodyIsLessUrgent() {
		enter(RequestKind.SESSION, 2);
		List<Ticket> sessions = enter(RequestKind.SESSION, 3);
		Ticket large = admission.enter(RequestKind.NEW, 2 * MAX_WAITING * ONE);
		assertThat(large.state()).isEqualTo(Ticket.State.REFUSED);
		assertThat(sessions).allMatch(Ticket::isWaiting);
	}

	private List<Ticket> enter(RequestKind kind, int count) {
		return IntStream.range(0, count).mapToObj(index -> admission.enter(kind, ONE)).toList();
	}

	private static List<Boolean> states(List<Ticket> tickets) {
		return tickets.stream().map(Ticket::isAdmitted).toList();
	}

}
