package org.campanile.testkit.identifier;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.campanile.identifier.PersistentIdStore;
import org.campanile.identifier.StoredPersistentId;
import org.campanile.testkit.Race;
import org.campanile.testkit.store.StoreHarness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * The contract of every {@link PersistentIdStore}. A backend's test class defines how a
 * store is opened and the backend emptied, and inherits the tests.
 */
public abstract class PersistentIdStoreContract extends StoreHarness<PersistentIdStore> {

	@Test
	void whenThereIsNoneThenTheCandidateIsStoredByteForByte() throws Exception {
		byte[] state = new byte[256];
		for (int i = 0; i < state.length; i++) {
			state[i] = (byte) i;
		}
		StoredPersistentId id = new StoredPersistentId(digest("alice"), digest("sp"), digest("value"), START, state);
		assertThat(here.find(id.principalHash(), id.serviceHash())).isEmpty();
		assertThat(here.findByValue(id.serviceHash(), id.valueHash())).isEmpty();
		assertStored(here.findOrCreate(id), id);
		assertStored(there.find(id.principalHash(), id.serviceHash()), id);
		assertStored(there.findByValue(id.serviceHash(), id.valueHash()), id);
		assertThat(there.findByPrincipal(id.principalHash(), "", 10)).hasSize(1);
	}

	@Test
	void whenThereIsOneThenItStaysAndTheCandidateIsForgotten() throws Exception {
		StoredPersistentId first = id("alice", "sp", "first");
		here.findOrCreate(first);
		assertStored(there.findOrCreate(id("alice", "sp", "second")), first);
		assertStored(here.findOrCreate(first), first);
		assertThat(here.findByValue(digest("sp"), digest("second"))).isEmpty();
		assertStored(here.findOrCreate(id("bob", "sp", "second")), id("bob", "sp", "second"));
	}

	@Test
	void whenManyAskAtOnceThenAllReceiveTheSame() throws Exception {
		for (int round = 0; round < 20; round++) {
			String person = "person " + round;
			List<Optional<StoredPersistentId>> given = Race.run(32,
					number -> node(number).findOrCreate(id(person, "sp", person + " value " + number)));
			assertThat(given).allMatch(Optional::isPresent);
			assertThat(given.stream().map(it -> it.orElseThrow().valueHash()).distinct()).hasSize(1);
			assertStored(there.find(digest(person), digest("sp")), given.getFirst().orElseThrow());
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
			assertThat(there.findByValue(digest("sp"), digest(value)).orElseThrow().principalHash())
				.isEqualTo(given.stream().flatMap(Optional::stream).findFirst().orElseThrow().principalHash());
		}
	}

	@Test
	void whenTheValueIsAnothersThenEmptyAndNothingStored() throws Exception {
		here.findOrCreate(id("alice", "sp", "value"));
		assertThat(there.findOrCreate(id("bob", "sp", "value"))).isEmpty();
		assertThat(there.find(digest("bob"), digest("sp"))).isEmpty();
		assertThat(there.findByPrincipal(digest("bob"), "", 10)).isEmpty();
		assertStored(here.findByValue(digest("sp"), digest("value")), id("alice", "sp", "value"));
		assertThat(there.findOrCreate(id("bob", "sp", "other"))).isPresent();
	}

	@Test
	void whenServicesDifferThenTheyDoNotMix() throws Exception {
		here.findOrCreate(id("alice", "one", "value"));
		assertThat(here.findOrCreate(id("alice", "two", "value"))).isPresent();
		assertThat(here.findOrCreate(id("bob", "three", "value"))).isPresent();
		assertThat(there.findByValue(digest("three"), digest("value")).orElseThrow().principalHash())
			.isEqualTo(digest("bob"));
		there.revoke(digest("one"), digest("value"), START);
		assertThat(here.findByValue(digest("one"), digest("value"))).isEmpty();
		assertThat(here.findByValue(digest("two"), digest("value"))).isPresent();
	}

	@Test
	void whenRevokedThenInactiveForEverAndItsValueNeverGivenAgain() throws Exception {
		here.findOrCreate(id("alice", "sp", "value"));
		assertThat(there.revoke(digest("sp"), digest("value"), START)).isTrue();
		assertThat(here.revoke(digest("sp"), digest("value"), START)).as("again").isFalse();
		assertThat(here.find(digest("alice"), digest("sp"))).isEmpty();
		assertThat(here.findByValue(digest("sp"), digest("value"))).isEmpty();
		assertThat(here.findByPrincipal(digest("alice"), "", 10)).isEmpty();
		assertThat(here.findOrCreate(id("alice", "sp", "value"))).as("to the same person").isEmpty();
		assertThat(here.findOrCreate(id("bob", "sp", "value"))).as("to another").isEmpty();
		assertStored(there.findOrCreate(id("alice", "sp", "successor")), id("alice", "sp", "successor"));
		assertThat(there.revoke(digest("sp"), digest("successor"), START)).isTrue();
		assertThat(here.findOrCreate(id("alice", "sp", "third"))).isPresent();
	}

	@Test
	void whenNeverGivenThenNotRevoked() throws Exception {
		assertThat(here.revoke(digest("sp"), digest("value"), START)).isFalse();
		assertThat(here.findOrCreate(id("alice", "sp", "value"))).isPresent();
	}

	@Test
	void whenManyRevokeItAtOnceThenOneDoes() throws Exception {
		for (int round = 0; round < 20; round++) {
			String value = "value " + round;
			here.findOrCreate(id("alice", "sp", value));
			assertThat(Race.run(16, number -> node(number).revoke(digest("sp"), digest(value), START)))
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
					return there.revoke(digest("sp"), digest(person + " old"), START);
				}
				return node(number).findOrCreate(id(person, "sp", person + " new " + number)).isPresent();
			});
			String active = there.findOrCreate(id(person, "sp", person + " last")).orElseThrow().valueHash();
			assertThat(active).isNotEqualTo(digest(person + " old"));
			assertThat(here.findByPrincipal(digest(person), "", 10)).singleElement()
				.satisfies(it -> assertThat(it.valueHash()).isEqualTo(active));
			for (int number = 0; number < 8; number++) {
				String value = digest(person + " new " + number);
				assertThat(here.findByValue(digest("sp"), value).isPresent()).isEqualTo(value.equals(active));
			}
		}
	}

	@ParameterizedTest
	@ValueSource(ints = { 1, 7, 25, 26, PersistentIdStore.MAX_PAGE })
	void whenPagedThenEachIsThereOnceInTheOrderOfTheServices(int limit) throws Exception {
		List<String> expected = new ArrayList<>();
		for (int i = 0; i < 25; i++) {
			expected.add(digest("sp " + i));
			here.findOrCreate(id("alice", "sp " + i, "value"));
			here.findOrCreate(id("bob", "sp " + i, "other"));
		}
		here.findOrCreate(id("alice", "revoked", "value"));
		here.revoke(digest("revoked"), digest("value"), START);
		expected.sort(null);
		List<String> found = new ArrayList<>();
		List<StoredPersistentId> page;
		do {
			page = there.findByPrincipal(digest("alice"), found.isEmpty() ? "" : found.getLast(), limit);
			assertThat(page).hasSizeLessThanOrEqualTo(limit)
				.allSatisfy(it -> assertThat(it.principalHash()).isEqualTo(digest("alice")));
			page.forEach(it -> found.add(it.serviceHash()));
		}
		while (page.size() == limit);
		assertThat(found).containsExactlyElementsOf(expected);
	}

	@Test
	void whenTheStateIsAsLargeAsAllowedThenStoredAndALargerOneIsNot() throws Exception {
		byte[] largest = new byte[PersistentIdStore.MAX_STATE];
		Arrays.fill(largest, (byte) 0xa5);
		StoredPersistentId id = new StoredPersistentId(digest("alice"), digest("sp"), digest("value"), START, largest);
		assertThatIllegalArgumentException().isThrownBy(() -> here.findOrCreate(new StoredPersistentId(digest("alice"),
				digest("sp"), digest("value"), START, new byte[PersistentIdStore.MAX_STATE + 1])));
		assertThat(there.find(digest("alice"), digest("sp"))).isEmpty();
		assertStored(here.findOrCreate(id), id);
		assertStored(there.find(digest("alice"), digest("sp")), id);
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
			List<StoredPersistentId> found = here.findByPrincipal(digest("person " + number), "", 100);
			assertThat(new HashSet<>(found.stream().map(StoredPersistentId::valueHash).toList())).hasSize(20);
		}
	}

	private static StoredPersistentId id(String person, String service, String value) {
		return new StoredPersistentId(digest(person), digest(service), digest(value), START,
				bytes(person + " at " + service + " is " + value));
	}

}
