package org.campanile.web.fault;

/** What a POST may hold at most; Tomcat's own limit for forms is set to the same. */
public final class BodyLimit {

	public static final int BYTES = 256 * 1024;

	private BodyLimit() {
	}

}
