package org.campanile.web.management;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Objects;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;

import org.campanile.audit.AuditEvent;
import org.campanile.authn.FactorKind;
import org.campanile.factor.Credential;
import org.campanile.factor.Enrolments;
import org.campanile.record.KeyRingMark;
import org.campanile.record.RecordStore;
import org.campanile.record.Records;
import org.campanile.record.StoredRecord;
import org.campanile.seal.KeyFamily;
import org.campanile.seal.KeyRingLoader;
import org.campanile.seal.LiveKeyRing;
import org.campanile.seal.Sealer;
import org.campanile.seal.SealingKey;
import org.campanile.testkit.MutableClock;
import org.campanile.testkit.onetime.HeapOneTimeStore;
import org.campanile.testkit.record.HeapRecordStore;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests the report of a run about older keys, on nodes whose keys change. */
class ResealingTests {

	private static final SecureRandom RANDOM = new SecureRandom();

	private final MutableClock clock = new MutableClock(Instant.parse("2026-11-20T12:00:00Z"));

	private final Map<String, StoredRecord> rows = new HashMap<>();

	private final RecordStore heap = new HeapRecordStore(clock, rows);

	private Runnable beforeListing = () -> {
	};

	private final RecordStore store = (RecordStore) Proxy.newProxyInstance(RecordStore.class.getClassLoader(),
			new Class<?>[] { RecordStore.class }, (proxy, method, arguments) -> {
				if (method.getName().equals("findByOwner") && arguments[0].equals("enrolment")) {
					beforeListing.run();
				}
				return method.invoke(heap, arguments);
			});

	private final SealingKey hashing = Records.durableHashing(new byte[16]);

	private final List<AuditEvent> audited = new ArrayList<>();

	@TempDir
	private Path home;

	private Node node;

	@BeforeEach
	void start() throws Exception {
		node = new Node("a", 1);
		for (String user : List.of("alice", "bob", "carol")) {
			node.enrol(user);
		}
	}

	/** A node with its own key folder, whose pages have two enrolments. */
	private final class Node {

		private final Path folder;

		private final LiveKeyRing ring;

		private final KeyRingMark mark;

		private final Enrolments enrolments;

		private final Resealing resealing;

		Node(String name, int... keys) throws Exception {
			this(name, Duration.ZERO, keys);
		}

		Node(String name, Duration activationDelay, int... keys) throws Exception {
			folder = Files.createDirectories(home.resolve(name));
			for (int key : keys) {
				add(key);
			}
			ring = new LiveKeyRing(new KeyRingLoader(KeyFamily.FACTORS, RANDOM), folder, activationDelay, clock);
			Sealer sealer = new Sealer(ring, RANDOM);
			mark = new KeyRingMark(store, sealer, hashing, clock);
			look();
			enrolments = new Enrolments(Records.durable(store, sealer, hashing, clock),
					new HeapOneTimeStore(clock, new ConcurrentHashMap<>()), clock, RANDOM, Runnable::run);
			resealing = new Resealing(enrolments, ring, mark, audited::add, clock, 2);
		}

		void add(int key) throws IOException {
			byte[] bytes = new byte[SealingKey.LENGTH];
			bytes[0] = (byte) key;
			Files.writeString(file(key), Base64.getEncoder().encodeToString(bytes), StandardCharsets.US_ASCII);
		}

		Path file(int key) {
			return folder.resolve("factors-000" + key + ".key");
		}

		/** Does what the node does every ten seconds. */
		void look() throws Exception {
			ring.poll();
			mark.keep();
		}

		void rotate(int key) throws Exception {
			add(key);
			look();
		}

		void enrol(String user) throws Exception {
			enrolments.change(user, enrolment -> enrolment.with(new Credential(new FactorKind("totp"),
					"c" + enrolment.credentials().size(), "Phone", Instant.EPOCH, null, new byte[0])));
		}

		WebEndpointResponse<Object> answer(@Nullable String after, boolean discard) throws Exception {
			return resealing.page(after, discard, "eve");
		}

		private static Resealing.Page body(WebEndpointResponse<Object> answer) {
			return (Resealing.Page) Objects.requireNonNull(answer.getBody());
		}

		Resealing.Page page(@Nullable String after) throws Exception {
			return body(answer(after, false));
		}

		/** Performs a run, and returns its last page. */
		Resealing.Page run(boolean discard) throws Exception {
			Resealing.Page page = body(answer(null, discard));
			while (page.next() != null) {
				page = body(answer(page.next(), discard));
			}
			return page;
		}

	}

	private void untilNobodySealsWithIt() {
		clock.advance(KeyRingMark.IN_USE.plusSeconds(1));
	}

	@Test
	void whenEverythingWasSealedAnewAndReadAgainThenTheOldKeyCanGo() throws Exception {
		node.rotate(2);
		untilNobodySealsWithIt();
		Resealing.Page first = node.page(null);
		assertThat(first.found().keySet()).singleElement().asString().startsWith("factors-0001.key (");
		assertThat(first.resealed()).as("two enrolments with their handles").isEqualTo(4);
		assertThat(first.older()).as("not known yet").isEmpty();
		Resealing.Page second = node.page(first.next());
		Resealing.Page third = node.page(second.next());
		assertThat(third.checking()).isTrue();
		assertThat(third.found().keySet()).singleElement().asString().startsWith("factors-0002.key (");
		Resealing.Page last = node.page(third.next());
		assertThat(last.next()).isNull();
		assertThat(last.older()).singleElement().satisfies(older -> {
			assertThat(older.removable()).isTrue();
			assertThat(older.key()).startsWith("factors-0001.key (");
		});
		Files.delete(node.file(1));
		node.look();
		assertThat(node.mark.missing()).isEmpty();
		assertThat(node.enrolments.find("alice").credentials()).hasSize(1);
	}

	@Test
	void whenTheKeysChangeBetweenPagesThenNoKeyCanGoAndTheRunIsToBeRepeated() throws Exception {
		node.rotate(2);
		untilNobodySealsWithIt();
		String next = node.page(null).next();
		node.rotate(3);
		Resealing.Page changed = node.page(next);
		assertThat(changed.repeat()).contains("changed during the run", "factors-0003.key", "run this again");
		assertThat(changed.next()).isNull();
		assertThat(changed.older()).isEmpty();
		untilNobodySealsWithIt();
		assertThat(node.run(false).older()).hasSize(2).allMatch(Resealing.Older::removable);
	}

	@Test
	void whenAnotherNodeStillSealsWithTheOldKeyThenItStaysUntilThatOneDoesNot() throws Exception {
		Node other = new Node("b", 1);
		node.rotate(2);
		untilNobodySealsWithIt();
		other.look();
		Resealing.Page page = node.run(false);
		assertThat(page.older()).singleElement().satisfies(older -> {
			assertThat(older.removable()).isFalse();
			assertThat(older.reason()).contains("a node sealed with it until " + clock.instant(),
					"every node has the key factors-0002.key");
		});
		other.rotate(2);
		untilNobodySealsWithIt();
		assertThat(node.run(false).older()).allMatch(Resealing.Older::removable);
	}

	@Test
	void whenAnotherNodeHasLostTheNewKeyAndSealsWithTheOldOneThenThatStays() throws Exception {
		node.rotate(2);
		Node other = new Node("b", 1, 2);
		Files.delete(other.file(2));
		other.look();
		untilNobodySealsWithIt();
		other.look();
		other.enrol("erin");
		Resealing.Page page = node.run(false);
		assertThat(page.older()).singleElement().satisfies(older -> {
			assertThat(older.removable()).isFalse();
			assertThat(older.reason()).contains("a node sealed with it until " + clock.instant());
		});
	}

	/** A node that starts afterwards must need only the new key. */
	@Test
	void whenANodeHasMovedTheMarkOfTheRingBackToTheOldKeyThenItIsMovedForwardBeforeThatCanGo() throws Exception {
		node.rotate(2);
		new Node("b", Duration.ofDays(1), 1, 2);
		assertThat(node.mark.sealedWith()).contains(node.ring.current().keys().getLast().name());
		untilNobodySealsWithIt();
		assertThat(node.run(false).older()).singleElement().matches(Resealing.Older::removable);
		assertThat(new Node("c", 2).mark.read()).isEqualTo(KeyRingMark.State.OWN);
	}

	/**
	 * The other node behaves like one of an earlier version, which does not renew the
	 * mark of its key.
	 */
	@Test
	void whenAnotherNodeSealsWithTheOldKeyAfterTheFirstReadingThenItStays() throws Exception {
		Node other = new Node("b", Duration.ofDays(1), 1);
		node.rotate(2);
		other.add(2);
		other.ring.poll();
		untilNobodySealsWithIt();
		Resealing.Page second = node.page(node.page(null).next());
		other.enrol("alice");
		Resealing.Page last = node.page(node.page(second.next()).next());
		assertThat(last.next()).isNull();
		assertThat(last.older()).singleElement().satisfies(older -> {
			assertThat(older.removable()).isFalse();
			assertThat(older.reason()).contains("records were sealed with it while this went on");
		});
	}

	@Test
	void whenTheFileOfALostKeyIsBackAndCannotBeReadThenNothingIsDiscarded() throws Exception {
		node.enrol("alice");
		node.rotate(2);
		byte[] key = Files.readAllBytes(node.file(1));
		Files.delete(node.file(1));
		node.ring.poll();
		untilNobodySealsWithIt();
		Files.writeString(node.file(1), "cut off");
		WebEndpointResponse<Object> answer = node.answer(null, true);
		assertThat(answer.getStatus()).isEqualTo(400);
		assertThat(String.valueOf(answer.getBody())).contains(node.file(1).getFileName().toString(), "repair it first");
		Files.write(node.file(1), key);
		node.ring.poll();
		assertThat(node.run(false).failures()).isEmpty();
	}

	@Test
	void whenARunEndsEarlyThenAKeyThatHadNoMarkIsMissedNonetheless() throws Exception {
		node.rotate(2);
		untilNobodySealsWithIt();
		node.mark.retireExcept(Set.of(), clock.instant());
		node.page(null);
		Files.delete(node.file(1));
		node.ring.poll();
		assertThat(node.mark.missing()).hasSize(1);
	}

	@Test
	void whenAKeyWasLostThenItsRecordsAreCountedAndRemovedOnRequestWithAnAuditLine() throws Exception {
		node.rotate(2);
		node.enrol("dave");
		String lost = node.ring.current().keys().getLast().name();
		Files.delete(node.file(1));
		node.ring.poll();
		untilNobodySealsWithIt();
		Resealing.Page kept = node.run(false);
		assertThat(kept.older()).singleElement().satisfies(older -> assertThat(older.removable()).isFalse());
		assertThat(audited).isEmpty();
		assertThat(node.mark.missing()).containsExactly(lost);

		assertThat(node.run(true).failures()).isEmpty();
		assertThat(audited).hasSize(3).allSatisfy(event -> {
			assertThat(event.type()).isEqualTo(AuditEvent.Type.FACTORS_RESET);
			assertThat(event.fields()).containsEntry("by", "eve").containsKey("record");
			assertThat(event.fields().get("detail")).contains(lost);
		});
		assertThat(node.mark.missing()).as("no node misses it any more").isEmpty();
		assertThat(node.enrolments.find("alice").isEmpty()).isTrue();
		assertThat(node.enrolments.find("dave").credentials()).hasSize(1);
	}

	/** The lost key is the one that the mark of the ring is sealed with. */
	@Test
	void whenTheNewestKeyWasLostThenAfterItsRecordsAreRemovedNodesStartWithTheOthers() throws Exception {
		node.rotate(2);
		node.enrol("dave");
		String lost = node.ring.current().newest().name();
		Files.delete(node.file(2));
		node.look();
		untilNobodySealsWithIt();
		assertThat(node.run(false).older()).noneMatch(Resealing.Older::removable);
		assertThat(node.mark.keep()).isEqualTo(KeyRingMark.State.FOREIGN);
		assertThat(node.mark.sealedWith()).contains(lost);

		assertThat(node.run(true).failures()).isEmpty();
		assertThat(audited).hasSize(1);
		assertThat(node.mark.keep()).isEqualTo(KeyRingMark.State.OWN);
		assertThat(node.mark.missing()).isEmpty();
		assertThat(new Node("c", 1).mark.read()).isEqualTo(KeyRingMark.State.OWN);
		assertThat(node.enrolments.find("alice").credentials()).hasSize(1);
	}

	@Test
	void whenOnlyTheMarkOfTheRingIsSealedWithALostKeyThenARunNamesItAndKeepsTheOthers() throws Exception {
		node.rotate(2);
		String lost = node.ring.current().newest().name();
		Files.delete(node.file(2));
		node.look();
		untilNobodySealsWithIt();
		assertThat(node.run(false).older()).singleElement().satisfies(older -> {
			assertThat(older.key()).isEqualTo(lost);
			assertThat(older.removable()).isFalse();
			assertThat(older.reason()).contains("but with " + lost, "--discard-unreadable");
		});
		assertThat(node.mark.missing()).containsExactly(lost);
	}

	/** A key file may be absent for a moment while it is being replaced. */
	@Test
	void whenAKeyIsAbsentOnlyForTheMomentThenNoRecordOfItIsRemoved() throws Exception {
		node.rotate(2);
		untilNobodySealsWithIt();
		beforeListing = () -> {
			try {
				Files.deleteIfExists(node.file(1));
				node.ring.poll();
			}
			catch (IOException ex) {
				throw new UncheckedIOException(ex);
			}
		};
		Resealing.Page page = Node.body(node.answer(null, true));
		assertThat(page.discarded()).isEmpty();
		assertThat(page.repeat()).contains("changed during the run");
		beforeListing = () -> {
		};
		node.rotate(1);
		assertThat(node.enrolments.find("alice").credentials()).hasSize(1);
		assertThat(node.enrolments.find("bob").credentials()).hasSize(1);
	}

	/** The clocks of the two nodes differ as much as is permitted. */
	@Test
	void whenAnotherNodeSealsWithTheMissingKeyThenNothingIsRemoved() throws Exception {
		clock.advance(Duration.ofMinutes(-10));
		Node other = new Node("b", 1);
		other.rotate(2);
		other.enrol("erin");
		clock.advance(Duration.ofMinutes(10));
		WebEndpointResponse<Object> refused = node.answer(null, true);
		assertThat(refused.getStatus()).isEqualTo(400);
		assertThat(String.valueOf(refused.getBody())).contains("missing on this node, but another node seals with it");
		assertThat(other.enrolments.find("erin").credentials()).hasSize(1);
		assertThat(node.answer("x", false).getStatus()).isEqualTo(400);
	}

}
