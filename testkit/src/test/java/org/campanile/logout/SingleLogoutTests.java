package org.campanile.logout;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.stream.Stream;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import org.campanile.session.ServiceSignOn;
import org.campanile.session.Sessions;
import org.campanile.session.SsoSession;
import org.campanile.testkit.Race;
import org.campanile.testkit.session.CountingSessionStore;
import org.campanile.testkit.session.CountingSessionStore.Operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.campanile.logout.SingleLogoutFixture.IDP;
import static org.campanile.logout.SingleLogoutFixture.handle;
import static org.campanile.logout.SingleLogoutFixture.selector;
import static org.campanile.testkit.session.SessionFixtures.endByToken;
import static org.campanile.testkit.session.SessionFixtures.findByToken;

class SingleLogoutTests {

	@AutoClose
	private final SingleLogoutFixture fixture = new SingleLogoutFixture();

	private final Sessions sessions = fixture.sessions;

	private final CountingSessionStore store = fixture.store;

	private final SingleLogoutFixture.Services services = fixture.services;

	private final SingleLogout logout = fixture.logout;

	@Test
	void whenEndedByTokenThenOneLookAndOneEndWhateverTheServices() throws Exception {
		String token = fixture.signOn("ada", "back", "front", "none");
		assertThat(logout.end(token).ended()).hasSize(1);
		assertThat(store.operations()).containsExactly(Operation.FIND, Operation.END);
	}

	@Test
	void whenEndedByIdentifierThenOneLookUpAndOneEnd() throws Exception {
		fixture.signOn("ada", "back", "front");
		assertThat(logout.end(selector("ada", "back"), false).ended()).hasSize(1);
		assertThat(store.operations()).containsExactly(Operation.FIND_BY_IDENTIFIER, Operation.END);
	}

	@Test
	void whenAServiceIsAskedThenTheSessionHasEndedBefore() throws Exception {
		String token = fixture.signOn("ada", "back");
		boolean[] lived = { true };
		services.direct.put("back", session -> {
			try {
				lived[0] = findByToken(sessions, token).isPresent();
			}
			catch (Exception ex) {
				throw new IllegalStateException(ex);
			}
			return ServiceLogoutState.ENDED;
		});
		assertThat(logout.end(token).complete()).isTrue();
		assertThat(lived[0]).isFalse();
	}

	@Test
	void whenAServiceFailsOrHangsThenTheOthersAreAskedAllTheSame() throws Exception {
		CountDownLatch never = new CountDownLatch(1);
		services.direct.put("hangs", session -> {
			try {
				never.await();
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
			return ServiceLogoutState.ENDED;
		});
		services.direct.put("throws", session -> {
			throw new IllegalStateException("a fault of its own");
		});
		services.direct.put("refuses", session -> ServiceLogoutState.REFUSED);
		services.direct.put("back", session -> ServiceLogoutState.ENDED);
		LogoutOutcome outcome = logout.end(fixture.signOn("ada", "hangs", "throws", "refuses", "back", "none", "gone"));
		assertThat(outcome.services()).extracting(ServiceLogout::service, ServiceLogout::state)
			.containsExactly(tuple("hangs", ServiceLogoutState.NO_ANSWER),
					tuple("throws", ServiceLogoutState.NO_ANSWER), tuple("refuses", ServiceLogoutState.REFUSED),
					tuple("back", ServiceLogoutState.ENDED), tuple("none", ServiceLogoutState.CANNOT_BE_ASKED),
					tuple("gone", ServiceLogoutState.CANNOT_BE_ASKED));
		assertThat(outcome.complete()).isFalse();
	}

	@Test
	void whenServicesAreAskedThenAllAtTheSameTime() throws Exception {
		CyclicBarrier all = new CyclicBarrier(3);
		for (String name : List.of("s1", "s2", "s3")) {
			services.direct.put(name, session -> {
				try {
					all.await();
					return ServiceLogoutState.ENDED;
				}
				catch (Exception ex) {
					return ServiceLogoutState.NO_ANSWER;
				}
			});
		}
		assertThat(logout.end(fixture.signOn("ada", "s1", "s2", "s3")).complete()).isTrue();
	}

	@Test
	void whenTheBackChannelGivesNoAnswerThenTheBrowserIsLeftToAsk() throws Exception {
		services.direct.put("both", session -> ServiceLogoutState.NO_ANSWER);
		services.front.add("both");
		services.front.add("front");
		LogoutOutcome outcome = logout.end(fixture.signOn("ada", "both", "front"));
		assertThat(outcome.needsFrontChannel()).isTrue();
		assertThat(outcome.services()).extracting(ServiceLogout::state)
			.containsOnly(ServiceLogoutState.TO_ASK_BY_FRONT_CHANNEL);
		assertThat(outcome.withoutFrontChannel().services()).extracting(ServiceLogout::state)
			.containsOnly(ServiceLogoutState.NO_ANSWER);
	}

	@Test
	void whenNoBrowserCameThenNobodyIsLeftToAskByOne() throws Exception {
		services.direct.put("back", session -> ServiceLogoutState.ENDED);
		services.front.add("front");
		fixture.signOn("ada", "back", "front");
		LogoutOutcome outcome = logout.end(selector("ada", "back"), false);
		assertThat(outcome.services()).extracting(ServiceLogout::state)
			.containsExactly(ServiceLogoutState.CANNOT_BE_ASKED);
	}

	@Test
	void whenTheServiceThatAsksIsInItThenItIsNotAskedAgain() throws Exception {
		services.direct.put("back", session -> {
			throw new IllegalStateException("asked again");
		});
		fixture.signOn("ada", "back");
		LogoutOutcome outcome = logout.end(selector("ada", "back"), true);
		assertThat(outcome.services()).isEmpty();
		assertThat(outcome.complete()).isTrue();
	}

	@Test
	void whenNoSessionIsNamedThenAllOfThatIdentifierEnd() throws Exception {
		String first = fixture.signOn("ada", "back", "front");
		String second = fixture.signOn("ada", "back", "front");
		String other = fixture.signOn("ben", "back");
		LogoutOutcome outcome = logout.end(selector("ada", "back"), false);
		assertThat(outcome.ended()).hasSize(2);
		assertThat(outcome.services()).as("one question for both").singleElement().satisfies(service -> {
			assertThat(service.session().sessions()).hasSize(2);
			assertThat(service.session().handle()).isEqualTo(handle("ada", "front"));
		});
		assertThat(findByToken(sessions, first)).isEmpty();
		assertThat(findByToken(sessions, second)).isEmpty();
		assertThat(findByToken(sessions, other)).isPresent();
	}

	@Test
	void whenASessionIsNamedThenItAloneEnds() throws Exception {
		String first = fixture.signOn("ada", "back");
		String second = fixture.signOn("ada", "back");
		String index = services.sessionName(findByToken(sessions, second).orElseThrow(), "back", handle("ada", "back"));
		RequestedLogout named = selector("back", "ada-at-back", Set.of(index, "another"));
		assertThat(logout.end(named, false).ended()).hasSize(1);
		assertThat(findByToken(sessions, first)).isPresent();
		assertThat(findByToken(sessions, second)).isEmpty();
	}

	static Stream<Arguments> foreign() {
		return Stream.of(Arguments.of("another identifier", selector("back", "ben-at-back", Set.of())),
				Arguments.of("in other letters", selector("back", "Ada-at-back", Set.of())),
				Arguments.of("the beginning", selector("back", "ada", Set.of())),
				Arguments.of("with a space", selector("back", "ada-at-back ", Set.of())),
				Arguments.of("another session", selector("back", "ada-at-back", Set.of("_other"))),
				Arguments.of("another service's name for the person", selector("back", "ada-at-front", Set.of())),
				Arguments.of("another service that took the name", selector("evil", "ada-at-back", Set.of())),
				Arguments.of("another format",
						selector("back", "ada-at-back", handle -> handle.kind().equals("other"))),
				Arguments.of("another identity provider's",
						selector("back", "ada-at-back",
								handle -> "https://other.example.edu".equals(handle.qualifiers().get("by")))),
				Arguments.of("another affiliation's",
						selector("back", "ada-at-back", handle -> "front".equals(handle.qualifiers().get("at")))));
	}

	@ParameterizedTest(name = "{0}")
	@MethodSource("foreign")
	void whenNotThatServicesIdentifierAndSessionThenNothingEnds(String what, RequestedLogout selector)
			throws Exception {
		String token = fixture.signOn("ada", "back", "front");
		LogoutOutcome outcome = logout.end(selector, true);
		assertThat(outcome.nothingFound()).isTrue();
		assertThat(outcome.services()).isEmpty();
		assertThat(findByToken(sessions, token)).isPresent();
		assertThat(logout
			.end(selector("back", "ada-at-back",
					handle -> handle.kind().equals("stable") && IDP.equals(handle.qualifiers().get("by"))
							&& "back".equals(handle.qualifiers().get("at"))),
					true)
			.ended()).as("and the right one does").hasSize(1);
	}

	@Test
	void whenTokenIsNoneOfOursThenNothingFound() {
		assertThat(logout.end("").nothingFound()).isTrue();
		assertThat(logout.end("x".repeat(10_000)).nothingFound()).isTrue();
	}

	@Test
	void whenTheStoreFailsThenTheOutcomeSaysSo() throws Exception {
		String token = fixture.signOn("ada", "back");
		store.fail(Operation.END);
		LogoutOutcome outcome = logout.end(token);
		assertThat(outcome.storeFailed()).isTrue();
		assertThat(outcome.nothingFound()).isFalse();
		assertThat(outcome.complete()).isFalse();
		assertThat(sessions.pendingEnds()).as("will be retried").isEqualTo(1);
		assertThat(findByToken(sessions, token)).as("dead on this node").isEmpty();
		assertThat(logout.end(selector("ada", "back"), true).storeFailed()).isTrue();
	}

	@Test
	void whenItEndedAndTheAnswerWasLostThenItsServicesAreKnownAllTheSame() throws Exception {
		String token = fixture.signOn("ada", "back");
		store.fail(Operation.END);
		assertThat(logout.end(token).storeFailed()).isTrue();
		fixture.stored.clear();
		store.recover(Operation.END);
		List<SsoSession> later = new ArrayList<>();
		sessions.endPending(later::add);
		assertThat(later).singleElement()
			.satisfies(session -> assertThat(session.services()).extracting(ServiceSignOn::service)
				.containsExactly("back"));
	}

	@Test
	void whenASessionEndedLaterThenItsServicesAreAskedThen() throws Exception {
		services.direct.put("back", session -> ServiceLogoutState.ENDED);
		services.front.add("front");
		String token = fixture.signOn("ada", "back", "front");
		LogoutOutcome outcome = logout.afterEnd(List.of(endByToken(sessions, token).orElseThrow()));
		assertThat(outcome.services()).extracting(ServiceLogout::state)
			.containsExactly(ServiceLogoutState.ENDED, ServiceLogoutState.CANNOT_BE_ASKED);
	}

	@Test
	void whenManySessionsEndedThenAServiceIsAskedOnceForAllOfAPerson() throws Exception {
		List<ServiceSession> asked = new CopyOnWriteArrayList<>();
		services.direct.put("back", session -> {
			asked.add(session);
			return ServiceLogoutState.ENDED;
		});
		List<SsoSession> ended = new ArrayList<>();
		for (String person : List.of("ada", "ada", "bob")) {
			ended.add(endByToken(sessions, fixture.signOn(person, "back")).orElseThrow());
		}
		assertThat(logout.afterEnd(ended).services()).hasSize(2);
		assertThat(asked).extracting(session -> session.handle().value(), session -> session.sessions().size())
			.containsExactlyInAnyOrder(tuple("ada-at-back", 2), tuple("bob-at-back", 1));
	}

	/** More than are requested at the same time. */
	@Test
	void whenHundredsEndedThenEachServiceOfEachIsAsked() throws Exception {
		services.direct.put("back", session -> ServiceLogoutState.ENDED);
		List<SsoSession> ended = new ArrayList<>();
		for (int i = 0; i < 250; i++) {
			ended.add(endByToken(sessions, fixture.signOn("p" + i, "back")).orElseThrow());
		}
		assertThat(logout.afterEnd(ended).services()).hasSize(250)
			.allMatch(service -> service.state() == ServiceLogoutState.ENDED);
		assertThat(services.asked).containsExactlyEntriesOf(Map.of("back", 250));
	}

	@Test
	void whenManyEndTheSameSessionAtOnceThenOneHasItAndAsks() throws Exception {
		services.direct.put("back", session -> ServiceLogoutState.ENDED);
		String token = fixture.signOn("ada", "back");
		List<LogoutOutcome> outcomes = Race.run(16, number -> logout.end(token));
		assertThat(outcomes).filteredOn(outcome -> !outcome.ended().isEmpty()).hasSize(1);
		assertThat(services.asked).containsExactlyEntriesOf(Map.of("back", 1));
	}

}
