package org.campanile.testkit.store;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

import org.campanile.seal.Sha256;
import org.campanile.testkit.MutableClock;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The hooks for a backend's test class, and two nodes' stores for each test.
 *
 * @param <S> the kind of store
 */
public abstract class StoreHarness<S> {

	/** An arbitrary time; stores keep times to the millisecond. */
	protected static final Instant START = Instant.parse("2026-03-29T00:59:58.123Z");

	/** The clock that the stores are given. */
	protected final MutableClock clock = new MutableClock(START);

	/**
	 * The stores of two nodes on one backend; the same store twice for a backend of one
	 * node.
	 */
	protected S here;

	protected S there;

	/**
	 * Opens a store on the backend that all stores of one test share. A backend of one
	 * node returns the same store each time. One that is {@link AutoCloseable} is closed
	 * after the test.
	 */
	protected abstract S open(InstantSource clock) throws Exception;

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
		for (S store : List.of(here, there)) {
			if (store instanceof AutoCloseable closeable) {
				closeable.close();
			}
		}
	}

	/** The store of one of the two nodes, in turn. */
	protected final S node(int number) {
		return number % 2 == 0 ? here : there;
	}

	/** Returns 64 hexadecimal digits for any name. */
	protected static String digest(String name) {
		return HexFormat.of().formatHex(Sha256.of(bytes(name)));
	}

	protected static byte[] bytes(String text) {
		return text.getBytes(StandardCharsets.UTF_8);
	}

	/** Asserts equality byte by byte. */
	protected static <T> void assertStored(Optional<T> actual, T expected) {
		assertThat(actual).isPresent();
		assertThat(actual.get()).usingRecursiveComparison().isEqualTo(expected);
	}

}
