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
 * How many marks and values a store in memory takes. Beyond it the store refuses, and
 * never evicts: a mark that was forgotten could be set twice. Warns once when it is half
 * full, and again only after it was nearly empty in between. Thread-safe.
 */
public final class OneTimeCapacity implements MeterBinder {

	private static final Logger logger = LoggerFactory.getLogger(OneTimeCapacity.class);

	private final String key;

	private final long limit;

	private final AtomicBoolean warned = new AtomicBoolean();

	private volatile LongSupplier entries = () -> 0;

	/**
	 * @param key the setting that an administrator raises
	 * @param limit how many are taken
	 */
	public OneTimeCapacity(String key, long limit) {
		this.key = key;
		this.limit = limit;
	}

	/** How many the store takes. */
	public long limit() {
		return limit;
	}

	/** Has the store say how many it holds; called often. */
	public void countedBy(LongSupplier count) {
		this.entries = count;
	}

	/**
	 * To be called before a mark or value is placed.
	 * @throws StoreRefusedException if the store is full
	 */
	public void requireRoom() throws StoreRefusedException {
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
					"it holds " + limit + " marks and one-time values and takes no more; raise " + key);
		}
	}

	@Override
	public void bindTo(MeterRegistry meters) {
		Gauge.builder("campanile.store.one-time.entries", () -> entries.getAsLong())
			.description("Marks and one-time values that the store holds")
			.register(meters);
		Gauge.builder("campanile.store.one-time.limit", () -> limit)
			.description("Marks and one-time values that the store takes at most")
			.register(meters);
	}

}
