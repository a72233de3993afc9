package org.campanile.record;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.campanile.seal.Sealer;
import org.campanile.seal.SealingKey;
import org.campanile.store.StoreUnavailableException;

/**
 * A record by which a node recognizes that its key ring is the one that the other records
 * in the store are sealed with, and its hashing key the one that they are found by: a
 * ring that was lost must not be replaced by a new one without notice, nor may each node
 * create its own; and with another hashing key every record would seem to be missing.
 * Beside it there is a mark of each key that has sealed, sealed with that key, by which a
 * ring is recognized that lacks one of them. Thread-safe and cluster-wide.
 */
public final class KeyRingMark {

	private static final Logger logger = LoggerFactory.getLogger(KeyRingMark.class);

	private static final RecordKind KIND = new RecordKind("key-ring");

	private static final String NAME = "mark";

	/** Of the marks of single keys. */
	private static final String KEYS = "keys";

	/** The same for every node: the mark itself must be found whatever else is wrong. */
	private static final SealingKey HASHING = SealingKey.derivedFrom("campanile".getBytes(StandardCharsets.US_ASCII),
			"campanile key-ring mark");

	/** Lasts until it is removed; stores compute with nanoseconds. */
	private static final Duration FOR_GOOD = Duration.ofDays(36_500);

	private final Records records;

	private final Sealer sealer;

	/** What the mark says: the name of the hashing key. */
	private final byte[] content;

	private final InstantSource clock;

	/** What the store knows of a ring. */
	public enum State {

		/** No ring has been used with this store. */
		UNUSED,
		/** This ring has been used with it. */
		OWN,
		/** Another ring has been used with it, and this one lacks its key. */
		FOREIGN,
		/** This ring has been used with it, but with another hashing key. */
		OTHER_HASHING

	}

	/**
	 * @param store durable
	 * @param sealer with the ring
	 * @param hashing the key that the other records are found by
	 */
	public KeyRingMark(RecordStore store, Sealer sealer, SealingKey hashing, InstantSource clock) {
		this.records = Records.durable(store, sealer, HASHING, clock);
		this.sealer = sealer;
		this.content = hashing.name().getBytes(StandardCharsets.US_ASCII);
		this.clock = clock;
	}

	/** What the store knows of the ring; two reads at most. */
	public State read() throws StoreUnavailableException {
		Optional<Boolean> opens = records.opens(KIND, NAME);
		if (opens.isEmpty()) {
			return State.UNUSED;
		}
		if (!opens.get()) {
			return State.FOREIGN;
		}
		return records.find(KIND, NAME)
			.map(mark -> Arrays.equals(mark.content(), content) ? State.OWN : State.OTHER_HASHING)
			.orElse(State.UNUSED);
	}

	/**
	 * Sets the mark if there is none; seals it with the newest key of the ring if it is
	 * of an older one. Of nodes with different rings exactly one sets it. Sets that of
	 * the newest key as well.
	 * @return not {@link State#UNUSED}
	 */
	public State write() throws StoreUnavailableException {
		State state = read();
		if (state == State.UNUSED) {
			state = records.create(KIND, NAME, NAME, clock.instant().plus(FOR_GOOD), content) ? State.OWN : read();
		}
		if (state == State.OWN) {
			Optional<Records.Entry> mark = records.find(KIND, NAME);
			if (mark.isPresent()) {
				records.reseal(mark.get());
			}
			writeKey();
		}
		return state;
	}

	/**
	 * Sets the mark of the key that seals now, should it be missing: another node may
	 * have taken it for a key of the past. One read if it is there.
	 */
	public void writeKey() throws StoreUnavailableException {
		String key = sealer.ring().newest().name();
		if (records.opens(KIND, key).isEmpty()) {
			records.create(KIND, key, KEYS, clock.instant().plus(FOR_GOOD), content);
		}
	}

	/**
	 * The keys that have sealed records in the store, or may have, and that the ring
	 * lacks, by {@linkplain SealingKey#name() name}; one read.
	 */
	public SortedSet<String> missing() throws StoreUnavailableException {
		return records.scan(KIND, KEYS, "", RecordStore.MAX_PAGE)
			.unreadable()
			.stream()
			.filter(Records.Unreadable::keyMissing)
			.map(Records.Unreadable::sealedWith)
			.collect(Collectors.toCollection(TreeSet::new));
	}

	/**
	 * Removes the marks of all keys but the one that seals now, once no record is sealed
	 * with another: the others are not missed from then on.
	 */
	public void retireOthers() throws StoreUnavailableException {
		writeKey();
		Records.Scan marks = records.scan(KIND, KEYS, "", RecordStore.MAX_PAGE);
		for (Records.Entry mark : marks.entries()) {
			if (!mark.sealedByNewest()) {
				records.remove(mark);
			}
		}
		for (Records.Unreadable mark : marks.unreadable()) {
			records.discard(KIND, mark.sealedWith());
		}
	}

	/**
	 * The store for the other records, which refuses every operation until the mark has
	 * shown once that ring and hashing key are those of the store: it may not have
	 * answered when the node started, and a record that only seems to be missing must not
	 * be taken for one that was never made. Asks at once, and if there is no answer again
	 * at each operation.
	 */
	public RecordStore guard(RecordStore store) {
		Guarded guarded = new Guarded(store, this);
		try {
			guarded.checked();
		}
		catch (StoreUnavailableException ex) {
			logger.debug("The mark of the key ring is compared later: {}", ex.getMessage());
		}
		return guarded;
	}

	private static final class Guarded implements RecordStore {

		private final RecordStore target;

		private final KeyRingMark mark;

		private volatile boolean own;

		Guarded(RecordStore target, KeyRingMark mark) {
			this.target = target;
			this.mark = mark;
		}

		private RecordStore checked() throws StoreUnavailableException {
			if (!own) {
				State state = mark.write();
				if (state != State.OWN) {
					throw new StoreUnavailableException("it was used with "
							+ (state == State.FOREIGN ? "other keys" : "another salt") + " than this node has");
				}
				own = true;
			}
			return target;
		}

		@Override
		public boolean create(StoredRecord record) throws StoreUnavailableException {
			return checked().create(record);
		}

		@Override
		public Optional<StoredRecord> find(String kind, String keyHash) throws StoreUnavailableException {
			return checked().find(kind, keyHash);
		}

		@Override
		public RecordUpdate update(String kind, String keyHash, long version, Instant end, byte[] state)
				throws StoreUnavailableException {
			return checked().update(kind, keyHash, version, end, state);
		}

		@Override
		public Optional<StoredRecord> remove(String kind, String keyHash) throws StoreUnavailableException {
			return checked().remove(kind, keyHash);
		}

		@Override
		public List<StoredRecord> findByOwner(String kind, String ownerHash, String after, int limit)
				throws StoreUnavailableException {
			return checked().findByOwner(kind, ownerHash, after, limit);
		}

	}

}
