package org.campanile.session;

import java.util.ArrayList;
import java.util.List;

import org.campanile.session.Sessions.NewSession;
import org.campanile.testkit.session.CountingSessionStore.Operation;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.campanile.testkit.session.SessionFixtures.findByToken;
import static org.campanile.testkit.session.SessionFixtures.user;

/** Tests a session that is replaced by another. */
class ReplacedSessionsTests extends StoredSessionsFixture {

	private static final ServiceSignOn BEFORE = service("https://before.example.org");

	private static final ServiceSignOn MEANWHILE = service("https://meanwhile.example.org");

	@Test
	void whenReplacedThenEndedAndNothingElseIsWritten() throws Exception {
		NewSession first = withBefore();
		NewSession second = successor(first, "alice");
		store.forget();
		sessions.replace(first.session().key(), second.session());
		assertThat(store.operations()).containsExactly(Operation.END);
		assertThat(findByToken(sessions, first.token())).isEmpty();
		assertThat(services(second)).containsExactly(BEFORE);
	}

	@Test
	void whenUsedWhileThePasswordWasCheckedThenThatServiceGoesOn() throws Exception {
		NewSession first = withBefore();
		NewSession second = successor(first, "alice");
		sessions.addService(findByToken(sessions, first.token()).orElseThrow(), MEANWHILE);
		sessions.replace(first.session().key(), second.session());
		assertThat(services(second)).containsExactlyInAnyOrder(BEFORE, MEANWHILE);
	}

	@Test
	void whenReplacedByAnotherPersonsThenNothingGoesOn() throws Exception {
		NewSession first = withBefore();
		NewSession second = successor(first, "bob");
		sessions.replace(first.session().key(), second.session());
		assertThat(findByToken(sessions, first.token())).isEmpty();
		assertThat(services(second)).isEmpty();
	}

	/**
	 * Services would apply a logout request to the successor, which has the same names.
	 */
	@Test
	void whenTheStoreIsAwayThenEndedLaterAndNoServiceIsInformed() throws Exception {
		NewSession first = withBefore();
		NewSession second = successor(first, "alice");
		store.fail(Operation.END);
		sessions.replace(first.session().key(), second.session());
		assertThat(findByToken(sessions, first.token())).as("dead here").isEmpty();
		assertThat(sessions.pendingEnds()).isEqualTo(1);
		store.recover(Operation.END);
		List<SsoSession> told = new ArrayList<>();
		sessions.endPending(told::add);
		assertThat(told).isEmpty();
		assertThat(backend).containsOnlyKeys(second.session().key());
		assertThat(sessions.pendingEnds()).isZero();
	}

	@Test
	void whenLoggedOutWhileTheStoreIsAwayThenItsServicesAreInformedLater() throws Exception {
		NewSession only = withBefore();
		assertThat(sessions.endLater(only.token())).isTrue();
		List<SsoSession> told = new ArrayList<>();
		sessions.endPending(told::add);
		assertThat(told).singleElement().satisfies(session -> assertThat(session.services()).containsExactly(BEFORE));
	}

	private NewSession withBefore() throws Exception {
		NewSession begun = create("alice");
		sessions.addService(begun.session(), BEFORE);
		return begun;
	}

	private NewSession successor(NewSession first, String principal) throws Exception {
		NewSession begun = sessions.begin(user(principal, START), attributes(), findByToken(sessions, first.token()));
		sessions.store(begun.session());
		return begun;
	}

	private List<ServiceSignOn> services(NewSession session) throws Exception {
		return findByToken(sessions, session.token()).map(SsoSession::services).orElse(List.of());
	}

}
