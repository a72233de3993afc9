package org.campanile.web.page;

/**
 * What became of one service at logout.
 *
 * @param name the service's name
 * @param state what became of it
 */
public record LoggedOutService(String name, State state) {

	/** What became of a service at logout. */
	public enum State {

		/** It confirmed that its session has ended. */
		ENDED,
		/** It was asked and did not confirm. */
		NOT_CONFIRMED,
		/** It cannot be asked. */
		CANNOT_BE_ASKED

	}
}
