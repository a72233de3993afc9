package org.campanile.web.page;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * A service in a logout.
 *
 * @param name the service's name
 * @param state the current state of its logout
 * @param askUrl a URL of this server that sends the logout request, in a frame or, when
 * repeated, in the whole window; null if no request is sent
 * @param endpoints the service's own URLs, which a frame must be allowed to show; empty
 * if no frame is used
 */
public record LoggedOutService(String name, State state, @Nullable String askUrl, List<String> endpoints) {

	public LoggedOutService {
		endpoints = List.copyOf(endpoints);
	}

	/** A service that is not notified in a frame. */
	public LoggedOutService(String name, State state, @Nullable String askUrl) {
		this(name, state, askUrl, List.of());
	}

	/** The outcome of a logout at one service. */
	public enum State {

		/** The logout request is being sent. */
		WAITING("logged-out.waiting"),
		/** The service confirmed that its session was terminated. */
		ENDED("logged-out.ended"),
		/**
		 * The service answered that it did not terminate its session, or only in part.
		 */
		REFUSED("logged-out.refused"),
		/** The service did not answer the logout request in time. */
		NO_ANSWER("logged-out.no-answer"),
		/** The service does not support logout requests. */
		CANNOT_BE_ASKED("logged-out.cannot-be-asked");

		private final String key;

		State(String key) {
			this.key = key;
		}

		/** Returns the key of the state's text. */
		String key() {
			return key;
		}

		/** Returns the name of the state in scripts and styles. */
		String word() {
			return key.substring(key.indexOf('.') + 1);
		}

	}

}
