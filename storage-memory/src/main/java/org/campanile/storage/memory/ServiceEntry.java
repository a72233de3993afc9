package org.campanile.storage.memory;

import org.campanile.session.StoredSession.StoredService;

/**
 * A service of a session, and the index entry of the session under the identifier it was
 * given. Immutable.
 */
final class ServiceEntry extends Posting {

	private final long high;

	private final long low;

	private final byte[] state;

	/**
	 * @throws IllegalArgumentException if a hash is not 32 hexadecimal digits
	 */
	ServiceEntry(Key key, StoredService service) {
		super(key, service.identifierHash());
		this.high = high(service.serviceHash());
		this.low = low(service.serviceHash());
		this.state = service.state();
	}

	StoredService toStored() {
		return new StoredService(digits(high, low), hash(), state);
	}

	/** Returns the size of the sealed state, in bytes. */
	int size() {
		return state.length;
	}

	boolean isSameServiceAs(ServiceEntry other) {
		return high == other.high && low == other.low;
	}

	/**
	 * Compares the formats as well, as one session may have issued one identifier under
	 * several.
	 */
	@Override
	public int compareTo(Posting other) {
		int order = super.compareTo(other);
		if (order != 0 || !(other instanceof ServiceEntry that)) {
			return order;
		}
		order = Long.compareUnsigned(high, that.high);
		return order != 0 ? order : Long.compareUnsigned(low, that.low);
	}

}
