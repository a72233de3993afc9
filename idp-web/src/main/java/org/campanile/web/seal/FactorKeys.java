package org.campanile.web.seal;

import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.scheduling.annotation.Scheduled;

import org.campanile.record.KeyRingMark;
import org.campanile.record.RecordStore;
import org.campanile.seal.KeyFamily;
import org.campanile.seal.KeyRing;
import org.campanile.seal.KeyRingLoader;
import org.campanile.seal.KeyRingSource;
import org.campanile.seal.LiveKeyRing;
import org.campanile.seal.RandomValues;
import org.campanile.seal.Sealer;
import org.campanile.seal.SealingKey;
import org.campanile.store.StoreUnavailableException;

/**
 * The keys that seal what users enrol, and the check that they are those of the store.
 * Thread-safe.
 */
class FactorKeys {

	private static final Logger logger = LoggerFactory.getLogger(FactorKeys.class);

	private static final String FILES = "credentials/" + KeyFamily.FACTORS.glob();

	private static final String SALT = "credentials/persistent-id.salt, or campanile.name-id.persistent-salt";

	/** The time between two queries of a store that does not answer. */
	private static final Duration PAUSE = Duration.ofMillis(500);

	private final LiveKeyRing keyRing;

	private final KeyRingMark mark;

	/** The fault of the keys; empty if there is none, or it is not known yet. */
	private volatile Optional<String> fault = Optional.empty();

	/**
	 * The stored data with which the keys are compared.
	 *
	 * @param store the durable one
	 * @param hashing the key under which it finds records
	 */
	record Stored(RecordStore store, SealingKey hashing, SecureRandom random, InstantSource clock) {

		KeyRingMark mark(KeyRingSource ring) {
			return new KeyRingMark(store, new Sealer(ring, random), hashing, clock);
		}

	}

	/**
	 * Loads the keys, and creates the first one if the store has never been used with
	 * any.
	 * @throws IllegalArgumentException if the keys or some of them are missing, or they
	 * are others, although the store was used with some, or it was used with another salt
	 * @throws IllegalStateException if they are missing and the store does not answer
	 * @param patience how long a store that does not answer is asked before a first key
	 * is created: the first connections of a node that starts may take their time
	 * @throws IOException if the folder cannot be read or written
	 */
	FactorKeys(Path folder, Duration activationDelay, Stored stored, Duration patience) throws IOException {
		KeyRingLoader loader = new KeyRingLoader(KeyFamily.FACTORS, stored.random());
		// Another node with the same home may have created the keys meanwhile.
		if (!loader.isPresent(folder) && isUsed(stored, patience) && !loader.isPresent(folder)) {
			throw new IllegalArgumentException(FILES + ": missing, though the store contains what was sealed with "
					+ "them; copy them from another node or restore them from a backup, for without them nobody's "
					+ "enrolled factors can be read");
		}
		this.keyRing = new LiveKeyRing(loader, folder, activationDelay, stored.clock());
		this.mark = stored.mark(keyRing);
		try {
			Optional<String> found = compare();
			if (found.isPresent()) {
				throw new IllegalArgumentException(found.get());
			}
		}
		catch (StoreUnavailableException ex) {
			logger.warn("{}: not compared with the store yet, which does not answer ({})", FILES, ex.getMessage());
		}
	}

	/**
	 * Whether the store contains sealed records; queried with a key that has sealed
	 * nothing, before a key is created.
	 */
	private static boolean isUsed(Stored stored, Duration patience) {
		SealingKey unused = new SealingKey(RandomValues.bytes(SealingKey.LENGTH, stored.random()));
		KeyRingMark unknown = stored.mark(new KeyRing(List.of(unused)));
		Instant until = stored.clock().instant().plus(patience);
		while (true) {
			try {
				return unknown.read() == KeyRingMark.State.FOREIGN;
			}
			catch (StoreUnavailableException ex) {
				if (!stored.clock().instant().isBefore(until) || Thread.currentThread().isInterrupted()) {
					throw new IllegalStateException(
							FILES + ": missing, and the store that would show whether they were lost does not answer ("
									+ ex.getMessage() + "); copy them from another node, or start again once it does",
							ex);
				}
				LockSupport.parkNanos(PAUSE.toNanos());
			}
		}
	}

	private Optional<String> fault(KeyRingMark.State state) throws StoreUnavailableException {
		return switch (state) {
			case OWN, UNUSED -> Optional.empty();
			case FOREIGN -> Optional.of(FILES + ": none is the key "
					+ mark.sealedWith()
						.map(key -> key + ", which the store's mark of the keys is sealed with")
						.orElse("that the store's mark of the keys is sealed with")
					+ "; copy the keys from another node or restore them from a backup, and remove any others; "
					+ "docs/factors.md says what to do if it is lost");
			case OTHER_HASHING -> Optional.of(SALT + ": not the salt that the enrolled factors in the store are found "
					+ "with, so that everybody would seem to have none; copy it from another node or restore it from "
					+ "a backup");
		};
	}

	KeyRingMark mark() {
		return mark;
	}

	LiveKeyRing keyRing() {
		return keyRing;
	}

	/**
	 * Returns the fault of the keys and its remedy, according to the store's last answer;
	 * empty if there is none, or the store has not answered yet.
	 */
	Optional<String> fault() {
		return fault;
	}

	/** Reloads the keys, and compares them with the store as soon as it answers. */
	@Scheduled(initialDelay = 10, fixedRate = 10, timeUnit = TimeUnit.SECONDS)
	synchronized void look() {
		keyRing.poll();
		try {
			Optional<String> found = compare();
			if (!found.equals(fault)) {
				found.ifPresentOrElse(logger::error, () -> logger.info("{}: none is missing any more", FILES));
				fault = found;
			}
		}
		catch (StoreUnavailableException ex) {
			logger.debug("The keys are compared with the store later: {}", ex.getMessage());
		}
	}

	/** Updates the marks according to the keys, or returns the fault. */
	private Optional<String> compare() throws StoreUnavailableException {
		Optional<String> foreign = fault(mark.keep());
		if (foreign.isPresent()) {
			return foreign;
		}
		Set<String> missing = mark.missing();
		return missing.isEmpty() ? Optional.empty()
				: Optional.of(FILES + ": " + String.join(" and ", missing)
						+ " missing, with which enrolled factors in the store are sealed; copy the file from another "
						+ "node or restore it from a backup, and remove it only after campanile factors --reseal; "
						+ "docs/factors.md says what to do if it is lost");
	}

}
