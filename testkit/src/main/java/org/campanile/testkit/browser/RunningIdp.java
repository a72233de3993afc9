package org.campanile.testkit.browser;

/** A server that runs, as its services know it. */
public interface RunningIdp {

	/** Its address, such as {@code http://localhost:8080/idp}. */
	String baseUrl();

}
