package org.campanile.web.page;

/**
 * A page that was rendered in advance. The same for all users of its language.
 *
 * @param body must not be modified
 */
@SuppressWarnings("ArrayRecordComponent") // Neither compared nor shown.
record PreparedPage(int status, String language, String policy, boolean embeddable, byte[] body) {

	/** Returns the same page with another body, which must not be modified afterwards. */
	PreparedPage with(byte[] other) {
		return new PreparedPage(status, language, policy, embeddable, other);
	}

}
