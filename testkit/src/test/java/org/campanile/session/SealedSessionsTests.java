package org.campanile.session;

import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

import org.campanile.attribute.AttributeValue;
import org.campanile.protocol.Handle;
import org.campanile.protocol.ProtocolId;
import org.campanile.seal.KeyRing;
import org.campanile.seal.Sealer;
import org.campanile.seal.SealingKey;
import org.campanile.session.Sessions.NewSession;
import org.campanile.session.StoredSession.StoredService;
import org.campanile.testkit.session.SessionFixtures;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.campanile.testkit.session.SessionFixtures.endByToken;
import static org.campanile.testkit.session.SessionFixtures.findByToken;
import static org.campanile.testkit.session.SessionFixtures.user;

/** Tests the content of the store, and how altered sessions are treated. */
class SealedSessionsTests extends StoredSessionsFixture {

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
				assertThat(findByToken(sessions, begun.token())).isEmpty();
			}
			backend.put(stored.key(), stored);
			assertThat(findByToken(sessions, begun.token())).isPresent();
		}

		@Test
		void whenTheStateIsAnotherSessionsThenAsIfAbsent() throws Exception {
			NewSession alice = create("alice");
			NewSession bob = create("bob");
			StoredSession mine = stored(alice);
			backend.put(mine.key(), with(mine, mine.expiresAt(), stored(bob).state(), List.of()));
			assertThat(findByToken(sessions, alice.token())).isEmpty();
			assertThat(endByToken(sessions, alice.token())).isEmpty();
		}

		@Test
		void whenTheWholeRecordIsAnotherSessionsThenAsIfAbsent() throws Exception {
			NewSession alice = create("alice");
			NewSession bob = create("bob");
			backend.put(alice.session().key(), stored(bob));
			assertThat(findByToken(sessions, alice.token())).isEmpty();
			assertThat(endByToken(sessions, alice.token())).isEmpty();
		}

		@Test
		void whenTheAbsoluteEndIsMovedThenAsIfAbsent() throws Exception {
			NewSession begun = create("alice");
			StoredSession stored = stored(begun);
			backend.put(stored.key(), with(stored, stored.expiresAt().plusMillis(1), stored.state(), List.of()));
			assertThat(findByToken(sessions, begun.token())).isEmpty();
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
			assertThat(findByToken(sessions, alice.token()).orElseThrow().services())
				.containsExactly(service("https://two.example.org"));
		}

		@Test
		void whenAServiceIsThereThenItIsKnownWithoutBeingOpened() throws Exception {
			NewSession begun = create("alice");
			sessions.addService(begun.session(), service("https://one.example.org"));
			StoredSession stored = stored(begun);
			backend.put(stored.key(),
					with(stored, stored.expiresAt(), stored.state(),
							stored.services()
								.stream()
								.map(one -> new StoredService(one.serviceHash(), one.identifierHash(), new byte[20]))
								.toList()));
			SsoSession found = findByToken(sessions, begun.token()).orElseThrow();
			assertThat(found.has(service("https://one.example.org"))).isTrue();
			assertThat(found.has(service("https://two.example.org"))).isFalse();
			assertThat(found.signOns()).isEqualTo(1);
			SsoSession more = sessions.addService(found, service("https://two.example.org")).orElseThrow();
			assertThat(more.has(service("https://two.example.org"))).isTrue();
			assertThat(more.services()).containsExactly(service("https://two.example.org"));
		}

		@Test
		void whenTheStoreIsReadThenNothingIsInPlain() throws Exception {
			ServiceSignOn service = new ServiceSignOn(ProtocolId.UNNAMED, "https://secret-service.example.org",
					new Handle("planted-name-id", "urn:planted"), START);
			NewSession begun = sessions.begin(user("planted-principal", START), attributes(), Optional.empty());
			sessions.store(Sessions.withService(begun.session(), service));
			sessions.addService(begun.session(), new ServiceSignOn(ProtocolId.UNNAMED,
					"https://other-service.example.org", new Handle("planted-second", "urn:planted"), START));
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

		private static void append(StringBuilder dump, byte[] bytes) {
			dump.append(new String(bytes, StandardCharsets.ISO_8859_1)).append(HexFormat.of().formatHex(bytes));
		}

	}

	@Nested
	class Rotation {

		@Test
		void whenAKeyIsAddedThenOldSessionsGoOnAndNewOnesUseIt() throws Exception {
			NewSession old = create("alice");
			sessions.addService(old.session(), service("https://one.example.org"));
			Sessions rotated = sessions(2, 1);
			SsoSession found = findByToken(rotated, old.token()).orElseThrow();
			rotated.addService(found, service("https://two.example.org"));
			assertThat(findByToken(rotated, old.token()).orElseThrow().services())
				.containsExactly(service("https://one.example.org"), service("https://two.example.org"));
			NewSession fresh = rotated.begin(user("alice", START), attributes(), Optional.of(found));
			rotated.store(fresh.session());
			assertThat(fresh.token().substring(0, 8)).isNotEqualTo(old.token().substring(0, 8));
			assertThat(findByToken(sessions(2), fresh.token()).orElseThrow().services())
				.containsExactly(service("https://one.example.org"));
			assertThat(findByToken(sessions(1), fresh.token())).isEmpty();
			assertThat(endByToken(rotated, old.token())).isPresent();
		}

		@Test
		void whenAKeyIsRemovedThenItsSessionsAreGone() throws Exception {
			NewSession old = create("alice");
			assertThat(findByToken(sessions(2), old.token())).isEmpty();
			assertThat(endByToken(sessions(3, 2), old.token())).isEmpty();
		}

		/**
		 * The record was created by another implementation of the same form, with a key
		 * and members that this one does not know.
		 */
		@Test
		void whenStoredByAnotherVersionThenRead() throws Exception {
			byte[] bytes = new byte[SealingKey.LENGTH];
			for (int i = 0; i < bytes.length; i++) {
				bytes[i] = (byte) i;
			}
			Sealer sealer = new Sealer(new KeyRing(List.of(new SealingKey(bytes))), new SecureRandom());
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
			backend.put(key, new StoredSession(key, "4d0ebde23cdd6cadc45e79a0f0b27c9d", 1, START,
					START.plus(Duration.ofHours(10)), START.plus(Duration.ofMinutes(30)), state, List.of(service)));
			SsoSession session = SessionFixtures.sessions(store, sealer, clock).end(key).orElseThrow();
			assertThat(session.principal()).isEqualTo("alice");
			assertThat(session.authnInstant()).isEqualTo(START);
			assertThat(session.secret()).isEqualTo(bytes);
			assertThat(session.attributes().get("mail")).containsExactly(new AttributeValue.Text("alice@example.edu"));
			assertThat(session.attributes().get("affiliation"))
				.containsExactly(new AttributeValue.Scoped("staff", "example.edu"));
			assertThat(session.attributes().get("guid"))
				.containsExactly(new AttributeValue.Binary(new byte[] { 0, 1, -2, -1 }));
			assertThat(session.services()).containsExactly(
					new ServiceSignOn(ProtocolId.UNNAMED, "https://sp.example.org", new Handle("n-1", "urn:x"), START));
		}

	}

}
