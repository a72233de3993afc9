package org.campanile.logout;

/** The state of a service in a logout. */
public enum ServiceLogoutState {

	/** It confirmed that it ended its session, or it asked for the logout itself. */
	ENDED,
	/** It answered that it did not end its session, or not all that depends on it. */
	REFUSED,
	/** It was asked, and no usable answer came in time. */
	NO_ANSWER,
	/** It offers no way to be asked, or it is no longer known. */
	CANNOT_BE_ASKED,
	/** It can be asked by way of the browser, and has not been. */
	TO_ASK_BY_FRONT_CHANNEL

}
