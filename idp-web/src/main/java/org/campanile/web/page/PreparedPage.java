package org.campanile.web.page;

/**
 * A page that was rendered ahead, for when there is no time to render one. The same for
 * everybody who reads its language.
 */
final class PreparedPage {

	private final int status;

	private final String language;

	private final String policy;

	private final boolean embeddable;

	private final byte[] body;

	PreparedPage(int status, String language, String policy, boolean embeddable, byte[] body) {
		this.status = status;
		this.language = language;
		this.policy = policy;
		this.embeddable = embeddable;
		this.body = body;
	}

	/** The same with another body, which is not to be changed from now on. */
	PreparedPage with(byte[] other) {
		return new PreparedPage(status, language, policy, embeddable, other);
	}

	int status() {
		return status;
	}

	String language() {
		return language;
	}

	String policy() {
		return policy;
	}

	boolean embeddable() {
		return embeddable;
	}

	/** Not to be changed. */
	byte[] body() {
		return body;
	}

}
