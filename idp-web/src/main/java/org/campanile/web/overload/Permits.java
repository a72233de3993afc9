package org.campanile.web.overload;

import java.util.function.IntSupplier;

/**
 * The permits of one priority. Guarded by the lock of its {@link Admission}, except
 * {@link #limit}.
 */
final class Permits {

	private final IntSupplier limit;

	private int underWay;

	/**
	 * @param limit the current number of permits; evaluated each time
	 */
	Permits(IntSupplier limit) {
		this.limit = limit;
	}

	boolean isAvailable() {
		return underWay < limit();
	}

	void acquire() {
		underWay++;
	}

	void release() {
		underWay--;
	}

	int underWay() {
		return underWay;
	}

	int limit() {
		return limit.getAsInt();
	}

}
