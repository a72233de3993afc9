package org.campanile.testkit.identifier;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.campanile.identifier.PersistentIdStore;
import org.campanile.identifier.StoredPersistentId;
import org.campanile.testkit.Race;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * The contract of every {@link PersistentIdStore}. A backend's test class defines how a
 * store is opened and the backend emptied, and inherits the tests.
 */
public abstract class PersistentIdStoreContract {

	protected static final Instant START = Instant.parse("2026-03-29T00:59:58.123Z");

	/**
	 * Two nodes' stores on one backend; the same store twice for a backend of one node.
	 */
	private PersistentIdStore here;

	private PersistentIdStore there;

	/**
	 * Opens a store on the backend that all stores of one test share. A backend of one
	 * node returns the same store each time. One that is {@link AutoCloseable} is closed
	 * after the test.
	 */
	protected abstract PersistentIdStore open() throws Exception;

	/** Empties the backend, before each test. */
	protected abstract void reset() throws Exception;

	@BeforeEach
	final void openStores() throws Exception {
		reset();
		here = open();
		there = open();
	}

	@AfterEach
	final void closeStores() throws Exception {
		for (PersistentIdStore store : List.of(here, there)) {
			if (store instanceof AutoCloseable closeable) {
				closeable.close();
			}
		}
	}

	@Test
	void whenThereIsNoneThenTheCandidateIsStoredByteForByte() throws Exception {
		byte[] state = new byte[256];
		for (int i = 0; i < state.length; i++) {
			state[i] = (byte) i;
		}
		StoredPersistentId id = new StoredPersistentId(hash("alice"), hash("sp"), hash("value"), START, state);
		assertThat(here.find(id.principalHash(), id.serviceHash())).isEmpty();
		assertThat(here.findByValue(id.serviceHash(), id.valueHash())).isEmpty();
		assertSame(here.findOrCreate(id), id);
		assertSame(there.find(id.principalHash(), id.serviceHash()), id);
		assertSame(there.findByValue(id.serviceHash(), id.valueHash()), id);
		assertThat(there.findByPrincipal(id.principalHash(), "", 10)).hasSize(1);
	}

	@Test
	void whenThereIsOneThenItStaysAndTheCandidateIsForgotten() throws Exception {
		StoredPersistentId first = id("alice", "sp", "first");
		here.findOrCreate(first);
		assertSame(there.findOrCreate(id("alice", "sp", "second")), first);
		assertSame(here.findOrCreate(first), first);
		assertThat(here.findByValue(hash("sp"), hash("second"))).isEmpty();
		assertSame(here.findOrCreate(id("bob", "sp", "second")), id("bob", "sp", "second"));
	}

	@Test
	void whenManyAskAtOnceThenAllReceiveTheSame() throws Exception {
		for (int round = 0; round < 20; round++) {
			String person = "person " + round;
			List<Optional<StoredPersistentId>> given = Race.run(32,
					number -> node(number).findOrCreate(id(person, "sp", person + " value " + number)));
			assertThat(given).allMatch(Optional::isPresent);
			assertThat(given.stream().map(it -> it.orElseThrow().valueHash()).distinct()).hasSize(1);
			assertSame(there.find(hash(person), hash("sp")), given.getFirst().orElseThrow());
		}
	}

	@Test
	void whenManyPeopleAreOfferedOneValueAtOnceThenOneReceivesIt() throws Exception {
		for (int round = 0; round < 20; round++) {
			String value = "value " + round;
			int turn = round;
			List<Optional<StoredPersistentId>> given = Race.run(16,
					number -> node(number).findOrCreate(id(turn + " person " + number, "sp", value)));
			assertThat(given).filteredOn(Optional::isPresent).hasSize(1);
			assertThat(there.findByValue(hash("sp"), hash(value)).orElseThrow().principalHash())
				.isEqualTo(given.stream().flatMap(Optional::stream).findFirst().orElseThrow().principalHash());
		}
	}

	@Test
	void whenTheValueIsAnothersThenEmptyAndNothingStored() throws Exception {
		here.findOrCreate(id("alice", "sp", "value"));
		assertThat(there.findOrCreate(id("bob", "sp", "value"))).isEmpty();
		assertThat(there.find(hash("bob"), hash("sp"))).isEmpty();
		assertThat(there.findByPrincipal(hash("bob"), "", 10)).isEmpty();
		assertSame(here.findByValue(hash("sp"), hash("value")), id("alice", "sp", "value"));
		assertThat(there.findOrCreate(id("bob", "sp", "other"))).isPresent();
	}

	@Test
	void whenServicesDifferThenTheyDoNotMix() throws Exception {
		here.findOrCreate(id("alice", "one", "value"));
		assertThat(here.findOrCreate(id("alice", "two", "value"))).isPresent();
		assertThat(here.findOrCreate(id("bob", "three", "value"))).isPresent();
		assertThat(there.findByValue(hash("three"), hash("value")).orElseThrow().principalHash())
			.isEqualTo(hash("bob"));
		there.revoke(hash("one"), hash("value"), START);
		assertThat(here.findByValue(hash("one"), hash("value"))).isEmpty();
		assertThat(here.findByValue(hash("two"), hash("value"))).isPresent();
	}

	@Test
	void whenRevokedThenInactiveForEverAndItsValueNeverGivenAgain() throws Exception {
		here.findOrCreate(id("alice", "sp", "value"));
		assertThat(there.revoke(hash("sp"), hash("value"), START)).isTrue();
		assertThat(here.revoke(hash("sp"), hash("value"), START)).as("again").isFalse();
		assertThat(here.find(hash("alice"), hash("sp"))).isEmpty();
		assertThat(here.findByValue(hash("sp"), hash("value"))).isEmpty();
		assertThat(here.findByPrincipal(hash("alice"), "", 10)).isEmpty();
		assertThat(here.findOrCreate(id("alice", "sp", "value"))).as("to the same person").isEmpty();
		assertThat(here.findOrCreate(id("bob", "sp", "value"))).as("to another").isEmpty();
		assertSame(there.findOrCreate(id("alice", "sp", "successor")), id("alice", "sp", "successor"));
		assertThat(there.revoke(hash("sp"), hash("successor"), START)).isTrue();
		assertThat(here.findOrCreate(id("alice", "sp", "third"))).isPresent();
	}

	@Test
	void whenNeverGivenThenNotRevoked() throws Exception {
		assertThat(here.revoke(hash("sp"), hash("value"), START)).isFalse();
		assertThat(here.findOrCreate(id("alice", "sp", "value"))).isPresent();
	}

	@Test
	void whenManyRevokeItAtOnceThenOneDoes() throws Exception {
		for (int round = 0; round < 20; round++) {
			String value = "value " + round;
			here.findOrCreate(id("alice", "sp", value));
			assertThat(Race.run(16, number -> node(number).revoke(hash("sp"), hash(value), START)))
				.containsOnlyOnce(true);
		}
	}

	@Test
	void whenRevokedWhileAskedForThenNeverTwoAndNeverTheRevokedOne() throws Exception {
		for (int round = 0; round < 30; round++) {
			String person = "person " + round;
			here.findOrCreate(id(person, "sp", person + " old"));
			Race.run(8, number -> {
				if (number == 3) {
					return there.revoke(hash("sp"), hash(person + " old"), START);
				}
				return node(number).findOrCreate(id(person, "sp", person + " new " + number)).isPresent();
			});
			String active = there.findOrCreate(id(person, "sp", person + " last")).orElseThrow().valueHash();
			assertThat(active).isNotEqualTo(hash(person + " old"));
			assertThat(here.findByPrincipal(hash(person), "", 10)).singleElement()
				.satisfies(it -> assertThat(it.valueHash()).isEqualTo(active));
			for (int number = 0; number < 8; number++) {
				String value = hash(person + " new " + number);
				assertThat(here.findByValue(hash("sp"), value).isPresent()).isEqualTo(value.equals(active));
			}
		}
	}

	@ParameterizedTest
	@ValueSource(ints = { 1, 7, 25, 26, PersistentIdStore.MAX_PAGE })
	void whenPagedThenEachIsThereOnceInTheOrderOfTheServices(int limit) throws Exception {
		List<String> expected = new ArrayList<>();
		for (int i = 0; i < 25; i++) {
			expected.add(hash("sp " + i));
			here.findOrCreate(id("alice", "sp " + i, "value"));
			here.findOrCreate(id("bob", "sp " + i, "other"));
		}
		here.findOrCreate(id("alice", "revoked", "value"));
		here.revoke(hash("revoked"), hash("value"), START);
		expected.sort(null);
		List<String> found = new ArrayList<>();
		List<StoredPersistentId> page;
		do {
			page = there.findByPrincipal(hash("alice"), found.isEmpty() ? "" : found.getLast(), limit);
			assertThat(page).hasSizeLessThanOrEqualTo(limit)
				.allSatisfy(it -> assertThat(it.principalHash()).isEqualTo(hash("alice")));
			page.forEach(it -> found.add(it.serviceHash()));
		}
		while (page.size() == limit);
		assertThat(found).containsExactlyElementsOf(expected);
	}

	@Test
	void whenTheStateIsAsLargeAsAllowedThenStoredAndALargerOneIsNot() throws Exception {
		byte[] largest = new byte[PersistentIdStore.MAX_STATE];
		Arrays.fill(largest, (byte) 0xa5);
		StoredPersistentId id = new StoredPersistentId(hash("alice"), hash("sp"), hash("value"), START, largest);
		assertThatIllegalArgumentException().isThrownBy(() -> here.findOrCreate(new StoredPersistentId(hash("alice"),
				hash("sp"), hash("value"), START, new byte[PersistentIdStore.MAX_STATE + 1])));
		assertThat(there.find(hash("alice"), hash("sp"))).isEmpty();
		assertSame(here.findOrCreate(id), id);
		assertSame(there.find(hash("alice"), hash("sp")), id);
	}

	@Test
	void whenManyAreGivenAtOnceThenEachIsThere() throws Exception {
		Race.run(16, number -> {
			for (int i = 0; i < 20; i++) {
				assertThat(node(i).findOrCreate(id("person " + number, "sp " + i, number + " " + i))).isPresent();
			}
			return true;
		});
		for (int number = 0; number < 16; number++) {
			List<StoredPersistentId> found = here.findByPrincipal(hash("person " + number), "", 100);
			assertThat(new HashSet<>(found.stream().map(StoredPersistentId::valueHash).toList())).hasSize(20);
		}
	}

	private PersistentIdStore node(int number) {
		return number % 2 == 0 ? here : there;
	}

	private static StoredPersistentId id(String person, String service, String value) {
		return new StoredPersistentId(hash(person), hash(service), hash(value), START,
				DurableFixtures.bytes(person + " at " + service + " is " + value));
	}

	private static String hash(String name) {
		return DurableFixtures.hash(name);
	}

	private static void assertSame(Optional<StoredPersistentId> actual, StoredPersistentId expected) {
		assertThat(actual).isPresent();
		assertThat(actual.get()).usingRecursiveComparison().isEqualTo(expected);
	}

}
