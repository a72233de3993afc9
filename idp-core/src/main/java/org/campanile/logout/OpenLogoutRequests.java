package org.campanile.logout;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;

import org.campanile.onetime.OneTimeStore;
import org.campanile.protocol.ProtocolId;
import org.campanile.seal.Sealer;
import org.campanile.store.StoreUnavailableException;

/**
 * Logout requests whose response is awaited through the browser. They are stored
 * cluster-wide, and the first response removes its request. Thread-safe.
 */
public final class OpenLogoutRequests {

	/** The kind of the stored values; nodes of earlier versions read and write it too. */
	static final String KIND = "logout-question";

	/** The lifetime of a request, that of the logout to which it belongs. */
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
	 * Removes and returns an open request.
	 * @param requestId as in the response, not validated
	 * @param service the id of the responding service, not validated either
	 * @return empty if no such request to that service is open
	 */
	public Optional<OpenLogoutRequest> take(ProtocolId protocol, String requestId, String service)
			throws StoreUnavailableException {
		String key = key(protocol, requestId, service);
		if (key.getBytes(StandardCharsets.UTF_8).length > OneTimeStore.MAX_KEY) {
			// Nothing is stored under such a key.
			return Optional.empty();
		}
		return store.take(KIND, key)
			.flatMap(value -> sealing.open(key, value, LogoutSealing.Question.class))
			.map(form -> new OpenLogoutRequest(form.l(), form.i(), OpenLogoutRequest.Presentation.valueOf(form.p())));
	}

	/**
	 * Returns the key of a request. Protocol and service are part of it, so that no
	 * service can consume a request to another. Neither an id nor a protocol's code
	 * contains a space.
	 */
	private static String key(ProtocolId protocol, String requestId, String service) {
		return requestId + ' ' + protocol.qualify(service, ' ');
	}

}
