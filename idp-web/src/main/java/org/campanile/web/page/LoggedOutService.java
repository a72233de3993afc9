package org.campanile.web.page;

import org.jspecify.annotations.Nullable;

/**
 * What became of one service at logout.
 *
 * @param name the service's name
 * @param state what became of it
 * @param askUrl where the person can have it asked once more, in the whole window; null
 * where that is of no use
 */
public record LoggedOutService(String name, State state, @Nullable String askUrl) {

	/** One that cannot be asked once more. */
	public LoggedOutService(String name, State state) {
		this(name, state, null);
	}

	/** What became of a service at logout. */
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
