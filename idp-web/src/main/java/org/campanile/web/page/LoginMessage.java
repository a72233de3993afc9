package org.campanile.web.page;

/** The message that the login page shows with the form. */
public enum LoginMessage {

	/** No message. */
	NONE(200),
	/** The user is unknown or the password wrong; the page is the same for both. */
	BAD_CREDENTIALS(200),
	/** The password is that of another user than the login belongs to. */
	OTHER_USER(200),
	/** There were too many attempts. */
	THROTTLED(429),
	/** The service requires the user to authenticate again. */
	FORCED(200),
	/** The password was changed, and is to be entered once more. */
	PASSWORD_CHANGED(200),
	/** The service requires a stronger authentication than the session has. */
	STRONGER_AUTHENTICATION(200);

	private final int status;

	LoginMessage(int status) {
		this.status = status;
	}

	/** The HTTP status of the login page with this message. */
	public int status() {
		return status;
	}

	/** Whether the user's input was rejected. */
	boolean isError() {
		return this == BAD_CREDENTIALS || this == OTHER_USER || this == THROTTLED;
	}

}
