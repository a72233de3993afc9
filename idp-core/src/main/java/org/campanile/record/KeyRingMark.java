package org.campanile.record;

import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;

import org.campanile.store.StoreUnavailableException;

/**
 * A record by which a node recognizes that its key ring is the one that the other records
 * in the store are sealed with: a ring that was lost must not be replaced by a new one
 * without notice, nor may each node create its own. Thread-safe and cluster-wide.
 */
public final class KeyRingMark {

	private static final RecordKind KIND = new RecordKind("key-ring");

	private static final String NAME = "mark";

	/** Lasts until it is removed; stores compute with nanoseconds. */
	private static final Duration FOR_GOOD = Duration.ofDays(36_500);

	private final Records records;

	private final InstantSource clock;

	/** What the store knows of a ring. */
	public enum State {

		/** No ring has been used with this store. */
		UNUSED,
		/** This ring has been used with it. */
		OWN,
		/** Another ring has been used with it, and this one lacks its key. */
		FOREIGN

	}

	/**
	 * @param records durable, sealed with the ring
	 */
	public KeyRingMark(Records records, InstantSource clock) {
		this.records = records;
		this.clock = clock;
	}

	/** What the store knows of the ring; one read. */
	public State read() throws StoreUnavailableException {
		return records.opens(KIND, NAME).map(opens -> opens ? State.OWN : State.FOREIGN).orElse(State.UNUSED);
	}

	/**
	 * Sets the mark if there is none; seals it with the newest key of the ring if it is
	 * of an older one, which can be removed then. Of nodes with different rings exactly
	 * one sets it.
	 * @return {@link State#OWN} or {@link State#FOREIGN}
	 */
	public State write() throws StoreUnavailableException {
		State state = read();
		if (state == State.UNUSED) {
			return records.create(KIND, NAME, NAME, clock.instant().plus(FOR_GOOD), new byte[0]) ? State.OWN : read();
		}
		if (state == State.OWN) {
			Optional<Records.Entry> mark = records.find(KIND, NAME).filter(entry -> !entry.sealedByNewest());
			if (mark.isPresent()) {
				// If another node was first, it has sealed it anew.
				records.update(mark.get(), mark.get().end(), mark.get().content());
			}
		}
		return state;
	}

}
