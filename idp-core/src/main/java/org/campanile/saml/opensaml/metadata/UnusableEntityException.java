package org.campanile.saml.opensaml.metadata;

/** An entity with a fault for which the whole of it is dropped. */
final class UnusableEntityException extends Exception {

	private static final long serialVersionUID = 1L;

	private final String reason;

	UnusableEntityException(String reason) {
		super(reason);
		this.reason = reason;
	}

	String reason() {
		return reason;
	}

}
