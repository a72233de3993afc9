package org.campanile.web.page;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * A service in a logout.
 *
 * @param name the service's name
 * @param state what became of it by now
 * @param askUrl an address of ours that leads to the service to ask it: its frame, or the
 * whole window if it is asked once more; null where it is not asked
 * @param endpoints the service's own addresses, which a frame must be allowed to show;
 * empty if it is not asked by a frame
 */
public record LoggedOutService(String name, State state, @Nullable String askUrl, List<String> endpoints) {

	public LoggedOutService {
		endpoints = List.copyOf(endpoints);
	}

	/** One that is not asked by a frame. */
	public LoggedOutService(String name, State state, @Nullable String askUrl) {
		this(name, state, askUrl, List.of());
	}

	/** The outcome of a logout at one service. */
	public enum State {

		/** It is being asked. */
		WAITING("logged-out.waiting"),
		/** It confirmed that its session has ended. */
		ENDED("logged-out.ended"),
		/** It answered that it did not end its session, or not everywhere. */
		REFUSED("logged-out.refused"),
		/** It was asked and did not answer in time. */
		NO_ANSWER("logged-out.no-answer"),
		/** It cannot be asked. */
		CANNOT_BE_ASKED("logged-out.cannot-be-asked");

		private final String key;

		State(String key) {
			this.key = key;
		}

		/** The key of its text. */
		String key() {
			return key;
		}

		/** How scripts and styles name it. */
		String word() {
			return key.substring(key.indexOf('.') + 1);
		}

	}

}
