package org.campanile.release;

/**
 * What a service itself asks for, as its protocol understands it. Implementations are
 * immutable.
 */
public interface RequestedAttributes {

	/** Asks for nothing, and minds nothing. */
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
	 * Whether it asks for a value.
	 * @param id the attribute's id here
	 * @param onlyRequired whether only what it marks as required counts
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
