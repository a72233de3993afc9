package org.campanile.session;

import java.util.ArrayList;
import java.util.List;

import org.campanile.session.Sessions.NewSession;
import org.campanile.store.StoreUnavailableException;
import org.campanile.testkit.session.CountingSessionStore.Operation;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.campanile.testkit.session.SessionFixtures.findByToken;

/** Tests sessions whose termination failed at first and is retried. */
class LateEndsTests extends StoredSessionsFixture {

	private static final ServiceSignOn SERVICE = service("https://service.example.org");

	private final List<SsoSession> told = new ArrayList<>();

	@Test
	void whenItHappenedAndOnlyTheAnswerWasLostThenServicesAreInformedOfTheSessionAsItWasRead() throws Exception {
		SsoSession session = signedOn();
		backend.clear();
		assertThat(sessions.endLater(session)).isTrue();
		sessions.endPending(told::add);
		assertThat(told).singleElement().satisfies(one -> assertThat(one.services()).containsExactly(SERVICE));
		assertThat(sessions.pendingEnds()).isZero();
		sessions.endPending(told::add);
		assertThat(told).as("once").hasSize(1);
	}

	@Test
	void whenItHadServicesMoreThanWhenItWasReadThenTheyAreInformedToo() throws Exception {
		SsoSession session = signedOn();
		ServiceSignOn another = service("https://another.example.org");
		sessions.addService(session, another);
		sessions.endLater(session);
		sessions.endPending(told::add);
		assertThat(told).singleElement()
			.satisfies(one -> assertThat(one.services()).containsExactlyInAnyOrder(SERVICE, another));
	}

	/** For example, an administrator repeats the termination that failed. */
	@Test
	void whenItIsEndedOtherwiseMeanwhileThenItIsNotInformedAgain() throws Exception {
		SsoSession session = signedOn();
		sessions.endLater(session);
		assertThat(sessions.endAll("alice", told::add)).isEqualTo(1);
		assertThat(sessions.pendingEnds()).isZero();
		sessions.endPending(told::add);
		assertThat(told).hasSize(1);
		SsoSession another = signedOn();
		sessions.endLater(another);
		assertThat(sessions.end(another.key())).isPresent();
		assertThat(sessions.pendingEnds()).isZero();
	}

	/** For example, the store could not be read at a login in the same browser. */
	@Test
	void whenItWasNotReadThenItIsDeadHereAndItsServicesAreInformedLater() throws Exception {
		NewSession begun = create("alice");
		sessions.addService(begun.session(), SERVICE);
		assertThat(sessions.endLater(begun.token())).isTrue();
		assertThat(findByToken(sessions, begun.token())).as("dead here").isEmpty();
		assertThat(sessions.peek(begun.token())).as("dead here").isEmpty();
		sessions.endPending(told::add);
		assertThat(told).singleElement().satisfies(one -> assertThat(one.services()).containsExactly(SERVICE));
		assertThat(backend).isEmpty();
		assertThat(sessions.endLater("none of ours")).isFalse();
	}

	@Test
	void whenASecondTryReadNothingThenWhatTheFirstHadReadIsReported() throws Exception {
		NewSession begun = create("alice");
		SsoSession session = sessions.addService(begun.session(), SERVICE).orElseThrow();
		sessions.endLater(session);
		sessions.endLater(begun.token());
		backend.clear();
		sessions.endPending(told::add);
		assertThat(told).singleElement().satisfies(one -> assertThat(one.services()).containsExactly(SERVICE));
	}

	@Test
	void whenThereWasNoneThenNobodyIsInformed() throws Exception {
		NewSession begun = create("alice");
		backend.clear();
		sessions.endLater(begun.token());
		sessions.endPending(told::add);
		assertThat(told).isEmpty();
		assertThat(sessions.pendingEnds()).isZero();
	}

	@Test
	void whenTheStoreFailsInTheMiddleOfAllThenThatOneIsEndedLaterWithItsServices() throws Exception {
		SsoSession session = signedOn();
		store.fail(Operation.END);
		assertThatThrownBy(() -> sessions.endAll("alice", told::add)).isInstanceOf(StoreUnavailableException.class);
		assertThat(sessions.pendingEnds()).isEqualTo(1);
		backend.clear();
		store.recover(Operation.END);
		sessions.endPending(told::add);
		assertThat(told).singleElement().satisfies(one -> assertThat(one.key()).isEqualTo(session.key()));
	}

	private SsoSession signedOn() throws Exception {
		return sessions.addService(create("alice").session(), SERVICE).orElseThrow();
	}

}
