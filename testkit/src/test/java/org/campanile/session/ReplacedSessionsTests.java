package org.campanile.session;

import java.util.ArrayList;
import java.util.List;

import org.campanile.session.Sessions.NewSession;
import org.campanile.testkit.session.CountingSessionStore.Operation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.campanile.testkit.session.SessionFixtures.findByToken;
import static org.campanile.testkit.session.SessionFixtures.user;

/** Tests a session that is replaced by another. */
class ReplacedSessionsTests extends StoredSessionsFixture {

	private static final ServiceSignOn BEFORE = service("https://before.example.org");

	private static final ServiceSignOn MEANWHILE = service("https://meanwhile.example.org");

	private final SessionSuccession succession = new SessionSuccession(sessions);

	private final List<SsoSession> told = new ArrayList<>();

	@Test
	void whenReplacedThenEndedAndNothingElseIsWritten() throws Exception {
		NewSession first = withBefore();
		NewSession second = successor(first, "alice");
		store.forget();
		succession.replace(first.session(), second.session());
		assertThat(store.operations()).containsExactly(Operation.END);
		assertThat(findByToken(sessions, first.token())).isEmpty();
		assertThat(services(second)).containsExactly(BEFORE);
	}

	@Test
	void whenUsedWhileThePasswordWasCheckedThenThatServiceGoesOn() throws Exception {
		NewSession first = withBefore();
		NewSession second = successor(first, "alice");
		sessions.addService(findByToken(sessions, first.token()).orElseThrow(), MEANWHILE);
		succession.replace(first.session(), second.session());
		assertThat(services(second)).containsExactlyInAnyOrder(BEFORE, MEANWHILE);
	}

	@Test
	void whenReplacedByAnotherPersonsThenNothingGoesOnAndItsServicesAreInformed() throws Exception {
		NewSession first = withBefore();
		NewSession second = successor(first, "bob");
		store.forget();
		succession.replace(first.session(), second.session());
		assertThat(store.operations()).as("ended at once").containsExactly(Operation.END);
		assertThat(findByToken(sessions, first.token())).isEmpty();
		assertThat(services(second)).isEmpty();
		assertInformed(BEFORE);
		sessions.endPending(told::add);
		assertThat(told).as("once").hasSize(1);
	}

	@Test
	void whenTheStoreIsAwayAndAnotherPersonFollowsThenEndedLaterAndItsServicesAreInformed() throws Exception {
		NewSession first = withBefore();
		NewSession second = successor(first, "bob");
		store.fail(Operation.END);
		succession.replace(first.session(), second.session());
		assertThat(findByToken(sessions, first.token())).as("dead here").isEmpty();
		store.recover(Operation.END);
		assertInformed(BEFORE);
		assertThat(backend).containsOnlyKeys(second.session().key());
	}

	/** Its own logout informs them. */
	@Test
	void whenEndedBeforeAnotherPersonFollowsThenNoServiceIsInformedAgain() throws Exception {
		NewSession first = withBefore();
		NewSession second = successor(first, "bob");
		sessions.end(first.session().key());
		succession.replace(first.session(), second.session());
		assertThat(sessions.pendingEnds()).isZero();
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void whenNoneFollowsThenServicesAreInformedExceptThoseSpared(boolean away) throws Exception {
		NewSession only = withBefore();
		sessions.addService(findByToken(sessions, only.token()).orElseThrow(), MEANWHILE);
		if (away) {
			store.fail(Operation.END);
		}
		succession.end(only.session(), BEFORE::isSameAs);
		assertThat(findByToken(sessions, only.token())).isEmpty();
		store.recover(Operation.END);
		assertInformed(MEANWHILE);
		assertThat(backend).isEmpty();
	}

	/**
	 * Services would apply a logout request to the successor, which has the same names.
	 */
	@Test
	void whenTheStoreIsAwayThenEndedLaterAndNoServiceIsInformed() throws Exception {
		NewSession first = withBefore();
		NewSession second = successor(first, "alice");
		store.fail(Operation.END);
		succession.replace(first.session(), second.session());
		assertThat(findByToken(sessions, first.token())).as("dead here").isEmpty();
		assertThat(sessions.pendingEnds()).isEqualTo(1);
		store.recover(Operation.END);
		sessions.endPending(told::add);
		assertThat(told).isEmpty();
		assertThat(backend).containsOnlyKeys(second.session().key());
		assertThat(sessions.pendingEnds()).isZero();
	}

	@Test
	void whenLoggedOutWhileTheStoreIsAwayThenItsServicesAreInformedLater() throws Exception {
		NewSession only = withBefore();
		assertThat(sessions.endLater(only.token())).isTrue();
		sessions.endPending(told::add);
		assertThat(told).singleElement().satisfies(session -> assertThat(session.services()).containsExactly(BEFORE));
	}

	private void assertInformed(ServiceSignOn service) {
		sessions.endPending(told::add);
		assertThat(told).singleElement().satisfies(session -> {
			assertThat(session.principal()).isEqualTo("alice");
			assertThat(session.services()).containsExactly(service);
		});
		assertThat(sessions.pendingEnds()).isZero();
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
