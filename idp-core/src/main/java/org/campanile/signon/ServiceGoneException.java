package org.campanile.signon;

/**
 * Thrown if a request that was valid when it came names a service that is no longer
 * known, or an address that is no longer registered for it.
 */
public final class ServiceGoneException extends Exception {

	private static final long serialVersionUID = 1L;

	private final String service;

	/**
	 * @param service its id
	 */
	public ServiceGoneException(String service) {
		super("service " + service + ", or the address to answer at, is no longer known");
		this.service = service;
	}

	public String service() {
		return service;
	}

}
