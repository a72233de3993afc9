package org.campanile.demo.service;

import java.time.Duration;
import java.time.InstantSource;

import org.campanile.onetime.OneTimeStore;
import org.campanile.store.StoreUnavailableException;
import org.campanile.testkit.serviceprovider.InResponseToCheck;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The open requests and used assertions of a demo service, in the store of the
 * surrounding server, because in a cluster the response may arrive at another node.
 * Thread-safe.
 */
final class DemoTracker implements InResponseToCheck {

	private static final Logger log = LoggerFactory.getLogger(DemoTracker.class);

	private static final String REQUEST = "demo-request";

	private static final String ASSERTION = "demo-assertion";

	private static final byte[] ASKED = { 1 };

	private final OneTimeStore store;

	private final String service;

	private final Duration patience;

	private final InstantSource clock;

	/**
	 * @param service distinguishes it from other services
	 * @param patience how long a request may be answered, and how long a used assertion
	 * is remembered; longer than assertions are valid
	 */
	DemoTracker(OneTimeStore store, String service, Duration patience, InstantSource clock) {
		this.store = store;
		this.service = service;
		this.patience = patience;
		this.clock = clock;
	}

	/** Records that a request was sent. */
	void sent(String requestId) {
		try {
			store.put(REQUEST, key(requestId), ASKED, clock.instant().plus(patience));
		}
		catch (StoreUnavailableException ex) {
			log.warn("The response to a request will be refused, because the request could not be stored: {}",
					ex.getMessage());
		}
	}

	/** Consumes the request; an unsolicited response is always expected. */
	@Override
	public boolean isExpected(@Nullable String inResponseTo) {
		if (inResponseTo == null) {
			return true;
		}
		if (inResponseTo.length() > OneTimeStore.MAX_KEY / 4) {
			return false;
		}
		try {
			return store.take(REQUEST, key(inResponseTo)).isPresent();
		}
		catch (StoreUnavailableException ex) {
			log.warn("A response is refused, because it is unknown whether it was requested: {}", ex.getMessage());
			return false;
		}
	}

	/**
	 * Whether the assertion is used for the first time; true for exactly one of several
	 * callers.
	 */
	boolean firstUse(String assertionId) {
		try {
			return assertionId.length() <= OneTimeStore.MAX_KEY / 4
					&& store.setReplayKey(ASSERTION, key(assertionId), clock.instant().plus(patience));
		}
		catch (StoreUnavailableException ex) {
			log.warn("An assertion is refused, because it is unknown whether it was used before: {}", ex.getMessage());
			return false;
		}
	}

	private String key(String id) {
		return service + ' ' + id;
	}

}
