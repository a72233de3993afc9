package org.campanile.signon;

/**
 * A request that was valid when it came names a service, or a response URL, that metadata
 * no longer holds.
 */
public final class ServiceGoneException extends Exception {

	private static final long serialVersionUID = 1L;

	private final String service;

	/**
	 * @param service the entityID
	 */
	public ServiceGoneException(String service) {
		super("metadata no longer holds " + service + " with the response URL of the request");
		this.service = service;
	}

	public String service() {
		return service;
	}

}
