package org.campanile.testkit.session;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import org.campanile.session.SessionKey;
import org.campanile.session.StoredSession.StoredService;
import org.campanile.session.StoredSession;
import org.campanile.testkit.Race;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** The contract of adding services to a session. */
public abstract class SessionServicesContract extends SessionTouchContract {

	@Nested
	class Services {

		@Test
		void whenAddedThenSeenOnEveryNodeAndTheRestIsUnchanged() throws Exception {
			StoredSession session = session("a", bytes("state"), service("one"));
			here.create(session);
			assertThat(here.addService(session.key(), service("two"))).isTrue();
			StoredSession expected = withServices(session, List.of(service("one"), service("two")));
			assertSame(here.find(session.key()), expected);
			assertSame(there.find(session.key()), expected);
		}

		@Test
		void whenFiftyAreAddedAtOnceThenAllAreThere() throws Exception {
			StoredSession session = session("a");
			here.create(session);
			assertThat(Race.run(50, number -> node(number).addService(session.key(), service("service " + number))))
				.containsOnly(true);
			List<StoredService> expected = new ArrayList<>();
			for (int i = 0; i < 50; i++) {
				expected.add(service("service " + i));
			}
			assertSame(here.find(session.key()), withServices(session, expected));
		}

		@Test
		void whenAddedAgainThenTheFirstStays() throws Exception {
			StoredSession session = session("a", bytes("state"), service("one"));
			here.create(session);
			assertThat(
					there.addService(session.key(), new StoredService(hash("one"), hash("identifier"), bytes("other"))))
				.isTrue();
			assertSame(here.find(session.key()), session);
		}

		@Test
		void whenTheSameIsAddedAtOnceThenItIsThereOnce() throws Exception {
			StoredSession session = session("a");
			here.create(session);
			assertThat(
					Race.run(32,
							number -> node(number).addService(session.key(),
									new StoredService(hash("one"), hash("identifier"), bytes("x")))))
				.containsOnly(true);
			assertThat(here.find(session.key()).orElseThrow().services()).hasSize(1);
		}

		@Test
		void whenTheLastDigitOfTheHashDiffersThenBothAreThere() throws Exception {
			StoredSession session = session("a");
			here.create(session);
			String digits = "f".repeat(31);
			here.addService(session.key(), new StoredService(digits + 'e', hash("identifier"), bytes("one")));
			here.addService(session.key(), new StoredService(digits + 'f', hash("identifier"), bytes("other")));
			assertThat(here.find(session.key()).orElseThrow().services()).hasSize(2);
		}

		@Test
		void whenTheSessionIsGoneThenRefusedAndNeverMadeAnew() throws Exception {
			StoredSession session = session("a");
			assertThat(here.addService(session.key(), service("one"))).isFalse();
			assertThat(here.find(session.key())).isEmpty();
			here.create(session);
			there.end(session.key());
			assertThat(here.addService(session.key(), service("one"))).isFalse();
			assertThat(here.find(session.key())).isEmpty();
			here.create(session);
			assertThat(here.find(session.key()).orElseThrow().services()).as("no orphan comes back").isEmpty();
		}

		@Test
		void whenAddedWhileEndingThenReturnedToTheEnderOrRefused() throws Exception {
			for (int round = 0; round < 100; round++) {
				StoredSession session = session("a" + round);
				here.create(session);
				Set<String> ended = ConcurrentHashMap.newKeySet();
				List<Boolean> added = Race.run(8, number -> {
					if (number == 3) {
						there.end(session.key())
							.orElseThrow()
							.services()
							.forEach(service -> ended.add(service.serviceHash()));
						return false;
					}
					return node(number).addService(session.key(), service("service " + number));
				});
				for (int number = 0; number < added.size(); number++) {
					assertThat(ended.contains(hash("service " + number))).as("round %s, service %s", round, number)
						.isEqualTo(added.get(number));
				}
				assertThat(here.find(session.key())).isEmpty();
				for (int number = 0; number < added.size(); number++) {
					assertThat(
							here.findByIdentifier(service("service " + number).identifierHash(), SessionKey.FIRST, 10))
						.isEmpty();
				}
			}
		}

		@Test
		void whenOnePersonUsesHundredsThenAllAreThere() throws Exception {
			StoredSession session = session("a");
			here.create(session);
			for (int i = 0; i < 300; i++) {
				assertThat(here.addService(session.key(), service("service " + i))).isTrue();
			}
			assertThat(there.find(session.key()).orElseThrow().services()).hasSize(300);
		}

	}

}
