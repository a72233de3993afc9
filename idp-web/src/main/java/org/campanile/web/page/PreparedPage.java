package org.campanile.web.page;

/**
 * A page that was rendered ahead, for when there is no time to render one. The same for
 * everybody who reads its language.
 *
 * @param body not to be changed
 */
@SuppressWarnings("ArrayRecordComponent") // Neither compared nor shown.
record PreparedPage(int status, String language, String policy, boolean embeddable, byte[] body) {

	/** The same with another body, which is not to be changed from now on. */
	PreparedPage with(byte[] other) {
		return new PreparedPage(status, language, policy, embeddable, other);
	}

}
