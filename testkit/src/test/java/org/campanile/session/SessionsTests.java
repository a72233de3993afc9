package org.campanile.session;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.campanile.attribute.AttributeValue;
import org.campanile.attribute.ResolvedAttributes;
import org.campanile.session.Sessions.NewSession;
import org.campanile.store.StoreUnavailableException;
import org.campanile.testkit.Race;
import org.campanile.testkit.session.CountingSessionStore.Operation;
import org.campanile.testkit.session.HeapSessionStore;
import org.campanile.testkit.session.SessionFixtures;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.campanile.testkit.session.SessionFixtures.POLICY;
import static org.campanile.testkit.session.SessionFixtures.endByToken;
import static org.campanile.testkit.session.SessionFixtures.findByToken;
import static org.campanile.testkit.session.SessionFixtures.mail;
import static org.campanile.testkit.session.SessionFixtures.sealer;
import static org.campanile.testkit.session.SessionFixtures.user;

class SessionsTests extends StoredSessionsFixture {

	@Nested
	class Beginning {

		@Test
		void whenStoredThenFoundByItsTokenWithEverythingInIt() throws Exception {
			ServiceSignOn service = service("https://sp.example.org");
			NewSession begun = sessions.begin(user("alice", START), attributes(), Optional.empty());
			SsoSession session = Sessions.withService(begun.session(), service);
			sessions.store(session);
			assertThat(store.operations()).containsExactly(Operation.CREATE);
			assertThat(findByToken(sessions, begun.token()))
				.hasValueSatisfying(found -> assertThat(found).usingRecursiveComparison().isEqualTo(session));
			assertThat(session.attributes()).isEqualTo(attributes());
			assertThat(session.secret()).hasSize(32);
		}

		@Test
		void whenTheKeyIsTakenThenNotHandedOut() throws Exception {
			NewSession begun = create("alice");
			assertThatExceptionOfType(StoreUnavailableException.class)
				.isThrownBy(() -> sessions.store(begun.session()));
		}

		@Test
		void whenTheTimeHasNanosecondsThenTheSessionHasNone() {
			clock.set(START.plusNanos(999_999));
			NewSession begun = sessions.begin(user("alice", clock.instant()), mail("a@example.edu"), Optional.empty());
			assertThat(List.of(begun.session().createdAt(), begun.session().authnInstant())).containsOnly(START);
			assertThat(begun.session().expiresAt()).isEqualTo(START.plus(POLICY.lifetime()));
		}

		@Test
		void whenAttributesAreLargerThanAStoreTakesThenSaidAndNothingStored() {
			ResolvedAttributes photo = new ResolvedAttributes(
					Map.of("photo", List.of(new AttributeValue.Binary(new byte[SessionStore.MAX_STATE]))));
			NewSession begun = sessions.begin(user("alice", START), photo, Optional.empty());
			assertThatExceptionOfType(StoreUnavailableException.class).isThrownBy(() -> sessions.store(begun.session()))
				.withMessageContaining("smaller attributes");
			assertThat(backend).isEmpty();
		}

	}

	@Nested
	class Lifetime {

		@Test
		void whenIdleThenGoneExactlyAtTheTimeout() throws Exception {
			String token = create("alice").token();
			clock.advance(POLICY.idleTimeout().minusMillis(1));
			assertThat(findByToken(sessions(1), token)).isPresent();
			String other = create("bob").token();
			clock.advance(POLICY.idleTimeout());
			assertThat(findByToken(sessions, other)).isEmpty();
		}

		@Test
		void whenUsedAllTheTimeThenGoneExactlyAtTheAbsoluteEnd() throws Exception {
			NewSession begun = create("alice");
			Duration step = Duration.ofMinutes(10);
			for (Instant now = START; now.isBefore(begun.session().expiresAt()); now = now.plus(step)) {
				clock.set(now);
				assertThat(findByToken(sessions, begun.token())).as("at %s", now).isPresent();
			}
			clock.set(begun.session().expiresAt().minusMillis(1));
			assertThat(findByToken(sessions, begun.token())).isPresent();
			clock.set(begun.session().expiresAt());
			assertThat(findByToken(sessions, begun.token())).isEmpty();
			assertThat(endByToken(sessions, begun.token())).isEmpty();
		}

		@Test
		void whenTheStoreLetsItLiveLongerThenGoneAllTheSame() throws Exception {
			NewSession begun = create("alice");
			StoredSession stored = stored(begun);
			clock.set(begun.session().expiresAt());
			Sessions trusting = SessionFixtures.sessions(new HeapSessionStore(() -> START, backend), sealer(1), clock);
			backend.put(stored.key(), new StoredSession(stored.key(), stored.principalHash(), stored.version(),
					stored.createdAt(), stored.expiresAt(), stored.expiresAt(), stored.state(), stored.services()));
			assertThat(findByToken(trusting, begun.token())).isEmpty();
		}

		@Test
		void whenFoundAThousandTimesThenOneTouchPerInterval() throws Exception {
			String token = create("alice").token();
			store.forget();
			Duration step = POLICY.touchInterval().dividedBy(100);
			for (int i = 0; i < 1_000; i++) {
				clock.advance(step);
				assertThat(findByToken(sessions, token)).isPresent();
			}
			assertThat(store.operations()).filteredOn(Operation.TOUCH::equals).hasSize(10);
			assertThat(store.operations()).filteredOn(Operation.FIND::equals).hasSize(1_000);
		}

		@Test
		void whenTheClockIsSetBackThenNothingIsWrittenAndItLivesOn() throws Exception {
			String token = create("alice").token();
			clock.advance(Duration.ofMinutes(-5));
			store.forget();
			assertThat(findByToken(sessions, token)).isPresent();
			assertThat(store.operations()).containsExactly(Operation.FIND);
		}

		@Test
		void whenTheTouchFailsThenFoundAllTheSame() throws Exception {
			String token = create("alice").token();
			store.fail(Operation.TOUCH);
			clock.advance(POLICY.touchInterval());
			assertThat(findByToken(sessions, token)).isPresent();
			assertThat(store.operations()).endsWith(Operation.TOUCH);
		}

		@Test
		void whenTheReadFailsThenTheCallerIsInformed() throws Exception {
			String token = create("alice").token();
			store.fail(Operation.FIND);
			assertThatExceptionOfType(StoreUnavailableException.class).isThrownBy(() -> findByToken(sessions, token));
		}

		@Test
		void whenEndedThenReturnedToOneCallerWithItsServices() throws Exception {
			NewSession begun = create("alice");
			sessions.addService(begun.session(), service("https://sp.example.org"));
			List<Optional<SsoSession>> ended = Race.run(16, number -> endByToken(sessions, begun.token()));
			assertThat(ended.stream().flatMap(Optional::stream)).singleElement()
				.satisfies(
						session -> assertThat(session.services()).containsExactly(service("https://sp.example.org")));
			assertThat(findByToken(sessions, begun.token())).isEmpty();
		}

	}

	@Nested
	class Services {

		@Test
		void whenAddedThenStoredOnceAndFound() throws Exception {
			NewSession begun = create("alice");
			store.forget();
			SsoSession one = sessions.addService(begun.session(), service("https://one.example.org")).orElseThrow();
			assertThat(sessions.addService(one, service("https://one.example.org"))).containsSame(one);
			assertThat(store.operations()).containsExactly(Operation.ADD_SERVICE);
			assertThat(findByToken(sessions, begun.token()).orElseThrow().services())
				.containsExactly(service("https://one.example.org"));
		}

		@Test
		void whenFiftyAreAddedAtOnceThenAllAreFound() throws Exception {
			NewSession begun = create("alice");
			Race.run(50,
					number -> sessions.addService(begun.session(), service("https://sp" + number + ".example.org")));
			assertThat(findByToken(sessions, begun.token()).orElseThrow().services()).hasSize(50);
		}

		@Test
		void whenTheSessionHasEndedThenEmpty() throws Exception {
			NewSession begun = create("alice");
			endByToken(sessions, begun.token());
			assertThat(sessions.addService(begun.session(), service("https://sp.example.org"))).isEmpty();
			assertThat(backend).isEmpty();
		}

		@Test
		void whenTheSamePersonSignsInAgainThenServicesAndSecretGoOn() throws Exception {
			NewSession begun = create("alice");
			SsoSession before = sessions.addService(begun.session(), service("https://sp.example.org")).orElseThrow();
			NewSession again = sessions.begin(user("alice", START), attributes(), Optional.of(before));
			assertThat(again.token()).isNotEqualTo(begun.token());
			assertThat(again.session().key()).isNotEqualTo(before.key());
			assertThat(again.session().secret()).isEqualTo(before.secret());
			sessions.store(again.session());
			assertThat(findByToken(sessions, again.token()).orElseThrow().services())
				.containsExactly(service("https://sp.example.org"));
		}

		@ParameterizedTest
		@ValueSource(strings = { "bob", "Alice", "alice ", "" })
		void whenAnotherPersonSignsInThenNothingGoesOn(String other) throws Exception {
			NewSession begun = create("alice");
			SsoSession before = sessions.addService(begun.session(), service("https://sp.example.org")).orElseThrow();
			SsoSession after = sessions.begin(user(other, START), attributes(), Optional.of(before)).session();
			assertThat(after.services()).isEmpty();
			assertThat(after.secret()).isNotEqualTo(before.secret());
		}

	}

	@Nested
	class Ending {

		@Test
		void whenTheStoreFailsMidwayThenThoseThatEndedAreReportedOf() throws Exception {
			for (int i = 0; i < 5; i++) {
				create("alice");
			}
			List<SsoSession> ended = new ArrayList<>();
			assertThatExceptionOfType(StoreUnavailableException.class)
				.isThrownBy(() -> sessions.endAll("alice", session -> {
					ended.add(session);
					if (ended.size() == 3) {
						store.fail(Operation.END);
					}
				}));
			assertThat(ended).hasSize(3);
			assertThat(backend).hasSize(2);
		}

		@Test
		void whenEndedByKeyThenReturnedToOneCaller() throws Exception {
			NewSession begun = create("alice");
			assertThat(sessions.end(begun.session().key())).hasValueSatisfying(
					session -> assertThat(session).usingRecursiveComparison().isEqualTo(begun.session()));
			assertThat(sessions.end(begun.session().key())).isEmpty();
			assertThat(sessions.end(SessionKey.FIRST)).isEmpty();
		}

		@Test
		void whenARecordCannotBeOpenedThenItsSessionEndsAllTheSame() throws Exception {
			NewSession begun = create("alice");
			StoredSession stored = stored(begun);
			backend.put(stored.key(), with(stored, stored.expiresAt(), new byte[40], List.of()));
			List<SsoSession> ended = new ArrayList<>();
			assertThat(sessions.endAll("alice", ended::add)).isEqualTo(1);
			assertThat(ended).isEmpty();
			assertThat(backend).isEmpty();
		}

		@Test
		void whenThereAreManyThenReadInPagesAndEachEndedOnce() throws Exception {
			for (int i = 0; i < 200; i++) {
				create("alice");
			}
			store.forget();
			sessions.endAll("alice", session -> {
			});
			assertThat(store.operations()).filteredOn(Operation.FIND_BY_PRINCIPAL::equals).hasSize(3);
			assertThat(store.operations()).filteredOn(Operation.END::equals).hasSize(200);
		}

		@Test
		void whenAPersonsAreListedThenTheirOwnLiveOnesAlone() throws Exception {
			SsoSession first = create("alice").session();
			SsoSession second = sessions.addService(create("alice").session(), service("https://wiki.example.org"))
				.orElseThrow();
			create("bob");
			NewSession ending = create("alice");
			sessions.endLater(ending.token());
			assertThat(sessions.findByPrincipal("alice", 10)).extracting(SsoSession::key)
				.containsExactlyInAnyOrder(first.key(), second.key());
			assertThat(sessions.findByPrincipal("alice", 10)).filteredOn(one -> one.key().equals(second.key()))
				.singleElement()
				.satisfies(one -> assertThat(one.services()).isEqualTo(second.services()));
			assertThat(sessions.findByPrincipal("carol", 10)).isEmpty();
			assertThat(store.operations()).doesNotContain(Operation.TOUCH);
			clock.advance(Duration.ofDays(2));
			assertThat(sessions.findByPrincipal("alice", 10)).isEmpty();
		}

		@Test
		void whenAPersonHasMoreThanIsAskedForThenSoMany() throws Exception {
			for (int i = 0; i < SessionStore.MAX_PAGE + 2; i++) {
				create("alice");
			}
			assertThat(sessions.findByPrincipal("alice", 3)).hasSize(3);
			assertThat(sessions.findByPrincipal("alice", SessionStore.MAX_PAGE + 1)).hasSize(SessionStore.MAX_PAGE + 1)
				.extracting(SsoSession::key)
				.doesNotHaveDuplicates();
			assertThat(sessions.findByPrincipal("alice", Integer.MAX_VALUE)).hasSize(SessionStore.MAX_PAGE + 2);
		}

		@Test
		void whenAServiceKnowsManyByOneIdentifierThenAllAreFound() throws Exception {
			ServiceSignOn shared = service("https://sp.example.org");
			for (int i = 0; i <= SessionStore.MAX_PAGE; i++) {
				sessions.addService(create("robot").session(), shared);
			}
			assertThat(sessions.findByHandle(shared.protocol(), shared.service(), shared.handle().value()))
				.hasSize(SessionStore.MAX_PAGE + 1)
				.doesNotHaveDuplicates();
		}

	}

	@Nested
	class Refreshing {

		@Test
		void whenRefreshedThenOneWriteAndNothingIsRead() throws Exception {
			NewSession begun = create("alice");
			store.forget();
			clock.set(START.plusNanos(61_000_999_999L));
			SsoSession fresh = sessions.refresh(begun.session(), mail("new@example.edu")).orElseThrow();
			assertThat(store.operations()).containsExactly(Operation.UPDATE);
			assertThat(fresh.attributesAt()).isEqualTo(START.plusSeconds(61));
			assertThat(findByToken(sessions, begun.token()).orElseThrow()).usingRecursiveComparison().isEqualTo(fresh);
		}

		@Test
		void whenAnotherNodeWasFirstThenItsOwnAreUsedAndTheNextRefreshWorks() throws Exception {
			NewSession begun = create("alice");
			sessions.refresh(begun.session(), mail("first@example.edu"));
			SsoSession second = sessions.refresh(begun.session(), mail("second@example.edu")).orElseThrow();
			assertThat(second.attributes()).isEqualTo(mail("second@example.edu"));
			assertThat(findByToken(sessions, begun.token()).orElseThrow().attributes())
				.isEqualTo(mail("first@example.edu"));
			sessions.refresh(second, mail("third@example.edu"));
			assertThat(findByToken(sessions, begun.token()).orElseThrow().attributes())
				.isEqualTo(mail("third@example.edu"));
		}

		@Test
		void whenTheStoreFailsThenTheCallerIsInformed() throws Exception {
			NewSession begun = create("alice");
			store.fail(Operation.UPDATE);
			assertThatExceptionOfType(StoreUnavailableException.class)
				.isThrownBy(() -> sessions.refresh(begun.session(), mail("new@example.edu")));
		}

		@Test
		void whenAttributesAreLargerThanAStoreTakesThenTheStoredOnesStay() throws Exception {
			NewSession begun = create("alice");
			ResolvedAttributes photo = new ResolvedAttributes(
					Map.of("photo", List.of(new AttributeValue.Binary(new byte[SessionStore.MAX_STATE]))));
			assertThatExceptionOfType(StoreUnavailableException.class)
				.isThrownBy(() -> sessions.refresh(begun.session(), photo));
			assertThat(findByToken(sessions, begun.token()).orElseThrow().attributes()).isEqualTo(attributes());
		}

	}

}
