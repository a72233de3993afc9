package org.campanile.testkit.browser;

/** A running server as seen by its services. */
public interface RunningIdp {

	/** Returns the base URL, such as {@code http://localhost:8080/idp}. */
	String baseUrl();

}
