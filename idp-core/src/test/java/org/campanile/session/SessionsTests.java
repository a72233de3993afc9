package org.campanile.session;

import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.campanile.attribute.AttributeValue;
import org.campanile.attribute.ResolvedAttributes;
import org.campanile.seal.KeyRing;
import org.campanile.seal.Sealer;
import org.campanile.seal.SealingKey;
import org.campanile.session.Sessions.NewSession;
import org.campanile.session.StoredSession.StoredService;
import org.campanile.session.contract.CountingSessionStore;
import org.campanile.session.contract.CountingSessionStore.Operation;
import org.campanile.session.contract.HeapSessionStore;
import org.campanile.session.contract.MutableClock;
import org.campanile.session.contract.Race;
import org.campanile.store.StoreUnavailableException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.campanile.session.SessionFixtures.POLICY;
import static org.campanile.session.SessionFixtures.mail;
import static org.campanile.session.SessionFixtures.sealer;
import static org.campanile.session.SessionFixtures.user;

class SessionsTests {

	private static final Instant START = Instant.parse("2026-03-29T00:59:58.123Z");

	private final MutableClock clock = new MutableClock(START);

	private final Map<SessionKey, StoredSession> backend = new HashMap<>();

	private final CountingSessionStore store = new CountingSessionStore(new HeapSessionStore(clock, backend));

	private final Sessions sessions = sessions(1);

	@Nested
	class Tokens {

		@Test
		void whenStoredThenFoundByItsTokenWithEverythingInIt() throws Exception {
			ServiceSignOn service = service("https://sp.example.org");
			NewSession begun = sessions.begin(user("alice", START), attributes(), Optional.empty());
			SsoSession session = Sessions.withService(begun.session(), service);
			sessions.store(session);
			assertThat(store.operations()).containsExactly(Operation.CREATE);
			assertThat(sessions.find(begun.token()))
				.hasValueSatisfying(found -> assertThat(found).usingRecursiveComparison().isEqualTo(session));
			assertThat(session.attributes()).isEqualTo(attributes());
			assertThat(session.secret()).hasSize(32);
		}

		@Test
		void whenBegunAgainThenTokenKeyAndSecretAreNew() {
			Set<Object> seen = new HashSet<>();
			for (int i = 0; i < 100; i++) {
				NewSession begun = begin("alice");
				assertThat(begun.token()).matches("[0-9a-f]{8}\\.[A-Za-z0-9_-]{43}");
				assertThat(seen.add(begun.token())).isTrue();
				assertThat(seen.add(begun.session().key())).isTrue();
				assertThat(seen.add(HexFormat.of().formatHex(begun.session().secret()))).isTrue();
			}
		}

		@ParameterizedTest
		@ValueSource(strings = { "", " ", "a", ".", "null", "../../../../etc/passwd", "a\r\nSet-Cookie: b=c", "\u0000",
				"\ud800", "0a7ef497", "0a7ef497.", "........ ...........................................",
				"00000000.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
				"\ud83d\ude00\ud83d\ude00\ud83d\ude00\ud83d\ude00.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA" })
		void whenTheTokenIsNoneOfOursThenEmptyAndTheStoreIsNotAsked(String token) throws Exception {
			create("alice");
			store.forget();
			assertThat(sessions.find(token)).isEmpty();
			assertThat(sessions.end(token)).isEmpty();
			assertThat(sessions.find(token.repeat(10_000))).isEmpty();
			assertThat(store.operations()).isEmpty();
		}

		@Test
		void whenAnyCharacterOfTheTokenIsAlteredThenEmpty() throws Exception {
			String token = create("alice").token();
			for (int i = 0; i < token.length(); i++) {
				for (char other : new char[] { 'A', 'b', '0', '.', '\u0000', '\ud800', '?', ' ' }) {
					if (token.charAt(i) != other) {
						String altered = token.substring(0, i) + other + token.substring(i + 1);
						assertThat(sessions.find(altered)).isEmpty();
						assertThat(sessions.end(altered)).isEmpty();
					}
				}
			}
			assertThat(sessions.find(token + "A")).isEmpty();
			assertThat(sessions.find(token.toUpperCase(Locale.ROOT))).isEmpty();
			assertThat(sessions.find(token)).isPresent();
		}

		@Test
		void whenPrintedThenTheTokenIsNot() {
			NewSession begun = begin("alice");
			assertThat(begun.toString()).doesNotContain(begun.token(), begun.token().substring(9));
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
			assertThat(sessions(1).find(token)).isPresent();
			String other = create("bob").token();
			clock.advance(POLICY.idleTimeout());
			assertThat(sessions.find(other)).isEmpty();
		}

		@Test
		void whenUsedAllTheTimeThenGoneExactlyAtTheAbsoluteEnd() throws Exception {
			NewSession begun = create("alice");
			Duration step = Duration.ofMinutes(10);
			for (Instant now = START; now.isBefore(begun.session().expiresAt()); now = now.plus(step)) {
				clock.set(now);
				assertThat(sessions.find(begun.token())).as("at %s", now).isPresent();
			}
			clock.set(begun.session().expiresAt().minusMillis(1));
			assertThat(sessions.find(begun.token())).isPresent();
			clock.set(begun.session().expiresAt());
			assertThat(sessions.find(begun.token())).isEmpty();
			assertThat(sessions.end(begun.token())).isEmpty();
		}

		@Test
		void whenTheStoreLetsItLiveLongerThenGoneAllTheSame() throws Exception {
			NewSession begun = create("alice");
			StoredSession stored = stored(begun);
			clock.set(begun.session().expiresAt());
			Sessions trusting = SessionFixtures.sessions(new HeapSessionStore(() -> START, backend), sealer(1), clock);
			backend.put(stored.key(), new StoredSession(stored.key(), stored.principalHash(), stored.version(),
					stored.createdAt(), stored.expiresAt(), stored.expiresAt(), stored.state(), stored.services()));
			assertThat(trusting.find(begun.token())).isEmpty();
		}

		@Test
		void whenFoundAThousandTimesThenOneTouchPerInterval() throws Exception {
			String token = create("alice").token();
			store.forget();
			Duration step = POLICY.touchInterval().dividedBy(100);
			for (int i = 0; i < 1_000; i++) {
				clock.advance(step);
				assertThat(sessions.find(token)).isPresent();
			}
			assertThat(store.operations()).filteredOn(Operation.TOUCH::equals).hasSize(10);
			assertThat(store.operations()).filteredOn(Operation.FIND::equals).hasSize(1_000);
		}

		@Test
		void whenTheClockIsSetBackThenNothingIsWrittenAndItLivesOn() throws Exception {
			String token = create("alice").token();
			clock.advance(Duration.ofMinutes(-5));
			store.forget();
			assertThat(sessions.find(token)).isPresent();
			assertThat(store.operations()).containsExactly(Operation.FIND);
		}

		@Test
		void whenTheTouchFailsThenFoundAllTheSame() throws Exception {
			String token = create("alice").token();
			store.fail(Operation.TOUCH);
			clock.advance(POLICY.touchInterval());
			assertThat(sessions.find(token)).isPresent();
			assertThat(store.operations()).endsWith(Operation.TOUCH);
		}

		@Test
		void whenTheReadFailsThenTheCallerIsTold() throws Exception {
			String token = create("alice").token();
			store.fail(Operation.FIND);
			assertThatExceptionOfType(StoreUnavailableException.class).isThrownBy(() -> sessions.find(token));
		}

		@Test
		void whenEndedThenReturnedToOneCallerWithItsServices() throws Exception {
			NewSession begun = create("alice");
			sessions.addService(begun.session(), service("https://sp.example.org"));
			List<Optional<SsoSession>> ended = Race.run(16, number -> sessions.end(begun.token()));
			assertThat(ended.stream().flatMap(Optional::stream)).singleElement()
				.satisfies(
						session -> assertThat(session.services()).containsExactly(service("https://sp.example.org")));
			assertThat(sessions.find(begun.token())).isEmpty();
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
			assertThat(sessions.find(begun.token()).orElseThrow().services())
				.containsExactly(service("https://one.example.org"));
		}

		@Test
		void whenFiftyAreAddedAtOnceThenAllAreFound() throws Exception {
			NewSession begun = create("alice");
			Race.run(50,
					number -> sessions.addService(begun.session(), service("https://sp" + number + ".example.org")));
			assertThat(sessions.find(begun.token()).orElseThrow().services()).hasSize(50);
		}

		@Test
		void whenTheSessionHasEndedThenEmpty() throws Exception {
			NewSession begun = create("alice");
			sessions.end(begun.token());
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
			assertThat(sessions.find(again.token()).orElseThrow().services())
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
	class Tampering {

		@Test
		void whenAnyBitOfTheStateIsAlteredThenAsIfAbsent() throws Exception {
			NewSession begun = create("alice");
			StoredSession stored = stored(begun);
			for (int bit = 0; bit < stored.state().length * 8; bit++) {
				byte[] altered = stored.state().clone();
				altered[bit / 8] ^= (byte) (1 << bit % 8);
				backend.put(stored.key(), with(stored, stored.expiresAt(), altered, List.of()));
				assertThat(sessions.find(begun.token())).isEmpty();
			}
			backend.put(stored.key(), stored);
			assertThat(sessions.find(begun.token())).isPresent();
		}

		@Test
		void whenTheStateIsAnotherSessionsThenAsIfAbsent() throws Exception {
			NewSession alice = create("alice");
			NewSession bob = create("bob");
			StoredSession mine = stored(alice);
			backend.put(mine.key(), with(mine, mine.expiresAt(), stored(bob).state(), List.of()));
			assertThat(sessions.find(alice.token())).isEmpty();
			assertThat(sessions.end(alice.token())).isEmpty();
		}

		@Test
		void whenTheWholeRecordIsAnotherSessionsThenAsIfAbsent() throws Exception {
			NewSession alice = create("alice");
			NewSession bob = create("bob");
			backend.put(alice.session().key(), stored(bob));
			assertThat(sessions.find(alice.token())).isEmpty();
			assertThat(sessions.end(alice.token())).isEmpty();
		}

		@Test
		void whenTheAbsoluteEndIsMovedThenAsIfAbsent() throws Exception {
			NewSession begun = create("alice");
			StoredSession stored = stored(begun);
			backend.put(stored.key(), with(stored, stored.expiresAt().plusMillis(1), stored.state(), List.of()));
			assertThat(sessions.find(begun.token())).isEmpty();
		}

		@Test
		void whenAServiceIsAlteredOrMovedThenTheSessionStandsWithoutIt() throws Exception {
			NewSession alice = create("alice");
			NewSession bob = create("bob");
			sessions.addService(alice.session(), service("https://one.example.org"));
			sessions.addService(alice.session(), service("https://two.example.org"));
			sessions.addService(bob.session(), service("https://three.example.org"));
			StoredSession mine = stored(alice);
			StoredService first = mine.services().getFirst();
			StoredService second = mine.services().getLast();
			List<StoredService> tampered = List.of(
					new StoredService(first.serviceHash(), first.identifierHash(), second.state()), second,
					stored(bob).services().getFirst(), new StoredService("", "", new byte[0]));
			backend.put(mine.key(), with(mine, mine.expiresAt(), mine.state(), tampered));
			assertThat(sessions.find(alice.token()).orElseThrow().services())
				.containsExactly(service("https://two.example.org"));
		}

		@Test
		void whenTheStoreIsReadThenNothingIsInPlain() throws Exception {
			ServiceSignOn service = new ServiceSignOn("https://secret-service.example.org", "planted-name-id",
					"urn:planted", START);
			NewSession begun = sessions.begin(user("planted-principal", START), attributes(), Optional.empty());
			sessions.store(Sessions.withService(begun.session(), service));
			sessions.addService(begun.session(),
					new ServiceSignOn("https://other-service.example.org", "planted-second", "urn:planted", START));
			StringBuilder dump = new StringBuilder();
			for (StoredSession stored : backend.values()) {
				dump.append(stored.key().value()).append(stored.principalHash());
				append(dump, stored.state());
				stored.services().forEach(it -> append(dump.append(it.serviceHash()), it.state()));
			}
			String random = begun.token().substring(9);
			assertThat(dump).hasSizeGreaterThan(500)
				.doesNotContain("planted", "secret-service", "other-service", "example", "staff", random,
						HexFormat.of().formatHex(Base64.getUrlDecoder().decode(random)),
						HexFormat.of().formatHex(begun.session().secret()),
						new String(begun.session().secret(), StandardCharsets.ISO_8859_1));
		}

		@Test
		void whenTheKeyIsNotKnownThenNamesCannotBeGuessed() throws Exception {
			create("alice");
			StoredSession mine = backend.values().iterator().next();
			backend.clear();
			NewSession other = sessions(2).begin(user("alice", START), attributes(), Optional.empty());
			sessions(2).store(other.session());
			assertThat(stored(other).principalHash()).hasSize(32).isNotEqualTo(mine.principalHash());
		}

		private static void append(StringBuilder dump, byte[] octets) {
			dump.append(new String(octets, StandardCharsets.ISO_8859_1)).append(HexFormat.of().formatHex(octets));
		}

	}

	@Nested
	class Rotation {

		@Test
		void whenAKeyIsAddedThenOldSessionsGoOnAndNewOnesUseIt() throws Exception {
			NewSession old = create("alice");
			sessions.addService(old.session(), service("https://one.example.org"));
			Sessions rotated = sessions(2, 1);
			SsoSession found = rotated.find(old.token()).orElseThrow();
			rotated.addService(found, service("https://two.example.org"));
			assertThat(rotated.find(old.token()).orElseThrow().services())
				.containsExactly(service("https://one.example.org"), service("https://two.example.org"));
			NewSession fresh = rotated.begin(user("alice", START), attributes(), Optional.of(found));
			rotated.store(fresh.session());
			assertThat(fresh.token().substring(0, 8)).isNotEqualTo(old.token().substring(0, 8));
			assertThat(sessions(2).find(fresh.token()).orElseThrow().services())
				.containsExactly(service("https://one.example.org"));
			assertThat(sessions(1).find(fresh.token())).isEmpty();
			assertThat(rotated.end(old.token())).isPresent();
		}

		@Test
		void whenAKeyIsRemovedThenItsSessionsAreGone() throws Exception {
			NewSession old = create("alice");
			assertThat(sessions(2).find(old.token())).isEmpty();
			assertThat(sessions(3, 2).end(old.token())).isEmpty();
		}

		/**
		 * Made by another implementation of the same form, with a key and members we do
		 * not know.
		 */
		@Test
		void whenStoredByAnotherVersionThenRead() throws Exception {
			byte[] octets = new byte[SealingKey.LENGTH];
			for (int i = 0; i < octets.length; i++) {
				octets[i] = (byte) i;
			}
			Sealer sealer = new Sealer(new KeyRing(List.of(new SealingKey(octets))), new SecureRandom());
			SessionKey key = new SessionKey("859769a302cc4e7ddc21f7597cef06de6590830e8b3714f4fcac92e0a57ecb90");
			StoredService service = new StoredService(
					"0fcd9d491a065a7dc8f65b85d857fdb7db49fd7e00c08b0a223caacae5bdc4c4", "0".repeat(32),
					HexFormat.of()
						.parseHex("010a7ef497090909090909090909090909473821564c817bdce6d86b8dda37f94460c4c95e6ad26b0eb9"
								+ "a271c6f0d4fc375b839c5542baa1538ecc0d41f9e4248356c2b75fbe311277682a614386a1e78f879a60"
								+ "c5965a"));
			byte[] state = HexFormat.of()
				.parseHex("010a7ef497070707070707070707070707c7188663b78d4c2e0402e7af2e651b5c2652a23da49d9bbbcc1f827b7e"
						+ "9fe32ca08267067fd43f8656264ebd969c0bcb400f226eff2540e1d4d93a64cfb892d214f54af47949eea346c716"
						+ "88c6ae4db9ba99642978ab5a7c70c4d491fba61fb861d0e17e686bad6eb6c226aefb79b280601e881b2621652240"
						+ "f7db8c2e12fc8e9be88e91978c2f69792fca26199905799eb6772ecfafcddbe88c40a23cb0a30e4a693c34b8f6fa"
						+ "3bfbfe229b6c255f3e91e1fd30ab82d0fc224774fd83fa190d7c974c100f08e49d2cccbef4e59345169f87bf26ea"
						+ "e937afe3584b4e5fb44718a1c84ec515ec10bfa0ffcc8d02bb01aaa76a1ea779448c58");
			backend.put(key, new StoredSession(key, "0".repeat(32), 1, START, START.plus(Duration.ofHours(10)),
					START.plus(Duration.ofMinutes(30)), state, List.of(service)));
			SsoSession session = SessionFixtures.sessions(store, sealer, clock)
				.find("0a7ef497." + "T".repeat(43))
				.orElseThrow();
			assertThat(session.principal()).isEqualTo("alice");
			assertThat(session.authnInstant()).isEqualTo(START);
			assertThat(session.secret()).isEqualTo(octets);
			assertThat(session.attributes().get("mail")).containsExactly(new AttributeValue.Text("alice@example.edu"));
			assertThat(session.attributes().get("affiliation"))
				.containsExactly(new AttributeValue.Scoped("staff", "example.edu"));
			assertThat(session.attributes().get("guid"))
				.containsExactly(new AttributeValue.Binary(new byte[] { 0, 1, -2, -1 }));
			assertThat(session.services())
				.containsExactly(new ServiceSignOn("https://sp.example.org", "n-1", "urn:x", START));
		}

	}

	@Nested
	class Ending {

		@Test
		void whenTheStoreFailsMidwayThenThoseThatEndedAreToldOf() throws Exception {
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
			assertThat(sessions.find(begun.token()).orElseThrow()).usingRecursiveComparison().isEqualTo(fresh);
		}

		@Test
		void whenAnotherNodeWasFirstThenItsOwnAreUsedAndTheNextRefreshWorks() throws Exception {
			NewSession begun = create("alice");
			sessions.refresh(begun.session(), mail("first@example.edu"));
			SsoSession second = sessions.refresh(begun.session(), mail("second@example.edu")).orElseThrow();
			assertThat(second.attributes()).isEqualTo(mail("second@example.edu"));
			assertThat(sessions.find(begun.token()).orElseThrow().attributes()).isEqualTo(mail("first@example.edu"));
			sessions.refresh(second, mail("third@example.edu"));
			assertThat(sessions.find(begun.token()).orElseThrow().attributes()).isEqualTo(mail("third@example.edu"));
		}

		@Test
		void whenTheStoreFailsThenTheCallerIsTold() throws Exception {
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
			assertThat(sessions.find(begun.token()).orElseThrow().attributes()).isEqualTo(attributes());
		}

	}

	private Sessions sessions(int... keys) {
		return SessionFixtures.sessions(store, sealer(keys), clock);
	}

	private NewSession begin(String principal) {
		return sessions.begin(user(principal, clock.instant()), attributes(), Optional.empty());
	}

	private NewSession create(String principal) throws StoreUnavailableException {
		NewSession begun = begin(principal);
		sessions.store(begun.session());
		return begun;
	}

	private StoredSession stored(NewSession begun) {
		return Optional.ofNullable(backend.get(begun.session().key())).orElseThrow();
	}

	private static StoredSession with(StoredSession stored, Instant expiresAt, byte[] state,
			List<StoredService> services) {
		return new StoredSession(stored.key(), stored.principalHash(), stored.version(), stored.createdAt(), expiresAt,
				stored.idleExpiresAt(), state, services);
	}

	private static ServiceSignOn service(String entityId) {
		return new ServiceSignOn(entityId, "name at " + entityId, "urn:format", START);
	}

	private static ResolvedAttributes attributes() {
		return new ResolvedAttributes(Map.of("mail", List.of(new AttributeValue.Text("planted@example.edu")),
				"affiliation", List.of(new AttributeValue.Scoped("staff", "example.edu"))));
	}

}
