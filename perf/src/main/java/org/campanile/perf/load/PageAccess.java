package org.campanile.perf.load;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.campanile.perf.load.AnswerCheck.FailureClass;
import org.campanile.testkit.serviceprovider.AuthnRequestOptions;
import org.campanile.testkit.serviceprovider.DecodedAssertion;
import org.campanile.testkit.serviceprovider.DecodedResponse;
import org.campanile.testkit.serviceprovider.RedirectRequest;
import org.campanile.testkit.serviceprovider.ResponseRejectedException;
import org.campanile.testkit.serviceprovider.ServiceProvider;
import org.jspecify.annotations.Nullable;

/**
 * Who may see the pages of a service: users who bring a sound answer to a request of
 * ours, and is of one of the organizational units that they are open to. Thread-safe.
 */
final class PageAccess {

	/** The attribute that holds the organizational unit. */
	static final String UNIT_ATTRIBUTE = "ou";

	private final ServiceProvider provider;

	private final AnswerCheck check;

	private final String endpoint;

	private final Set<String> units;

	private final BoundedMap<Boolean> waiting = new BoundedMap<>();

	/**
	 * @param endpoint where the identity provider takes requests by HTTP-Redirect
	 * @param units the organizational units
	 */
	PageAccess(ServiceProvider provider, AnswerCheck check, String endpoint, Set<String> units) {
		this.provider = provider;
		this.check = check;
		this.endpoint = endpoint;
		this.units = Set.copyOf(units);
	}

	/** What comes of an answer. */
	sealed interface Outcome {

		/** May see the pages, under this name. */
		record Admitted(String name) implements Outcome {
		}

		/** Is known, and may not see them. */
		record Forbidden(String name) implements Outcome {
		}

		/** Nothing is known by such an answer; the failure is named by its class. */
		record Unsound(String failure) implements Outcome {
		}

	}

	/** A new request, whose RelayState brings the user back to the page. */
	RedirectRequest ask(String page) {
		RedirectRequest request = provider.redirect(endpoint, AuthnRequestOptions.PLAIN.withRelayState(page));
		waiting.put(request.id(), Boolean.TRUE);
		return request;
	}

	/**
	 * Judges an answer in full. It uses the request up, so that the same answer does not
	 * admit twice; one that was not signed uses nothing up.
	 * @param requestId of the request that this browser was sent away with
	 */
	Outcome judge(String samlResponse, String requestId) {
		try {
			DecodedResponse response = check.decode(samlResponse,
					inResponseTo -> requestId.equals(inResponseTo) && waiting.remove(requestId));
			return response.assertion()
				.map(this::authorized)
				.orElseGet(() -> new Outcome.Unsound(FailureClass.status(response.status())));
		}
		catch (ResponseRejectedException ex) {
			return new Outcome.Unsound(FailureClass.rejected(ex.reason()));
		}
	}

	private Outcome authorized(DecodedAssertion assertion) {
		List<String> names = assertion.values(Target.PRINCIPAL_NAME);
		if (names.size() != 1) {
			return new Outcome.Unsound(FailureClass.NO_USER);
		}
		boolean open = !Collections.disjoint(assertion.values(UNIT_ATTRIBUTE), units);
		return open ? new Outcome.Admitted(names.getFirst()) : new Outcome.Forbidden(names.getFirst());
	}

	/**
	 * What is remembered of browsers, by a secret that each holds: the oldest is
	 * forgotten for the newest, as most of them never come back. Thread-safe.
	 *
	 * @param <V> what is remembered
	 */
	static final class BoundedMap<V> {

		/** Twice the sessions of the longest measurement. */
		private static final int MOST = 200_000;

		private final Map<String, V> entries = new LinkedHashMap<>() {

			@Override
			protected boolean removeEldestEntry(Map.Entry<String, V> eldest) {
				return size() > MOST;
			}

		};

		synchronized void put(String secret, V value) {
			entries.put(secret, value);
		}

		synchronized @Nullable V get(String secret) {
			return entries.get(secret);
		}

		/** Whether it was there; of callers at once it is for one. */
		synchronized boolean remove(String secret) {
			return entries.remove(secret) != null;
		}

	}

}
