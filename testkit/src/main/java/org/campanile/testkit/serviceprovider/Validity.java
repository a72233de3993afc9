package org.campanile.testkit.serviceprovider;

import java.time.Duration;
import java.time.Instant;

import org.campanile.testkit.serviceprovider.ResponseRejectedException.Reason;
import org.jspecify.annotations.Nullable;

/**
 * Checks points in time against one reading of the clock.
 *
 * @param now the clock's reading
 * @param skew the tolerated difference to the other side's clock
 * @param maxValidity how long after its issue anything may be valid
 */
record Validity(Instant now, Duration skew, Duration maxValidity) {

	/** An issue instant: present, not in the future, within the maximum age. */
	Instant issued(@Nullable Instant instant, String what) throws ResponseRejectedException {
		Instant issued = begun(instant, what);
		if (issued.isBefore(now.minus(maxValidity).minus(skew))) {
			throw new ResponseRejectedException(Reason.EXPIRED, what + " is " + issued + ", now is " + now);
		}
		return issued;
	}

	/** Requires an event that must have happened before now. */
	Instant begun(@Nullable Instant instant, String what) throws ResponseRejectedException {
		if (instant == null) {
			throw new ResponseRejectedException(Reason.NOT_A_RESPONSE, what + " is absent");
		}
		if (instant.isAfter(now.plus(skew))) {
			throw new ResponseRejectedException(Reason.NOT_YET_VALID, what + " is " + instant + ", now is " + now);
		}
		return instant;
	}

	/** An expiry: present, in the future, within the maximum time after the issue. */
	Instant end(@Nullable Instant instant, Instant issued, String what) throws ResponseRejectedException {
		if (instant == null) {
			throw new ResponseRejectedException(Reason.VALID_TOO_LONG, what + " is absent");
		}
		if (!now.minus(skew).isBefore(instant)) {
			throw new ResponseRejectedException(Reason.EXPIRED, what + " is " + instant + ", now is " + now);
		}
		if (instant.isAfter(issued.plus(maxValidity))) {
			throw new ResponseRejectedException(Reason.VALID_TOO_LONG,
					what + " is " + instant + ", issued at " + issued + ", at most " + maxValidity + " accepted");
		}
		return instant;
	}

}
