package org.campanile.web.overload;

import java.util.function.IntSupplier;

/**
 * The places of a lane. Guarded by the lock of the {@link Admission} that has it, but for
 * {@link #limit}.
 */
final class Places {

	private final IntSupplier limit;

	private int underWay;

	/**
	 * @param limit how many there are now; asked at every turn
	 */
	Places(IntSupplier limit) {
		this.limit = limit;
	}

	boolean free() {
		return underWay < limit();
	}

	void take() {
		underWay++;
	}

	void giveBack() {
		underWay--;
	}

	int underWay() {
		return underWay;
	}

	int limit() {
		return limit.getAsInt();
	}

}
