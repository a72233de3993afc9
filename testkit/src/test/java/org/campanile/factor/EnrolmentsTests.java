package org.campanile.factor;

import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.campanile.authn.FactorKind;
import org.campanile.record.RecordKind;
import org.campanile.record.RecordStore;
import org.campanile.record.Records;
import org.campanile.record.StoredRecord;
import org.campanile.record.UnreadableRecord;
import org.campanile.record.UnreadableRecordException;
import org.campanile.seal.SealingKey;
import org.campanile.store.StoreUnavailableException;
import org.campanile.testkit.MutableClock;
import org.campanile.testkit.onetime.HeapOneTimeStore;
import org.campanile.testkit.record.CountingRecordStore.Operation;
import org.campanile.testkit.record.HeapRecordStore;
import org.campanile.testkit.session.SessionFixtures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Tests the storage of enrolments: their forms, keys, and unreadable ones. */
class EnrolmentsTests {

	private static final RecordKind KIND = new RecordKind("enrolment");

	/** An enrolment in the form that the first build wrote. */
	private static final String FIRST_FORM = "bf617065616c696365616381bf616b64746f74706169626331616e6550686f6e6561741b"
			+ "00000199c82cc000616f420102ff6162bf6172646c6f73746161646465736b61751b00000199c82cc000ff616c64746f7470"
			+ "61686168ff";

	private final MutableClock clock = new MutableClock(Instant.parse("2026-11-20T12:00:00Z"));

	private final Map<String, StoredRecord> rows = new HashMap<>();

	private final RecordStore store = new HeapRecordStore(clock, rows);

	private final SealingKey hashing = Records.durableHashing(new byte[16]);

	private Records records(int... keys) {
		return Records.durable(store, SessionFixtures.sealer(keys), hashing, clock);
	}

	private Enrolments enrolments(int... keys) {
		return new Enrolments(records(keys), new HeapOneTimeStore(clock, new ConcurrentHashMap<>()), clock,
				new SecureRandom(), Runnable::run);
	}

	private static Credential credential(String id) {
		return new Credential(new FactorKind("totp"), id, "Phone", Instant.EPOCH, null, new byte[] { 1 });
	}

	private void enrol(String user, int... keys) throws Exception {
		enrolments(keys).change(user, enrolment -> enrolment.with(credential("c1")));
	}

	private void store(String user, String form) throws Exception {
		assertThat(records(1).create(KIND, user, "everybody", clock.instant().plusSeconds(3_600),
				HexFormat.of().parseHex(form)))
			.isTrue();
	}

	@Test
	void whenTheFirstBuildHasWrittenItThenItIsReadAndWrittenAlike() throws Exception {
		store("alice", FIRST_FORM);
		Enrolment enrolment = enrolments(1).find("alice");
		assertThat(enrolment.of(new FactorKind("totp"))).singleElement()
			.satisfies(credential -> assertThat(credential.name()).isEqualTo("Phone"))
			.satisfies(credential -> assertThat(credential.own()).containsExactly(1, 2));
		assertThat(enrolment.bypass()).isEqualTo(new Bypass("lost", "desk", Instant.ofEpochMilli(1_760_000_000_000L)));
		assertThat(enrolment.handle()).isEqualTo("h");
		enrolments(1).change("alice", current -> current.with(credential("c2")));
		enrolments(1).change("alice", current -> current.without("c2"));
		assertThat(HexFormat.of().formatHex(records(1).find(KIND, "alice").orElseThrow().content()))
			.isEqualTo(FIRST_FORM);
	}

	/**
	 * The form of the first build with an additional entry v=2, and a value that is no
	 * map.
	 */
	@ParameterizedTest
	@ValueSource(strings = { "bf617065616c69636561638061686168617602ff", "01" })
	void whenItIsOfANewerFormThenUnreadableAndNotNothingButAResetRemovesIt(String form) throws Exception {
		store("alice", form);
		Enrolments enrolments = enrolments(1);
		assertThatExceptionOfType(UnreadableRecordException.class).isThrownBy(() -> enrolments.find("alice"));
		assertThatExceptionOfType(UnreadableRecordException.class)
			.isThrownBy(() -> enrolments.change("alice", current -> current.with(credential("c1"))));
		assertThat(enrolments.list("", 10).enrolments()).isEmpty();
		assertThat(enrolments.list("", 10).unreadable()).isOne();
		assertThat(enrolments.remove("alice")).isTrue();
		assertThat(enrolments.find("alice").isEmpty()).isTrue();
	}

	@Test
	void whenItsKeyIsMissingThenUnreadableAndAResetRemovesItWithItsHandle() throws Exception {
		enrol("alice", 1);
		Enrolments other = enrolments(2);
		assertThatExceptionOfType(UnreadableRecordException.class).isThrownBy(() -> other.find("alice"));
		assertThat(other.list("", 10).unreadable()).isOne();
		assertThat(other.remove("alice")).isTrue();
		assertThat(rows).isEmpty();
	}

	/** An administrator repeats it, and the audit log must not miss it then. */
	@Test
	void whenAResetFailedThenTheNextOneRemovesWhatWasEnrolled() throws Exception {
		HeapEnrolments heap = new HeapEnrolments(clock);
		Enrolments enrolments = heap.node();
		enrolments.change("alice", enrolment -> enrolment.with(credential("c1")));
		for (Operation operation : List.of(Operation.FIND_BY_OWNER, Operation.REMOVE)) {
			heap.records().fail(operation);
			assertThatExceptionOfType(StoreUnavailableException.class).as(operation.name())
				.isThrownBy(() -> enrolments.remove("alice"));
			heap.records().recover(operation);
		}
		assertThat(enrolments.remove("alice")).isTrue();
		assertThat(enrolments.remove("alice")).isFalse();
	}

	@Test
	void whenResealedThenTheOldKeyIsNotNeededForAnybody() throws Exception {
		for (String user : List.of("alice", "bob", "carol")) {
			enrol(user, 1);
		}
		enrol("dave", 2, 1);
		Enrolments enrolments = enrolments(2, 1);
		String handle = enrolments.find("alice").handle();
		int resealed = 0;
		int current = 0;
		String after = "";
		while (true) {
			Enrolments.Resealed page = enrolments.reseal(after, 2, null);
			resealed += page.resealed();
			current += page.current();
			assertThat(page.failures()).isEmpty();
			if (page.next().isEmpty()) {
				break;
			}
			after = page.next().get();
		}
		assertThat(resealed).as("enrolments and handles").isEqualTo(6);
		assertThat(current).isEqualTo(2);
		assertThat(enrolments(2).find("alice").credentials()).hasSize(1);
		assertThat(enrolments(2).principalOf(handle)).contains("alice");
		assertThat(enrolments(2).reseal("", 10, null).resealed()).isZero();
	}

	/** The content is unknown to this version, so it is resealed unchanged. */
	@Test
	void whenARecordIsOfANewerFormThenItIsResealedAsItIs() throws Exception {
		store("alice", "bf617065616c69636561638061686168617602ff");
		assertThat(enrolments(2, 1).reseal("", 10, null).resealed()).isOne();
		assertThat(HexFormat.of().formatHex(records(2).find(KIND, "alice").orElseThrow().content()))
			.isEqualTo("bf617065616c69636561638061686168617602ff");
	}

	@Test
	void whenSomeCannotBeResealedThenSaidWhyAndTheOthersAre() throws Exception {
		enrol("alice", 3);
		enrol("bob", 1);
		enrol("carol", 1);
		StoredRecord carol = rows.values()
			.stream()
			.filter(row -> row.kind().equals("enrolment"))
			.filter(row -> row.keyHash().equals(recordOf("carol")))
			.findFirst()
			.orElseThrow();
		byte[] altered = carol.state().clone();
		altered[altered.length - 1] ^= 1;
		store.update("enrolment", carol.keyHash(), carol.version(), carol.end(), altered);
		Enrolments.Resealed page = enrolments(2, 1).reseal("", 10, null);
		assertThat(page.resealed()).isEqualTo(2);
		assertThat(page.failures()).hasSize(2)
			.anySatisfy(failure -> assertThat(failure)
				.contains("none of this node's keys opens it, as it is sealed with the key " + name(3)))
			.anySatisfy(failure -> assertThat(failure).contains(carol.keyHash(), "altered in the store"));
		assertThat(String.join("", page.failures())).doesNotContain("alice", "carol");
	}

	private static String name(int key) {
		return SessionFixtures.sealer(key).ring().newest().name();
	}

	@Test
	void whenResealedThenSaidWhatEachKeyHadSealed() throws Exception {
		enrol("alice", 1);
		enrol("bob", 2, 1);
		enrol("carol", 3);
		assertThat(enrolments(2, 1).reseal("", 10, null).found()).as("enrolments and handles; of carol one is found")
			.isEqualTo(Map.of(name(1), 2, name(2), 2, name(3), 1));
		assertThat(enrolments(2, 1).reseal("", 10, null).found()).isEqualTo(Map.of(name(2), 4, name(3), 1));
	}

	@Test
	void whenAKeyWasLostThenWhatItSealedIsRemovedOnlyOnRequestAndItsUsersEnrolAnew() throws Exception {
		enrol("alice", 3);
		enrol("bob", 1);
		store("carol", "bf6170656361726f6c61638061686168617602ff");
		Enrolments enrolments = enrolments(2, 1);
		Enrolments.Resealed kept = enrolments.reseal("", 10, null);
		assertThat(kept.unreadable()).isOne();
		assertThat(enrolments(3).find("alice").credentials()).hasSize(1);

		List<Enrolments.Discarded> discarded = new ArrayList<>();
		Enrolments.Resealed removed = enrolments.reseal("", 10,
				new Enrolments.Discarding((key) -> true, discarded::add));
		assertThat(removed.failures()).isEmpty();
		assertThat(removed.found()).doesNotContainKey(name(3));
		assertThat(discarded).singleElement()
			.satisfies(record -> assertThat(record.reason()).contains("sealed with the key " + name(3)))
			.satisfies(record -> assertThat(record.user()).isEmpty());
		assertThat(enrolments.find("alice").isEmpty()).isTrue();
		assertThat(enrolments.find("bob").credentials()).hasSize(1);
		assertThatExceptionOfType(UnreadableRecordException.class).as("of a newer form, which a key opens")
			.isThrownBy(() -> enrolments.find("carol"));
		enrol("alice", 2, 1);
		assertThat(enrolments.find("alice").credentials()).hasSize(1);
		discarded.clear();
		enrolments.reseal("", 10, new Enrolments.Discarding((key) -> true, discarded::add));
		assertThat(discarded).as("the handle of before, whose user is known now")
			.singleElement()
			.satisfies(record -> assertThat(record.user()).contains("alice"));
		assertThat(enrolments.principalOf(enrolments.find("alice").handle())).contains("alice");
	}

	@Test
	void whenOnlyTheHandleOfAPasskeyCannotBeReadThenItIsMadeAnew() throws Exception {
		enrol("alice", 3);
		enrolments(1, 3).change("alice", enrolment -> enrolment.with(credential("c2")));
		String handle = enrolments(1).find("alice").handle();
		Enrolments.Resealed kept = enrolments(1).reseal("", 10, null);
		assertThat(kept.failures()).singleElement().asString().contains(" of a passkey of alice: none of this node's");
		List<Enrolments.Discarded> discarded = new ArrayList<>();
		enrolments(1).reseal("", 10, new Enrolments.Discarding((key) -> true, discarded::add));
		assertThat(discarded).hasSize(1);
		assertThat(enrolments(1).principalOf(handle)).contains("alice");
		assertThat(enrolments(1).find("alice").credentials()).hasSize(2);
	}

	/** The store after a run that ended right after it had removed the handle. */
	@Test
	void whenTheHandleOfAPasskeyIsGoneThenTheNextRunMakesItAnew() throws Exception {
		enrol("alice", 1);
		String handle = enrolments(1).find("alice").handle();
		rows.values().removeIf(row -> row.kind().equals("enrolment-handle"));
		assertThat(enrolments(1).principalOf(handle)).isEmpty();
		enrolments(1).reseal("", 10, null);
		assertThat(enrolments(1).principalOf(handle)).contains("alice");
	}

	/** An enrolment that cannot be read might refer to the handle. */
	@Test
	void whenTheEnrolmentIsOfANewerFormThenItsHandleStays() throws Exception {
		store("alice", "bf617065616c69636561638061686168617602ff");
		records(3).create(new RecordKind("enrolment-handle"), "h", "alice", clock.instant().plusSeconds(3_600),
				"alice".getBytes(StandardCharsets.UTF_8));
		List<Enrolments.Discarded> discarded = new ArrayList<>();
		Enrolments.Resealed page = enrolments(1).reseal("", 10,
				new Enrolments.Discarding((key) -> true, discarded::add));
		assertThat(discarded).isEmpty();
		assertThat(page.unreadable()).isOne();
		assertThat(enrolments(3).principalOf("h")).contains("alice");
	}

	@Test
	void whenTheKeyIsOnlyAbsentForTheMomentThenNothingIsRemoved() throws Exception {
		enrol("alice", 3);
		List<String> asked = new ArrayList<>();
		Enrolments.Resealed page = enrolments(1).reseal("", 10, new Enrolments.Discarding((key) -> {
			asked.add(key);
			return false;
		}, (record) -> {
			throw new AssertionError(record);
		}));
		assertThat(asked).containsExactly(name(3));
		assertThat(page.unreadable()).isOne();
		assertThat(enrolments(3).find("alice").credentials()).hasSize(1);
	}

	@Test
	void whenTheKeyIsThereAgainOrGoneSinceTheRecordWasReadThenItIsNotRemoved() throws Exception {
		enrol("alice", 3);
		UnreadableRecord missed = records(1).scan(KIND, "everybody", "", 10).unreadable().getFirst();
		assertThat(records(1, 3).discard(KIND, missed)).isFalse();
		UnreadableRecord altered = new UnreadableRecord(missed.keyHash(), missed.sealedWith(), false, missed.version(),
				missed.end());
		assertThat(records(1).discard(KIND, altered)).isFalse();
		assertThat(enrolments(3).find("alice").credentials()).hasSize(1);
	}

	/** The user enrols again between the reading of the page and the removal. */
	@Test
	void whenTheUserHasEnrolledAnewMeanwhileThenThatIsNotRemoved() throws Exception {
		enrol("alice", 3);
		UnreadableRecord read = records(1).scan(KIND, "everybody", "", 10).unreadable().getFirst();
		enrolments(1).remove("alice");
		enrol("alice", 1);
		assertThat(records(1).discard(KIND, read)).isFalse();
		assertThat(enrolments(1).find("alice").credentials()).hasSize(1);
	}

	private String recordOf(String user) {
		try {
			return records(1).find(KIND, user).orElseThrow().keyHash();
		}
		catch (StoreUnavailableException ex) {
			throw new AssertionError(ex);
		}
	}

	/**
	 * Another node adds a credential after the record was read and before it is written.
	 */
	@Test
	void whenAUserEnrolsWhileItIsResealedThenNothingIsLost() throws Exception {
		enrol("alice", 1);
		Records.Entry read = records(2, 1).find(KIND, "alice").orElseThrow();
		enrolments(1).change("alice", enrolment -> enrolment.with(credential("c2")));
		assertThat(records(2, 1).reseal(read)).isTrue();
		assertThat(enrolments(2).find("alice").credentials()).hasSize(2);
		assertThat(records(2, 1).reseal(read)).as("another was first").isFalse();
		enrolments(2, 1).remove("alice");
		assertThat(records(2, 1).reseal(read)).as("gone").isFalse();
		assertThat(new String(read.content(), StandardCharsets.ISO_8859_1)).contains("alice");
	}

}
