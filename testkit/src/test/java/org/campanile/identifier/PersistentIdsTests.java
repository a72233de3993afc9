package org.campanile.identifier;

import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import org.campanile.identifier.PersistentIds.Import;
import org.campanile.seal.RecordSealing;
import org.campanile.store.StoreUnavailableException;
import org.campanile.testkit.Race;
import org.campanile.testkit.identifier.RecordingPersistentIdStore;
import org.campanile.testkit.identifier.RecordingPersistentIdStore.Operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class PersistentIdsTests {

	private static final String WIKI = "https://wiki.example.edu/shibboleth";

	private static final String OTHER = "https://other.example.edu/shibboleth";

	private static final byte[] SALT = "the salt of identifiers".getBytes(StandardCharsets.UTF_8);

	private static final Instant NOW = Instant.parse("2026-11-20T12:00:00.123456Z");

	private final RecordingPersistentIdStore store = new RecordingPersistentIdStore();

	private final PersistentIds ids = ids(SALT, "employeeNumber");

	private PersistentIds ids(byte[] salt, String source) {
		SecureRandom random = new SecureRandom();
		return new PersistentIds(store, new RecordSealing(salt, random), source, InstantSource.fixed(NOW), random);
	}

	@Test
	void whenThereIsNoneThenTheGivenOneIsKept() throws Exception {
		PersistentId first = ids.findOrCreate("4711", "alice", WIKI, "computed");
		assertThat(first)
			.isEqualTo(new PersistentId("4711", "alice", WIKI, "computed", Instant.parse("2026-11-20T12:00:00.123Z")));
		assertThat(store.operations()).containsExactly(Operation.FIND, Operation.FIND_OR_CREATE);
	}

	@Test
	void whenThereIsOneThenItIsReadOnce() throws Exception {
		PersistentId first = ids.findOrCreate("4711", "alice", WIKI, "computed");
		store.forget();
		assertThat(ids.findOrCreate("4711", "alice.married", WIKI, "computed otherwise")).isEqualTo(first);
		assertThat(store.operations()).containsExactly(Operation.FIND);
		assertThat(ids.find("4711", WIKI)).contains(first);
		assertThat(ids.findByValue(WIKI, "computed")).contains(first);
	}

	@Test
	void whenPersonServiceOrValueDiffersThenItIsAnother() throws Exception {
		ids.findOrCreate("4711", "alice", WIKI, "computed");
		assertThat(ids.find("4712", WIKI)).isEmpty();
		assertThat(ids.find("4711", OTHER)).isEmpty();
		assertThat(ids.findByValue(WIKI, "Computed")).isEmpty();
		assertThat(ids.findByValue(OTHER, "computed")).isEmpty();
		assertThat(ids(SALT, "uid").find("4711", WIKI)).isEmpty();
		assertThat(ids("another salt".getBytes(StandardCharsets.UTF_8), "employeeNumber").find("4711", WIKI)).isEmpty();
	}

	@Test
	void whenRevokedThenTheNextIsRandomAndTheOldOneNobodysForEver() throws Exception {
		ids.findOrCreate("4711", "alice", WIKI, "computed");
		assertThat(ids.revoke(WIKI, "computed")).isTrue();
		assertThat(ids.revoke(WIKI, "computed")).isFalse();
		assertThat(ids.findByValue(WIKI, "computed")).isEmpty();
		String second = ids.findOrCreate("4711", "alice", WIKI, "computed").value();
		assertThat(second).matches("[a-z2-7]{32}");
		assertThat(ids.findOrCreate("4711", "alice", WIKI, "computed").value()).isEqualTo(second);
		assertThat(ids.revoke(WIKI, second)).isTrue();
		assertThat(ids.findOrCreate("4711", "alice", WIKI, "computed").value()).isNotIn(second, "computed");
		assertThat(ids.findOrCreate("4712", "bob", WIKI, "computed").value()).isNotEqualTo("computed");
	}

	@Test
	void whenImportedThenItIsTheUsersAndNeitherReplacedNorGivenToAnother() throws Exception {
		assertThat(ids.importActive("4711", "alice", WIKI, "old")).isEqualTo(Import.STORED);
		assertThat(ids.importActive("4711", "alice", WIKI, "old")).isEqualTo(Import.UNCHANGED);
		assertThat(ids.importActive("4711", "alice", WIKI, "older")).isEqualTo(Import.ANOTHER_ACTIVE);
		assertThat(ids.importActive("4712", "bob", WIKI, "old")).isEqualTo(Import.ISSUED);
		assertThat(ids.findOrCreate("4711", "alice", WIKI, "computed").value()).isEqualTo("old");
		assertThat(ids.find("4712", WIKI)).isEmpty();
		assertThat(ids.importActive("4712", "bob", OTHER, "old")).as("another service").isEqualTo(Import.STORED);
	}

	@Test
	void whenImportedAsRevokedThenItIsNeverIssued() throws Exception {
		ids.importActive("4711", "alice", WIKI, "active");
		assertThat(ids.importRevoked(WIKI, "computed")).isEqualTo(Import.STORED);
		assertThat(ids.importRevoked(WIKI, "computed")).isEqualTo(Import.UNCHANGED);
		assertThat(ids.importRevoked(WIKI, "active")).isEqualTo(Import.ISSUED);
		assertThat(ids.findByValue(WIKI, "computed")).isEmpty();
		assertThat(ids.importActive("4712", "bob", WIKI, "computed")).isEqualTo(Import.ISSUED);
		assertThat(ids.find("4711", WIKI)).map(PersistentId::value).contains("active");
		ids.revoke(WIKI, "active");
		assertThat(ids.findOrCreate("4711", "alice", WIKI, "computed").value()).matches("[a-z2-7]{32}");
	}

	@Test
	void whenTheImportOfARevokedOneIsInterruptedThenItCanBeRepeated() throws Exception {
		store.fail(Operation.REVOKE);
		assertThatExceptionOfType(StoreUnavailableException.class)
			.isThrownBy(() -> ids.importRevoked(WIKI, "computed"));
		store.recover(Operation.REVOKE);
		assertThat(ids.importRevoked(WIKI, "computed")).isEqualTo(Import.STORED);
		assertThat(ids.findByValue(WIKI, "computed")).isEmpty();
	}

	@Test
	void whenManyComeAtOnceThenAllGetTheSame() throws Exception {
		ids.findOrCreate("4711", "alice", WIKI, "computed");
		ids.revoke(WIKI, "computed");
		List<String> values = Race.run(16, runner -> ids.findOrCreate("4711", "alice", WIKI, "computed").value());
		assertThat(values).hasSize(16);
		assertThat(values.stream().distinct()).hasSize(1);
	}

	@Test
	void whenAPersonHasManyThenPagesHoldEachOnce() throws Exception {
		List<String> services = new ArrayList<>();
		for (int i = 0; i < 7; i++) {
			services.add(WIKI + i);
			ids.findOrCreate("4711", "alice", WIKI + i, "computed" + i);
		}
		ids.findOrCreate("4712", "bob", WIKI, "bobs");
		List<String> found = new ArrayList<>();
		Optional<String> next = Optional.of("");
		int pages = 0;
		while (next.isPresent()) {
			PersistentIds.Page page = ids.findByPerson("4711", next.get(), 3);
			page.ids().forEach(id -> found.add(id.service()));
			next = page.next();
			pages++;
		}
		assertThat(found).containsExactlyInAnyOrderElementsOf(services);
		assertThat(pages).isEqualTo(3);
	}

	@Test
	void whenTheStoreIsReadThenItRevealsNothing() throws Exception {
		ids.findOrCreate("employee-4711", "alice-planted", WIKI, "computed-planted");
		for (StoredPersistentId row : store.rows()) {
			assertThat(row.principalHash()).matches("[0-9a-f]{64}");
			assertThat(row.serviceHash()).matches("[0-9a-f]{64}");
			assertThat(row.valueHash()).matches("[0-9a-f]{64}");
			assertThat(new String(row.state(), StandardCharsets.ISO_8859_1)).doesNotContain("4711", "alice", "planted",
					"wiki");
		}
		assertThat(store.rows()).hasSize(1);
	}

	@ParameterizedTest
	@EnumSource
	void whenTheStoreGivesWhatWasNotPutInThenItIsNobodys(Alteration alteration) throws Exception {
		ids.findOrCreate("4711", "alice", WIKI, "alices");
		ids.findOrCreate("4712", "bob", WIKI, "bobs");
		StoredPersistentId bob = rowOf("4712");
		store.alter(row -> alteration.of(row, bob));
		assertRefused(() -> ids.find("4711", WIKI));
		assertRefused(() -> ids.findOrCreate("4711", "alice", WIKI, "other"));
		assertRefused(() -> ids.findByValue(WIKI, "alices"));
		assertRefused(() -> ids.findByPerson("4711", "", 10));
		assertRefused(() -> ids.findOrCreate("4713", "carol", OTHER, "carols"));
	}

	private StoredPersistentId rowOf(String person) throws Exception {
		List<StoredPersistentId> seen = new ArrayList<>();
		store.alter(row -> {
			seen.add(row);
			return row;
		});
		ids.find(person, WIKI);
		return seen.getFirst();
	}

	private static void assertRefused(ThrowingCallable call) {
		assertThatExceptionOfType(StoreUnavailableException.class).isThrownBy(call)
			.withMessageContaining("does not open");
	}

	/** The alterations that an attacker with write access to the store might try. */
	enum Alteration {

		/** Replaces the whole row with that of another person. */
		ROW {
			@Override
			StoredPersistentId of(StoredPersistentId row, StoredPersistentId other) {
				return other;
			}
		},
		/** Puts another person's identifier into the user's row. */
		IDENTIFIER {
			@Override
			StoredPersistentId of(StoredPersistentId row, StoredPersistentId other) {
				return new StoredPersistentId(row.principalHash(), row.serviceHash(), other.valueHash(),
						other.createdAt(), other.state());
			}
		},
		/**
		 * Replaces the hashes of the service and the value, with the state of another
		 * row.
		 */
		HASH {
			@Override
			StoredPersistentId of(StoredPersistentId row, StoredPersistentId other) {
				return new StoredPersistentId(row.principalHash(), "0".repeat(64), "0".repeat(64), row.createdAt(),
						other.state());
			}
		},
		/** Flips one bit of the sealed state. */
		BIT {
			@Override
			StoredPersistentId of(StoredPersistentId row, StoredPersistentId other) {
				byte[] state = row.state().clone();
				state[state.length - 1] ^= 1;
				return new StoredPersistentId(row.principalHash(), row.serviceHash(), row.valueHash(), row.createdAt(),
						state);
			}
		},
		/** Empties the state. */
		EMPTY {
			@Override
			StoredPersistentId of(StoredPersistentId row, StoredPersistentId other) {
				return new StoredPersistentId(row.principalHash(), row.serviceHash(), row.valueHash(), row.createdAt(),
						new byte[0]);
			}
		};

		abstract StoredPersistentId of(StoredPersistentId row, StoredPersistentId other);

	}

	@Test
	void whenTheStoreIsDownThenThereIsNoOther() {
		store.down(true);
		assertThatExceptionOfType(StoreUnavailableException.class)
			.isThrownBy(() -> ids.findOrCreate("4711", "alice", WIKI, "computed"));
	}

	@Test
	void whenTheStoreRefusesEveryValueThenItIsNotAskedForEver() {
		PersistentIdStore refusing = new RefusingStore();
		SecureRandom random = new SecureRandom();
		PersistentIds refused = new PersistentIds(refusing, new RecordSealing(SALT, random), "uid",
				InstantSource.fixed(NOW), random);
		assertThatExceptionOfType(StoreUnavailableException.class)
			.isThrownBy(() -> refused.findOrCreate("4711", "alice", WIKI, "computed"));
	}

	@Test
	void whenBytesAreTooManyThenNothingIsStored() {
		assertThatExceptionOfType(StoreUnavailableException.class)
			.isThrownBy(() -> ids.findOrCreate("x".repeat(5000), "alice", WIKI, "computed"))
			.withMessageContaining("larger");
		assertThat(store.rows()).isEmpty();
	}

	private static final class RefusingStore implements PersistentIdStore {

		@Override
		public Optional<StoredPersistentId> findOrCreate(StoredPersistentId candidate) {
			return Optional.empty();
		}

		@Override
		public Optional<StoredPersistentId> find(String principalHash, String serviceHash) {
			return Optional.empty();
		}

		@Override
		public Optional<StoredPersistentId> findByValue(String serviceHash, String valueHash) {
			return Optional.empty();
		}

		@Override
		public List<StoredPersistentId> findByPrincipal(String principalHash, String after, int limit) {
			return List.of();
		}

		@Override
		public boolean revoke(String serviceHash, String valueHash, Instant at) {
			return false;
		}

	}

}
