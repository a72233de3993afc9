package org.campanile.saml.logout;

import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;

import org.campanile.onetime.OneTimeStore;
import org.campanile.seal.Sealer;
import org.campanile.store.StoreUnavailableException;

/**
 * Our requests that wait for an answer by way of the browser: put where every node finds
 * them, and taken by the first answer. Thread-safe.
 */
public final class OpenQuestions {

	/** The kind of the stored values. */
	static final String KIND = "logout-question";

	/** As long as the logout they belong to. */
	static final Duration LIFETIME = Duration.ofMinutes(10);

	private final OneTimeStore store;

	private final LogoutSealing sealing;

	private final InstantSource clock;

	public OpenQuestions(OneTimeStore store, Sealer sealer, InstantSource clock) {
		this.store = store;
		this.sealing = new LogoutSealing(sealer);
		this.clock = clock;
	}

	void put(String requestId, String service, OpenQuestion question) throws StoreUnavailableException {
		String key = key(requestId, service);
		byte[] value = sealing.seal(key,
				new LogoutSealing.Question(question.progressId(), question.index(), question.presentation().name()));
		if (!store.put(KIND, key, value, clock.instant().plus(LIFETIME))) {
			throw new StoreUnavailableException("the new request's ID was already taken");
		}
	}

	/** The request is no longer open then. */
	Optional<OpenQuestion> take(String requestId, String service) throws StoreUnavailableException {
		String key = key(requestId, service);
		return store.take(KIND, key)
			.flatMap(value -> sealing.open(key, value, LogoutSealing.Question.class))
			.map(form -> new OpenQuestion(form.l(), form.i(), Presentation.valueOf(form.p())));
	}

	/**
	 * The service is part of the name, so that no service can use up another's. An NCName
	 * holds no space.
	 */
	private static String key(String requestId, String service) {
		return requestId + ' ' + service;
	}

}
