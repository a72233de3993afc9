package org.campanile.web.sso;

/**
 * The permit of an admitted request, kept as a request attribute so that a waiting
 * request can release it to others. For use by the request's thread only.
 */
public interface AdmissionPermit {

	/** The name of the attribute; without one, nothing limits requests. */
	String ATTRIBUTE = AdmissionPermit.class.getName();

	void release();

	/**
	 * Acquires a permit again, with the priority of a request that has a session. If none
	 * becomes free in time, the request continues without one.
	 */
	void reacquire();

}
