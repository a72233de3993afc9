package org.campanile.logout;

import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;

import org.campanile.onetime.OneTimeStore;
import org.campanile.protocol.ProtocolId;
import org.campanile.seal.Sealer;
import org.campanile.store.StoreUnavailableException;

/**
 * Logout requests whose answer is awaited by way of the browser. They are stored where
 * every node finds them, and the first answer removes its request. Thread-safe.
 */
public final class OpenLogoutRequests {

	/** The kind of the stored values. */
	static final String KIND = "logout-request";

	/** As long as the logout they belong to. */
	static final Duration LIFETIME = Duration.ofMinutes(10);

	private final OneTimeStore store;

	private final LogoutSealing sealing;

	private final InstantSource clock;

	public OpenLogoutRequests(OneTimeStore store, Sealer sealer, InstantSource clock) {
		this.store = store;
		this.sealing = new LogoutSealing(sealer);
		this.clock = clock;
	}

	void put(ProtocolId protocol, String requestId, String service, OpenLogoutRequest request)
			throws StoreUnavailableException {
		String key = key(protocol, requestId, service);
		byte[] value = sealing.seal(key,
				new LogoutSealing.Question(request.progressId(), request.index(), request.presentation().name()));
		if (!store.put(KIND, key, value, clock.instant().plus(LIFETIME))) {
			throw new StoreUnavailableException("the new request's ID was already taken");
		}
	}

	/**
	 * Takes an open request: removes it and returns it.
	 * @param requestId as the answer has it; anything may stand in it
	 * @param service who answered, by its id
	 * @return empty if no such request to that service is open
	 */
	public Optional<OpenLogoutRequest> take(ProtocolId protocol, String requestId, String service)
			throws StoreUnavailableException {
		String key = key(protocol, requestId, service);
		return store.take(KIND, key)
			.flatMap(value -> sealing.open(key, value, LogoutSealing.Question.class))
			.map(form -> new OpenLogoutRequest(form.l(), form.i(), OpenLogoutRequest.Presentation.valueOf(form.p())));
	}

	/**
	 * Protocol and service are part of the key, so that no service can use up a request
	 * to another. An id holds no space, nor does a protocol's code.
	 */
	private static String key(ProtocolId protocol, String requestId, String service) {
		return requestId + ' ' + protocol.qualify(service, ' ');
	}

}
