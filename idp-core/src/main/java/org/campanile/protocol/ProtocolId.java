package org.campanile.protocol;

/**
 * The name of a sign-on protocol, as stored sessions and sealed requests carry it.
 *
 * @param code short, lower-case letters; never changed once it was released
 */
public record ProtocolId(String code) {

	/** That of whatever names none: versions that knew one protocol did not write it. */
	public static final ProtocolId UNNAMED = new ProtocolId("saml");

	@Override
	public String toString() {
		return code;
	}

}
