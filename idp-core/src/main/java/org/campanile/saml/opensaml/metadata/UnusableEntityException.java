package org.campanile.saml.opensaml.metadata;

/** Thrown for an entity that is dropped as a whole because of a fault. */
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
