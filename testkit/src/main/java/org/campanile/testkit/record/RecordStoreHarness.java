package org.campanile.testkit.record;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

import org.campanile.record.RecordStore;
import org.campanile.record.StoredRecord;
import org.campanile.testkit.MutableClock;

import static org.assertj.core.api.Assertions.assertThat;

/** The hooks for a backend's test class, and the fixtures of all contract tests. */
public abstract class RecordStoreHarness {

	/** An arbitrary time; stores keep times to the millisecond. */
	protected static final Instant START = Instant.parse("2026-03-29T00:59:58.123Z");

	static final Instant END = START.plus(Duration.ofHours(8));

	static final Duration INSTANT = Duration.ofMillis(1);

	static final String KIND = "pgt";

	/** The clock that the stores are given. */
	protected final MutableClock clock = new MutableClock(START);

	/**
	 * Two nodes' stores on one backend; the same store twice for a backend of one node.
	 */
	RecordStore here;

	RecordStore there;

	/**
	 * Opens a store on the backend that all stores of one test share. A backend of one
	 * node returns the same store each time. One that is {@link AutoCloseable} is closed
	 * after the test.
	 */
	protected abstract RecordStore open(InstantSource clock) throws Exception;

	/** Empties the backend, before each test. */
	protected abstract void reset() throws Exception;

	@BeforeEach
	final void openStores() throws Exception {
		reset();
		here = open(clock);
		there = open(clock);
	}

	@AfterEach
	final void closeStores() throws Exception {
		for (RecordStore store : List.of(here, there)) {
			if (store instanceof AutoCloseable closeable) {
				closeable.close();
			}
		}
	}

	RecordStore node(int number) {
		return number % 2 == 0 ? here : there;
	}

	/** Of the kind {@link #KIND} and the owner {@code alice}, until {@link #END}. */
	static StoredRecord record(String key) {
		return record(KIND, key, "alice", END, "state of " + key);
	}

	static StoredRecord record(String kind, String key, String owner, Instant end, String state) {
		return record(kind, key, owner, end, bytes(state));
	}

	static StoredRecord record(String kind, String key, String owner, Instant end, byte[] state) {
		return new StoredRecord(kind, hash(key), hash(owner), StoredRecord.FIRST, end, state);
	}

	static List<StoredRecord> all(RecordStore store, String kind, String owner, int limit) throws Exception {
		List<StoredRecord> found = new ArrayList<>();
		List<StoredRecord> page;
		do {
			page = store.findByOwner(kind, hash(owner), found.isEmpty() ? "" : found.getLast().keyHash(), limit);
			assertThat(page).hasSizeLessThanOrEqualTo(limit);
			found.addAll(page);
		}
		while (page.size() == limit);
		return found;
	}

	/** 64 hexadecimal digits, of any name. */
	static String hash(String name) {
		try {
			return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes(name)));
		}
		catch (NoSuchAlgorithmException ex) {
			throw new IllegalStateException(ex);
		}
	}

	static byte[] bytes(String text) {
		return text.getBytes(StandardCharsets.UTF_8);
	}

	/** Equal byte by byte. */
	static void assertSame(Optional<StoredRecord> actual, StoredRecord expected) {
		assertThat(actual).isPresent();
		assertThat(actual.get()).usingRecursiveComparison().isEqualTo(expected);
	}

}
