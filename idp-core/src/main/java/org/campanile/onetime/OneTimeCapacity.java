package org.campanile.onetime;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.campanile.store.StoreRefusedException;

/**
 * The number of entries that a store in memory accepts. Beyond it the store refuses
 * instead of evicting, because a forgotten replay key could be set twice. Warns once when
 * half full, and again only after it fell below a quarter. Thread-safe.
 */
public final class OneTimeCapacity implements MeterBinder {

	private static final Logger logger = LoggerFactory.getLogger(OneTimeCapacity.class);

	private final String key;

	private final long limit;

	private final AtomicBoolean warned = new AtomicBoolean();

	private volatile LongSupplier entries = () -> 0;

	/**
	 * @param key the configuration key of the limit
	 * @param limit the maximum number of entries
	 */
	public OneTimeCapacity(String key, long limit) {
		this.key = key;
		this.limit = limit;
	}

	/** The maximum number of entries. */
	public long limit() {
		return limit;
	}

	/** Registers the counter of the store's entries; called often. */
	public void countedBy(LongSupplier count) {
		this.entries = count;
	}

	/**
	 * Fails if there is no capacity for another key. Must be called before a replay key
	 * or value is stored.
	 * @throws StoreRefusedException if the store is full
	 */
	public void requireCapacity() throws StoreRefusedException {
		long count = entries.getAsLong();
		if (count >= limit / 2) {
			if (!warned.getAndSet(true)) {
				logger.warn("The store of one-time values is half full: {} of {}; when it is full, sign-on and logout "
						+ "are refused. Look for a flood of requests, or raise {}", count, limit, key);
			}
		}
		else if (count < limit / 4) {
			warned.set(false);
		}
		if (count >= limit) {
			throw new StoreRefusedException(
					"it holds " + limit + " replay keys and one-time values and accepts no more; raise " + key);
		}
	}

	@Override
	public void bindTo(MeterRegistry meters) {
		Gauge.builder("campanile.store.one-time.entries", () -> entries.getAsLong())
			.description("Replay keys and one-time values in the store")
			.register(meters);
		Gauge.builder("campanile.store.one-time.limit", () -> limit)
			.description("Maximum number of replay keys and one-time values")
			.register(meters);
	}

}
