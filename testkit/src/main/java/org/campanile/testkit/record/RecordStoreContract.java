package org.campanile.testkit.record;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.campanile.record.RecordStore;
import org.campanile.record.RecordUpdate;
import org.campanile.record.StoredRecord;
import org.campanile.testkit.Race;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * The contract of every {@link RecordStore}. A backend's test class defines how a store
 * is opened and the backend emptied, and inherits the tests.
 */
public abstract class RecordStoreContract extends RecordStoreHarness {

	private static final RecordUpdate GONE = new RecordUpdate.Gone();

	@Nested
	class Create {

		@Test
		void whenCreatedThenReadByteForByteOnEveryNode() throws Exception {
			byte[] state = new byte[256];
			for (int i = 0; i < state.length; i++) {
				state[i] = (byte) i;
			}
			for (byte[] each : List.of(state, new byte[0], new byte[1])) {
				StoredRecord record = record(KIND, "a" + each.length, "alice", END, each);
				assertThat(here.find(KIND, record.keyHash())).isEmpty();
				assertThat(here.create(record)).isTrue();
				assertStored(here.find(KIND, record.keyHash()), record);
				assertStored(there.find(KIND, record.keyHash()), record);
			}
			assertThat(there.find(KIND, digest("other"))).isEmpty();
			assertThat(there.find(KIND, digest("alice"))).as("an owner is no key").isEmpty();
		}

		@Test
		void whenCreatedAgainThenRefusedAndTheFirstStays() throws Exception {
			StoredRecord first = record("a");
			here.create(first);
			assertThat(there.create(record(KIND, "a", "bob", END.plusSeconds(60), "second"))).isFalse();
			assertThat(here.create(first)).as("the very same again").isFalse();
			assertStored(there.find(KIND, first.keyHash()), first);
			assertThat(all(here, KIND, "bob", 10)).isEmpty();
			clock.set(END);
			assertThat(here.find(KIND, first.keyHash())).isEmpty();
		}

		@Test
		void whenManyCreateItAtOnceThenOneDoesAndItsStateIsRead() throws Exception {
			for (int round = 0; round < 20; round++) {
				String key = "a" + round;
				List<Boolean> created = Race.run(32,
						number -> node(number).create(record(KIND, key, "owner " + number, END, "by " + number)));
				assertThat(created).containsOnlyOnce(true);
				int winner = created.indexOf(true);
				assertStored(here.find(KIND, digest(key)), record(KIND, key, "owner " + winner, END, "by " + winner));
			}
			int listed = 0;
			for (int owner = 0; owner < 32; owner++) {
				listed += all(there, KIND, "owner " + owner, 100).size();
			}
			assertThat(listed).isEqualTo(20);
		}

		@Test
		void whenTheOldOneHasExpiredThenReplacedThoughNotPurged() throws Exception {
			here.create(record("a"));
			here.update(KIND, digest("a"), 1, END, bytes("updated"));
			clock.set(END);
			Instant later = END.plusSeconds(60);
			List<Boolean> created = Race.run(16,
					number -> node(number).create(record(KIND, "a", "bob", later, "by " + number)));
			assertThat(created).containsOnlyOnce(true);
			assertStored(there.find(KIND, digest("a")), record(KIND, "a", "bob", later, "by " + created.indexOf(true)));
			assertThat(all(here, KIND, "alice", 10)).isEmpty();
			assertThat(all(here, KIND, "bob", 10)).hasSize(1);
		}

		@Test
		void whenAtItsEndThenInvisibleToEverything() throws Exception {
			here.create(record("a"));
			clock.set(END.minus(INSTANT));
			assertThat(there.find(KIND, digest("a"))).isPresent();
			assertThat(all(there, KIND, "alice", 10)).hasSize(1);
			clock.set(END);
			assertThat(there.find(KIND, digest("a"))).isEmpty();
			assertThat(all(there, KIND, "alice", 10)).isEmpty();
			assertThat(there.update(KIND, digest("a"), 1, END.plusSeconds(60), bytes("revived"))).isEqualTo(GONE);
			assertThat(here.find(KIND, digest("a"))).isEmpty();
			assertThat(here.remove(KIND, digest("a"))).isEmpty();
			assertThat(there.create(record(KIND, "a", "alice", END.plusSeconds(60), "anew"))).isTrue();
		}

		@Test
		void whenItHasEndedBeforeThenNeverSeen() throws Exception {
			for (Instant end : List.of(START, START.minusMillis(1), START.minus(Duration.ofDays(1)))) {
				here.create(record(KIND, "a", "alice", end, "late"));
				assertThat(there.find(KIND, digest("a"))).isEmpty();
				assertThat(all(there, KIND, "alice", 10)).isEmpty();
			}
			assertThat(there.create(record("a"))).isTrue();
		}

		@Test
		void whenKindsDifferThenRecordsDoNotMix() throws Exception {
			List<String> kinds = List.of("pgt", "pg", "totp-secret", "p".repeat(40), "p".repeat(39) + "q");
			for (String kind : kinds) {
				assertThat(here.create(record(kind, "a", "alice", END, kind))).isTrue();
			}
			for (String kind : kinds) {
				assertStored(there.find(kind, digest("a")), record(kind, "a", "alice", END, kind));
				assertThat(all(there, kind, "alice", 10)).singleElement()
					.satisfies(one -> assertThat(one.kind()).isEqualTo(kind));
			}
			here.update("pgt", digest("a"), 1, END, bytes("updated"));
			there.remove("pg", digest("a"));
			assertThat(here.find("totp-secret", digest("a")).orElseThrow().version()).isEqualTo(1);
			assertThat(here.find("pgt", digest("a")).orElseThrow().version()).isEqualTo(2);
		}

		@Test
		void whenTheStateIsAsLargeAsAllowedThenStoredWholeAndALargerOneIsRefused() throws Exception {
			byte[] largest = new byte[RecordStore.MAX_STATE];
			for (int i = 0; i < largest.length; i++) {
				largest[i] = (byte) (i * 31 >> 3);
			}
			byte[] larger = Arrays.copyOf(largest, largest.length + 1);
			assertThatIllegalArgumentException().isThrownBy(() -> here.create(record(KIND, "a", "alice", END, larger)));
			assertThat(there.find(KIND, digest("a"))).isEmpty();
			StoredRecord record = record(KIND, "a", "alice", END, largest);
			assertThat(here.create(record)).isTrue();
			assertThatIllegalArgumentException().isThrownBy(() -> here.update(KIND, digest("a"), 1, END, larger));
			assertStored(there.find(KIND, digest("a")), record);
		}

	}

	@Nested
	class Update {

		@Test
		void whenTheVersionIsRightThenReplacedAndNothingElseChanges() throws Exception {
			StoredRecord record = record("a");
			here.create(record);
			assertThat(here.update(KIND, digest("a"), 1, END, bytes("new"))).isEqualTo(new RecordUpdate.Updated(2));
			assertStored(there.find(KIND, digest("a")), record.updated(END, bytes("new")));
			assertThat(there.update(KIND, digest("a"), 2, END, new byte[0])).isEqualTo(new RecordUpdate.Updated(3));
			StoredRecord third = record.updated(END, bytes("new")).updated(END, new byte[0]);
			assertStored(here.find(KIND, digest("a")), third);
			assertThat(all(here, KIND, "alice", 10)).singleElement()
				.satisfies(one -> assertStored(Optional.of(one), third));
		}

		@Test
		void whenTheVersionIsStaleThenRefusedWithTheCurrentOne() throws Exception {
			StoredRecord current = record("a").updated(END, bytes("new"));
			here.create(record("a"));
			here.update(KIND, digest("a"), 1, END, bytes("new"));
			for (long version : new long[] { 1, 3, 0, -1, Long.MAX_VALUE }) {
				assertThat(there.update(KIND, digest("a"), version, END.plusSeconds(60), bytes("lost")))
					.isInstanceOfSatisfying(RecordUpdate.Stale.class,
							stale -> assertStored(Optional.of(stale.current()), current));
			}
			assertStored(here.find(KIND, digest("a")), current);
		}

		@Test
		void whenGoneThenAnUpdateDoesNotCreateIt() throws Exception {
			assertThat(here.update(KIND, digest("a"), 1, END, bytes("new"))).isEqualTo(GONE);
			assertThat(here.find(KIND, digest("a"))).isEmpty();
			here.create(record("a"));
			there.remove(KIND, digest("a"));
			assertThat(here.update(KIND, digest("a"), 1, END, bytes("new"))).isEqualTo(GONE);
			assertThat(here.find(KIND, digest("a"))).isEmpty();
			assertThat(all(here, KIND, "alice", 10)).isEmpty();
		}

		@Test
		void whenTheEndIsTheSameThenKept() throws Exception {
			here.create(record("a"));
			clock.advance(Duration.ofHours(3));
			here.update(KIND, digest("a"), 1, END, bytes("new"));
			clock.set(END.minus(INSTANT));
			assertThat(there.find(KIND, digest("a"))).isPresent();
			clock.set(END);
			assertThat(there.find(KIND, digest("a"))).isEmpty();
		}

		@Test
		void whenTheEndIsLaterThenItLivesLonger() throws Exception {
			Instant later = END.plus(Duration.ofDays(30));
			here.create(record("a"));
			here.update(KIND, digest("a"), 1, later, bytes("new"));
			clock.set(END);
			assertThat(there.find(KIND, digest("a")).orElseThrow().end()).isEqualTo(later);
			clock.set(later.minus(INSTANT));
			assertThat(all(there, KIND, "alice", 10)).hasSize(1);
			clock.set(later);
			assertThat(there.find(KIND, digest("a"))).isEmpty();
			assertThat(all(there, KIND, "alice", 10)).isEmpty();
		}

		@Test
		void whenTheEndIsEarlierThenItEndsEarlierEvenAtOnce() throws Exception {
			here.create(record("a"));
			here.create(record("b"));
			here.update(KIND, digest("a"), 1, START.plusSeconds(60), bytes("new"));
			assertThat(here.update(KIND, digest("b"), 1, START, bytes("new"))).isEqualTo(new RecordUpdate.Updated(2));
			assertThat(there.find(KIND, digest("b"))).isEmpty();
			assertThat(all(there, KIND, "alice", 10)).hasSize(1);
			clock.set(START.plusSeconds(60));
			assertThat(there.find(KIND, digest("a"))).isEmpty();
			assertThat(there.create(record("a"))).isTrue();
		}

		@Test
		void whenManyUpdateTheSameVersionAtOnceThenOneDoes() throws Exception {
			StoredRecord current = record("a");
			here.create(current);
			for (int version = 1; version <= 20; version++) {
				long read = version;
				List<RecordUpdate> outcomes = Race.run(16, number -> node(number).update(KIND, digest("a"), read,
						END.plusSeconds(number), bytes(read + " by " + number)));
				RecordUpdate updated = new RecordUpdate.Updated(read + 1);
				assertThat(outcomes).filteredOn(updated::equals).hasSize(1);
				int winner = outcomes.indexOf(updated);
				StoredRecord next = current.updated(END.plusSeconds(winner), bytes(read + " by " + winner));
				assertThat(outcomes).filteredOn(outcome -> !outcome.equals(updated))
					.allSatisfy(outcome -> assertThat(outcome).isInstanceOfSatisfying(RecordUpdate.Stale.class,
							stale -> assertStored(Optional.of(stale.current()), next)));
				assertStored(there.find(KIND, digest("a")), next);
				current = next;
			}
		}

		@Test
		void whenUpdatedWhileRemovedThenReturnedToTheRemoverOrGone() throws Exception {
			for (int round = 0; round < 50; round++) {
				String key = "a" + round;
				here.create(record(key));
				List<Object> outcomes = Race.run(4,
						number -> number == 1 ? there.remove(KIND, digest(key)).orElseThrow().version()
								: node(number).update(KIND, digest(key), 1, END, bytes("new")));
				boolean updated = outcomes.contains(new RecordUpdate.Updated(2));
				assertThat(outcomes.get(1)).isEqualTo(updated ? 2L : 1L);
				assertThat(here.find(KIND, digest(key))).isEmpty();
				assertThat(there.find(KIND, digest(key))).isEmpty();
			}
			assertThat(all(here, KIND, "alice", 10)).isEmpty();
		}

	}

	@Nested
	class Remove {

		@Test
		void whenRemovedThenReturnedOnceAndGoneOnEveryNode() throws Exception {
			here.create(record("a"));
			here.create(record("b"));
			assertStored(there.remove(KIND, digest("a")), record("a"));
			assertThat(here.remove(KIND, digest("a"))).isEmpty();
			assertThat(there.remove(KIND, digest("a"))).isEmpty();
			assertThat(here.find(KIND, digest("a"))).isEmpty();
			assertThat(there.find(KIND, digest("a"))).isEmpty();
			assertThat(all(here, KIND, "alice", 10)).singleElement()
				.satisfies(one -> assertThat(one.keyHash()).isEqualTo(digest("b")));
			assertThat(here.create(record("a"))).as("the key is free").isTrue();
		}

		@Test
		void whenManyRemoveItAtOnceThenOneReceivesIt() throws Exception {
			for (int round = 0; round < 50; round++) {
				String key = "a" + round;
				node(round).create(record(key));
				List<Optional<StoredRecord>> removed = Race.run(32, number -> node(number).remove(KIND, digest(key)));
				assertThat(removed).filteredOn(Optional::isPresent)
					.singleElement()
					.satisfies(one -> assertStored(one, record(key)));
			}
		}

	}

	@Nested
	class Owner {

		@ParameterizedTest
		@ValueSource(ints = { 1, 7, 25, 26, RecordStore.MAX_PAGE })
		void whenPagedThenEachLiveOneIsThereOnceInTheOrderOfTheKeys(int limit) throws Exception {
			List<String> expected = new ArrayList<>();
			for (int i = 0; i < 25; i++) {
				expected.add(digest("key " + i));
				here.create(record("key " + i));
				here.create(record(KIND, "bob's " + i, "bob", END, "state"));
				here.create(record("other", "other " + i, "alice", END, "state"));
				here.create(record(KIND, "over " + i, "alice", START, "state"));
			}
			expected.sort(null);
			assertThat(all(there, KIND, "alice", limit)).extracting(StoredRecord::keyHash)
				.containsExactlyElementsOf(expected);
		}

		@Test
		void whenListedThenWholeRecords() throws Exception {
			StoredRecord updated = record("a").updated(END.plusSeconds(1), bytes("new"));
			here.create(record("a"));
			here.update(KIND, digest("a"), 1, END.plusSeconds(1), bytes("new"));
			assertThat(there.findByOwner(KIND, digest("alice"), "", 1)).singleElement()
				.satisfies(one -> assertStored(Optional.of(one), updated));
			assertThat(there.findByOwner(KIND, digest("alice"), digest("a"), 1)).isEmpty();
			assertThat(there.findByOwner(KIND, digest("nobody"), "", 1)).isEmpty();
			assertThat(there.findByOwner(KIND, digest("a"), "", 1)).as("a key is no owner").isEmpty();
		}

		@Test
		void whenCreatedAndRemovedMeanwhileThenThoseThatStayAreThereOnce() throws Exception {
			List<String> staying = new ArrayList<>();
			for (int i = 0; i < 60; i++) {
				here.create(record("stays " + i));
				staying.add(digest("stays " + i));
			}
			staying.sort(null);
			List<List<String>> found = Race.run(6, number -> {
				if (number < 2) {
					return all(node(number), KIND, "alice", 7).stream()
						.map(StoredRecord::keyHash)
						.filter(staying::contains)
						.toList();
				}
				for (int i = 0; i < 40; i++) {
					String key = "goes " + number + ' ' + i;
					node(i).create(record(key));
					node(i + 1).remove(KIND, digest(key));
				}
				return staying;
			});
			assertThat(found).containsOnly(staying);
			assertThat(all(there, KIND, "alice", 7)).hasSize(staying.size());
		}

	}

}
