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
 * What a demo service asked for and what it has used, in the store of the server it is
 * part of: in a cluster the answer to a request may come to another node. Thread-safe.
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
	 * @param patience how long a request waits for its answer, and how long an assertion
	 * is remembered; longer than assertions are valid
	 */
	DemoTracker(OneTimeStore store, String service, Duration patience, InstantSource clock) {
		this.store = store;
		this.service = service;
		this.patience = patience;
		this.clock = clock;
	}

	/** A request was sent. */
	void sent(String requestId) {
		try {
			store.put(REQUEST, key(requestId), ASKED, clock.instant().plus(patience));
		}
		catch (StoreUnavailableException ex) {
			log.warn("The answer to a request will be refused, as the request could not be remembered: {}",
					ex.getMessage());
		}
	}

	/** Uses up the request; an unsolicited response is always expected. */
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
			log.warn("An answer is refused, as it is not known whether it was requested: {}", ex.getMessage());
			return false;
		}
	}

	/** Whether the assertion is used for the first time; of callers at once one is. */
	boolean firstUse(String assertionId) {
		try {
			return assertionId.length() <= OneTimeStore.MAX_KEY / 4
					&& store.setReplayKey(ASSERTION, key(assertionId), clock.instant().plus(patience));
		}
		catch (StoreUnavailableException ex) {
			log.warn("An assertion is refused, as it is not known whether it was used before: {}", ex.getMessage());
			return false;
		}
	}

	private String key(String id) {
		return service + ' ' + id;
	}

}
