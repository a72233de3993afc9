package org.campanile.web.seal;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.campanile.record.KeyRingMark;
import org.campanile.record.RecordKind;
import org.campanile.record.RecordStore;
import org.campanile.record.Records;
import org.campanile.record.StoredRecord;
import org.campanile.seal.Sealer;
import org.campanile.seal.SealingKey;
import org.campanile.store.StoreUnavailableException;
import org.campanile.testkit.MutableClock;
import org.campanile.testkit.record.HeapRecordStore;
import org.campanile.web.testkit.LogLines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/** Tests keys that were lost, or differ from those of the store. */
class FactorKeysTests {

	private static final Duration DELAY = Duration.ofMinutes(1);

	private static final RecordKind KIND = new RecordKind("test");

	private final MutableClock clock = new MutableClock(Instant.parse("2026-11-20T12:00:00Z"));

	private final SecureRandom random = new SecureRandom();

	private final Map<String, StoredRecord> rows = new HashMap<>();

	private final AtomicBoolean down = new AtomicBoolean();

	private final RecordStore store = failing(new HeapRecordStore(clock, rows));

	private final SealingKey hashing = Records.durableHashing(new byte[16]);

	@TempDir
	private Path home;

	private Path folder;

	@BeforeEach
	void folder() {
		folder = home.resolve("credentials");
	}

	private RecordStore failing(RecordStore backend) {
		return (RecordStore) Proxy.newProxyInstance(RecordStore.class.getClassLoader(),
				new Class<?>[] { RecordStore.class }, (proxy, method, arguments) -> {
					if (down.get()) {
						throw new StoreUnavailableException("the test has stopped it");
					}
					try {
						return method.invoke(backend, arguments);
					}
					catch (InvocationTargetException ex) {
						throw ex.getTargetException();
					}
				});
	}

	private FactorKeys open() throws IOException {
		return new FactorKeys(folder, DELAY, new FactorKeys.Stored(store, hashing, random, clock), Duration.ZERO);
	}

	private Records records(FactorKeys keys) {
		return Records.durable(store, new Sealer(keys.keyRing(), random), hashing, clock);
	}

	private void add(String name) throws IOException {
		byte[] bytes = new byte[SealingKey.LENGTH];
		random.nextBytes(bytes);
		Files.writeString(folder.resolve(name), Base64.getEncoder().encodeToString(bytes), StandardCharsets.US_ASCII);
	}

	@Test
	void whenNothingWasEverSealedThenAKeyIsCreatedAndTheNextStartUsesIt() throws Exception {
		records(open()).create(KIND, "a", "alice", clock.instant().plusSeconds(60), new byte[] { 7 });
		assertThat(folder.resolve("factors-0001.key")).exists();
		assertThat(records(open()).find(KIND, "a").orElseThrow().content()).containsExactly(7);
	}

	/**
	 * The store of a node may not answer at once when the node starts for the first time.
	 */
	@Test
	void whenTheStoreAnswersAfterAWhileThenAKeyIsCreated() throws Exception {
		AtomicInteger failures = new AtomicInteger(2);
		RecordStore slow = (RecordStore) Proxy.newProxyInstance(RecordStore.class.getClassLoader(),
				new Class<?>[] { RecordStore.class }, (proxy, method, arguments) -> {
					if (failures.getAndDecrement() > 0) {
						throw new StoreUnavailableException("no answer yet");
					}
					return method.invoke(store, arguments);
				});
		new FactorKeys(folder, DELAY, new FactorKeys.Stored(slow, hashing, random, clock), Duration.ofSeconds(30));
		assertThat(folder.resolve("factors-0001.key")).exists();
	}

	@Test
	void whenTheKeysAreLostThenNoneIsCreatedInTheirPlace() throws Exception {
		open();
		Files.delete(folder.resolve("factors-0001.key"));
		assertThatIllegalArgumentException().isThrownBy(this::open)
			.withMessageStartingWith("credentials/factors*.key: missing, though the store contains")
			.withMessageContaining("restore them from a backup");
		assertThat(folder).isEmptyDirectory();
	}

	@Test
	void whenANodeHasOtherKeysThanTheStoreThenItDoesNotStart() throws Exception {
		open();
		Files.delete(folder.resolve("factors-0001.key"));
		add("factors-0001.key");
		assertThatIllegalArgumentException().isThrownBy(this::open)
			.withMessageStartingWith("credentials/factors*.key: none is the key");
	}

	@Test
	void whenANodeHasAnotherSaltThanTheStoreThenItDoesNotStart() throws Exception {
		open();
		FactorKeys.Stored other = new FactorKeys.Stored(store, Records.durableHashing(new byte[17]), random, clock);
		assertThatIllegalArgumentException().isThrownBy(() -> new FactorKeys(folder, DELAY, other, Duration.ZERO))
			.withMessageStartingWith("credentials/persistent-id.salt, or campanile.name-id.persistent-salt: ")
			.withMessageContaining("not the salt");
	}

	@Test
	void whenTheKeysAreMissingAndTheStoreDoesNotAnswerThenNoneIsCreated() {
		down.set(true);
		assertThatIllegalStateException().isThrownBy(this::open)
			.withMessageStartingWith("credentials/factors*.key: missing, and the store")
			.withMessageContaining("the test has stopped it");
		assertThat(folder).doesNotExist();
	}

	@Test
	void whenTheKeysAreThereAndTheStoreDoesNotAnswerThenItStartsAndComparesLater() throws Exception {
		Files.createDirectories(folder);
		add("factors-0001.key");
		down.set(true);
		FactorKeys keys = open();
		keys.look();
		assertThat(rows).isEmpty();
		down.set(false);
		keys.look();
		assertThat(rows).as("the mark, and that of the key").hasSize(2);
	}

	@Test
	void whenAKeyIsAddedThenItSealsAfterTheDelayAndTheOldOneCanGoOnceNothingIsSealedWithIt() throws Exception {
		FactorKeys keys = open();
		Records records = records(keys);
		Instant end = clock.instant().plusSeconds(3_600);
		records.create(KIND, "a", "alice", end, new byte[] { 7 });
		add("factors-0002.key");
		keys.look();
		assertThat(records.find(KIND, "a").orElseThrow().sealedByNewest()).isTrue();
		clock.advance(DELAY);
		keys.look();
		Records.Entry old = records.find(KIND, "a").orElseThrow();
		assertThat(old.sealedByNewest()).isFalse();
		assertThat(records.reseal(old)).isTrue();
		Path first = folder.resolve("factors-0001.key");
		byte[] kept = Files.readAllBytes(first);
		Files.delete(first);
		assertThatIllegalArgumentException().as("not known to be needed no more")
			.isThrownBy(this::open)
			.withMessageStartingWith("credentials/factors*.key: ")
			.withMessageContaining(" missing, with which enrolled factors in the store are sealed")
			.withMessageContaining("campanile factors --reseal");
		Files.write(first, kept);
		clock.advance(KeyRingMark.IN_USE);
		keys.mark().retireExcept(Set.of(), clock.instant());
		Files.delete(first);
		assertThat(records(open()).find(KIND, "a").orElseThrow().content()).containsExactly(7);
	}

	@Test
	void whenTheStoreAnswersOnlyLaterThenAMissingKeyIsSaidOnceWithTheRemedy() throws Exception {
		FactorKeys before = open();
		add("factors-0002.key");
		before.look();
		clock.advance(DELAY);
		before.look();
		Path first = folder.resolve("factors-0001.key");
		byte[] kept = Files.readAllBytes(first);
		Files.delete(first);
		down.set(true);
		FactorKeys keys = open();
		try (LogLines log = LogLines.warnings()) {
			keys.look();
			assertThat(log.lines()).as("nothing is known yet").isEmpty();
			down.set(false);
			keys.look();
			keys.look();
			assertThat(log.lines()).singleElement()
				.asString()
				.startsWith("credentials/factors*.key: ")
				.contains(" missing, with which enrolled factors in the store are sealed; copy the file");
			assertThat(keys.fault()).contains(log.lines().getFirst());
			log.forget();
			Files.write(first, kept);
			keys.look();
			assertThat(keys.fault()).isEmpty();
			Files.delete(first);
			keys.look();
			assertThat(log.lines()).as("again").hasSize(1);
		}
	}

	@Test
	void whenTheNewestKeyIsLostWhileItRunsThenItIsNamedAndTheKeyThatSealsIsMarked() throws Exception {
		FactorKeys keys = open();
		add("factors-0002.key");
		keys.look();
		clock.advance(DELAY);
		keys.look();
		String lost = keys.keyRing().current().newest().name();
		Files.delete(folder.resolve("factors-0002.key"));
		clock.advance(DELAY);
		keys.look();
		assertThat(keys.fault().orElseThrow()).contains("none is the key " + lost, "docs/factors.md");
		assertThat(keys.mark().keys()).anySatisfy(key -> {
			assertThat(key.missing()).isFalse();
			assertThat(key.usedUntil()).isEqualTo(clock.instant());
		});
	}

	@Test
	void whenTheStoreAnswersOnlyLaterAndHasOtherKeysThenThisOneIsNotMarkedAsItsOwn() throws Exception {
		open();
		Files.delete(folder.resolve("factors-0001.key"));
		add("factors-0001.key");
		down.set(true);
		FactorKeys keys = open();
		down.set(false);
		Map<String, StoredRecord> before = Map.copyOf(rows);
		add("factors-0000.key");
		try (LogLines log = LogLines.warnings()) {
			keys.look();
			keys.look();
			assertThat(log.lines()).singleElement().asString().contains("none is the key");
		}
		assertThat(rows).isEqualTo(before);
	}

}
