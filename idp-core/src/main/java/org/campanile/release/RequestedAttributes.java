package org.campanile.release;

/**
 * The attributes that a service itself requests, as its protocol defines it.
 * Implementations are immutable.
 */
public interface RequestedAttributes {

	/** Requests nothing and restricts nothing. */
	RequestedAttributes NONE = new RequestedAttributes() {

		@Override
		public boolean asksFor(String id, String value, boolean onlyRequired) {
			return false;
		}

		@Override
		public boolean allows(String id, boolean pairwiseReleased) {
			return true;
		}

	};

	/**
	 * Whether the service requests a value.
	 * @param id the attribute's id here
	 * @param onlyRequired whether only what it requests as required counts
	 */
	boolean asksFor(String id, String value, boolean onlyRequired);

	/**
	 * Whether the service may get an attribute, as far as its own requirement of subject
	 * identifiers goes (SAML V2.0 Subject Identifier Attributes Profile 1.0, 3.5).
	 * @param id the attribute's id here
	 * @param pairwiseReleased whether it gets the pairwise identifier
	 */
	boolean allows(String id, boolean pairwiseReleased);

}
