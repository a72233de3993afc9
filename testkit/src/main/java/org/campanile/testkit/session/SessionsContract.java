package org.campanile.testkit.session;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

import org.campanile.attribute.AttributeValue;
import org.campanile.attribute.ResolvedAttributes;
import org.campanile.protocol.Handle;
import org.campanile.protocol.ProtocolId;
import org.campanile.session.ServiceSignOn;
import org.campanile.session.SessionKey;
import org.campanile.session.SessionStore;
import org.campanile.session.Sessions.NewSession;
import org.campanile.session.Sessions;
import org.campanile.session.SsoSession;
import org.campanile.session.StoredSession.StoredService;
import org.campanile.session.StoredSession;
import org.campanile.store.StoreUnavailableException;
import org.campanile.testkit.Race;
import org.campanile.testkit.session.CountingSessionStore.Operation;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.campanile.testkit.session.SessionFixtures.POLICY;
import static org.campanile.testkit.session.SessionFixtures.endByToken;
import static org.campanile.testkit.session.SessionFixtures.findByToken;
import static org.campanile.testkit.session.SessionFixtures.mail;
import static org.campanile.testkit.session.SessionFixtures.sealer;
import static org.campanile.testkit.session.SessionFixtures.user;

/**
 * The contract of {@link Sessions} over any store, in addition to
 * {@link SessionStoreContract}: on two nodes, with tampered records, with keys that are
 * added and removed.
 */
public abstract class SessionsContract extends SessionStoreHarness {

	private static final String SERVICE = "https://planted-service.example.org/shibboleth";

	/**
	 * Returns everything that the backend stores about sessions, as an attacker would see
	 * it; read through the interface if the backend cannot be inspected from outside.
	 */
	protected byte[] dump() throws Exception {
		ByteArrayOutputStream dump = new ByteArrayOutputStream();
		for (SessionKey key : written) {
			StoredSession found = here.find(key).orElseThrow();
			dump.writeBytes(bytes(found.key().value() + found.principalHash()));
			dump.writeBytes(found.state());
			for (StoredService service : found.services()) {
				dump.writeBytes(bytes(service.serviceHash() + service.identifierHash()));
				dump.writeBytes(service.state());
			}
		}
		return dump.toByteArray();
	}

	/**
	 * The sessions that {@link #dump()} reads if the backend cannot be inspected from
	 * outside.
	 */
	private final List<SessionKey> written = new ArrayList<>();

	@Nested
	class Nodes {

		@Test
		void whenBegunOnOneNodeThenUsedAndEndedOnTheOther() throws Exception {
			NewSession begun = create(at(here, 1), "alice");
			SsoSession found = findByToken(at(there, 1), begun.token()).orElseThrow();
			assertThat(found).usingRecursiveComparison().isEqualTo(begun.session());
			at(there, 1).addService(found, signOn(SERVICE, "name"));
			assertThat(findByToken(at(here, 1), begun.token()).orElseThrow().services())
				.containsExactly(signOn(SERVICE, "name"));
			assertThat(endByToken(at(there, 1), begun.token())).isPresent();
			assertThat(findByToken(at(here, 1), begun.token())).isEmpty();
			assertThat(endByToken(at(here, 1), begun.token())).isEmpty();
		}

		@Test
		void whenUsedAThousandTimesOnTwoNodesThenOneTouchPerInterval() throws Exception {
			CountingSessionStore first = new CountingSessionStore(here);
			CountingSessionStore second = new CountingSessionStore(there);
			String token = create(at(first, 1), "alice").token();
			Duration step = POLICY.touchInterval().dividedBy(100);
			for (int i = 0; i < 1_000; i++) {
				clock.advance(step);
				CountingSessionStore store = i % 2 == 0 ? first : second;
				assertThat(findByToken(at(store, 1), token)).isPresent();
				settle(node(i));
			}
			List<Operation> operations = new ArrayList<>(first.operations());
			operations.addAll(second.operations());
			assertThat(operations).filteredOn(Operation.TOUCH::equals).hasSize(10);
		}

		@Test
		void whenAttributesAreRefreshedThenKeptOnEveryNode() throws Exception {
			NewSession begun = create(at(here, 1), "alice");
			clock.advance(Duration.ofMinutes(1));
			SsoSession fresh = at(there, 1).refresh(begun.session(), mail("new@example.edu")).orElseThrow();
			SsoSession found = findByToken(at(here, 1), begun.token()).orElseThrow();
			assertThat(found.attributes()).isEqualTo(mail("new@example.edu")).isEqualTo(fresh.attributes());
			assertThat(found.attributesAt()).isEqualTo(clock.instant()).isEqualTo(fresh.attributesAt());
			assertThat(found.version()).isEqualTo(2).isEqualTo(fresh.version());
			assertThat(found.secret()).isEqualTo(begun.session().secret());
			assertThat(found.expiresAt()).isEqualTo(begun.session().expiresAt());
		}

		@Test
		void whenTwoNodesRefreshAtOnceThenOneIsKeptAndBothGoOn() throws Exception {
			NewSession begun = create(at(here, 1), "alice");
			List<Optional<SsoSession>> fresh = Race.run(8,
					number -> at(node(number), 1).refresh(begun.session(), mail(number + "@example.edu")));
			assertThat(fresh).allMatch(Optional::isPresent);
			assertThat(fresh.stream().map(it -> it.orElseThrow().version())).containsOnly(2L);
			SsoSession found = findByToken(at(here, 1), begun.token()).orElseThrow();
			assertThat(found.version()).isEqualTo(2);
			assertThat(fresh.stream().map(it -> it.orElseThrow().attributes())).contains(found.attributes());
		}

		@Test
		void whenEndedThenNotRefreshed() throws Exception {
			NewSession begun = create(at(here, 1), "alice");
			at(there, 1).end(begun.session().key());
			assertThat(at(here, 1).refresh(begun.session(), mail("new@example.edu"))).isEmpty();
			assertThat(here.find(begun.session().key())).isEmpty();
		}

	}

	@Nested
	class Found {

		@Test
		void whenAServiceNamesAnIdentifierThenItsSessionsOnEveryNode() throws Exception {
			NewSession first = create(at(here, 1), "alice", signOn(SERVICE, "name"));
			NewSession second = create(at(there, 1), "alice");
			at(here, 1).addService(second.session(), signOn(SERVICE, "name"));
			create(at(here, 1), "alice", signOn("https://other.example.org", "name"));
			create(at(here, 1), "bob", signOn(SERVICE, "other"));
			assertThat(at(there, 1).findByHandle(ProtocolId.UNNAMED, SERVICE, "name")).extracting(SsoSession::key)
				.containsExactlyInAnyOrder(first.session().key(), second.session().key());
			endByToken(at(here, 1), first.token());
			assertThat(at(there, 1).findByHandle(ProtocolId.UNNAMED, SERVICE, "name")).extracting(SsoSession::key)
				.containsExactly(second.session().key());
			clock.set(second.session().idleExpiresAt());
			assertThat(at(there, 1).findByHandle(ProtocolId.UNNAMED, SERVICE, "name")).isEmpty();
		}

		@Test
		void whenServiceOrIdentifierDifferInAnythingThenNotFound() throws Exception {
			String longest = "https://sp.example.org/" + "e".repeat(1_001);
			create(at(here, 1), "alice", signOn(longest, "Name"), signOn("a", "b:c"), signOn("service", ""));
			assertThat(at(there, 1).findByHandle(ProtocolId.UNNAMED, longest, "Name")).hasSize(1);
			assertThat(at(there, 1).findByHandle(ProtocolId.UNNAMED, "service", "")).hasSize(1);
			for (List<String> other : List.of(List.of(longest, "name"), List.of(longest, "Name "),
					List.of(longest.substring(1), "Name"), List.of(longest.toUpperCase(Locale.ROOT), "Name"),
					List.of("a:b", "c"), List.of("ab", ":c"), List.of("", "service"))) {
				assertThat(at(there, 1).findByHandle(ProtocolId.UNNAMED, other.getFirst(), other.getLast())).isEmpty();
			}
		}

		@Test
		void whenAPersonIsEndedThenAllTheirSessionsAndNobodyElses() throws Exception {
			List<SessionKey> expected = new ArrayList<>();
			for (int i = 0; i < 250; i++) {
				expected.add(create(at(node(i), 1), "alice", signOn(SERVICE, "name " + i)).session().key());
			}
			NewSession bob = create(at(here, 1), "bob");
			NewSession upper = create(at(here, 1), "Alice");
			List<SsoSession> ended = new ArrayList<>();
			assertThat(at(there, 1).endAll("alice", ended::add)).isEqualTo(250);
			assertThat(ended).extracting(SsoSession::key).containsExactlyInAnyOrderElementsOf(expected);
			assertThat(ended).allSatisfy(session -> assertThat(session.services()).hasSize(1));
			assertThat(at(here, 1).endAll("alice", ended::add)).isZero();
			assertThat(findByToken(at(here, 1), bob.token())).isPresent();
			assertThat(findByToken(at(here, 1), upper.token())).isPresent();
		}

		@Test
		void whenTwoEndAPersonAtOnceThenEachSessionIsGivenToOne() throws Exception {
			for (int i = 0; i < 60; i++) {
				create(at(here, 1), "alice");
			}
			List<Integer> counts = Race.run(4, number -> at(node(number), 1).endAll("alice", session -> {
			}));
			assertThat(counts.stream().mapToInt(Integer::intValue).sum()).isEqualTo(60);
		}

	}

	/** The attempts of an attacker with write access to the store. */
	@Nested
	class Forgery {

		@Test
		void whenABitOfTheStateIsAlteredThenAsIfAbsent() throws Exception {
			NewSession begun = create(at(here, 1), "alice");
			StoredSession stored = stored(begun);
			byte[] altered = stored.state().clone();
			altered[altered.length / 2] ^= 1;
			here.update(stored.key(), 1, altered);
			assertThat(findByToken(at(there, 1), begun.token())).isEmpty();
			here.update(stored.key(), 2, stored.state());
			assertThat(findByToken(at(there, 1), begun.token())).isPresent();
		}

		@Test
		void whenTheStateIsAnotherSessionsThenAsIfAbsent() throws Exception {
			NewSession alice = create(at(here, 1), "alice");
			NewSession bob = create(at(here, 1), "bob", signOn(SERVICE, "name"));
			here.update(alice.session().key(), 1, stored(bob).state());
			assertThat(findByToken(at(there, 1), alice.token())).isEmpty();
			assertThat(endByToken(at(there, 1), alice.token())).isEmpty();
		}

		@Test
		void whenTheAbsoluteEndIsMovedThenAsIfAbsent() throws Exception {
			NewSession begun = create(at(here, 1), "alice");
			StoredSession stored = here.end(begun.session().key()).orElseThrow();
			here.create(new StoredSession(stored.key(), stored.principalHash(), 1, stored.createdAt(),
					stored.expiresAt().plusMillis(1), stored.idleExpiresAt(), stored.state(), stored.services()));
			assertThat(findByToken(at(there, 1), begun.token())).isEmpty();
		}

		@Test
		void whenServicesAreSwappedThenTheSessionStandsWithoutThem() throws Exception {
			NewSession alice = create(at(here, 1), "alice", signOn(SERVICE, "name"), signOn("https://two", "second"));
			NewSession bob = create(at(here, 1), "bob", signOn(SERVICE, "other"));
			StoredSession mine = here.end(alice.session().key()).orElseThrow();
			StoredService first = mine.services().getFirst();
			StoredService second = mine.services().getLast();
			here.create(withServices(mine,
					List.of(new StoredService(first.serviceHash(), first.identifierHash(), second.state()),
							stored(bob).services().getFirst())));
			assertThat(findByToken(at(there, 1), alice.token()).orElseThrow().services()).isEmpty();
		}

		@Test
		void whenFiledUnderAnothersIdentifierThenNotFoundByIt() throws Exception {
			create(at(here, 1), "alice", signOn(SERVICE, "mine"));
			NewSession bob = create(at(here, 1), "bob", signOn(SERVICE, "other"));
			StoredSession stored = here.end(bob.session().key()).orElseThrow();
			String mine = at(here, 1).findByHandle(ProtocolId.UNNAMED, SERVICE, "mine").getFirst().key().value();
			StoredService hers = here.find(new SessionKey(mine)).orElseThrow().services().getFirst();
			StoredService his = stored.services().getFirst();
			here.create(withServices(stored,
					List.of(new StoredService(his.serviceHash(), hers.identifierHash(), his.state()))));
			assertThat(at(there, 1).findByHandle(ProtocolId.UNNAMED, SERVICE, "mine")).extracting(SsoSession::principal)
				.containsExactly("alice");
		}

		@Test
		void whenTheStoreIsStolenThenNothingPlantedIsInIt() throws Exception {
			ResolvedAttributes attributes = new ResolvedAttributes(
					Map.of("mail", List.of(new AttributeValue.Text("planted-value@example.edu")), "affiliation",
							List.of(new AttributeValue.Scoped("planted-affiliation", "planted-scope"))));
			NewSession begun = at(here, 1).begin(user("planted-principal", START), attributes, Optional.empty());
			at(here, 1).store(begun.session());
			written.add(begun.session().key());
			at(here, 1).addService(begun.session(), signOn(SERVICE, "planted-name-id"));
			at(there, 1).refresh(begun.session(), mail("planted-second@example.edu"));
			byte[] dump = dump();
			String random = begun.token().substring(9);
			String text = new String(dump, StandardCharsets.ISO_8859_1);
			assertThat(text).hasSizeGreaterThan(200);
			for (String seen : List.of(text, HexFormat.of().formatHex(dump),
					new String(decoded(text), StandardCharsets.ISO_8859_1))) {
				for (String planted : List.of("planted", "example.edu", "example.org", random,
						HexFormat.of().formatHex(Base64.getUrlDecoder().decode(random)),
						HexFormat.of().formatHex(begun.session().secret()), HexFormat.of().formatHex(bytes("planted")),
						new String(begun.session().secret(), StandardCharsets.ISO_8859_1))) {
					assertThat(seen.contains(planted)).as(planted).isFalse();
				}
			}
		}

		/** The bytes of a database dump in hexadecimal digits. */
		private static byte[] decoded(String text) {
			String digits = text.replaceAll("[^0-9a-fA-F]", "");
			return HexFormat.of().parseHex(digits.substring(0, digits.length() / 2 * 2));
		}

	}

	@Nested
	class Rotation {

		@Test
		void whenAKeyIsAddedThenOldAndNewSessionsGoOnSideBySide() throws Exception {
			NewSession old = create(at(here, 1), "alice", signOn(SERVICE, "name"));
			NewSession fresh = create(at(there, 2, 1), "alice", signOn(SERVICE, "name"));
			Sessions rotated = at(there, 2, 1);
			assertThat(findByToken(rotated, old.token())).isPresent();
			assertThat(findByToken(rotated, fresh.token())).isPresent();
			assertThat(rotated.findByHandle(ProtocolId.UNNAMED, SERVICE, "name")).extracting(SsoSession::key)
				.containsExactlyInAnyOrder(old.session().key(), fresh.session().key());
			assertThat(rotated.refresh(old.session(), mail("new@example.edu"))).isPresent();
			assertThat(findByToken(rotated, old.token()).orElseThrow().attributes()).isEqualTo(mail("new@example.edu"));
			// This node has not loaded the new key yet.
			assertThat(findByToken(at(here, 1), fresh.token())).isEmpty();
			assertThat(rotated.endAll("alice", session -> {
			})).isEqualTo(2);
		}

		/** A node that has not loaded the newest key does not see that it is recorded. */
		@Test
		void whenAServiceWasRecordedUnderTwoKeysThenTheNextSessionHasItOnce() throws Exception {
			NewSession first = create(at(here, 2, 1), "alice", signOn(SERVICE, "name"));
			at(there, 1).addService(first.session(), signOn(SERVICE, "name"));
			Sessions rotated = at(here, 2, 1);
			Optional<SsoSession> previous = findByToken(rotated, first.token());
			assertThat(previous.orElseThrow().services()).hasSize(2);
			NewSession next = rotated.begin(user("alice", clock.instant()), mail("old@example.edu"), previous);
			rotated.store(next.session());
			assertThat(findByToken(at(there, 2, 1), next.token()).orElseThrow().services())
				.containsExactly(signOn(SERVICE, "name"));
		}

		@Test
		void whenAKeyIsRemovedThenItsSessionsAreGone() throws Exception {
			NewSession old = create(at(here, 1), "alice", signOn(SERVICE, "name"));
			assertThat(findByToken(at(there, 2), old.token())).isEmpty();
			assertThat(at(there, 2).findByHandle(ProtocolId.UNNAMED, SERVICE, "name")).isEmpty();
			assertThat(at(there, 2).end(old.session().key())).isEmpty();
		}

		@Test
		void whenANewerKeySealedTheStateBeforeAKeyIsRemovedThenItsSessionsAreGoneAllTheSame() throws Exception {
			SessionKey old = create(at(here, 1), "alice").session().key();
			Sessions rotated = at(here, 2, 1);
			rotated.refresh(rotated.peek(old).orElseThrow(), mail("new@example.edu"));
			assertThat(at(there, 2, 1).peek(old)).isPresent();
			assertThat(at(there, 2).peek(old)).isEmpty();
		}

	}

	/**
	 * Returns the sessions of a node with that store and those keys, the newest first.
	 */
	private Sessions at(SessionStore store, int... keys) {
		return SessionFixtures.sessions(store, sealer(keys), clock);
	}

	private NewSession create(Sessions sessions, String principal, ServiceSignOn... services)
			throws StoreUnavailableException {
		NewSession begun = sessions.begin(user(principal, clock.instant()), mail("old@example.edu"), Optional.empty());
		SsoSession session = begun.session();
		for (ServiceSignOn service : services) {
			session = Sessions.withService(session, service);
		}
		sessions.store(session);
		return begun;
	}

	private StoredSession stored(NewSession begun) throws StoreUnavailableException {
		return here.find(begun.session().key()).orElseThrow();
	}

	private static ServiceSignOn signOn(String entityId, String nameId) {
		return new ServiceSignOn(ProtocolId.UNNAMED, entityId, new Handle(nameId, "urn:planted:format"), START);
	}

}
