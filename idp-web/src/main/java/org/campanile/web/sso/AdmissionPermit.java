package org.campanile.web.sso;

/**
 * The permit of a request that was admitted, as an attribute of the request, so that one
 * that waits holds up nobody. For the thread of the request.
 */
public interface AdmissionPermit {

	/** The name of the attribute; without one, nothing limits requests. */
	String ATTRIBUTE = AdmissionPermit.class.getName();

	/** Gives it back. */
	void release();

	/**
	 * Waits for another one, as a request with a session; the request goes on without if
	 * none comes free in time.
	 */
	void reacquire();

}
