package org.campanile.web.fault;

/**
 * The largest body of a POST; Tomcat's own limit for forms is set to the same value.
 */
public final class BodyLimit {

	public static final int BYTES = 256 * 1024;

	private BodyLimit() {
	}

}
