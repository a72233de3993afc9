package org.campanile.logout;

/** Where a service stands in a logout. */
public enum ServiceLogoutState {

	/** It said that it ended its session, or it was the one to ask for the logout. */
	ENDED,
	/** It answered that it did not end its session, or not all of what hangs on it. */
	REFUSED,
	/** It was asked, and no usable answer came in time. */
	NO_ANSWER,
	/** It offers no way of asking, or it is no longer known. */
	CANNOT_BE_ASKED,
	/** It can be asked by way of the browser, and has not been. */
	TO_ASK_BY_FRONT_CHANNEL

}
