package org.campanile.record;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.campanile.seal.KeyRing;
import org.campanile.seal.Sealer;
import org.campanile.seal.SealingKey;
import org.campanile.store.StoreUnavailableException;

/**
 * Determines whether a node has the keys with which the records of a durable store are
 * sealed and found. Without it, a node whose keys were lost would create new ones, every
 * node could have keys of its own, and with another hashing key every record would seem
 * to be missing.
 * <p>
 * The store holds two sorts of records of the kind {@code key-ring}:
 * <ul>
 * <li>one mark of the ring, sealed with the current sealing key. A ring that does not
 * open the mark is not the ring of the store. Its content names the hashing key.</li>
 * <li>one mark of each key that has sealed records, sealed with that key. A ring that
 * does not open one of them lacks that key. Every node renews the mark of its current
 * sealing key, and the end of the mark shows when that was last done.</li>
 * </ul>
 * Thread-safe; the marks are those of all nodes.
 */
public final class KeyRingMark {

	private static final Logger logger = LoggerFactory.getLogger(KeyRingMark.class);

	private static final RecordKind KIND = new RecordKind("key-ring");

	private static final String NAME = "mark";

	/** The name of the marks of single keys. */
	private static final String KEYS = "keys";

	/**
	 * The key that hashes the name of the mark. The same for every node: the mark itself
	 * must be found whatever else is wrong.
	 */
	private static final SealingKey HASHING = SealingKey.derivedFrom("campanile".getBytes(StandardCharsets.US_ASCII),
			"campanile key-ring mark");

	/**
	 * The lifetime of a mark; the end of a mark minus this is the time at which it was
	 * written. Finite, as stores compute with nanoseconds.
	 */
	private static final Duration FOR_GOOD = Duration.ofDays(36_500);

	/** A mark that is younger is not renewed. */
	private static final Duration RENEWAL = Duration.ofSeconds(30);

	/**
	 * The time after its last renewal for which a key counts as one that a node seals
	 * with: several renewals, and the largest difference of the nodes' clocks, each of
	 * which may be off by five minutes.
	 */
	public static final Duration IN_USE = Duration.ofMinutes(10).plusSeconds(90);

	private final RecordStore store;

	private final Records records;

	private final Sealer sealer;

	/** The content of the mark: the name of the hashing key. */
	private final byte[] content;

	private final InstantSource clock;

	/**
	 * The names of the ring's keys when it was last found to be the store's, the sealing
	 * key first; empty until then.
	 */
	private volatile List<String> own = List.of();

	/** The relation of a ring and a hashing key to the store. */
	public enum State {

		/** The store has no mark: nothing was sealed for it yet. */
		UNUSED,
		/** The keys are those of the store. */
		OWN,
		/** The ring lacks the key that the mark is sealed with. */
		FOREIGN,
		/** The ring is that of the store, but the hashing key is not. */
		OTHER_HASHING

	}

	/**
	 * @param store durable
	 * @param sealer with the ring
	 * @param hashing the key that the other records are found by
	 */
	public KeyRingMark(RecordStore store, Sealer sealer, SealingKey hashing, InstantSource clock) {
		this.store = store;
		this.records = Records.durable(store, sealer, HASHING, clock);
		this.sealer = sealer;
		this.content = hashing.name().getBytes(StandardCharsets.US_ASCII);
		this.clock = clock;
	}

	/** Compares the ring and the hashing key with the mark; one read. */
	public State read() throws StoreUnavailableException {
		return state(records.look(KIND, NAME));
	}

	private State state(Optional<FoundRecord> mark) {
		if (mark.isEmpty()) {
			return State.UNUSED;
		}
		return mark.get()
			.entry()
			.map(entry -> Arrays.equals(entry.content(), content) ? State.OWN : State.OTHER_HASHING)
			.orElse(State.FOREIGN);
	}

	/**
	 * Writes the mark of the ring if there is none, and seals it with the newest key if
	 * an older one has sealed it. Of nodes with different rings that do this at once
	 * exactly one succeeds. Also writes the mark of the newest key; or of all keys of the
	 * ring if that which has sealed the mark of the ring has none, as an earlier version
	 * wrote none, and may have sealed with any of them.
	 * @return never {@link State#UNUSED}; if it is not {@link State#OWN}, nothing was
	 * written
	 */
	public State write() throws StoreUnavailableException {
		if (read() == State.UNUSED) {
			records.create(KIND, NAME, NAME, writtenAt(clock.instant()), content);
		}
		Optional<FoundRecord> mark = records.look(KIND, NAME);
		State state = state(mark);
		if (state == State.OWN) {
			Records.Entry ring = mark.flatMap(FoundRecord::entry).orElseThrow();
			if (records.look(KIND, ring.sealedWith()).isEmpty()) {
				writeKeys(sealer.ring()
					.keys()
					.stream()
					.map(SealingKey::name)
					.filter(name -> !name.equals(ring.sealedWith()))
					.toList());
				// This comes last, so that the next start completes what a crash left
				// unfinished.
				writeKeys(List.of(ring.sealedWith()));
			}
			writeKey();
			records.reseal(ring);
		}
		return state;
	}

	/**
	 * Seals the mark of the ring with the newest key, which a node that seals with an
	 * older one may have moved back; {@link #sealedWith} shows whether it is now.
	 * @param lost whether a mark that the ring does not open is replaced, as its key is
	 * lost for good and nothing else is sealed with it
	 */
	public void moveToNewest(boolean lost) throws StoreUnavailableException {
		writeKey();
		Optional<FoundRecord> mark = records.look(KIND, NAME);
		switch (state(mark)) {
			case UNUSED -> records.create(KIND, NAME, NAME, writtenAt(clock.instant()), content);
			case OWN -> records.reseal(mark.flatMap(FoundRecord::entry).orElseThrow());
			case FOREIGN -> {
				// If another node was first, that node has replaced it.
				if (lost && records.replace(KIND, mark.orElseThrow(), writtenAt(clock.instant()), content)) {
					logger.warn("The mark of the key ring is sealed with the key {} from now on, as none of this "
							+ "node's keys opened it", sealingKey());
				}
			}
			case OTHER_HASHING -> logger.error("The mark of the key ring names another salt than this node has");
		}
	}

	/**
	 * The {@linkplain SealingKey#name() name} of the key that the mark of the ring is
	 * sealed with, which every node needs to start; one read.
	 */
	public Optional<String> sealedWith() throws StoreUnavailableException {
		return records.look(KIND, NAME).flatMap(FoundRecord::sealedWith);
	}

	/**
	 * Brings the marks in step with the ring: every node calls this every few seconds,
	 * and before it seals with another key than before. A ring that was the store's once,
	 * and no longer opens the mark of the ring, has lost a key while the node runs: the
	 * node goes on with the keys that it has, so the one that seals is marked all the
	 * same. One that never was the store's, or has none of its keys left, marks nothing,
	 * since other nodes would miss its key.
	 * @return as {@link #write}
	 */
	public State keep() throws StoreUnavailableException {
		List<String> ring = names();
		if (!own.isEmpty() && own.getFirst().equals(ring.getFirst())) {
			writeKey();
			return State.OWN;
		}
		State state = write();
		if (state == State.OWN) {
			own = ring;
		}
		else if (state == State.FOREIGN && isOfOwn()) {
			writeKey();
		}
		return state;
	}

	/** The name of the key that seals now. */
	String sealingKey() {
		return sealer.ring().newest().name();
	}

	private List<String> names() {
		return sealer.ring().keys().stream().map(SealingKey::name).toList();
	}

	/** Whether the ring still has a key of the ring that was the store's. */
	boolean isOfOwn() {
		return !Collections.disjoint(own, names());
	}

	/** Whether a node goes on with its keys although none of them opens the mark. */
	boolean goesOn(State state) {
		return state == State.FOREIGN && isOfOwn();
	}

	/**
	 * Writes the mark of the key that seals now, or renews it if that was last done half
	 * a minute ago or earlier, which shows other nodes that a node seals with it; one
	 * read, and a write for one of the nodes now and then.
	 */
	public void writeKey() throws StoreUnavailableException {
		SealingKey key = sealer.ring().newest();
		Records marks = sealedWith(key);
		Instant now = clock.instant();
		Optional<FoundRecord> mark = marks.look(KIND, key.name());
		if (mark.isEmpty()) {
			marks.create(KIND, key.name(), KEYS, writtenAt(now), content);
			return;
		}
		// An altered mark is left as it is: it still names its key.
		Optional<Records.Entry> read = mark.get().entry();
		if (read.isPresent() && !read.get().end().minus(FOR_GOOD).plus(RENEWAL).isAfter(now)) {
			// If another node was first, that node has renewed it.
			marks.update(read.get(), writtenAt(now), content);
		}
	}

	/**
	 * Writes the marks of keys that seal no more, but have sealed records, where they are
	 * missing; one operation for each key.
	 * @param names of keys; those that the ring lacks, and the newest, are left out
	 */
	public void writeKeys(Collection<String> names) throws StoreUnavailableException {
		KeyRing ring = sealer.ring();
		for (String name : names) {
			Optional<SealingKey> key = ring.byName(name).filter(each -> !each.equals(ring.newest()));
			if (key.isPresent()) {
				// The mark does not count as that of a key with which a node seals now.
				sealedWith(key.get()).create(KIND, name, KEYS, writtenAt(clock.instant().minus(IN_USE)), content);
			}
		}
	}

	/**
	 * Returns records sealed with that key, so that the mark of a key is never sealed
	 * with another, to which the ring changes.
	 */
	private Records sealedWith(SealingKey key) {
		return Records.durable(store, sealer.with(key), HASHING, clock);
	}

	private static Instant writtenAt(Instant time) {
		return time.plus(FOR_GOOD);
	}

	/**
	 * A key that has a mark.
	 *
	 * @param name its {@linkplain SealingKey#name() name}
	 * @param missing whether the ring lacks it
	 * @param usedUntil when a node that seals with it last renewed the mark; a node that
	 * seals with it now has done so within {@link #IN_USE}
	 */
	public record MarkedKey(String name, boolean missing, Instant usedUntil) {
	}

	/** The keys that have sealed records in the store, or may have; one read. */
	public List<MarkedKey> keys() throws StoreUnavailableException {
		Records.Scan marks = records.scan(KIND, KEYS, "", RecordStore.MAX_PAGE);
		List<MarkedKey> keys = new ArrayList<>();
		marks.entries().forEach(mark -> keys.add(new MarkedKey(mark.sealedWith(), false, mark.end().minus(FOR_GOOD))));
		marks.unreadable()
			.forEach(mark -> keys.add(new MarkedKey(mark.sealedWith(), mark.keyMissing(), mark.end().minus(FOR_GOOD))));
		return List.copyOf(keys);
	}

	/** The {@linkplain #keys() keys} that the ring lacks, by name; one read. */
	public SortedSet<String> missing() throws StoreUnavailableException {
		return keys().stream()
			.filter(MarkedKey::missing)
			.map(MarkedKey::name)
			.collect(Collectors.toCollection(TreeSet::new));
	}

	/**
	 * Removes the marks of keys that no record is sealed with any more, and that no node
	 * seals with: a ring that lacks one of these keys is complete from then on.
	 * @param needed the names of keys whose marks stay, beside that of the newest
	 * @param since when the reading began that found no record of the others: what a node
	 * has sealed later with one of them may not have been read
	 */
	public void retireExcept(Set<String> needed, Instant since) throws StoreUnavailableException {
		writeKey();
		String newest = sealingKey();
		Records.Scan marks = records.scan(KIND, KEYS, "", RecordStore.MAX_PAGE);
		// Versions are compared, so that a mark stays if a node renews it meanwhile.
		for (Records.Entry mark : marks.entries()) {
			if (isUnneeded(mark.sealedWith(), mark.end(), newest, needed, since)) {
				records.update(mark, RecordStore.ENDED, mark.content());
			}
		}
		for (UnreadableRecord mark : marks.unreadable()) {
			if (isUnneeded(mark.sealedWith(), mark.end(), newest, needed, since)) {
				records.discard(KIND, mark);
			}
		}
	}

	private static boolean isUnneeded(String key, Instant end, String newest, Set<String> needed, Instant since) {
		return !key.equals(newest) && !needed.contains(key) && !end.minus(FOR_GOOD).plus(IN_USE).isAfter(since);
	}

	/**
	 * Returns the store for the other records, which refuses every operation until the
	 * mark has shown once that ring and hashing key are those of the store: the store may
	 * not have answered when the node started, and a record that only seems to be missing
	 * must not be taken for one that was never made. Queries the mark at once, and if
	 * there is no answer again at each operation; later only to mark a key before it
	 * seals anything.
	 */
	public RecordStore guard(RecordStore store) {
		KeyRingGuard guarded = new KeyRingGuard(store, this);
		try {
			guarded.checked();
		}
		catch (StoreUnavailableException ex) {
			logger.debug("The mark of the key ring is compared later: {}", ex.getMessage());
		}
		return guarded;
	}

}
